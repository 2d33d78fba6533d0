//! Enums: unions, and strings out of a list.

use proc_macro2::TokenStream;
use quote::quote;

use super::docs;
use super::types::{Types, ident};
use crate::ir::protocol::{Dispatch, JsonKind, StringEnum, TypeDef, TypeId, Union};

pub(super) fn emit(types: &Types<'_>, id: &TypeId, def: &TypeDef, union: &Union) -> TokenStream {
    let name = ident(&def.rust);
    let how = match &union.dispatch {
        Dispatch::ByCaller => vec![
            "It can be written, but not read: which variant a message is, only the request that it answers tells."
                .to_owned(),
        ],
        Dispatch::Tag { member, .. } => vec![format!("Told apart by {}.", crate::docs::code(member))],
        Dispatch::Members | Dispatch::Kinds(_) => Vec::new(),
    };
    let doc = docs::with(types, &def.doc, &how);
    let variants = union.variants.iter().enumerate().map(|(at, variant)| {
        let (name, mut of) = (ident(&variant.rust), types.of(&variant.content));
        if types.facts.boxed_variants.contains(&(id.clone(), at)) {
            of = quote!(::std::boxed::Box<#of>);
        }
        let doc = crate::docs::attributes_of([described(union, at)]);
        quote! {
            #doc
            #name(#of),
        }
    });
    let other = other(union).map(|other| {
        let other = ident(other);
        quote! {
            /// One that this revision does not know, as it came.
            #other(wire::JsonObject),
        }
    });
    let keys = types.facts.keys.contains(id).then(|| quote!(, Eq, Hash));
    let wire = wire(types, id, &name, union);
    quote! {
        #doc
        #[derive(Clone, Debug, PartialEq #keys)]
        pub enum #name {
            #(#variants)*
            #other
        }
        #wire
    }
}

fn other(union: &Union) -> Option<&str> {
    match &union.dispatch {
        Dispatch::Tag { other, .. } => other.as_deref(),
        _ => None,
    }
}

/// What a variant is, in a line.
fn described(union: &Union, at: usize) -> String {
    match &union.dispatch {
        Dispatch::Tag { member, values, absent, .. } => match values.get(at) {
            Some(value) if absent.as_ref() == Some(value) => {
                format!("{} is {}, or absent.", crate::docs::code(member), crate::docs::code(&format!("{value:?}")))
            }
            Some(value) => format!("{} is {}.", crate::docs::code(member), crate::docs::code(&format!("{value:?}"))),
            None => String::new(),
        },
        Dispatch::Kinds(kinds) => match kinds.iter().find(|(_, of)| of.contains(&at)).map(|(kind, _)| kind) {
            Some(kind) => format!("{}.", sentence(kind_words(*kind))),
            None => String::new(),
        },
        Dispatch::Members | Dispatch::ByCaller => format!("{}.", sentence(&spaced(&union.variants[at].rust))),
    }
}

fn wire(types: &Types<'_>, id: &TypeId, name: &proc_macro2::Ident, union: &Union) -> TokenStream {
    let case = |at: usize| {
        let variant = &union.variants[at];
        let (name, of) = (ident(&variant.rust), types.of(&variant.content));
        quote!(#name(#of))
    };
    let cases: Vec<TokenStream> = (0..union.variants.len()).map(case).collect();
    match &union.dispatch {
        Dispatch::ByCaller => quote!(wire::by_caller! { #name { #(#cases),* } }),
        Dispatch::Members => quote!(wire::by_members! { #name #id { #(#cases),* } }),
        Dispatch::Tag { member, values, absent, other } => {
            let absent = absent.as_ref().map(|absent| quote!(absent #absent));
            let other = other.as_ref().map(|other| {
                let other = ident(other);
                quote!(or #other)
            });
            quote!(wire::tagged! { #name #id by #member { #(#values => #cases),* } #absent #other })
        }
        Dispatch::Kinds(kinds) => {
            let expected = kinds.keys().map(|kind| kind_words(*kind)).collect::<Vec<_>>().join(" or ");
            let kinds = kinds.iter().map(|(kind, of)| {
                let function = ident(kind_name(*kind));
                let cases = of.iter().map(|at| case(*at));
                quote!(#function => #(#cases)or*)
            });
            quote!(wire::by_kind! { #name #expected { #(#kinds),* } })
        }
    }
}

pub(super) fn strings(types: &Types<'_>, id: &TypeId, def: &TypeDef, of: &StringEnum) -> TokenStream {
    let name = ident(&def.rust);
    let doc = docs::of(types, &def.doc);
    let variants = of.variants.iter().map(|variant| {
        let name = ident(&variant.rust);
        let doc = crate::docs::attributes_of([format!("{}.", crate::docs::code(&format!("{:?}", variant.wire)))]);
        quote! {
            #doc
            #name,
        }
    });
    let other = of.other.as_ref().map(|other| ident(other));
    let other_variant = other.as_ref().map(|other| {
        quote! {
            /// Any other string.
            #other(::std::string::String),
        }
    });
    let or = other.as_ref().map(|other| quote!(or #other));
    let copy = other.is_none().then(|| quote!(Copy,));
    let listed = of.variants.iter().map(|variant| {
        let (name, wire) = (ident(&variant.rust), &variant.wire);
        quote!(#name = #wire)
    });
    quote! {
        #doc
        #[derive(Clone, #copy Debug, PartialEq, Eq, Hash)]
        pub enum #name {
            #(#variants)*
            #other_variant
        }
        wire::string_enum! { #name #id { #(#listed),* } #or }
    }
}

fn kind_name(kind: JsonKind) -> &'static str {
    match kind {
        JsonKind::Array => "array",
        JsonKind::Boolean => "boolean",
        JsonKind::Null => "null",
        JsonKind::Number => "number",
        JsonKind::Object => "object",
        JsonKind::String => "string",
    }
}

fn kind_words(kind: JsonKind) -> &'static str {
    match kind {
        JsonKind::Array => "an array",
        JsonKind::Boolean => "true or false",
        JsonKind::Null => "null",
        JsonKind::Number => "a number",
        JsonKind::Object => "an object",
        JsonKind::String => "a string",
    }
}

fn sentence(words: &str) -> String {
    let mut chars = words.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// `InputRequired` as words.
fn spaced(name: &str) -> String {
    let mut words = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.push(c.to_ascii_lowercase());
    }
    words
}
