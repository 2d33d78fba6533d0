//! Which of many names one is.
//!
//! A few are compared in turn, some by their length first. More than that are a table that is sorted by length, and those with which the
//! same is done are one arm: a `match` over thousands of strings is compared in turn, and takes `rustc` a minute.

use std::collections::HashMap;

use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// More names than this are told apart by their length first.
const FEW: usize = 6;

/// More names than this are looked up in a sorted table.
pub(super) const MANY: usize = 64;

/// A match over `name`, a `&String`: the names with what is done for each, what is done for any other (`rest`), and
/// what stands there when that is nothing.
pub(super) fn by_name(arms: &[(&str, TokenStream)], rest: &TokenStream, empty: &TokenStream) -> TokenStream {
    let otherwise = if rest.is_empty() {
        empty.clone()
    } else {
        quote! { { #rest } }
    };
    if arms.is_empty() {
        return rest.clone();
    }
    let arm = |(name, body): &(&str, TokenStream)| quote! { #name => { #body } };
    if arms.len() <= FEW {
        let arms = arms.iter().map(arm);
        return quote! { match name.as_str() { #(#arms)* _ => #otherwise } };
    }
    if arms.len() > MANY {
        return by_table(arms, &otherwise);
    }
    let arms = arms.iter().map(|(name, body)| {
        let length = Literal::usize_unsuffixed(name.len());
        quote! { (#length, #name) => { #body } }
    });
    quote! { match (name.len(), name.as_str()) { #(#arms)* _ => #otherwise } }
}

fn by_table(arms: &[(&str, TokenStream)], otherwise: &TokenStream) -> TokenStream {
    let mut arms: Vec<&(&str, TokenStream)> = arms.iter().collect();
    arms.sort_unstable_by_key(|(name, _)| (name.len(), *name));
    let names = arms.iter().map(|(name, _)| name);
    let mut groups: Vec<(Vec<usize>, &TokenStream)> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    for (index, (_, body)) in arms.iter().enumerate() {
        let group = *known.entry(body.to_string()).or_insert_with(|| {
            groups.push((Vec::new(), body));
            groups.len() - 1
        });
        groups[group].0.push(index);
    }
    let found = quote! { validation::members::position(NAMES, name) };
    let choice = match groups.as_slice() {
        [(_, body)] if otherwise.to_string() == "{ }" => quote! { if #found.is_some() { #body } },
        [(_, body)] => quote! { if #found.is_some() { #body } else { #otherwise } },
        groups => {
            let arms = groups.iter().map(|(indices, body)| {
                let indices = ranges(indices);
                quote! { Some(#(#indices)|*) => { #body } }
            });
            quote! { match #found { #(#arms)* _ => #otherwise } }
        }
    };
    quote! {{
        const NAMES: &[&str] = &[#(#names),*];
        #choice
    }}
}

/// An expression: whether `name` is one of so many names.
pub(super) fn is_one_of_many(names: &[&String]) -> TokenStream {
    let mut names: Vec<&str> = names.iter().map(|name| name.as_str()).collect();
    names.sort_unstable_by_key(|name| (name.len(), *name));
    quote! { validation::members::position(&[#(#names),*], name).is_some() }
}

/// Patterns of numbers that rise.
fn ranges(numbers: &[usize]) -> Vec<TokenStream> {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for number in numbers {
        match ranges.last_mut() {
            Some((_, end)) if *end + 1 == *number => *end = *number,
            _ => ranges.push((*number, *number)),
        }
    }
    let pattern = |(start, end): &(usize, usize)| {
        let (first, last) = (Literal::usize_unsuffixed(*start), Literal::usize_unsuffixed(*end));
        if start == end {
            quote! { #first }
        } else {
            quote! { #first..=#last }
        }
    };
    ranges.iter().map(pattern).collect()
}
