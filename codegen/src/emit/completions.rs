//! The completion of prompts and resource templates: its types, and the way to it.

use proc_macro2::TokenStream;
use quote::quote;

use super::{ident, texts};
use crate::docs;
use crate::ir::contract::Contract;
use crate::ir::entries::{Completion, Texts};

/// The types; `subject` is what is completed, such as "the prompt `greet`", and `what` its parts are.
#[must_use]
pub fn types(completion: &Completion, of: &Texts, subject: &str, what: &str) -> TokenStream {
    let (args, argument, settled) = (ident(&completion.args), ident(&completion.argument), ident(&completion.settled));
    let about_args = format!(" What is typed of {subject}.");
    let about_argument = format!(" What can be completed of {subject}.");
    let about_settled = format!(" What is settled already of {subject}, as texts.");
    let variants = completion.variants.iter().map(|(wire, variant)| {
        let variant = ident(variant);
        let doc = docs::attributes_of([format!("The {what} {}.", docs::code(wire))]);
        quote! { #doc #variant }
    });
    let from_wire = completion.variants.iter().map(|(wire, variant)| {
        let variant = ident(variant);
        quote! { #wire => #argument::#variant }
    });
    let to_wire = completion.variants.iter().map(|(wire, variant)| {
        let variant = ident(variant);
        quote! { Self::#variant => #wire }
    });
    let fields = of.fields.iter().map(|field| {
        let (doc, rust) = (texts::documentation(field, what), ident(&field.rust));
        quote! { #doc pub #rust: Option<String> }
    });
    let read = of.fields.iter().map(|field| {
        let (rust, wire) = (ident(&field.rust), &field.wire);
        quote! { #rust: settled(#wire) }
    });
    let write = of.fields.iter().map(|field| {
        let (rust, wire) = (ident(&field.rust), &field.wire);
        quote! { texts.add(#wire, &self.#rust); }
    });
    quote! {
        #[doc = #about_args]
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct #args {
            /// What is being typed.
            pub argument: #argument,
            /// What has been typed of it.
            pub value: String,
            /// What the others are already.
            pub settled: #settled,
        }

        impl #args {
            /// With nothing settled yet.
            #[must_use]
            pub fn new(argument: #argument, value: impl Into<String>) -> Self {
                Self { argument, value: value.into(), settled: #settled::default() }
            }

            /// From what a client sent; `None` if nothing is suggested for it.
            pub(crate) fn read(request: &CompletionRequest) -> Option<Self> {
                let argument = match request.argument() {
                    #(#from_wire,)*
                    _ => return None,
                };
                let settled = |name: &str| request.settled(name).map(str::to_owned);
                let settled = #settled { #(#read,)* };
                Some(Self { argument, value: request.value().to_owned(), settled })
            }
        }

        #[doc = #about_argument]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum #argument {
            #(#variants,)*
        }

        impl #argument {
            /// Its name on the wire.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    #(#to_wire,)*
                }
            }
        }

        #[doc = #about_settled]
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct #settled {
            #(#fields,)*
        }

        impl #settled {
            /// The texts that a client sends.
            pub(crate) fn texts(&self) -> Texts {
                let mut texts = Texts::default();
                #(#write)*
                texts
            }
        }
    }
}

/// A completion, and where it belongs: module and constant of the entry, and its id.
struct Subject<'a> {
    completion: &'a Completion,
    module: &'static str,
    row: String,
    id: &'a str,
    doc: String,
}

fn subjects(contract: &Contract) -> Vec<Subject<'_>> {
    let prompts = contract.prompts.iter().filter_map(|prompt| {
        Some(Subject {
            completion: prompt.completion.as_ref()?,
            module: "prompts",
            row: super::row_name(&prompt.method),
            id: &prompt.name,
            doc: format!("the prompt {}", docs::code(&prompt.name)),
        })
    });
    let templates = contract.resource_templates.iter().filter_map(|template| {
        Some(Subject {
            completion: template.completion.as_ref()?,
            module: "resources",
            row: super::row_name(&template.method),
            id: &template.uri_template,
            doc: format!("the resources {}", docs::code(&template.uri_template)),
        })
    });
    prompts.chain(templates).collect()
}

/// The functions of the trait.
#[must_use]
pub fn functions(contract: &Contract) -> TokenStream {
    let functions = subjects(contract).into_iter().map(|subject| {
        let doc = docs::attributes_of([format!("Suggests values for {}.", subject.doc)]);
        let (module, method, args) =
            (ident(subject.module), ident(&subject.completion.method), ident(&subject.completion.args));
        quote! {
            #doc
            fn #method(
                &self,
                args: #module::#args,
                cx: &Context,
            ) -> impl Future<Output = Result<Completion, RequestError>> + Send;
        }
    });
    quote! { #(#functions)* }
}

/// The way from a request to them; nothing where nothing can be completed.
#[must_use]
pub fn route(contract: &Contract) -> Option<TokenStream> {
    let subjects = subjects(contract);
    if subjects.is_empty() {
        return None;
    }
    let arms = |of: &str| {
        let arms = subjects.iter().filter(|subject| subject.module == of).map(|subject| {
            let (id, module) = (subject.id, ident(subject.module));
            let (method, args) = (ident(&subject.completion.method), ident(&subject.completion.args));
            quote! {
                Some(#id) => match #module::#args::read(request) {
                    Some(args) => self.server.#method(args, cx).await,
                    None => Ok(Completion::default()),
                },
            }
        });
        let arms: Vec<TokenStream> = arms.collect();
        (!arms.is_empty()).then(|| quote! { #(#arms)* })
    };
    let prompts = arms("prompts").map(|arms| {
        quote! {
            CompletionSubject::Prompt(place) => match CONTRACT.prompts.get(place).map(|prompt| prompt.name) {
                #arms
                _ => Ok(Completion::default()),
            },
        }
    });
    let templates = arms("resources").map(|arms| {
        quote! {
            CompletionSubject::ResourceTemplate(place) => {
                match CONTRACT.resource_templates.get(place).map(|template| template.uri_template) {
                    #arms
                    _ => Ok(Completion::default()),
                }
            },
        }
    });
    let rest = if prompts.is_none() {
        Some(quote! { CompletionSubject::Prompt(_) => Ok(Completion::default()), })
    } else if templates.is_none() {
        Some(quote! { CompletionSubject::ResourceTemplate(_) => Ok(Completion::default()), })
    } else {
        None
    };
    Some(quote! {
        async fn complete(&self, request: &CompletionRequest, cx: &Context) -> Result<Completion, RequestError> {
            match request.subject() {
                #prompts
                #templates
                #rest
            }
        }
    })
}

/// The functions of the client.
#[must_use]
pub fn calls(contract: &Contract) -> TokenStream {
    let calls = subjects(contract).into_iter().map(|subject| {
        let doc = docs::attributes_of([format!("Suggestions for {}.", subject.doc)]);
        let (module, row) = (ident(subject.module), ident(&subject.row));
        let (method, args) = (ident(&subject.completion.method), ident(&subject.completion.args));
        quote! {
            #doc
            ///
            /// # Errors
            /// What stood in the way of the answer.
            pub async fn #method(&self, args: #module::#args) -> Result<Completion, ClientError> {
                let settled = args.settled.texts();
                self.0.complete_argument(&#module::#row, args.argument.name(), &args.value, &settled).await
            }
        }
    });
    quote! { #(#calls)* }
}
