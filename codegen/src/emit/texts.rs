//! A struct whose fields are texts on the wire: what a prompt or a resource template takes.

use proc_macro2::TokenStream;
use quote::quote;

use super::ident;
use crate::docs;
use crate::ir::entries::{Presence, TextField, TextKind, Texts};

/// The struct and the way between it and texts; `about` is its first line of documentation, `what` its
/// fields are.
#[must_use]
pub fn emit(texts: &Texts, about: &str, what: &str) -> TokenStream {
    let name = ident(&texts.name);
    let about = docs::attributes_of([about]);
    let fields = texts.fields.iter().map(|field| {
        let (doc, rust, kind) = (documentation(field, what), ident(&field.rust), rust_type(field));
        quote! { #doc pub #rust: #kind }
    });
    let default = (!texts.fields.iter().any(is_required)).then(|| quote! { Default, });
    let new = new(texts);
    let read = texts.fields.iter().map(|field| {
        let (rust, wire) = (ident(&field.rust), &field.wire);
        let way = ident(match field.presence {
            Presence::Required => "required",
            Presence::Optional => "optional",
            Presence::List => "list",
        });
        quote! { #rust: texts.#way(#wire)? }
    });
    let write = texts.fields.iter().map(|field| {
        let (rust, wire) = (ident(&field.rust), &field.wire);
        match field.presence {
            Presence::Required => quote! { texts.add(#wire, [&self.#rust]); },
            Presence::Optional | Presence::List => quote! { texts.add(#wire, &self.#rust); },
        }
    });
    quote! {
        #about
        #[derive(Clone, Debug, #default PartialEq)]
        pub struct #name {
            #(#fields,)*
        }

        impl #name {
            #new

            /// From the texts that a client sent.
            pub(crate) fn read(texts: &Texts) -> Result<Self, TextFault> {
                Ok(Self { #(#read,)* })
            }

            /// The texts that a client sends.
            pub(crate) fn texts(&self) -> Texts {
                let mut texts = Texts::default();
                #(#write)*
                texts
            }
        }
    }
}

/// What a field says of itself, or only what it is called.
pub(super) fn documentation(field: &TextField, what: &str) -> TokenStream {
    let lines = docs::lines(&field.doc);
    if lines.is_empty() {
        return docs::attributes_of([format!("The {what} {}.", docs::code(&field.wire))]);
    }
    docs::attributes_of(lines)
}

fn is_required(field: &TextField) -> bool {
    field.presence == Presence::Required
}

/// A constructor from what must be there.
fn new(texts: &Texts) -> Option<TokenStream> {
    let required: Vec<_> = texts.fields.iter().filter(|field| is_required(field)).collect();
    if required.is_empty() {
        return None;
    }
    let params = required.iter().map(|field| {
        let (rust, kind) = (ident(&field.rust), one(field.kind));
        if field.kind == TextKind::String {
            quote! { #rust: impl Into<String> }
        } else {
            quote! { #rust: #kind }
        }
    });
    let fields = texts.fields.iter().map(|field| {
        let rust = ident(&field.rust);
        match (field.presence, field.kind) {
            (Presence::Required, TextKind::String) => quote! { #rust: #rust.into() },
            (Presence::Required, _) => quote! { #rust },
            (Presence::Optional, _) => quote! { #rust: None },
            (Presence::List, _) => quote! { #rust: Vec::new() },
        }
    });
    Some(quote! {
        /// With what must be there; the rest can be added.
        #[must_use]
        pub fn new(#(#params),*) -> Self {
            Self { #(#fields,)* }
        }
    })
}

fn rust_type(field: &TextField) -> TokenStream {
    let one = one(field.kind);
    match field.presence {
        Presence::Required => one,
        Presence::Optional => quote! { Option<#one> },
        Presence::List => quote! { Vec<#one> },
    }
}

fn one(kind: TextKind) -> TokenStream {
    match kind {
        TextKind::String => quote! { String },
        TextKind::Integer => quote! { i64 },
        TextKind::Number => quote! { f64 },
        TextKind::Boolean => quote! { bool },
    }
}
