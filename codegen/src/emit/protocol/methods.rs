//! Which params and which result belong to a request, and the error codes.

use proc_macro2::{Literal as Token, TokenStream};
use quote::quote;

use super::docs;
use super::types::{Types, ident};

/// `impl wire::Request` and `impl wire::Notification` for the messages.
pub(super) fn emit(types: &Types<'_>) -> TokenStream {
    let methods = types.protocol.methods.iter().filter_map(|(name, method)| {
        let message = types.name(&method.message);
        let params = method.params.as_ref().map_or_else(|| quote!(wire::JsonObject), |params| types.of(params));
        if name.starts_with("notifications/") {
            return Some(quote! {
                impl wire::Notification for #message {
                    const METHOD: &'static str = #name;
                    type Params = #params;
                }
            });
        }
        let result = types.of(method.result.as_ref()?);
        Some(quote! {
            impl wire::Request for #message {
                const METHOD: &'static str = #name;
                type Params = #params;
                type Result = #result;
            }
        })
    });
    quote!(#(#methods)*)
}

/// The error codes as constants.
pub(super) fn errors(types: &Types<'_>) -> Option<TokenStream> {
    let errors: Vec<TokenStream> = types
        .protocol
        .errors
        .iter()
        .map(|error| {
            let (name, code) = (ident(&error.rust), Token::i64_unsuffixed(error.code));
            let doc = docs::of(types, &error.doc);
            quote! {
                #doc
                pub const #name: i64 = #code;
            }
        })
        .collect();
    (!errors.is_empty()).then(|| {
        quote! {
            /// The codes of JSON-RPC and of the protocol.
            pub mod error_codes {
                #(#errors)*
            }
        }
    })
}
