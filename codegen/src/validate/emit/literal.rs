//! Values of a schema as `validation::Literal`, and the test whether a value is one of them.

use std::collections::BTreeMap;

use proc_macro2::TokenStream;
use quote::quote;
use serde_json::Value;

/// More strings than this are told apart by their length first.
const FEW: usize = 4;
/// More strings than this are looked up in a sorted table.
const MANY: usize = 64;

/// An expression: whether `value` is one of `values`.
pub(super) fn is_one_of(values: &[Value], value: &TokenStream) -> TokenStream {
    match values {
        [] => quote! { false },
        [Value::Null] => quote! { #value.is_null() },
        [Value::Bool(wanted)] => quote! { matches!(#value, Value::Bool(#wanted)) },
        _ if values.iter().all(Value::is_string) => {
            let strings: Vec<&str> = values.iter().filter_map(Value::as_str).collect();
            let known = is_one_of_strings(&strings);
            quote! { matches!(#value, Value::String(text) if #known) }
        }
        _ => {
            let literals = values.iter().map(literal);
            quote! {{
                const VALUES: &[validation::Literal] = &[#(#literals),*];
                VALUES.iter().any(|known| known.equals(#value))
            }}
        }
    }
}

/// An expression: whether `text`, a `&String` or `&str`, is one of `strings`.
pub(super) fn is_one_of_strings(strings: &[&str]) -> TokenStream {
    let mut strings = strings.to_vec();
    strings.sort_unstable();
    strings.dedup();
    match strings.as_slice() {
        // Of a list that holds no string.
        [] => quote! { false },
        [one] => quote! { text == #one },
        few if few.len() <= FEW => quote! { matches!(text.as_str(), #(#few)|*) },
        some if some.len() <= MANY => {
            let mut lengths: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
            some.iter().for_each(|text| lengths.entry(text.len()).or_default().push(text));
            let arms = lengths.iter().map(|(length, texts)| {
                let length = proc_macro2::Literal::usize_unsuffixed(*length);
                quote! { #length => matches!(text.as_str(), #(#texts)|*), }
            });
            quote! { match text.len() { #(#arms)* _ => false } }
        }
        many => quote! { [#(#many),*].binary_search(&text.as_str()).is_ok() },
    }
}

fn literal(value: &Value) -> TokenStream {
    match value {
        Value::Null => quote! { validation::Literal::Null },
        Value::Bool(bool) => quote! { validation::Literal::Bool(#bool) },
        Value::Number(number) => {
            if let Some(integer) = number.as_i64() {
                let integer = proc_macro2::Literal::i64_unsuffixed(integer);
                quote! { validation::Literal::Integer(#integer) }
            } else if let Some(integer) = number.as_u64() {
                let integer = proc_macro2::Literal::u64_unsuffixed(integer);
                quote! { validation::Literal::Unsigned(#integer) }
            } else {
                let float = proc_macro2::Literal::f64_suffixed(number.as_f64().unwrap_or_default());
                quote! { validation::Literal::Float(#float) }
            }
        }
        Value::String(text) => quote! { validation::Literal::String(#text) },
        Value::Array(items) => {
            let items = items.iter().map(literal);
            quote! { validation::Literal::Array(&[#(#items),*]) }
        }
        Value::Object(members) => {
            let mut members: Vec<(&String, &Value)> = members.iter().collect();
            members.sort_by_key(|(name, _)| *name);
            let members = members.into_iter().map(|(name, value)| {
                let value = literal(value);
                quote! { (#name, #value) }
            });
            quote! { validation::Literal::Object(&[#(#members),*]) }
        }
    }
}
