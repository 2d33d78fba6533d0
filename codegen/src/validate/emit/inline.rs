//! Subschemas that are one test: they are written where they are used, without a function.

use proc_macro2::TokenStream;
use quote::quote;

use super::function::{kind, kinds};
use super::{Emitter, literal, words};
use crate::validate::program::{Id, Node, Types};

/// A subschema as one expression.
pub(super) struct Test {
    /// Whether the value is valid.
    pub(super) holds: TokenStream,
    pub(super) keyword: &'static str,
    pub(super) expected: String,
}

/// Whether a node, used in so many places, is written where it is used.
pub(super) fn is_inline(node: &Node, uses: usize) -> bool {
    /// Longest text of values that is written more than once.
    const SHORT: usize = 60;
    let mut children = false;
    node.clone().children(|_| children = true);
    if node.never || node.asserts() || children || !node.in_place.is_empty() {
        return false;
    }
    if node.array != Default::default() || node.object != Default::default() {
        return false;
    }
    match node.values.as_slice() {
        [] => node.types != Types::ALL,
        [(_, values)] => {
            let types = values.iter().map(Types::of).fold(Types::NONE, Types::or);
            let length = || values.iter().map(|value| value.to_string().len()).sum::<usize>();
            !values.is_empty() && node.types.has_all(types) && (uses == 1 || length() <= SHORT)
        }
        _ => false,
    }
}

impl Emitter<'_> {
    /// Whether a node is nothing but a `type`, and takes all values of a kind.
    pub(super) fn is_kind(&self, id: Id, kind: Types) -> bool {
        let node = &self.program.nodes[id];
        self.facts.is_inline(id) && node.values.is_empty() && node.types.has_all(kind)
    }

    /// The test of a node that has no function; `value` is an expression for it.
    pub(super) fn test(&self, id: Id, value: &TokenStream) -> Option<Test> {
        if !self.facts.is_inline(id) {
            return None;
        }
        let node = &self.program.nodes[id];
        Some(match node.values.first() {
            Some((keyword, values)) => {
                Test { holds: literal::is_one_of(values, value), keyword, expected: words::values(values) }
            }
            None => Test { holds: is_of(node.types, value), keyword: "type", expected: words::types(node.types) },
        })
    }
}

/// An expression: whether a value is of one of some types.
fn is_of(types: Types, value: &TokenStream) -> TokenStream {
    let integer = types.meets(Types::INTEGER) && !types.meets(Types::FRACTION);
    match types {
        Types::NULL => quote! { #value.is_null() },
        Types::BOOLEAN => quote! { #value.is_boolean() },
        Types::NUMBER => quote! { #value.is_number() },
        Types::STRING => quote! { #value.is_string() },
        Types::ARRAY => quote! { #value.is_array() },
        Types::OBJECT => quote! { #value.is_object() },
        _ => {
            let whole = integer.then(|| quote! { Value::Number(number) if validation::number::is_integer(number) });
            let plain: Vec<TokenStream> =
                kinds(types).filter(|of| !(integer && *of == Types::NUMBER)).map(kind).collect();
            match whole {
                None if plain.is_empty() => quote! { false },
                None => quote! { matches!(#value, #(#plain)|*) },
                Some(whole) if plain.is_empty() => quote! { matches!(#value, #whole) },
                Some(whole) => quote! { match #value { #(#plain)|* => true, #whole => true, _ => false } },
            }
        }
    }
}
