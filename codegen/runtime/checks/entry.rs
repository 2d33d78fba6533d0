//! What a request names in a contract that has entries: a prompt, a resource, an argument to complete.

use super::super::completion::{CompletionRequest, CompletionSubject};
use super::super::contract::Prompt;
use super::super::json::{self, members, unescape};
use super::super::operation::Operation;
use super::super::resource::ResourceRequest;
use super::super::uri_template;
use super::envelope::shortened;
use super::message::Member;
use super::{Exchange, Fault, uri_data};

/// Finds what a request names.
#[derive(Clone, Copy)]
pub(in super::super) struct Naming(pub(super) fn(&Exchange<'_, '_>) -> Result<Operation, Fault>);

impl Naming {
    /// A prompt, a resource, or an argument.
    pub(in super::super) const ENTRY: Self = Self(named);
}

fn named(exchange: &Exchange<'_, '_>) -> Result<Operation, Fault> {
    match exchange.method.map(|method| method.name) {
        Some("prompts/get") => exchange.prompt_named(),
        Some("resources/read") => exchange.resource_named(),
        _ => exchange.completion_named(),
    }
}

impl Exchange<'_, '_> {
    fn prompt_named(&self) -> Result<Operation, Fault> {
        let name = self.message.string(Member::Name).unwrap_or_default();
        let place = self.contract.prompt_index(&name);
        let Some((place, prompt)) = place.and_then(|place| Some((place, self.contract.prompts.get(place)?))) else {
            return Err(format!("there is no prompt \"{}\"", shortened(&name)).into());
        };
        let arguments = self.message.member(Member::Arguments);
        for name in prompt.required_arguments {
            if arguments.and_then(|arguments| json::at(arguments, &[name])).is_none() {
                return Err(format!("the prompt needs the argument \"{name}\"").into());
            }
        }
        Ok(Operation::GetPrompt { prompt: place, arguments: self.arguments() })
    }

    fn resource_named(&self) -> Result<Operation, Fault> {
        let uri = self.message.string(Member::Uri).unwrap_or_default();
        match self.contract.resource_source(&uri) {
            Some(source) => Ok(Operation::ReadResource(ResourceRequest { uri: uri.into_owned(), source })),
            None => Err(Fault::new("there is no such resource").with_data(uri_data(&uri))),
        }
    }

    fn completion_named(&self) -> Result<Operation, Fault> {
        let message = self.message;
        let text = |path: &[&str]| message.param(path).and_then(json::string).unwrap_or_default();
        let argument = text(&["argument", "name"]).into_owned();
        let (subject, names) = if text(&["ref", "type"]) == "ref/prompt" {
            let name = text(&["ref", "name"]);
            let place = self.contract.prompt_index(&name);
            let Some((place, prompt)) = place.and_then(|place| Some((place, self.contract.prompts.get(place)?))) else {
                return Err(format!("there is no prompt \"{}\"", shortened(&name)).into());
            };
            (CompletionSubject::Prompt(place), argument_names(prompt))
        } else {
            let uri = text(&["ref", "uri"]);
            let templates = self.contract.resource_templates;
            let Some(place) = templates.iter().position(|template| template.uri_template == uri) else {
                return Err(Fault::new("there is no such template").with_data(uri_data(&uri)));
            };
            (CompletionSubject::ResourceTemplate(place), uri_template::names(&uri))
        };
        if !names.contains(&argument) {
            return Err(format!("there is no argument \"{}\" to complete", shortened(&argument)).into());
        }
        let context = members(message.param(&["context", "arguments"]).unwrap_or_default())
            .filter_map(|(name, value)| Some((unescape(name), json::string(value)?.into_owned())))
            .collect();
        let value = text(&["argument", "value"]).into_owned();
        Ok(Operation::Complete(CompletionRequest { subject, argument, value, context }))
    }
}

/// The names of the arguments that a prompt's definition lists.
fn argument_names(prompt: &Prompt) -> Vec<String> {
    let arguments = json::at(prompt.definition, &["arguments"]).unwrap_or("[]");
    let arguments = json::value(arguments).unwrap_or_default();
    let arguments = arguments.as_array().map(Vec::as_slice).unwrap_or_default();
    arguments.iter().filter_map(|argument| argument.get("name")?.as_str().map(str::to_owned)).collect()
}
