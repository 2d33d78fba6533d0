//! Keywords of arrays.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::call::check;
use super::{Emitter, scalar, words};
use crate::validate::program::{Arrays, Contains};

impl Emitter<'_> {
    /// Checks of `items`, a `&Vec<Value>`.
    pub(super) fn array(&self, array: &Arrays) -> TokenStream {
        let mut checks = TokenStream::new();
        if let Some(min) = array.min {
            let bound = scalar::length(min);
            let expected = format!("an array of at least {}", words::count(min, "item", "items"));
            let bad = if min == 1 {
                quote! { items.is_empty() }
            } else {
                quote! { items.len() < #bound }
            };
            checks.extend(check(&bad, "minItems", &expected));
        }
        if let Some(max) = array.max {
            let bound = scalar::length(max);
            let expected = format!("an array of at most {}", words::count(max, "item", "items"));
            let bad = if max == 0 {
                quote! { !items.is_empty() }
            } else {
                quote! { items.len() > #bound }
            };
            checks.extend(check(&bad, "maxItems", &expected));
        }
        let mut first = TokenStream::new();
        for (index, id) in array.prefix.iter().enumerate() {
            let index = Literal::usize_unsuffixed(index);
            let inner = self.ask(*id, &quote! { item }, &quote! { R::at_item(&at, #index) }, "prefixItems");
            if !inner.is_empty() {
                first.extend(quote! {
                    if let Some(item) = items.get(#index) {
                        #inner
                    }
                });
            }
        }
        if !first.is_empty() {
            let most = Literal::usize_unsuffixed(array.prefix.len());
            let spend = self.spend(&quote! { items.len().min(#most) });
            checks.extend(quote! { #spend #first });
        }
        checks.extend(self.rest_of_items(array));
        if let Some(contains) = &array.contains {
            checks.extend(self.contains(contains));
        }
        if array.unique {
            checks.extend(quote! {
                if let Some(index) = validation::unique::duplicate(items, report)
                    && report.fault(
                        R::at_item(&at, index),
                        "uniqueItems",
                        "an item that the array has not had yet",
                        items.get(index).unwrap_or(value),
                    )
                {
                    return false;
                }
            });
        }
        checks
    }

    fn rest_of_items(&self, array: &Arrays) -> TokenStream {
        let Some((keyword, id)) = array.rest else { return TokenStream::new() };
        let first = Literal::usize_unsuffixed(array.prefix.len());
        if self.facts.never(id) {
            let count = array.prefix.len() as u64;
            let expected = format!("an array of at most {}", words::count(count, "item", "items"));
            let bad = if count == 0 {
                quote! { !items.is_empty() }
            } else {
                quote! { items.len() > #first }
            };
            return check(&bad, keyword, &expected);
        }
        let inner = self.ask(id, &quote! { item }, &quote! { R::at_item(&at, index) }, keyword);
        if inner.is_empty() {
            return inner;
        }
        let skip = (!array.prefix.is_empty()).then(|| quote! { .skip(#first) });
        let spend = self.spend(&quote! { items.len() });
        quote! {
            #spend
            for (index, item) in items.iter().enumerate() #skip {
                #inner
            }
        }
    }

    fn contains(&self, contains: &Contains) -> TokenStream {
        let item = self.words(contains.node);
        let holds = self.holds(contains.node, &quote! { item });
        let min = scalar::length(contains.min);
        // One item more than `maxContains` settles it; without that, `minContains` items do.
        let enough = match contains.max {
            Some(max) => scalar::length(max.saturating_add(1)),
            None => min.clone(),
        };
        let mut checks = TokenStream::new();
        if contains.min > 0 {
            let expected =
                format!("an array with at least {}: {item}", words::count(contains.min, "such item", "such items"));
            let keyword = if contains.min == 1 { "contains" } else { "minContains" };
            checks.extend(check(&quote! { held < #min }, keyword, &expected));
        }
        if let Some(max) = contains.max {
            let expected = format!("an array with at most {}: {item}", words::count(max, "such item", "such items"));
            checks.extend(check(&quote! { held >= #enough }, "maxContains", &expected));
        }
        if checks.is_empty() {
            return checks;
        }
        if self.facts.always(contains.node) {
            return quote! {
                let held = items.len();
                #checks
            };
        }
        if self.facts.never(contains.node) {
            return quote! {
                let held = 0;
                #checks
            };
        }
        let spend = self.spend(&quote! { items.len() });
        quote! {
            #spend
            let held = items.iter().filter(|item| #holds).take(#enough).count();
            #checks
        }
    }
}
