//! Objects with named members: a struct, its place in JSON, and how to make one.

use proc_macro2::{Literal as Token, TokenStream};
use quote::quote;

use super::docs;
use super::types::{Types, ident};
use crate::ir::protocol::{Bounds, Content, Doc, Field, Literal, Struct, TypeDef, TypeId, TypeRef};

pub(super) fn emit(types: &Types<'_>, id: &TypeId, def: &TypeDef, of: &Struct) -> TokenStream {
    let name = ident(&def.rust);
    let doc = docs::with(types, &def.doc, &constants(of));
    let fields = of.fields.iter().filter_map(|field| member(types, id, field));
    let rest = of.rest.as_ref().map(|rest| match rest {
        TypeRef::Json => quote! {
            /// The members that this type does not name.
            pub extra: wire::JsonObject,
        },
        rest => {
            let rest = types.of(rest);
            quote! {
                /// The members that this type does not name.
                pub extra: ::std::collections::BTreeMap<::std::string::String, #rest>,
            }
        }
    });
    let required = of.fields.iter().any(|field| matches!(field.content, Content::Required(_)));
    let default = (!required && of.needs_one.is_empty()).then(|| quote!(Default,));
    let wire = wire(types, id, of);
    let new = constructors(types, id, def, of);
    quote! {
        #doc
        #[derive(Clone, Debug, #default PartialEq)]
        pub struct #name {
            #(#fields)*
            #rest
        }
        wire::object! { #name #id { #wire } }
        #new
    }
}

/// What is always so is not a field; the documentation says it.
fn constants(of: &Struct) -> Vec<String> {
    let listed: Vec<String> = of
        .fields
        .iter()
        .filter_map(|field| match &field.content {
            Content::Constant { value: Literal::Text(text), .. } => {
                Some(format!("{} {}", crate::docs::code(&field.wire), crate::docs::code(&format!("{text:?}"))))
            }
            Content::Constant { value: Literal::Integer(integer), .. } => {
                Some(format!("{} `{integer}`", crate::docs::code(&field.wire)))
            }
            _ => None,
        })
        .collect();
    if listed.is_empty() { Vec::new() } else { vec![format!("Always sent with it: {}.", listed.join(", "))] }
}

fn member(types: &Types<'_>, id: &TypeId, field: &Field) -> Option<TokenStream> {
    let name = ident(&field.rust);
    let (content, optional) = match &field.content {
        Content::Required(content) => (content, false),
        Content::Optional(content) => (content, true),
        Content::Constant { .. } => return None,
    };
    let doc = docs::with(types, &Doc { page: None, ..field.doc.clone() }, &limits(content));
    let mut of = types.of(content);
    if types.facts.boxed_members.contains(&(id.clone(), field.wire.clone())) {
        of = quote!(::std::boxed::Box<#of>);
    }
    if optional {
        of = quote!(::std::option::Option<#of>);
    }
    Some(quote! {
        #doc
        pub #name: #of,
    })
}

/// Bounds, in words.
fn limits(content: &TypeRef) -> Vec<String> {
    let range = |min: Option<String>, max: Option<String>, unit: &str| match (min, max) {
        (Some(min), Some(max)) => vec![format!("From {min} to {max}{unit}.")],
        (Some(min), None) => vec![format!("At least {min}{unit}.")],
        (None, Some(max)) => vec![format!("At most {max}{unit}.")],
        (None, None) => Vec::new(),
    };
    match content {
        TypeRef::Integer(Bounds { min, max }) | TypeRef::Number(Bounds { min, max }) => {
            range(min.map(|min| min.to_string()), max.map(|max| max.to_string()), "")
        }
        TypeRef::List { min, max, .. } => {
            range(min.map(|min| min.to_string()), max.map(|max| max.to_string()), " items")
        }
        _ => Vec::new(),
    }
}

/// The arguments of `wire::object!`.
fn wire(types: &Types<'_>, id: &TypeId, of: &Struct) -> TokenStream {
    let mut constants = Vec::new();
    let mut required = Vec::new();
    let mut optional = Vec::new();
    for field in &of.fields {
        let (name, wire) = (ident(&field.rust), &field.wire);
        match &field.content {
            Content::Constant { value, absent } => {
                let value = match value {
                    Literal::Text(text) => Token::string(text),
                    Literal::Integer(integer) => Token::i64_unsuffixed(*integer),
                };
                let or = absent.then(|| quote!(or absent));
                constants.push(quote!(#name: #wire = #value #or));
            }
            Content::Required(content) => {
                let check = check(types, content);
                required.push(quote!(#name: #wire #check));
            }
            Content::Optional(content) => {
                let check = check(types, content);
                optional.push(quote!(#name: #wire #check));
            }
        }
    }
    let any_of = (!of.needs_one.is_empty()).then(|| {
        let members = of.fields.iter().filter(|field| of.needs_one.contains(&field.wire)).map(|field| {
            let (name, wire) = (ident(&field.rust), &field.wire);
            quote!(#name: #wire)
        });
        quote!(any_of { #(#members),* })
    });
    let rest = of.rest.is_some().then(|| quote!(rest extra));
    let _ = id;
    quote! {
        constants { #(#constants),* }
        required { #(#required),* }
        optional { #(#optional),* }
        #any_of
        #rest
    }
}

fn check(types: &Types<'_>, content: &TypeRef) -> Option<TokenStream> {
    let check = match types.protocol.unaliased(content) {
        TypeRef::Integer(bounds) | TypeRef::Number(bounds) => match (bounds.min, bounds.max) {
            (Some(min), Some(max)) => {
                let (min, max) = (Token::f64_unsuffixed(min), Token::f64_unsuffixed(max));
                quote!(wire::between(#min, #max))
            }
            (Some(min), None) => {
                let min = Token::f64_unsuffixed(min);
                quote!(wire::at_least(#min))
            }
            (None, Some(max)) => {
                let max = Token::f64_unsuffixed(max);
                quote!(wire::at_most(#max))
            }
            (None, None) => return None,
        },
        TypeRef::List { min, max, .. } if min.is_some() || max.is_some() => {
            let min = Token::u64_unsuffixed(min.unwrap_or(0));
            let max = max.map_or_else(
                || quote!(::std::primitive::usize::MAX),
                |max| {
                    let max = Token::u64_unsuffixed(max);
                    quote!(#max)
                },
            );
            quote!(wire::items(#min, #max))
        }
        _ => return None,
    };
    Some(quote!([#check]))
}

/// `new` with what is required; for an object that needs one of some members, one function for each.
fn constructors(types: &Types<'_>, id: &TypeId, def: &TypeDef, of: &Struct) -> Option<TokenStream> {
    let name = ident(&def.rust);
    let required: Vec<&Field> =
        of.fields.iter().filter(|field| matches!(field.content, Content::Required(_))).collect();
    let rest = of.rest.as_ref().map(|rest| match rest {
        TypeRef::Json => quote!(extra: wire::JsonObject::new(),),
        _ => quote!(extra: ::std::collections::BTreeMap::new(),),
    });
    let with = |function: TokenStream, doc: String, given: &[&Field]| {
        let parameters = given.iter().map(|field| parameter(types, field));
        let values = of.fields.iter().filter(|field| !matches!(field.content, Content::Constant { .. })).map(|field| {
            let name = ident(&field.rust);
            if !given.iter().any(|given| given.wire == field.wire) {
                return quote!(#name: ::std::option::Option::None,);
            }
            let mut value = argument(types, field);
            if types.facts.boxed_members.contains(&(id.clone(), field.wire.clone())) {
                value = quote!(::std::boxed::Box::new(#value));
            }
            if matches!(field.content, Content::Optional(_)) {
                value = quote!(::std::option::Option::Some(#value));
            }
            // `name: name` would be a lint of its own.
            if name == value.to_string() { quote!(#name,) } else { quote!(#name: #value,) }
        });
        let doc = crate::docs::attributes_of([doc]);
        quote! {
            #doc
            #[must_use]
            pub fn #function(#(#parameters),*) -> Self {
                Self { #(#values)* #rest }
            }
        }
    };
    let functions: Vec<TokenStream> = if !of.needs_one.is_empty() {
        let choices = of.fields.iter().filter(|field| of.needs_one.contains(&field.wire));
        choices
            .map(|field| {
                let function = ident(&format!("with_{}", field.rust.trim_end_matches('_')));
                let given: Vec<&Field> = required.iter().copied().chain([field]).collect();
                with(quote!(#function), format!("One that has {}.", crate::docs::code(&field.wire)), &given)
            })
            .collect()
    } else if required.is_empty() {
        return None;
    } else {
        vec![with(quote!(new), "One with the members that are required.".to_owned(), &required)]
    };
    Some(quote! {
        impl #name {
            #(#functions)*
        }
    })
}

fn parameter(types: &Types<'_>, field: &Field) -> TokenStream {
    let name = ident(&field.rust);
    let (Content::Required(content) | Content::Optional(content)) = &field.content else { return quote!() };
    let of = types.of(content);
    if converts(types, content) { quote!(#name: impl ::std::convert::Into<#of>) } else { quote!(#name: #of) }
}

fn argument(types: &Types<'_>, field: &Field) -> TokenStream {
    let name = ident(&field.rust);
    let (Content::Required(content) | Content::Optional(content)) = &field.content else { return quote!() };
    if converts(types, content) { quote!(#name.into()) } else { quote!(#name) }
}

/// Whether callers have something at hand that turns into the type: a `&str`, a number, a variant.
fn converts(types: &Types<'_>, content: &TypeRef) -> bool {
    match types.protocol.unaliased(content) {
        TypeRef::String | TypeRef::Integer(_) | TypeRef::Number(_) => true,
        TypeRef::Named(id) => {
            matches!(types.protocol.types.get(id).map(|def| &def.kind), Some(crate::ir::protocol::Kind::Union(_)))
        }
        _ => false,
    }
}
