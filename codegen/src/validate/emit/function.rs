//! The function of one subschema.

use proc_macro2::TokenStream;
use quote::quote;

use super::call::check;
use super::{Emitter, literal, mentions, naming, parameters, scalar, words};
use crate::validate::program::{Id, InPlace, Node, Types};

/// JSON types as patterns of `serde_json::Value`.
const KINDS: [Types; 6] = [Types::NULL, Types::BOOLEAN, Types::NUMBER, Types::STRING, Types::ARRAY, Types::OBJECT];

/// The pattern of one of [`KINDS`].
pub(super) fn kind(kind: Types) -> TokenStream {
    match kind {
        Types::NULL => quote! { Value::Null },
        Types::BOOLEAN => quote! { Value::Bool(_) },
        Types::NUMBER => quote! { Value::Number(_) },
        Types::STRING => quote! { Value::String(_) },
        Types::ARRAY => quote! { Value::Array(_) },
        _ => quote! { Value::Object(_) },
    }
}

/// Those of [`KINDS`] that a set has a part of.
pub(super) fn kinds(types: Types) -> impl Iterator<Item = Types> {
    KINDS.into_iter().filter(move |kind| types.meets(*kind))
}

impl Emitter<'_> {
    /// The function of a node that needs one.
    pub(super) fn function(&self, id: Id) -> TokenStream {
        let node = &self.program.nodes[id];
        let Some(name) = self.names.get(id) else { return TokenStream::new() };
        let doc = format!(" `{}`", naming::in_docs(&node.place));
        let enter = self.facts.counted(id).filter(|_| self.is_bounded(node)).map(|asked| {
            let steps = proc_macro2::Literal::usize_unsuffixed(asked);
            let spend = (asked > 0).then(|| quote! { || !report.spend(#steps) });
            quote! {
                if !report.enter(at) #spend {
                    return false;
                }
            }
        });
        let values = self.values(node);
        let details = self.details(node);
        let in_place: Vec<TokenStream> =
            node.in_place.iter().enumerate().map(|(index, part)| self.in_place(id, index, part)).collect();
        let body = quote! { #enter #values #details #(#in_place)* };
        // Of a node that was not proved to take everything there may still be nothing to check, and where no
        // bound is counted nothing asks for the place or the report.
        let [value, at, report] = parameters(&body);
        quote! {
            #[doc = #doc]
            fn #name<R: Report>(#value: &Value, #at: R::At<'_>, #report: &mut R) -> bool {
                #body
                true
            }
        }
    }

    /// Whether there is anything to count: not where a few comparisons are all there is.
    fn is_bounded(&self, node: &Node) -> bool {
        let mut children = false;
        node.clone().children(|id| children |= !self.facts.always(*id));
        children || node.array.unique
    }

    fn values(&self, node: &Node) -> TokenStream {
        let checks = node.values.iter().map(|(keyword, values)| {
            let known = literal::is_one_of(values, &quote! { value });
            let expected = words::values(values);
            let place = quote! { at };
            // What is of the wrong value needs no further word.
            quote! {
                if !#known {
                    return !report.fault(#place, #keyword, #expected, value);
                }
            }
        });
        quote! { #(#checks)* }
    }

    /// `type`, and the keywords of each type.
    fn details(&self, node: &Node) -> TokenStream {
        let settled = node
            .values
            .iter()
            .any(|(_, values)| node.types.has_all(values.iter().map(Types::of).fold(Types::NONE, Types::or)));
        let types = if settled { Types::ALL } else { node.types };
        let mut arms = Vec::new();
        let mut plain = Vec::new();
        for kind in kinds(types) {
            let mut body = self.detail(node, kind);
            if kind == Types::NUMBER && types.meets(Types::INTEGER) && !types.meets(Types::FRACTION) {
                let expected = words::types(node.types);
                body = Some(quote! {
                    if !validation::number::is_integer(number) {
                        return !report.fault(at, "type", #expected, value);
                    }
                    #body
                });
            }
            match body {
                Some(body) => arms.push(match kind {
                    Types::NUMBER => quote! { Value::Number(number) => { #body } },
                    Types::STRING => quote! { Value::String(text) => { #body } },
                    // Where nothing can be contained, the items do not matter.
                    Types::ARRAY if !mentions(&body, "items") => quote! { Value::Array(_) => { #body } },
                    Types::ARRAY => quote! { Value::Array(items) => { #body } },
                    _ => quote! { Value::Object(object) => { #body } },
                }),
                None => plain.push(self::kind(kind)),
            }
        }
        if types == Types::ALL {
            return match arms.as_slice() {
                [] => quote! {},
                _ => quote! { match value { #(#arms)* _ => {} } },
            };
        }
        let expected = words::types(node.types);
        if arms.is_empty() {
            let bad = if plain.is_empty() {
                quote! { true }
            } else {
                quote! { !matches!(value, #(#plain)|*) }
            };
            return quote! {
                if #bad {
                    return !report.fault(at, "type", #expected, value);
                }
            };
        }
        let plain = (!plain.is_empty()).then(|| quote! { #(#plain)|* => {} });
        quote! {
            match value {
                #(#arms)*
                #plain
                _ => return !report.fault(at, "type", #expected, value),
            }
        }
    }

    /// The keywords of one type.
    fn detail(&self, node: &Node, kind: Types) -> Option<TokenStream> {
        let body = match kind {
            Types::NUMBER => scalar::number(&node.number),
            Types::STRING => self.string(&node.string),
            Types::ARRAY => self.array(&node.array),
            Types::OBJECT => self.object(&node.object),
            _ => TokenStream::new(),
        };
        let unevaluated = match kind {
            Types::ARRAY => node.array.unevaluated.map(|inner| self.unevaluated_items(node, inner)),
            Types::OBJECT => node.object.unevaluated.map(|inner| self.unevaluated_members(node, inner)),
            _ => None,
        };
        let body = quote! { #body #unevaluated };
        (!body.is_empty()).then_some(body)
    }

    fn in_place(&self, id: Id, index: usize, part: &InPlace) -> TokenStream {
        let (value, within) = (quote! { value }, quote! { R::at_same(&at) });
        match part {
            InPlace::All(id) => self.ask(*id, &value, &within, "allOf"),
            InPlace::Any(ids) => self.branches((id, index), ids, false),
            InPlace::One(ids) => self.branches((id, index), ids, true),
            InPlace::Not(id) => {
                let held = self.holds(*id, &value);
                let expected = format!("a value other than {}", self.words(*id));
                check(&held, "not", &expected)
            }
            InPlace::If { condition, then, otherwise } => {
                let then = then.map(|id| self.ask(id, &value, &within, "then")).unwrap_or_default();
                let otherwise = otherwise.map(|id| self.ask(id, &value, &within, "else")).unwrap_or_default();
                let held = self.holds(*condition, &value);
                match (then.is_empty(), otherwise.is_empty()) {
                    (true, true) => quote! {},
                    (false, true) => quote! { if #held { #then } },
                    (true, false) => quote! { if !#held { #otherwise } },
                    (false, false) => quote! { if #held { #then } else { #otherwise } },
                }
            }
            InPlace::Dependent(name, id) => {
                let inner = self.ask(*id, &value, &within, "dependentSchemas");
                if inner.is_empty() {
                    return inner;
                }
                quote! {
                    if validation::members::of(value, #name).is_some() {
                        #inner
                    }
                }
            }
        }
    }
}
