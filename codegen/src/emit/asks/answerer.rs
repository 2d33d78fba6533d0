//! The client's side of what may be asked: the trait of who answers, and the way to it.

use proc_macro2::TokenStream;
use quote::quote;

use super::{about, answer, type_name};
use crate::docs;
use crate::emit::ident;
use crate::ir::asks::{Answer, Ask, Asks};
use crate::ir::protocol::Protocol;
use crate::literal::json_text;

/// What the file needs for it.
pub(super) fn imports(asks: &Asks) -> TokenStream {
    let form = asks.requests.values().any(|ask| matches!(ask.answer, Answer::Form { .. }));
    let form = form.then(|| quote! { Form, });
    let link = asks.requests.values().any(|ask| matches!(ask.answer, Answer::Link));
    let link = link.then(|| quote! { Link, });
    quote! { use super::super::runtime::client::input::{Asked, #form #link Respond, Response, Unanswered}; }
}

pub(super) fn emit(asks: &Asks, protocol: &Protocol) -> TokenStream {
    let name = ident(&asks.input);
    let asker = docs::code(&asks.asker);
    let doc = format!(" Answers what {asker} asks, on the side of the client.");
    let functions = asks.requests.iter().map(|(key, ask)| {
        let (function, about, answer) = (ident(&ask.rust), about(key, ask), answer(ask, protocol));
        let request = request(ask, protocol).map(|request| quote! { , request: #request });
        quote! {
            #about
            ///
            /// # Errors
            /// Why there is no answer; the call ends with it.
            fn #function(
                &self
                #request
            ) -> impl Future<Output = ::std::result::Result<#answer, Unanswered>> + Send;
        }
    });
    let arms = asks.requests.iter().map(|(key, ask)| {
        let function = ident(&ask.rust);
        let respond = match &ask.answer {
            Answer::Form { module, .. } => {
                let module = ident(module);
                quote! { asked.respond_form(&self.0.#function(asked.form()?).await?, #module::check) }
            }
            Answer::Link => quote! { asked.respond_link(self.0.#function(asked.link()?).await?) },
            Answer::Protocol { params: Some(_), .. } => {
                let method = &ask.method;
                quote! { asked.respond(&self.0.#function(asked.params(#method)?).await?) }
            }
            Answer::Protocol { params: None, .. } => {
                let method = &ask.method;
                quote! {
                    {
                        asked.is(#method)?;
                        asked.respond(&self.0.#function().await?)
                    }
                }
            }
        };
        quote! { #key => #respond, }
    });
    let capabilities = json_text(&asks.capabilities());
    quote! {
        #[doc = #doc]
        pub trait #name: Send + Sync {
            #(#functions)*
        }

        /// Whoever answers, as the client sees it.
        #[derive(Debug)]
        pub(crate) struct Responder<'a, I>(pub(crate) &'a I);

        impl<I: #name> Respond for Responder<'_, I> {
            const CAPABILITIES: &'static str = #capabilities;

            async fn respond(&self, asked: &Asked) -> ::std::result::Result<Response, runtime::client::Error> {
                match asked.key() {
                    #(#arms)*
                    _ => Err(asked.unexpected()),
                }
            }
        }
    }
}

/// What is handed to whoever answers.
fn request(ask: &Ask, protocol: &Protocol) -> Option<TokenStream> {
    match &ask.answer {
        Answer::Form { .. } => Some(quote! { Form }),
        Answer::Link => Some(quote! { Link }),
        Answer::Protocol { params, .. } => params.as_ref().map(|params| type_name(params, protocol)),
    }
}
