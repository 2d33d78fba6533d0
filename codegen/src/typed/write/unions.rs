//! Enums of alternatives: the value chooses one before it is read, none is tried.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::{ident, idents};
use crate::docs;
use crate::names::Kind as Name;
use crate::typed::item::Kind;
use crate::typed::part::Type;
use crate::typed::tag::Case;

pub(super) fn by_kind(
    name: &Ident,
    doc: &TokenStream,
    variants: &[(Kind, Type)],
    parts: &[TokenStream],
) -> TokenStream {
    let idents: Vec<Ident> = variants.iter().map(|(kind, _)| ident(kind.name())).collect();
    let docs = variants.iter().map(|(kind, _)| format!("{} {}.", article(*kind), kind.name().to_lowercase()));
    let docs: Vec<TokenStream> = docs.map(|line| docs::attributes_of([line])).collect();
    let arms = variants.iter().zip(&idents).map(|((kind, ty), ident)| {
        let pattern = match kind {
            Kind::Boolean => quote! { ::serde_json::Value::Bool(_) },
            Kind::Number => quote! { ::serde_json::Value::Number(_) },
            Kind::String => quote! { ::serde_json::Value::String(_) },
            Kind::Array => quote! { ::serde_json::Value::Array(_) },
            Kind::Object => quote! { ::serde_json::Value::Object(_) },
        };
        let read = reader(ty);
        quote! { #pattern => typed::#read(value).map(Self::#ident), }
    });
    let expected: Vec<String> = variants
        .iter()
        .map(|(kind, _)| format!("{} {}", article(*kind).to_lowercase(), kind.name().to_lowercase()))
        .collect();
    let expected = expected.join(" or ");
    let choose = quote! {
        match &value {
            #( #arms )*
            _ => ::std::result::Result::Err(typed::no_variant(#expected)),
        }
    };
    union(name, doc, &idents, &docs, parts, &choose)
}

fn article(kind: Kind) -> &'static str {
    if matches!(kind, Kind::Array | Kind::Object) { "An" } else { "A" }
}

/// The variants of an enum that a string tells apart.
pub(in crate::typed) fn tag_names(variants: &[(Case, Type)]) -> Vec<Ident> {
    let first = variants.iter().map(|(case, _)| case.values.first().map_or("", String::as_str));
    idents(Name::Variant, first, &[])
}

pub(super) fn by_tag(
    name: &Ident,
    doc: &TokenStream,
    member: &str,
    variants: &[(Case, Type)],
    parts: &[TokenStream],
) -> TokenStream {
    let idents = tag_names(variants);
    let docs: Vec<TokenStream> = variants
        .iter()
        .map(|(case, _)| {
            let mut values: Vec<String> = case.values.iter().map(|value| docs::code(value)).collect();
            values.extend(case.absent.then(|| "absent".to_owned()));
            docs::attributes_of(docs::lines(&format!("{} is {}.", docs::code(member), values.join(" or "))))
        })
        .collect();
    let arms = variants.iter().zip(&idents).map(|((case, _), ident)| {
        let values = &case.values;
        let absent = case.absent.then(|| quote! { | ::std::option::Option::None });
        quote! { ::std::option::Option::Some(#( #values )|*) #absent => typed::variant(value).map(Self::#ident), }
    });
    let known: Vec<String> =
        variants.iter().flat_map(|(case, _)| &case.values).map(|value| format!("{value:?}")).collect();
    let expected = format!("an object with {member:?} one of {}", known.join(", "));
    let choose = quote! {
        match typed::tag(&value, #member) {
            #( #arms )*
            _ => ::std::result::Result::Err(typed::no_variant(#expected)),
        }
    };
    union(name, doc, &idents, &docs, parts, &choose)
}

pub(super) fn by_key(
    name: &Ident,
    doc: &TokenStream,
    variants: &[(Option<String>, Type)],
    parts: &[TokenStream],
) -> TokenStream {
    const OTHER: &str = "Other";
    let keys: Vec<&str> = variants.iter().filter_map(|(key, _)| key.as_deref()).collect();
    let mut named = idents(Name::Variant, keys.iter().copied(), &[OTHER]).into_iter();
    let idents: Vec<Ident> = variants
        .iter()
        .map(|(key, _)| key.as_ref().and_then(|_| named.next()).unwrap_or_else(|| ident(OTHER)))
        .collect();
    let docs: Vec<TokenStream> = variants
        .iter()
        .map(|(key, _)| match key {
            Some(key) => docs::attributes_of(docs::lines(&format!("With {}.", docs::code(key)))),
            None => docs::attributes_of(["With none of what tells the others apart."]),
        })
        .collect();
    let arms = variants.iter().zip(&idents).filter_map(|((key, _), ident)| {
        key.as_ref().map(|key| quote! { if typed::has(&value, #key) { typed::variant(value).map(Self::#ident) } else })
    });
    let known: Vec<String> = keys.iter().map(|key| format!("{key:?}")).collect();
    let expected = format!("an object with one of {}", known.join(", "));
    let last = match variants.iter().zip(&idents).find(|((key, _), _)| key.is_none()) {
        Some((_, ident)) => quote! { typed::variant(value).map(Self::#ident) },
        None => quote! { ::std::result::Result::Err(typed::no_variant(#expected)) },
    };
    union(name, doc, &idents, &docs, parts, &quote! { #( #arms )* { #last } })
}

fn reader(ty: &Type) -> Ident {
    ident(if ty.is_numeric() { "number_variant" } else { "variant" })
}

fn union(
    name: &Ident,
    doc: &TokenStream,
    idents: &[Ident],
    docs: &[TokenStream],
    parts: &[TokenStream],
    choose: &TokenStream,
) -> TokenStream {
    quote! {
        #doc
        #[derive(Clone, Debug, PartialEq)]
        pub enum #name {
            #( #docs #idents(#parts), )*
        }
        impl ::serde::Serialize for #name {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> ::std::result::Result<S::Ok, S::Error> {
                match self {
                    #( Self::#idents(value) => ::serde::Serialize::serialize(value, serializer), )*
                }
            }
        }
        impl<'de> ::serde::Deserialize<'de> for #name {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> ::std::result::Result<Self, D::Error> {
                let value = <::serde_json::Value as ::serde::Deserialize>::deserialize(deserializer)?;
                #choose
            }
        }
    }
}
