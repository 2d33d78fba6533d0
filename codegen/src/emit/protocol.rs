//! The types of the protocol: `mcp/protocol.rs`.
//!
//! Comes in: the protocol's part of the model, and the facts about it. Goes out: items that expect the
//! runtime's module `wire` in scope. Always holds: no serde attribute decides anything, so that
//! neither `flatten` nor `untagged` can; std and serde are named by absolute paths.

mod docs;
mod layout;
mod methods;
mod objects;
mod types;
mod unions;

use proc_macro2::TokenStream;
use quote::quote;

use crate::analyze::ProtocolFacts;
use crate::format;
use crate::ir::protocol::{Kind, Protocol, TypeDef, TypeId};
use types::{Types, ident};

/// The text of `mcp/protocol.rs`; `wire` is the path of the runtime's module seen from there.
#[must_use]
pub fn file(protocol: &Protocol, facts: &ProtocolFacts, wire: &TokenStream) -> String {
    let items = items(protocol, facts);
    layout::macros(&format::rust_file(quote! {
        use #wire;

        #items
    }))
}

/// All items, for a module that has `wire` in scope.
fn items(protocol: &Protocol, facts: &ProtocolFacts) -> TokenStream {
    let types = Types::new(protocol, facts);
    let definitions = protocol.types.iter().map(|(id, def)| definition(&types, id, def));
    let revision = &protocol.revision;
    let methods = methods::emit(&types);
    let errors = methods::errors(&types);
    quote! {
        /// The revision of the protocol that these types are of.
        pub const REVISION: &str = #revision;

        #errors
        #(#definitions)*
        #methods
    }
}

fn definition(types: &Types<'_>, id: &TypeId, def: &TypeDef) -> TokenStream {
    let doc = docs::of(types, &def.doc);
    let name = ident(&def.rust);
    match &def.kind {
        Kind::Struct(of) => objects::emit(types, id, def, of),
        Kind::Union(union) => unions::emit(types, id, def, union),
        Kind::StringEnum(of) => unions::strings(types, id, def, of),
        Kind::Alias(of) => {
            let of = types.of(of);
            quote! {
                #doc
                pub type #name = #of;
            }
        }
    }
}
