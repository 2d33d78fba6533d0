//! `anyOf` and `oneOf`.
//!
//! Where it can be proved that at most one branch can hold, by the type of the value or by a member
//! that is a different constant in each, that branch is asked alone, and its faults are the faults
//! of the value. Otherwise all branches are tried.

use std::collections::BTreeMap;

use proc_macro2::TokenStream;
use quote::quote;

use super::function::{kind, kinds};
use super::{Emitter, words};
use crate::validate::program::{Id, Node, Types};

/// More branches than this become a table of functions.
const FEW: usize = 24;

impl Emitter<'_> {
    /// Statements; `one`: exactly one branch may hold.
    pub(super) fn branches(&self, node: &Node, ids: &[Id], one: bool) -> TokenStream {
        let keyword = if one { "oneOf" } else { "anyOf" };
        // Under `anyOf`, a branch that takes everything settles it, and the same branch twice is one.
        if !one && ids.iter().any(|id| self.facts.always(*id)) {
            return quote! {};
        }
        let mut ids: Vec<Id> = ids.iter().copied().filter(|id| !self.facts.never(*id)).collect();
        if !one {
            let mut seen = std::collections::BTreeSet::new();
            ids.retain(|id| seen.insert(*id));
        }
        let expected = self.expected(&ids);
        let mut groups: BTreeMap<Vec<Id>, Vec<Types>> = BTreeMap::new();
        for kind in kinds(node.types) {
            let able = ids.iter().copied().filter(|id| self.facts.types(*id).meets(kind)).collect();
            groups.entry(able).or_default().push(kind);
        }
        let all_kinds = kinds(node.types).count() == kinds(Types::ALL).count();
        let mut arms: Vec<TokenStream> = groups
            .iter()
            .map(|(able, kinds)| {
                let body = self.group(able, kinds, keyword, &expected, one);
                let patterns = kinds.iter().map(|of| kind(*of));
                quote! { #(#patterns)|* => { #body } }
            })
            .collect();
        if groups.len() == 1 && all_kinds {
            let kinds: Vec<Types> = kinds(Types::ALL).collect();
            return self.group(&ids, &kinds, keyword, &expected, one);
        }
        if !all_kinds {
            // What is of no legal type has been told.
            arms.push(quote! { _ => {} });
        }
        quote! { match value { #(#arms)* } }
    }

    /// The branches that are able to hold for values of some types.
    fn group(&self, ids: &[Id], kinds: &[Types], keyword: &str, expected: &str, one: bool) -> TokenStream {
        let fault = quote! {
            if report.fault(at, #keyword, #expected, value) {
                return false;
            }
        };
        match ids {
            [] => fault,
            [only] => self.ask(*only, &quote! { value }, &quote! { R::at_same(&at) }, keyword),
            _ => {
                let is_object = kinds == [Types::OBJECT];
                match self.tag(ids).filter(|_| is_object) {
                    Some((name, tags)) => self.by_tag(&name, &tags, keyword),
                    None if one => self.exactly_one(ids, expected),
                    None => {
                        let held = self.any_holds(ids);
                        quote! { if !#held { #fault } }
                    }
                }
            }
        }
    }

    /// A member that is another string in each branch.
    fn tag(&self, ids: &[Id]) -> Option<(String, Vec<(String, Id)>)> {
        let (first, rest) = ids.split_first()?;
        self.facts.tags(*first).keys().find_map(|name| {
            let mut tags: BTreeMap<&String, Id> = BTreeMap::new();
            for id in std::iter::once(first).chain(rest) {
                for text in self.facts.tags(*id).get(name)? {
                    if tags.insert(text, *id).is_some() {
                        return None;
                    }
                }
            }
            Some((name.clone(), tags.into_iter().map(|(text, id)| (text.clone(), id)).collect()))
        })
    }

    fn by_tag(&self, name: &str, tags: &[(String, Id)], keyword: &str) -> TokenStream {
        let values: Vec<serde_json::Value> = tags.iter().map(|(text, _)| text.as_str().into()).collect();
        let expected = words::values(&values);
        let otherwise = quote! {
            let stop = match (value.get(#name), value) {
                (Some(tag), _) => report.fault(R::at_member(&at, #name), #keyword, #expected, tag),
                (None, Value::Object(object)) => report.missing(at, #keyword, &[#name], &[], object),
                _ => false,
            };
            if stop {
                return false;
            }
        };
        let tag = quote! { value.get(#name).and_then(Value::as_str) };
        if tags.len() > FEW {
            let table = tags.iter().filter_map(|(text, id)| {
                let function = self.names.get(*id)?;
                Some(quote! { (#text, #function::<R>) })
            });
            let size = tags.len();
            let _ = size;
            return quote! {
                let branches: &[(&str, validation::Check<R>)] = &[#(#table),*];
                let branch = #tag.and_then(|tag| {
                    let index = branches.binary_search_by(|(text, _)| (*text).cmp(tag)).ok()?;
                    branches.get(index)
                });
                match branch {
                    Some((_, branch)) => {
                        if !branch(value, R::at_same(&at), report) {
                            return false;
                        }
                    }
                    None => { #otherwise }
                }
            };
        }
        let arms = tags.iter().map(|(text, id)| {
            let body = self.ask(*id, &quote! { value }, &quote! { R::at_same(&at) }, keyword);
            quote! { Some(#text) => { #body } }
        });
        quote! { match #tag { #(#arms)* _ => { #otherwise } } }
    }

    fn any_holds(&self, ids: &[Id]) -> TokenStream {
        if ids.len() > FEW {
            let table = self.quiet_table(ids);
            return quote! {{
                let branches: &[validation::Check<validation::Quiet>] = &[#(#table),*];
                branches.iter().any(|branch| branch(value, R::depth(at) + 1, report.quiet()))
            }};
        }
        let value = quote! { value };
        let tests = ids.iter().map(|id| self.holds(*id, &value));
        quote! { (#(#tests)||*) }
    }

    fn exactly_one(&self, ids: &[Id], expected: &str) -> TokenStream {
        let value = quote! { value };
        let count = if ids.len() > FEW {
            let table = self.quiet_table(ids);
            quote! {
                let branches: &[validation::Check<validation::Quiet>] = &[#(#table),*];
                let held = branches
                    .iter()
                    .filter(|branch| branch(value, R::depth(at) + 1, report.quiet()))
                    .take(2)
                    .count();
            }
        } else {
            let tests = ids.iter().enumerate().map(|(index, id)| {
                let holds = self.holds(*id, &value);
                match index {
                    0 | 1 => quote! { held += usize::from(#holds); },
                    _ => quote! { held += usize::from(held < 2 && #holds); },
                }
            });
            quote! {
                let mut held = 0usize;
                #(#tests)*
            }
        };
        let several = format!("exactly {expected}, not several of these at once");
        quote! {{
            #count
            if held == 0 && report.fault(at, "oneOf", #expected, value) {
                return false;
            }
            if held > 1 && report.fault(at, "oneOf", #several, value) {
                return false;
            }
        }}
    }

    /// The functions of branches, for a table. A branch that takes everything has none of its own.
    fn quiet_table(&self, ids: &[Id]) -> Vec<TokenStream> {
        ids.iter()
            .map(|id| match self.names.get(*id) {
                Some(function) => quote! { #function::<validation::Quiet> },
                None => quote! { |_, _, _| true },
            })
            .collect()
    }

    fn expected(&self, ids: &[Id]) -> String {
        const MOST: usize = 6;
        let mut forms: Vec<String> = Vec::new();
        for id in ids {
            let form = self.words(*id);
            if !forms.contains(&form) {
                forms.push(form);
            }
            if forms.len() > MOST {
                break;
            }
        }
        if forms.len() > MOST {
            return format!("one of {} forms, such as {}", ids.len(), forms[0]);
        }
        let forms: Vec<&str> = forms.iter().map(String::as_str).collect();
        words::either(&forms)
    }
}
