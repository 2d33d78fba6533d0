//! `mcp/asks.rs` and `mcp/asks/*.rs`: a file for each that may ask the client for input, with the types
//! of what it asks and of what comes back.

mod answerer;

use std::collections::BTreeMap;

use proc_macro2::TokenStream;
use quote::quote;
use serde_json::{Map, Value};

use super::tools::{limits, validator_of};
use super::{Options, ident, module_doc};
use crate::analyze::SchemaFacts;
use crate::docs;
use crate::format;
use crate::ir::asks::{Answer, Ask, Asks, Said};
use crate::ir::contract::Contract;
use crate::ir::protocol::Protocol;
use crate::literal::json_text;

/// The text of `mcp/asks.rs`.
#[must_use]
pub fn list(contract: &Contract, options: Options) -> String {
    let doc =
        module_doc(&["What the client may be asked for while something is carried out, a module for each that asks."]);
    let modules = contract.asks().map(|asks| {
        let module = ident(&asks.module);
        let doc = format!(" What {} may ask.", docs::code(&asks.asker));
        quote! { #[doc = #doc] pub mod #module; }
    });
    let names = contract.asks().map(|asks| {
        let (module, wish, answers) = (ident(&asks.module), ident(&asks.asks), ident(&asks.answers));
        let input = options.client.then(|| ident(&asks.input)).into_iter();
        quote! { pub use self::#module::{#answers, #wish #(, #input)*}; }
    });
    format::rust_file(quote! { #doc #(#modules)* #(#names)* })
}

/// The text of a file.
#[must_use]
pub fn emit(
    asks: &Asks,
    forms: &BTreeMap<String, SchemaFacts>,
    contract: &Contract,
    protocol: &Protocol,
    options: Options,
) -> String {
    let limits = limits(&contract.validation);
    let asker = docs::code(&asks.asker);
    let doc = module_doc(&[&format!("What {asker} may ask of the client, and what comes back.")]);
    let support = forms.values().any(|form| form.types.support).then(|| quote! { use super::super::runtime::typed; });
    let types = asks.types().next().is_some().then(|| quote! { use super::super::protocol; });
    let elicits = asks.requests.values().any(|ask| !matches!(ask.answer, Answer::Protocol { .. }));
    let elicited = elicits.then(|| quote! { use super::super::runtime::elicitation::Elicited; });
    let context =
        asks.requests.values().any(|ask| ask.optional).then(|| quote! { use super::super::runtime::context::Context; });
    let answers = answers(asks, protocol);
    let wish = wish(asks, protocol);
    let contents = forms.iter().map(|(key, facts)| {
        let items = &facts.types.items;
        let check = asks.requests.get(key).and_then(|ask| match &ask.answer {
            Answer::Form { module, .. } => {
                let doc = format!(" What the form {} lets through.", docs::code(key));
                Some(validator_of(module, &doc, facts, None, limits))
            }
            _ => None,
        });
        quote! { #items #check }
    });
    let answerer = options.client.then(|| answerer::emit(asks, protocol));
    let imports = options.client.then(|| answerer::imports(asks));
    format::rust_file(quote! {
        #doc
        #types
        use super::super::runtime;
        #imports
        #context
        #elicited
        use super::super::runtime::input::{Input, InputRequest, InputRequired, InvalidInput, State};
        #support

        #answers
        #wish
        #answerer
        #(#contents)*
    })
}

/// The parameter of the trait's function that takes the answers.
pub(super) fn parameter(asks: Option<&Asks>) -> Option<TokenStream> {
    let answers = ident(&asks?.answers);
    Some(quote! { answers: #answers, })
}

/// What the trait's function comes to.
pub(super) fn result(asks: Option<&Asks>, output: TokenStream) -> TokenStream {
    let Some(asks) = asks else { return output };
    let wish = ident(&asks.asks);
    quote! { Outcome<#output, #wish> }
}

/// The way through the trait's function: an expression of a result of an `Outcome`.
pub(super) fn call(asks: Option<&Asks>, method: &syn::Ident, args: Option<&TokenStream>) -> TokenStream {
    let args = args.map(|args| quote! { #args, });
    match asks {
        Some(asks) => {
            let answers = ident(&asks.answers);
            quote! { self.server.#method(#args #answers::of(input)?, cx).await.map(Outcome::erased) }
        }
        None => quote! { self.server.#method(#args cx).await.map(Outcome::Complete) },
    }
}

/// The parameter that the answers come from: named where something takes them.
pub(super) fn input<'a>(mut asks: impl Iterator<Item = &'a Option<Asks>>) -> TokenStream {
    if asks.any(Option::is_some) {
        quote! { input }
    } else {
        quote! { _ }
    }
}

/// The members of a row that say what is needed of client and caller.
pub(super) fn needs(asks: Option<&Asks>, scopes: &[String]) -> TokenStream {
    let required = asks.map_or(Value::Object(Map::new()), Asks::required_capabilities);
    let required = json_text(&required);
    let keys = asks.into_iter().flat_map(Asks::keys);
    quote! {
        required_capabilities: #required,
        asks: &[#(#keys),*],
        scopes: &[#(#scopes),*],
    }
}

/// The parameter and the argument of the client's function, and what is called for it in place of what
/// needs no answers.
pub(super) fn answerer(asks: Option<&Asks>) -> Option<[TokenStream; 3]> {
    let asks = asks?;
    let (module, input) = (ident(&asks.module), ident(&asks.input));
    Some([
        quote! { , input: &impl asks::#input },
        quote! { , &asks::#module::Responder(input) },
        docs::attributes_of(["", "`input` answers what is asked on the way."]),
    ])
}

fn answers(asks: &Asks, protocol: &Protocol) -> TokenStream {
    let name = ident(&asks.answers);
    let asker = docs::code(&asks.asker);
    let doc = format!(" What the client has answered so far to {asker}, in all rounds; each is checked.");
    let fields = asks.requests.iter().map(|(key, ask)| {
        let (field, answer, doc) = (ident(&ask.rust), answer(ask, protocol), about(key, ask));
        quote! { #doc pub #field: ::std::option::Option<#answer>, }
    });
    let reads = asks.requests.iter().map(|(key, ask)| {
        let field = ident(&ask.rust);
        let read = match &ask.answer {
            Answer::Form { module, .. } => {
                let module = ident(module);
                quote! { input.form(#key, #module::check)? }
            }
            Answer::Link => quote! { input.link(#key)? },
            Answer::Protocol { .. } => quote! { input.response(#key)? },
        };
        quote! { #field: #read, }
    });
    quote! {
        #[doc = #doc]
        #[derive(Clone, Debug, Default)]
        pub struct #name {
            #(#fields)*
            /// What was remembered when the client was asked.
            pub state: State,
        }

        impl #name {
            pub(crate) fn of(input: &Input) -> ::std::result::Result<Self, InvalidInput> {
                Ok(Self { #(#reads)* state: input.state() })
            }
        }
    }
}

fn wish(asks: &Asks, protocol: &Protocol) -> TokenStream {
    let name = ident(&asks.asks);
    let asker = docs::code(&asks.asker);
    let doc = format!(" What {asker} asks of the client before it can go on: one thing, or several.");
    let functions = asks.requests.iter().map(|(key, ask)| function(key, ask, protocol));
    quote! {
        #[doc = #doc]
        #[derive(Debug)]
        #[must_use = "nothing is asked until it is returned as `Outcome::InputRequired`"]
        pub struct #name(InputRequired);

        impl #name {
            #(#functions)*

            /// Asks for nothing, but to be called again with this state.
            pub fn again<T: ::serde::Serialize + ?Sized>(state: &T) -> Self {
                Self(InputRequired::again(state))
            }

            /// Asks for this and that at once. Of the same thing, or of two states, the later counts.
            pub fn and(self, other: Self) -> Self {
                Self(self.0.and(other.0))
            }

            /// Remembers something until the client calls again. It travels sealed, is good for the same
            /// caller and arguments alone, and for ten minutes; the client may send it more than once.
            /// Answers need not be remembered: those of earlier rounds are there again.
            pub fn with_state<T: ::serde::Serialize + ?Sized>(self, state: &T) -> Self {
                Self(self.0.with_state(state))
            }
        }

        impl ::std::convert::From<#name> for InputRequired {
            fn from(asks: #name) -> Self {
                asks.0
            }
        }
    }
}

/// The function that asks for one thing.
fn function(key: &str, ask: &Ask, protocol: &Protocol) -> TokenStream {
    let (name, method, about) = (ident(&ask.rust), &ask.method, about(key, ask));
    let params = crate::literal::json(&Value::Object(ask.params.clone()));
    let arguments = ask.said.iter().map(|said| match said {
        Said::Message => quote! { message: &str },
        Said::Url => quote! { url: &str },
        Said::Messages => {
            let message = type_name("SamplingMessage", protocol);
            quote! { messages: &[#message] }
        }
        Said::MaxTokens => quote! { max_tokens: u32 },
    });
    let says = ask.said.iter().map(|said| match said {
        Said::Message => quote! { .with("message", message) },
        Said::Url => quote! { .with_url(url) },
        Said::Messages => quote! { .with("messages", messages) },
        Said::MaxTokens => quote! { .with("maxTokens", &max_tokens) },
    });
    let request = quote! { InputRequired::ask(#key, InputRequest::new(#method, #params) #(#says)*) };
    if !ask.optional {
        return quote! {
            #about
            pub fn #name(#(#arguments),*) -> Self {
                Self(#request)
            }
        };
    }
    let capabilities = json_text(&ask.capabilities);
    quote! {
        #about
        ///
        /// `None` if the client of this request cannot be asked for it.
        pub fn #name(cx: &Context #(, #arguments)*) -> ::std::option::Option<Self> {
            cx.supports(#capabilities).then(|| Self(#request))
        }
    }
}

/// The type of an answer.
fn answer(ask: &Ask, protocol: &Protocol) -> TokenStream {
    match &ask.answer {
        Answer::Form { content, .. } => {
            let content = ident(content);
            quote! { Elicited<#content> }
        }
        Answer::Link => quote! { Elicited<()> },
        Answer::Protocol { result, .. } => type_name(result, protocol),
    }
}

/// A type of the protocol; `analyze` has seen that it is there.
fn type_name(id: &str, protocol: &Protocol) -> TokenStream {
    let name = ident(protocol.types.get(id).map_or(id, |def| def.rust.as_str()));
    quote! { protocol::#name }
}

/// The doc comment of a request, of its answer, and of who answers.
fn about(key: &str, ask: &Ask) -> TokenStream {
    let what = match &ask.answer {
        Answer::Form { .. } => "A form for the user",
        Answer::Link => "An address for the user to open",
        Answer::Protocol { params: Some(_), .. } => "A message from the model of the client",
        Answer::Protocol { params: None, .. } => "The roots of the client",
    };
    let mut lines = vec![format!("{what}: {}.", docs::code(key))];
    let text = ask.params.get("message").and_then(Value::as_str).unwrap_or_default();
    let text = docs::lines(text);
    if !text.is_empty() {
        lines.push(String::new());
        lines.extend(text);
    }
    docs::attributes_of(lines)
}
