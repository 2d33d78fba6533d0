//! A struct, its fields and its constructor.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::{EXTRA, Writer, constant, field_names, ident};
use crate::docs;
use crate::names::{self, Kind as Name};
use crate::typed::describe;
use crate::typed::item::Field;
use crate::typed::part::Type;

impl Writer<'_> {
    pub(super) fn structure(
        &self,
        name: &Ident,
        doc: &TokenStream,
        fields: &[Field<'_>],
        rest: Option<&Type>,
        parts: &[TokenStream],
    ) -> TokenStream {
        let idents = field_names(fields, rest.is_some());
        let defaults = fields.iter().all(|field| !field.required || constant(&field.ty, self.constants).is_some());
        let default = defaults.then(|| quote! { Default, });
        let closed = rest.is_none().then(|| quote! { #[serde(deny_unknown_fields)] });
        let written = fields.iter().zip(&idents).zip(parts).map(|((field, ident), ty)| self.field(field, ident, ty));
        let extra = rest.map(|ty| extra(ty, parts.last()));
        let new = (!defaults).then(|| self.constructor(name, fields, &idents, parts, rest));
        quote! {
            #doc
            #[derive(Clone, Debug, #default PartialEq, ::serde::Serialize, ::serde::Deserialize)]
            #closed
            pub struct #name {
                #( #written )*
                #extra
            }
            #new
        }
    }

    fn field(&self, field: &Field<'_>, ident: &Ident, ty: &TokenStream) -> TokenStream {
        let mut lines = describe::lines(field.schema);
        if lines.is_empty() {
            lines = docs::lines(&format!("The member {}.", docs::code(&field.wire)));
        }
        if field.ty == Type::Any
            && let Some(note) = self.about_any(field)
        {
            describe::paragraph(&mut lines, docs::lines(&sentence(note)));
        }
        let doc = docs::attributes_of(lines);
        let wire = &field.wire;
        let rename = (*ident != wire).then(|| quote! { #[serde(rename = #wire)] });
        let absent = (!field.required).then(|| {
            quote! { #[serde(default, skip_serializing_if = "::std::option::Option::is_none")] }
        });
        let read = match (field.required, field.ty.is_numeric()) {
            (true, true) => Some("typed::number"),
            (true, false) => matches!(field.ty, Type::Nullable(_)).then_some("typed::required"),
            (false, true) => Some("typed::optional_number"),
            (false, false) => Some("typed::optional"),
        };
        let read = read.map(|read| quote! { #[serde(deserialize_with = #read)] });
        let ty = if field.required {
            ty.clone()
        } else {
            quote! { ::std::option::Option<#ty> }
        };
        quote! {
            #doc
            #rename
            #absent
            #read
            pub #ident: #ty,
        }
    }

    /// Why a field is any value, if its schema says more than that.
    fn about_any(&self, field: &Field<'_>) -> Option<&str> {
        let start = self.notes.partition_point(|note| *note.pointer < *field.at);
        let note = self.notes.get(start).filter(|note| *note.pointer == *field.at)?;
        Some(&note.message)
    }

    /// The only value of a type, as Rust.
    fn constant(&self, ty: &Type) -> Option<TokenStream> {
        let Type::Item(index) = ty else { return None };
        let variant = ident(&names::ident(Name::Variant, constant(ty, self.constants)?));
        let name = ident(self.names.get(*index)?);
        Some(quote! { #name::#variant })
    }

    fn constructor(
        &self,
        name: &Ident,
        fields: &[Field<'_>],
        idents: &[Ident],
        parts: &[TokenStream],
        rest: Option<&Type>,
    ) -> TokenStream {
        let mut arguments = Vec::new();
        let mut values = Vec::new();
        for ((field, ident), ty) in fields.iter().zip(idents).zip(parts) {
            if !field.required {
                values.push(quote! { #ident: ::std::option::Option::None });
            } else if let Some(constant) = self.constant(&field.ty) {
                values.push(quote! { #ident: #constant });
            } else if field.ty == Type::String {
                arguments.push(quote! { #ident: impl ::std::convert::Into<::std::string::String> });
                values.push(quote! { #ident: #ident.into() });
            } else {
                arguments.push(quote! { #ident: #ty });
                values.push(quote! { #ident });
            }
        }
        if let Some(rest) = rest {
            let extra = ident(EXTRA);
            let map = if *rest == Type::Any {
                quote! { ::serde_json::Map }
            } else {
                quote! { ::std::collections::BTreeMap }
            };
            values.push(quote! { #extra: #map::new() });
        }
        let many = (arguments.len() > 7)
            .then(|| quote! { #[allow(clippy::too_many_arguments, reason = "one for each required member")] });
        quote! {
            impl #name {
                /// With what is required, and nothing else.
                #[must_use]
                #many
                pub fn new(#( #arguments ),*) -> Self {
                    Self { #( #values ),* }
                }
            }
        }
    }
}

fn extra(ty: &Type, part: Option<&TokenStream>) -> TokenStream {
    let name = ident(EXTRA);
    let map = match ty {
        Type::Any => quote! { ::serde_json::Map<::std::string::String, ::serde_json::Value> },
        _ => quote! { ::std::collections::BTreeMap<::std::string::String, #part> },
    };
    let read = ty.is_numeric().then(|| quote! { , deserialize_with = "typed::number" });
    quote! {
        /// All other members.
        #[serde(flatten #read)]
        pub #name: #map,
    }
}

/// A finding as documentation.
fn sentence(message: &str) -> String {
    let mut chars = message.chars();
    chars.next().map_or_else(String::new, |first| format!("{}{}.", first.to_uppercase(), chars.as_str()))
}
