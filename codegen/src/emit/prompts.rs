//! `mcp/prompts.rs`: the prompts, and the way to them.

use proc_macro2::TokenStream;
use quote::quote;

use super::{asks, completions, documentation, ident, module_doc, row_name, texts};
use crate::docs;
use crate::format;
use crate::ir::contract::Contract;
use crate::ir::entries::{Presence, Prompt};
use crate::literal::json;

/// The text of the file.
#[must_use]
pub fn file(contract: &Contract) -> String {
    let doc = module_doc(&["The prompts: what each takes, and its row in the tables."]);
    let items = contract.prompts.iter().map(|prompt| {
        let row = row(prompt);
        let subject = format!("the prompt {}", docs::code(&prompt.name));
        let args = prompt.args.as_ref().map(|args| texts::emit(args, &format!("What {subject} takes."), "argument"));
        let completion = prompt.completion.as_ref().zip(prompt.args.as_ref());
        let completion =
            completion.map(|(completion, args)| completions::types(completion, args, &subject, "argument"));
        quote! { #row #args #completion }
    });
    let completes = contract.prompts.iter().any(|prompt| prompt.completion.is_some());
    let completion = completes.then(|| quote! { use super::runtime::completion::CompletionRequest; });
    let takes = contract.prompts.iter().any(|prompt| prompt.args.is_some());
    let texts = takes.then(|| quote! { use super::runtime::texts::{TextFault, Texts}; });
    format::rust_file(quote! { #doc use super::runtime; #completion #texts #(#items)* })
}

fn row(prompt: &Prompt) -> TokenStream {
    let (name, row, definition) = (&prompt.name, ident(&row_name(&prompt.method)), json(&prompt.definition));
    let doc = format!(" The prompt {}, as far as it is data.", docs::code(name));
    let fields = prompt.args.iter().flat_map(|args| &args.fields);
    let required = fields.filter(|field| field.presence == Presence::Required).map(|field| &field.wire);
    let needs = asks::needs(prompt.asks.as_ref(), &prompt.scopes);
    quote! {
        #[doc = #doc]
        pub(crate) const #row: runtime::contract::Prompt = runtime::contract::Prompt {
            name: #name,
            definition: #definition,
            required_arguments: &[#(#required),*],
            #needs
        };
    }
}

fn doc(prompt: &Prompt) -> TokenStream {
    documentation(&prompt.doc, || format!("The prompt {}.", docs::code(&prompt.name)))
}

/// The functions of the trait.
#[must_use]
pub fn functions(contract: &Contract) -> TokenStream {
    let functions = contract.prompts.iter().map(|prompt| {
        let (doc, method) = (doc(prompt), ident(&prompt.method));
        let args = prompt.args.as_ref().map(|args| {
            let args = ident(&args.name);
            quote! { args: prompts::#args, }
        });
        let answers = asks::parameter(prompt.asks.as_ref());
        let result = asks::result(prompt.asks.as_ref(), quote! { PromptMessages });
        quote! {
            #doc
            fn #method(&self, #args #answers cx: &Context) -> impl Future<Output = Result<#result, RequestError>> + Send;
        }
    });
    quote! { #(#functions)* }
}

/// The way from a request to them; nothing where there are none.
#[must_use]
pub fn route(contract: &Contract) -> Option<TokenStream> {
    if contract.prompts.is_empty() {
        return None;
    }
    let arms = contract.prompts.iter().map(|prompt| {
        let (name, method) = (&prompt.name, ident(&prompt.method));
        let args = prompt.args.as_ref().map(|args| {
            let args = ident(&args.name);
            quote! { prompts::#args::read(&Texts::from_json(arguments)?)? }
        });
        let call = asks::call(prompt.asks.as_ref(), &method, args.as_ref());
        quote! { Some(#name) => #call, }
    });
    let input = asks::input(contract.prompts.iter().map(|prompt| &prompt.asks));
    let unused = contract.prompts.iter().all(|prompt| prompt.args.is_none()).then(|| quote! { let _ = arguments; });
    Some(quote! {
        async fn get_prompt(
            &self,
            prompt: usize,
            arguments: &str,
            #input: &Input,
            cx: &Context,
        ) -> Result<Outcome<PromptMessages>, RequestError> {
            #unused
            match CONTRACT.prompts.get(prompt).map(|prompt| prompt.name) {
                #(#arms)*
                _ => Err(RequestError::not_found()),
            }
        }
    })
}

/// The functions of the client.
#[must_use]
pub fn calls(contract: &Contract) -> TokenStream {
    let calls = contract.prompts.iter().map(|prompt| {
        let (doc, method, row) = (doc(prompt), ident(&prompt.method), ident(&row_name(&prompt.method)));
        let (param, texts) = match &prompt.args {
            Some(args) => {
                let args = ident(&args.name);
                (quote! { , args: prompts::#args }, quote! { &args.texts() })
            }
            None => (quote! {}, quote! { &Texts::default() }),
        };
        if let Some([input, responder, about]) = asks::answerer(prompt.asks.as_ref()) {
            return quote! {
                #doc
                #about
                ///
                /// # Errors
                /// What stood in the way of it.
                pub async fn #method(&self #param #input) -> Result<PromptMessages, ClientError> {
                    self.0.prompt_asking(&prompts::#row, #texts #responder).await
                }
            };
        }
        quote! {
            #doc
            ///
            /// # Errors
            /// [`ClientError::InputRequired`] if the prompt wants to know more; else what stood in the way of it.
            pub async fn #method(&self #param) -> Result<PromptMessages, ClientError> {
                self.0.prompt(&prompts::#row, #texts).await
            }
        }
    });
    quote! { #(#calls)* }
}
