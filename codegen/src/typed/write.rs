//! Items to Rust.

mod structure;
pub(super) mod unions;

use std::collections::BTreeMap;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use serde_json::Value;

use super::item::{Body, Field, Item};
use super::layout::Layout;
use super::part::Type;
use super::{Form, Note, Types, describe, engine};
use crate::docs;
use crate::names::{self, Kind as Name};

/// The member of a struct that keeps what no other member is for.
const EXTRA: &str = "extra";

/// The whole as any value.
pub(super) fn any(root: &str, about: &str, schema: &Value) -> Types {
    let name = ident(root);
    let mut lines = vec![about.to_owned()];
    describe::paragraph(&mut lines, describe::lines(Some(schema)));
    let doc = docs::attributes_of(lines);
    let items = quote! {
        #doc
        #[derive(Clone, Debug, PartialEq, ::serde::Serialize, ::serde::Deserialize)]
        #[serde(transparent)]
        pub struct #name(
            /// Any JSON value.
            pub ::serde_json::Value,
        );
    };
    Types {
        root: root.to_owned(),
        items,
        support: false,
        form: Form::Newtype,
        notes: Vec::new(),
        layout: Layout::default(),
    }
}

/// All items, the root first.
pub(super) fn types(root: &str, about: &str, items: &[Item<'_>], parts: &engine::Parts, notes: &[Note]) -> Types {
    let names = item_names(root, items);
    let constants: Vec<Option<&str>> = items.iter().map(|item| item.body.constant()).collect();
    let writer = Writer { names: &names, constants: &constants, about, notes };
    let mut tokens = TokenStream::new();
    for (index, (item, parts)) in items.iter().zip(parts).enumerate() {
        let parts: Vec<TokenStream> = parts.iter().map(|part| engine::named(part, &names)).collect();
        tokens.extend(writer.item(index, item, &parts));
    }
    let support = items.iter().any(|item| item.body.needs_support());
    Types {
        root: root.to_owned(),
        items: tokens,
        support,
        form: form(items, &constants),
        notes: Vec::new(),
        layout: Layout::default(),
    }
}

fn form(items: &[Item<'_>], constants: &[Option<&str>]) -> Form {
    match items.first().map(|item| &item.body) {
        Some(Body::Struct { fields, .. }) => {
            let idents = field_names(fields, true);
            let open = fields
                .iter()
                .zip(idents)
                .filter(|(field, _)| field.required && constant(&field.ty, constants).is_none());
            Form::Struct { required: open.map(|(_, ident)| ident.to_string()).collect() }
        }
        Some(Body::Newtype(_)) | None => Form::Newtype,
        Some(Body::Strings(_) | Body::ByKind(_) | Body::ByTag { .. } | Body::ByKey(_)) => Form::Enum,
    }
}

impl Body<'_> {
    fn constant(&self) -> Option<&str> {
        match self {
            Self::Strings(list) if list.len() == 1 => list.first().map(String::as_str),
            _ => None,
        }
    }

    fn needs_support(&self) -> bool {
        match self {
            Self::Struct { fields, rest } => {
                fields
                    .iter()
                    .any(|field| !field.required || field.ty.is_numeric() || matches!(field.ty, Type::Nullable(_)))
                    || rest.as_ref().is_some_and(Type::is_numeric)
            }
            Self::Strings(_) => false,
            Self::Newtype(ty) => ty.is_numeric(),
            Self::ByKind(_) | Self::ByTag { .. } | Self::ByKey(_) => true,
        }
    }
}

/// Names by the place of an item under the root, so that a change elsewhere does not change them.
pub(super) fn item_names(root: &str, items: &[Item<'_>]) -> Vec<String> {
    let wires: Vec<String> = items.iter().skip(1).map(|item| item.path.join("/")).collect();
    let idents = names::assign(Name::Variant, wires.iter().map(String::as_str), &[]);
    let below = wires.iter().map(|wire| format!("{root}{}", idents.get(wire).map_or("", String::as_str)));
    std::iter::once(root.to_owned()).chain(below).collect()
}

pub(super) fn field_names(fields: &[Field<'_>], open: bool) -> Vec<Ident> {
    let reserved: &[&str] = if open { &[EXTRA] } else { &[] };
    idents(Name::Field, fields.iter().map(|field| field.wire.as_str()), reserved)
}

/// Identifiers for distinct names, in their order.
fn idents<'n>(kind: Name, wires: impl Iterator<Item = &'n str> + Clone, reserved: &[&str]) -> Vec<Ident> {
    let assigned: BTreeMap<String, String> = names::assign(kind, wires.clone(), reserved);
    wires.map(|wire| ident(assigned.get(wire).map_or(wire, String::as_str))).collect()
}

fn ident(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}

/// The only value of a type, if there is only one.
fn constant<'c>(ty: &Type, constants: &[Option<&'c str>]) -> Option<&'c str> {
    match ty {
        Type::Item(index) => constants.get(*index).copied().flatten(),
        _ => None,
    }
}

struct Writer<'w> {
    names: &'w [String],
    constants: &'w [Option<&'w str>],
    about: &'w str,
    notes: &'w [Note],
}

impl Writer<'_> {
    fn item(&self, index: usize, item: &Item<'_>, parts: &[TokenStream]) -> TokenStream {
        let name = ident(&self.names[index]);
        let doc = self.doc(index, item);
        match &item.body {
            Body::Struct { fields, rest } => self.structure(&name, &doc, fields, rest.as_ref(), parts),
            Body::Strings(list) => strings(&name, &doc, list),
            Body::Newtype(ty) => newtype(&name, &doc, ty, &parts[0]),
            Body::ByKind(variants) => unions::by_kind(&name, &doc, variants, parts),
            Body::ByKey(variants) => unions::by_key(&name, &doc, variants, parts),
            Body::ByTag { member, variants } => unions::by_tag(&name, &doc, member, variants, parts),
        }
    }

    fn doc(&self, index: usize, item: &Item<'_>) -> TokenStream {
        let mut lines = if index == 0 { vec![self.about.to_owned()] } else { Vec::new() };
        describe::paragraph(&mut lines, describe::lines(item.schema));
        if lines.is_empty() {
            lines = docs::lines(&format!("The value of {}.", docs::code(&item.path.join("."))));
        }
        if let Some(remark) = item.remark {
            describe::paragraph(&mut lines, docs::lines(remark));
        }
        docs::attributes_of(lines)
    }
}

/// The variants of an enum of strings.
pub(super) fn strings_names(list: &[String]) -> Vec<Ident> {
    idents(Name::Variant, list.iter().map(String::as_str), &[])
}

fn strings(name: &Ident, doc: &TokenStream, list: &[String]) -> TokenStream {
    let idents = strings_names(list);
    let single = list.len() == 1;
    let default = single.then(|| quote! { Default, });
    let mark = single.then(|| quote! { #[default] });
    let variants = idents.iter().zip(list).map(|(ident, wire)| {
        let doc = docs::attributes_of([docs::code(wire)]);
        let rename = (*ident != wire).then(|| quote! { #[serde(rename = #wire)] });
        quote! { #doc #mark #rename #ident, }
    });
    quote! {
        #doc
        #[derive(Clone, Copy, Debug, #default PartialEq, Eq, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub enum #name {
            #( #variants )*
        }
        impl #name {
            /// The value as it stands in JSON.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    #( Self::#idents => #list, )*
                }
            }
        }
    }
}

fn newtype(name: &Ident, doc: &TokenStream, ty: &Type, part: &TokenStream) -> TokenStream {
    let read = ty.is_numeric().then(|| quote! { #[serde(deserialize_with = "typed::number")] });
    quote! {
        #doc
        #[derive(Clone, Debug, PartialEq, ::serde::Serialize, ::serde::Deserialize)]
        #[serde(transparent)]
        pub struct #name(
            /// The value.
            #read
            pub #part,
        );
    }
}
