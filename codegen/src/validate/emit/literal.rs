//! Values of a schema as `validation::Literal`, and the test whether a value is one of them.

use proc_macro2::TokenStream;
use quote::quote;
use serde_json::Value;

use super::facts;

/// More strings than this are looked up in a sorted table.
const FEW: usize = 16;

/// An expression: whether `value` is one of `values`.
pub(super) fn is_one_of(values: &[Value]) -> TokenStream {
    let mut strings: Vec<&str> = values.iter().filter_map(Value::as_str).collect();
    strings.sort_unstable();
    strings.dedup();
    match values {
        [] => quote! { false },
        [Value::Null] => quote! { value.is_null() },
        [Value::Bool(wanted)] => quote! { matches!(value, Value::Bool(#wanted)) },
        _ if facts::all_strings(values) && strings.len() <= FEW => {
            quote! { matches!(value, Value::String(text) if matches!(text.as_str(), #(#strings)|*)) }
        }
        _ if facts::all_strings(values) => {
            quote! {{
                const STRINGS: &[&str] = &[#(#strings),*];
                matches!(value, Value::String(text) if STRINGS.binary_search(&text.as_str()).is_ok())
            }}
        }
        _ => {
            let literals = values.iter().map(literal);
            quote! {{
                const VALUES: &[validation::Literal] = &[#(#literals),*];
                VALUES.iter().any(|known| known.equals(value))
            }}
        }
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
