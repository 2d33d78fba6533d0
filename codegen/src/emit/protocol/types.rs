//! References to types as Rust.

use std::collections::BTreeMap;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use crate::analyze::ProtocolFacts;
use crate::ir::protocol::{Protocol, TypeId, TypeRef};

/// The types by their ids and names.
pub(super) struct Types<'a> {
    pub(super) protocol: &'a Protocol,
    pub(super) facts: &'a ProtocolFacts,
    /// Definitions by name, for links in documentation.
    links: BTreeMap<&'a str, &'a str>,
}

impl<'a> Types<'a> {
    pub(super) fn new(protocol: &'a Protocol, facts: &'a ProtocolFacts) -> Self {
        let links = protocol.types.iter().map(|(id, def)| (id.as_str(), def.rust.as_str())).collect();
        Self { protocol, facts, links }
    }

    /// A type as it is written where it is used.
    pub(super) fn of(&self, content: &TypeRef) -> TokenStream {
        match content {
            TypeRef::Named(id) => {
                let name = self.name(id);
                quote!(#name)
            }
            TypeRef::List { item, .. } => {
                let item = self.of(item);
                quote!(::std::vec::Vec<#item>)
            }
            TypeRef::Map(of) => {
                let of = self.of(of);
                quote!(::std::collections::BTreeMap<::std::string::String, #of>)
            }
            TypeRef::Nullable(of) => {
                let of = self.of(of);
                quote!(::std::option::Option<#of>)
            }
            TypeRef::String => quote!(::std::string::String),
            TypeRef::Integer(_) => quote!(wire::Integer),
            TypeRef::Number(_) => quote!(wire::Number),
            TypeRef::Boolean => quote!(bool),
            TypeRef::Null => quote!(()),
            TypeRef::Object => quote!(wire::JsonObject),
            TypeRef::Json => quote!(wire::Value),
        }
    }

    /// The name of a type.
    pub(super) fn name(&self, id: &TypeId) -> Ident {
        ident(self.protocol.types.get(id).map_or("", |def| &def.rust))
    }

    /// Markdown for a link to a definition, or to a member of one, as the published prose has them.
    ///
    /// Its producer glued target and text together (`{@link CallToolRequesttools/call}`), so the
    /// longest definition that the text begins with is the target.
    pub(super) fn link(&self, target: &str) -> Option<String> {
        let target = target.split(['|', ' ']).next().unwrap_or_default();
        let (name, rust) =
            self.links.iter().filter(|(name, _)| target.starts_with(**name)).max_by_key(|(n, _)| n.len())?;
        let rest = target[name.len()..].trim_start_matches('.');
        match rest {
            "" => Some(format!("[`{rust}`]")),
            _ => Some(format!("[`{rust}`] ({})", crate::docs::code(rest))),
        }
    }
}

/// An identifier out of the model.
pub(super) fn ident(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}
