//! How often each caller may call tools (TOOL-17) and ask for completion (CMP-05): functions of the
//! user's trait that need not be written, and the way to them.
//!
//! Comes in: the contract. Goes out: one function for each of the two that the contract has.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use crate::ir::contract::Contract;

/// Functions of the user's trait.
pub fn functions(contract: &Contract) -> TokenStream {
    let functions = names(contract).map(|(name, doc)| {
        quote! {
            #[doc = #doc]
            ///
            /// A caller is the subject of a principal; without an authorizer all are one. Without this function
            /// there is no limit; one too many is answered with an error that says how long to wait.
            fn #name(&self) -> ::std::option::Option<runtime::rate::Rate> {
                ::std::option::Option::None
            }
        }
    });
    quote! { #(#functions)* }
}

/// The functions of the router.
pub fn route(contract: &Contract) -> TokenStream {
    let functions = names(contract).map(|(name, _)| {
        quote! {
            fn #name(&self) -> ::std::option::Option<runtime::rate::Rate> {
                self.server.#name()
            }
        }
    });
    quote! { #(#functions)* }
}

fn names(contract: &Contract) -> impl Iterator<Item = (Ident, &'static str)> {
    let calls =
        (!contract.tools.is_empty()).then(|| (format_ident!("call_rate"), " How often each caller may call tools."));
    let completions = contract
        .completions()
        .next()
        .map(|_| (format_ident!("completion_rate"), " How often each caller may ask for completion."));
    calls.into_iter().chain(completions)
}
