//! `mcp/client.rs`: the mirror of the server, a function for everything that it offers.

use proc_macro2::TokenStream;
use quote::quote;

use super::server::documentation;
use super::{completions, has_resources, ident, module_doc, prompts, resources, trait_ident};
use crate::docs;
use crate::format;
use crate::ir::contract::{Contract, Tool};

/// The text of the file.
#[must_use]
pub fn emit(contract: &Contract) -> String {
    let doc =
        module_doc(&["The typed client: a function for everything that the contract offers, over any transport."]);
    let user_trait = trait_ident(contract);
    let server = docs::code(contract.server_info["name"].as_str().unwrap_or_default());
    let type_doc = format!(" A client of the server {server}.");
    let imports = contract.tools.iter().map(|tool| {
        let args = ident(&tool.rust.args);
        let output = tool.output_schema.as_ref().map(|_| ident(&tool.rust.output));
        match output {
            Some(output) => quote! { use super::tools::{#args, #output}; },
            None => quote! { use super::tools::#args; },
        }
    });
    let asks = contract.asks().map(|asks| {
        let input = ident(&asks.input);
        quote! { use super::asks::#input; }
    });
    let asks_import = contract.has_asks().then(|| quote! { use super::asks; });
    let tools_import = (!contract.tools.is_empty()).then(|| quote! { use super::tools; });
    let calls = contract.tools.iter().map(call);
    let offers = !contract.tools.is_empty() || !contract.prompts.is_empty() || has_resources(contract);
    let (resources, prompts, completions) =
        (resources::calls(contract), prompts::calls(contract), completions::calls(contract));
    let calls = offers.then(|| {
        quote! {
            impl<T: Transport> Client<T> {
                #(#calls)*
                #resources
                #prompts
                #completions
            }
        }
    });
    let entries_import = entries_import(contract);
    // The Host of a call inside the process is a loopback one, which the server always accepts.
    let in_process = format!("http://localhost{}", contract.http.path);
    let local = if contract.has_scopes() {
        quote! {
            impl<S: #user_trait> Client<Http<runtime::http::Service<Router<S>>>> {
                /// A client of a server in this process: every check is made, no socket is opened. `credentials`
                /// is the value of `Authorization`, such as `Bearer` and a token.
                ///
                /// # Errors
                /// [`ClientError::Unsendable`], if the contract's path cannot stand in an address, or
                /// `credentials` in a header.
                pub fn in_process(
                    server: S,
                    authorization: runtime::authorization::Authorization,
                    credentials: &str,
                ) -> Result<Self, ClientError> {
                    let service = server::http_service(server, authorization);
                    Http::over(#in_process, service)?.with_field("Authorization", credentials).map(Self::new)
                }
            }
        }
    } else {
        quote! {
            impl<S: #user_trait> Client<Http<runtime::http::Service<Router<S>>>> {
                /// A client of a server in this process: every check is made, no socket is opened.
                ///
                /// # Errors
                /// [`ClientError::Unsendable`], if the contract's path cannot stand in an address.
                pub fn in_process(server: S) -> Result<Self, ClientError> {
                    Http::over(#in_process, server::http_service(server)).map(Self::new)
                }
            }
        }
    };
    format::rust_file(quote! {
        #doc
        use super::contract::CONTRACT;
        use super::runtime;
        use super::runtime::client::http::Http;
        use super::runtime::client::stdio::Stdio;
        use super::runtime::client::tcp::Tcp;
        use super::runtime::client::transport::Transport;
        use super::runtime::client::Settings;
        use super::server::{self, #user_trait, Router};
        #tools_import
        #entries_import
        #(#imports)*
        #asks_import
        #(#asks)*

        pub use super::runtime::client::Error as ClientError;

        #[doc = #type_doc]
        #[derive(Debug)]
        pub struct Client<T = Stdio>(runtime::client::Client<T>);

        impl<T: Transport> Client<T> {
            /// A client over `transport`, which calls itself by the name and version of this crate.
            pub fn new(transport: T) -> Self {
                let settings = Settings::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
                Self(runtime::client::Client::new(&CONTRACT, transport, settings))
            }

            /// What a client does beyond what its contract offers: discovery, lists, calls by name, settings.
            pub fn mcp(&self) -> &runtime::client::Client<T> {
                &self.0
            }

            /// The same, to change it or to take its transport out.
            pub fn into_mcp(self) -> runtime::client::Client<T> {
                self.0
            }
        }

        #local

        impl Client<Http<Tcp>> {
            /// A client of the server at an `http://` address. For `https://` hand a service that speaks TLS to
            /// [`Http::over`], and that to [`Client::new`].
            ///
            /// # Errors
            /// [`ClientError::Unsendable`], if this is no such address. Nothing is connected yet.
            pub fn http(url: &str) -> Result<Self, ClientError> {
                Http::connect(url).map(Self::new)
            }
        }

        impl Client<Stdio> {
            /// A client of a server that is started as a child process.
            ///
            /// # Errors
            /// What the system says when the program cannot be started.
            pub fn stdio(command: ::tokio::process::Command) -> ::std::io::Result<Self> {
                Stdio::spawn(command).map(Self::new)
            }
        }

        #calls
    })
}

/// What the functions of resources, prompts and their completion name.
fn entries_import(contract: &Contract) -> TokenStream {
    let resources = has_resources(contract).then(|| {
        quote! {
            use super::resources;
            use super::runtime::client::ResourceAnswer;
        }
    });
    let prompts = (!contract.prompts.is_empty()).then(|| {
        quote! {
            use super::prompts;
            use super::runtime::prompt::PromptMessages;
        }
    });
    let bare = contract.prompts.iter().any(|prompt| prompt.args.is_none())
        || contract.resource_templates.iter().any(|template| template.args.is_none());
    let texts = bare.then(|| quote! { use super::runtime::texts::Texts; });
    let completes = completions::route(contract).map(|_| quote! { use super::runtime::completion::Completion; });
    quote! { #resources #prompts #texts #completes }
}

fn call(tool: &Tool) -> TokenStream {
    let doc = documentation(tool);
    let (module, method, args) = (ident(&tool.rust.module), ident(&tool.rust.method), ident(&tool.rust.args));
    let (output, decode) = match tool.output_schema {
        Some(_) => {
            let output = ident(&tool.rust.output);
            (quote! { #output }, quote! { answer.structured(tools::#module::output::check) })
        }
        None => (quote! { runtime::client::ToolAnswer }, quote! { Ok(answer) }),
    };
    if let Some(asks) = &tool.asks {
        let (of, input) = (ident(&asks.module), ident(&asks.input));
        return quote! {
            #doc
            ///
            /// `input` answers what the tool asks on the way.
            ///
            /// # Errors
            /// [`ClientError::Tool`] if the tool says that it failed; else what stood in the way of its answer.
            pub async fn #method<I: #input>(&self, args: #args, input: &I) -> Result<#output, ClientError> {
                let input = asks::#of::Responder(input);
                let answer = self.0.call_asking(&tools::#module::TOOL, &args, &input).await?;
                #decode
            }
        };
    }
    quote! {
        #doc
        ///
        /// # Errors
        /// [`ClientError::Tool`] if the tool says that it failed; else what stood in the way of its answer.
        pub async fn #method(&self, args: #args) -> Result<#output, ClientError> {
            let answer = self.0.call(&tools::#module::TOOL, &args).await?;
            #decode
        }
    }
}
