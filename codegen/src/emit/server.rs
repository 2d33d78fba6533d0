//! `mcp/server.rs`: the trait that the user implements, and the way from the runtime to it.

use std::collections::BTreeMap;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::contract::has_entries;
use super::{completions, file_with_lists, has_resources, ident, module_doc, prompts, rates, resources, trait_ident};
use crate::analyze::ToolFacts;
use crate::docs;
use crate::ir::contract::{Contract, Tool};
use crate::names::{self, Kind};

/// The text of the file.
#[must_use]
pub fn emit(contract: &Contract, facts: &[ToolFacts]) -> String {
    let doc = module_doc(&["The trait that the server implements, and the way from a request to it."]);
    let tools = &contract.tools;
    let imports = tools.iter().map(|tool| {
        let (args, output) = (ident(&tool.rust.args), ident(&tool.rust.output));
        quote! { use super::tools::{#args, #output}; }
    });
    let asks = contract.asks().map(|asks| {
        let (answers, wish) = (ident(&asks.answers), ident(&asks.asks));
        quote! { use super::asks::{#answers, #wish}; }
    });
    let user_trait = user_trait(contract);
    let router = router(contract, facts);
    let serve = serve(contract);
    let tools_import = (!tools.is_empty()).then(|| quote! { use super::tools; });
    let entries_import = entries_import(contract);
    let tokens = quote! {
        #doc
        use super::contract::CONTRACT;
        use super::runtime;
        use super::runtime::authorization::Authorization;
        use super::runtime::context::Context;
        use super::runtime::input::{Input, Outcome};
        use super::runtime::subscriptions::Changes;
        use super::runtime::tool::{ToolError, ToolOutput};
        #entries_import
        #tools_import
        #(#imports)*
        #(#asks)*

        #user_trait
        #router
        #serve
    };
    let variants = variants(contract);
    let routes = tools.iter().map(|tool| format!("Route::{}", variants[&tool.name])).collect();
    let lists: &[(&str, Vec<String>)] = &[("ROUTES_LIST", routes)];
    file_with_lists(tokens, if tools.is_empty() { &[] } else { lists })
}

/// A variant for each tool, by its wire name.
fn variants(contract: &Contract) -> BTreeMap<String, Ident> {
    let stem = |tool: &Tool| tool.rust.args.strip_suffix("Args").unwrap_or(&tool.rust.args).to_owned();
    let stems: Vec<String> = contract.tools.iter().map(stem).collect();
    let names = names::assign(Kind::Variant, stems.iter().map(String::as_str), &[]);
    contract.tools.iter().zip(&stems).map(|(tool, stem)| (tool.name.clone(), ident(&names[stem]))).collect()
}

fn user_trait(contract: &Contract) -> TokenStream {
    let name = trait_ident(contract);
    let server = docs::code(contract.server_info["name"].as_str().unwrap_or_default());
    let doc = format!(" What the server {server} does: a function for everything that its contract offers.");
    let (resources, prompts) = (resources::functions(contract), prompts::functions(contract));
    let completions = completions::functions(contract);
    let functions = contract.tools.iter().map(|tool| {
        let doc = documentation(tool);
        let (method, args, output) = (ident(&tool.rust.method), ident(&tool.rust.args), ident(&tool.rust.output));
        let (answers, result) = match &tool.asks {
            Some(asks) => {
                let (answers, wish) = (ident(&asks.answers), ident(&asks.asks));
                (Some(quote! { answers: #answers, }), quote! { Outcome<#output, #wish> })
            }
            None => (None, quote! { #output }),
        };
        quote! {
            #doc
            fn #method(
                &self,
                args: #args,
                #answers
                cx: &Context,
            ) -> impl Future<Output = Result<#result, ToolError>> + Send;
        }
    });
    let rates = rates::functions(contract);
    quote! {
        #[doc = #doc]
        pub trait #name: Send + Sync + 'static {
            #rates
            #(#functions)*
            #resources
            #prompts
            #completions
        }
    }
}

/// What the functions of resources, prompts and their completion name.
fn entries_import(contract: &Contract) -> TokenStream {
    let any = has_resources(contract) || !contract.prompts.is_empty();
    let error = any.then(|| quote! { use super::runtime::failure::RequestError; });
    let resources = has_resources(contract).then(|| {
        quote! {
            use super::resources;
            use super::runtime::resource::{ResourceContents, ResourceRequest, ResourceSource};
        }
    });
    let prompts = (!contract.prompts.is_empty()).then(|| {
        quote! {
            use super::prompts;
            use super::runtime::prompt::PromptMessages;
            use super::runtime::texts::Texts;
        }
    });
    let completions = completions::route(contract).map(|_| {
        quote! { use super::runtime::completion::{Completion, CompletionRequest, CompletionSubject}; }
    });
    quote! { #resources #prompts #error #completions }
}

/// The doc comment of the function of a tool, in the trait and in the client.
pub(super) fn documentation(tool: &Tool) -> TokenStream {
    super::documentation(&tool.doc, || format!("The tool {}.", docs::code(&tool.name)))
}

fn router(contract: &Contract, facts: &[ToolFacts]) -> TokenStream {
    let name = trait_ident(contract);
    let doc = format!(" A [`{name}`] as the runtime sees it.");
    let variants = variants(contract);
    let routes: Vec<&Ident> = contract.tools.iter().map(|tool| &variants[&tool.name]).collect();
    let route_enum = (!routes.is_empty()).then(|| {
        quote! {
            /// The tools.
            #[derive(Clone, Copy)]
            enum Route {
                #(#routes,)*
            }

            /// The tools in the order of the contract.
            const ROUTES: &[Route] = &ROUTES_LIST;
        }
    });
    let arms = contract.tools.iter().zip(facts).map(|(tool, facts)| {
        let (module, method, variant) = (ident(&tool.rust.module), ident(&tool.rust.method), &variants[&tool.name]);
        let encode = match (&tool.output_schema, &facts.output_readers) {
            (Some(_), Some(_)) => quote! {
                runtime::call::output(&output, tools::#module::output::write, tools::#module::output::check)
                    .map(Outcome::Complete)
            },
            (Some(_), None) => quote! {
                runtime::call::output_by_value(&output, tools::#module::output::check).map(Outcome::Complete)
            },
            (None, _) => quote! { Ok(Outcome::Complete(output)) },
        };
        let decode = match facts.readers {
            Some(_) => quote! {
                runtime::call::arguments(arguments, tools::#module::input::read, tools::#module::input::check)
            },
            None => quote! { runtime::call::arguments_by_value(arguments, tools::#module::input::check) },
        };
        if let Some(asks) = &tool.asks {
            let answers = ident(&asks.answers);
            return quote! {
                Some(Route::#variant) => {
                    let answers = #answers::of(input)?;
                    let args = #decode?;
                    match self.server.#method(args, answers, cx).await? {
                        Outcome::Complete(output) => #encode,
                        Outcome::InputRequired(asks) => Ok(Outcome::InputRequired(asks.into())),
                    }
                }
            };
        }
        quote! {
            Some(Route::#variant) => {
                let args = #decode?;
                let output = self.server.#method(args, cx).await?;
                #encode
            }
        }
    });
    let body = if routes.is_empty() {
        quote! {
            let _ = (arguments, cx);
            Err(ToolError::internal(format_args!("the contract has no tool {tool}")))
        }
    } else {
        quote! {
            match ROUTES.get(tool) {
                #(#arms)*
                None => Err(ToolError::internal(format_args!("the contract has no tool {tool}"))),
            }
        }
    };
    let constructors = constructors(contract);
    let rates = rates::route(contract);
    let (entries, asks) = (has_entries(contract), contract.has_asks());
    let input = if contract.has_asks() {
        quote! { input }
    } else {
        quote! { _ }
    };
    let (resources, prompts, completions) =
        (resources::route(contract), prompts::route(contract), completions::route(contract));
    quote! {
        #[doc = #doc]
        #[derive(Clone, Debug)]
        pub struct Router<S> {
            server: S,
            changes: Changes,
            authorization: ::std::option::Option<Authorization>,
        }

        #constructors

        #route_enum

        impl<S: #name> runtime::server::Server for Router<S> {
            const ENTRIES: bool = #entries;
            const ASKS: bool = #asks;

            fn contract(&self) -> &'static runtime::contract::Contract {
                &CONTRACT
            }

            fn changes(&self) -> Changes {
                self.changes.clone()
            }

            fn authorization(&self) -> ::std::option::Option<Authorization> {
                self.authorization.clone()
            }

            #rates

            async fn call_tool(
                &self,
                tool: usize,
                arguments: &str,
                #input: &Input,
                cx: &Context,
            ) -> Result<Outcome<ToolOutput>, ToolError> {
                #body
            }

            #resources
            #prompts
            #completions
        }
    }
}

/// How a router is made. Where something has scopes there is no way around an authorizer.
fn constructors(contract: &Contract) -> TokenStream {
    let name = trait_ident(contract);
    if contract.has_scopes() {
        return quote! {
            impl<S: #name> Router<S> {
                /// Routes calls to `server`; `authorization` says who calls, and whether they hold the scopes of
                /// what they call.
                pub fn new(server: S, authorization: Authorization) -> Self {
                    Self::with_changes(server, authorization, Changes::new())
                }

                /// The same, with a handle by which the application says what has changed.
                pub fn with_changes(server: S, authorization: Authorization, changes: Changes) -> Self {
                    Self { server, changes, authorization: ::std::option::Option::Some(authorization) }
                }
            }
        };
    }
    quote! {
        impl<S: #name> Router<S> {
            /// Routes calls to `server`.
            pub fn new(server: S) -> Self {
                Self::with_changes(server, Changes::new())
            }

            /// The same, with a handle by which the application says what has changed.
            pub fn with_changes(server: S, changes: Changes) -> Self {
                Self { server, changes, authorization: ::std::option::Option::None }
            }

            /// The same, for callers alone whom `authorization` knows.
            #[must_use]
            pub fn with_authorization(self, authorization: Authorization) -> Self {
                Self { authorization: ::std::option::Option::Some(authorization), ..self }
            }
        }
    }
}

fn serve(contract: &Contract) -> TokenStream {
    let name = trait_ident(contract);
    let scoped = contract.has_scopes();
    let parameter = scoped.then(|| quote! { , authorization: Authorization });
    let argument = scoped.then(|| quote! { , authorization });
    quote! {
        /// The server over Streamable HTTP, as a `tower` service: it answers at the contract's path and
        /// can be nested into another service.
        pub fn http_service<S: #name>(server: S #parameter) -> runtime::http::Service<Router<S>> {
            runtime::http::Service::new(Router::new(server #argument))
        }

        /// Serves over Streamable HTTP until the process is told to stop; requests in progress are finished.
        ///
        /// # Errors
        /// If the listener fails.
        pub async fn serve_http<S: #name>(
            server: S
            #parameter,
            listener: ::tokio::net::TcpListener,
        ) -> ::std::io::Result<()> {
            runtime::http::serve(Router::new(server #argument), listener).await
        }

        /// Serves on standard input and output until the input ends or the process is told to stop.
        ///
        /// # Errors
        /// If input or output fails.
        pub async fn serve_stdio<S: #name>(server: S #parameter) -> ::std::io::Result<()> {
            runtime::stdio::serve(Router::new(server #argument)).await
        }
    }
}
