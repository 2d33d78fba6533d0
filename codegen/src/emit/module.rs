//! `mcp/mod.rs`: the list of modules and the names that an application uses.
//!
//! No inner attribute and no `//!`, so that the file can be included; what is allowed for a module
//! stands on its declaration.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Options, has_resources, trait_ident};
use crate::format;
use crate::ir::contract::Contract;

/// The text of the file.
#[must_use]
pub fn emit(contract: &Contract, options: Options) -> String {
    let names = crate::docs::code(contract.server_info["name"].as_str().unwrap_or_default());
    let asks = contract.has_asks();
    let names_of_asks = asks.then(|| quote! { asks::*, runtime::elicitation::Elicited, runtime::input::Outcome, });
    let asks = asks.then(|| module("asks", " What the client may be asked for.", TOOLS));
    let names_of_authorization = contract.has_scopes().then(|| {
        quote! {
            runtime::authorization::{Authorization, Authorizer, ResourceMetadata, Unauthenticated},
            runtime::principal::Principal,
        }
    });
    let client = options.client.then(|| module("client", &format!(" The typed client of {names}."), TEXTS));
    let names_of_client = options.client.then(
        || quote! { client::{Client, ClientError}, runtime::client::{ResourceAnswer, ResourceBody, ResourceItem}, },
    );
    let table = module("contract", " The server as data.", &["unreadable_literal"]);
    let protocol = module("protocol", " The types of the protocol's messages.", PROTOCOL);
    let prompts = (!contract.prompts.is_empty())
        .then(|| module("prompts", " The prompts: what each takes, and what can be completed of it.", TOOLS));
    let resources = has_resources(contract)
        .then(|| module("resources", " The resources: what is in their URIs, and what can be completed of it.", TOOLS));
    let names_of_prompts = (!contract.prompts.is_empty()).then(|| quote! { prompts::*, });
    let names_of_resources = has_resources(contract).then(|| quote! { resources::*, });
    let runtime = module("runtime", " What every server and client has in common.", &[]);
    let runtime = quote! {
        #[allow(unexpected_cfgs, reason = "not every crate declares the optional features of the runtime")]
        #runtime
    };
    let server = module("server", " The trait that the server implements, and how it is served.", TEXTS);
    let tools = module("tools", " The tools: their types, and how they are checked.", TOOLS);
    let trait_ident = trait_ident(contract);
    format::rust_file(quote! {
        #asks
        #client
        #table
        #prompts
        #protocol
        #resources
        #runtime
        #server
        #tools

        #[allow(unreachable_pub, unused_imports, reason = "an application uses what it needs")]
        #[rustfmt::skip]
        pub use self::{
            #names_of_asks
            #names_of_client
            #names_of_authorization
            #names_of_prompts
            #names_of_resources
            runtime::completion::Completion,
            runtime::content::{Annotations, Content},
            runtime::context::Context,
            runtime::failure::RequestError,
            runtime::metadata::LogLevel,
            runtime::prompt::{PromptMessage, PromptMessages, Role},
            runtime::rate::Rate,
            runtime::resource::ResourceContents,
            runtime::subscriptions::Changes,
            runtime::tool::{ToolError, ToolOutput},
            server::{Router, #trait_ident, http_service, serve_http, serve_stdio},
            tools::*,
        };
    })
}

/// Lints of clippy about words and lengths, which are the manifest's.
const TEXTS: &[&str] = &["doc_markdown", "enum_variant_names", "too_many_lines"];

/// Lints of clippy about what the protocol's schema says.
const PROTOCOL: &[&str] = &[
    "default_trait_access",
    "doc_markdown",
    "enum_variant_names",
    "large_enum_variant",
    "struct_excessive_bools",
    "struct_field_names",
    "too_many_lines",
    "trivially_copy_pass_by_ref",
];

/// Lints of clippy about the shape of types and checks, which is the schemas'.
const TOOLS: &[&str] = &[
    "collapsible_else_if",
    "collapsible_if",
    "collapsible_match",
    "default_trait_access",
    "doc_markdown",
    "enum_glob_use",
    "enum_variant_names",
    "large_enum_variant",
    "match_same_arms",
    "nonminimal_bool",
    "option_option",
    "single_match",
    "struct_excessive_bools",
    "struct_field_names",
    "too_many_arguments",
    "too_many_lines",
    "trivially_copy_pass_by_ref",
    "unreadable_literal",
];

fn module(name: &str, doc: &str, lints: &[&str]) -> TokenStream {
    let name = super::ident(name);
    let lints: Vec<_> = lints.iter().map(|lint| super::ident(lint)).collect();
    let clippy = (!lints.is_empty()).then(|| {
        quote! { #[allow(#(clippy::#lints,)* reason = "names, texts and schemas are the contract's")] }
    });
    quote! {
        #[doc = #doc]
        #[allow(dead_code, unreachable_pub, unused_imports, reason = "an application uses what it needs")]
        #clippy
        #[rustfmt::skip]
        pub mod #name;
    }
}
