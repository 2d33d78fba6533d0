//! `mcp/resources.rs`: the resources and resource templates, and the way to them.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::{asks, completions, documentation, ident, module_doc, row_name, texts};
use crate::docs;
use crate::format;
use crate::ir::asks::Asks;
use crate::ir::contract::Contract;
use crate::ir::entries::{Resource, ResourceTemplate};
use crate::literal::json;

/// The text of the file.
#[must_use]
pub fn file(contract: &Contract) -> String {
    let doc = module_doc(&["The resources: their rows in the tables, and what is in a URI of a template."]);
    let resources = contract.resources.iter().map(|resource| {
        let (uri, row, definition) = (&resource.uri, ident(&row_name(&resource.method)), json(&resource.definition));
        let doc = format!(" The resource {}, as far as it is data.", docs::code(uri));
        let needs = asks::needs(resource.asks.as_ref(), &resource.scopes);
        quote! {
            #[doc = #doc]
            pub(crate) const #row: runtime::contract::Resource = runtime::contract::Resource {
                uri: #uri,
                definition: #definition,
                #needs
            };
        }
    });
    let templates = contract.resource_templates.iter().map(|template| {
        let (uri, row) = (&template.uri_template, ident(&row_name(&template.method)));
        let definition = json(&template.definition);
        let subject = format!("the resources {}", docs::code(uri));
        let doc = format!(" The resources {}, as far as they are data.", docs::code(uri));
        let needs = asks::needs(template.asks.as_ref(), &template.scopes);
        let about = format!("Which of {subject} is meant.");
        let args = template.args.as_ref().map(|args| texts::emit(args, &about, "variable"));
        let completion = template.completion.as_ref().zip(template.args.as_ref());
        let completion =
            completion.map(|(completion, args)| completions::types(completion, args, &subject, "variable"));
        quote! {
            #[doc = #doc]
            pub(crate) const #row: runtime::contract::ResourceTemplate = runtime::contract::ResourceTemplate {
                uri_template: #uri,
                definition: #definition,
                #needs
            };
            #args
            #completion
        }
    });
    let completes = contract.resource_templates.iter().any(|template| template.completion.is_some());
    let completion = completes.then(|| quote! { use super::runtime::completion::CompletionRequest; });
    let takes = contract.resource_templates.iter().any(|template| template.args.is_some());
    let texts = takes.then(|| quote! { use super::runtime::texts::{TextFault, Texts}; });
    format::rust_file(quote! { #doc use super::runtime; #completion #texts #(#resources)* #(#templates)* })
}

fn doc_of_resource(resource: &Resource) -> TokenStream {
    documentation(&resource.doc, || format!("The resource {}.", docs::code(&resource.uri)))
}

fn doc_of_template(template: &ResourceTemplate) -> TokenStream {
    documentation(&template.doc, || format!("The resources {}.", docs::code(&template.uri_template)))
}

fn args_of(template: &ResourceTemplate) -> Option<Ident> {
    template.args.as_ref().map(|args| ident(&args.name))
}

/// The functions of the trait.
#[must_use]
pub fn functions(contract: &Contract) -> TokenStream {
    let function = |doc: TokenStream, method: &str, args: Option<Ident>, asks: Option<&Asks>| {
        let method = ident(method);
        let (answers, result) = (asks::parameter(asks), asks::result(asks, quote! { ResourceContents }));
        let args = args.map(|args| quote! { args: resources::#args, });
        quote! {
            #doc
            fn #method(&self, #args #answers cx: &Context) -> impl Future<Output = Result<#result, RequestError>> + Send;
        }
    };
    let resources =
        contract.resources.iter().map(|it| function(doc_of_resource(it), &it.method, None, it.asks.as_ref()));
    let templates = contract
        .resource_templates
        .iter()
        .map(|it| function(doc_of_template(it), &it.method, args_of(it), it.asks.as_ref()));
    quote! { #(#resources)* #(#templates)* }
}

/// The way from a request to them; nothing where there are none.
#[must_use]
pub fn route(contract: &Contract) -> Option<TokenStream> {
    let (resources, templates) = (&contract.resources, &contract.resource_templates);
    if resources.is_empty() && templates.is_empty() {
        return None;
    }
    let arms = resources.iter().map(|resource| {
        let (uri, method) = (&resource.uri, ident(&resource.method));
        let call = asks::call(resource.asks.as_ref(), &method, None);
        quote! { Some(#uri) => #call, }
    });
    let resource_arm = if resources.is_empty() {
        quote! { ResourceSource::Resource(_) => Err(RequestError::not_found()), }
    } else {
        quote! {
            ResourceSource::Resource(place) => match CONTRACT.resources.get(*place).map(|resource| resource.uri) {
                #(#arms)*
                _ => Err(RequestError::not_found()),
            },
        }
    };
    let arms = templates.iter().map(|template| {
        let (uri, method) = (&template.uri_template, ident(&template.method));
        let args = template.args.as_ref().map(|_| quote! { args });
        let call = asks::call(template.asks.as_ref(), &method, args.as_ref());
        match args_of(template) {
            // A text that does not stand for what the variable is: there is no such resource.
            Some(args) => quote! {
                Some(#uri) => match resources::#args::read(variables) {
                    Ok(args) => #call,
                    Err(_) => Err(RequestError::not_found()),
                },
            },
            None => quote! { Some(#uri) => #call, },
        }
    });
    let variables = if templates.iter().any(|template| template.args.is_some()) {
        quote! { variables }
    } else {
        quote! { _ }
    };
    let template_arm = if templates.is_empty() {
        quote! { ResourceSource::Template(..) => Err(RequestError::not_found()), }
    } else {
        quote! {
            ResourceSource::Template(place, #variables) => {
                match CONTRACT.resource_templates.get(*place).map(|template| template.uri_template) {
                    #(#arms)*
                    _ => Err(RequestError::not_found()),
                }
            }
        }
    };
    let asking = resources.iter().map(|resource| &resource.asks);
    let input = asks::input(asking.chain(templates.iter().map(|template| &template.asks)));
    Some(quote! {
        async fn read_resource(
            &self,
            request: &ResourceRequest,
            #input: &Input,
            cx: &Context,
        ) -> Result<Outcome<ResourceContents>, RequestError> {
            match request.source() {
                #resource_arm
                #template_arm
            }
        }
    })
}

/// The functions of the client.
#[must_use]
pub fn calls(contract: &Contract) -> TokenStream {
    let resources = contract.resources.iter().map(|resource| {
        let (doc, method) = (doc_of_resource(resource), ident(&resource.method));
        let row = ident(&row_name(&resource.method));
        if let Some([input, responder, about]) = asks::answerer(resource.asks.as_ref()) {
            return quote! {
                #doc
                #about
                ///
                /// # Errors
                /// [`ClientError::NotFound`] if nothing is there now; else what stood in the way of it.
                pub async fn #method(&self #input) -> Result<ResourceAnswer, ClientError> {
                    self.0.read_asking(&resources::#row #responder).await
                }
            };
        }
        quote! {
            #doc
            ///
            /// # Errors
            /// [`ClientError::NotFound`] if nothing is there now; else what stood in the way of it.
            pub async fn #method(&self) -> Result<ResourceAnswer, ClientError> {
                self.0.read(&resources::#row).await
            }
        }
    });
    let templates = contract.resource_templates.iter().map(|template| {
        let (doc, method) = (doc_of_template(template), ident(&template.method));
        let row = ident(&row_name(&template.method));
        let (param, texts) = match args_of(template) {
            Some(args) => (quote! { , args: resources::#args }, quote! { &args.texts() }),
            None => (quote! {}, quote! { &Texts::default() }),
        };
        if let Some([input, responder, about]) = asks::answerer(template.asks.as_ref()) {
            return quote! {
                #doc
                #about
                ///
                /// # Errors
                /// [`ClientError::Unsendable`] if no URI stands for these values, [`ClientError::NotFound`] if nothing is
                /// there; else what stood in the way of it.
                pub async fn #method(&self #param #input) -> Result<ResourceAnswer, ClientError> {
                    self.0.read_by_asking(&resources::#row, #texts #responder).await
                }
            };
        }
        quote! {
            #doc
            ///
            /// # Errors
            /// [`ClientError::Unsendable`] if no URI stands for these values, [`ClientError::NotFound`] if nothing is
            /// there; else what stood in the way of it.
            pub async fn #method(&self #param) -> Result<ResourceAnswer, ClientError> {
                self.0.read_by(&resources::#row, #texts).await
            }
        }
    });
    quote! { #(#resources)* #(#templates)* }
}
