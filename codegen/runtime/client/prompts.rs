//! `prompts/get` and `completion/complete` from the client's side.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::super::completion::Completion;
use super::super::contract::{Prompt, ResourceTemplate};
use super::super::prompt::PromptMessages;
use super::super::texts::Texts;
use super::answer::{self, Outcome};
use super::input::Respond;
use super::transport::Transport;
use super::{Client, Error, Params, request};

/// What an argument that is to be completed belongs to (CMP-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type")]
pub enum CompletionRef<'a> {
    /// A prompt.
    #[serde(rename = "ref/prompt")]
    Prompt {
        /// Its name.
        name: &'a str,
    },
    /// A resource template.
    #[serde(rename = "ref/resource")]
    Resource {
        /// The template.
        uri: &'a str,
    },
}

impl<'a> From<&'a Prompt> for CompletionRef<'a> {
    fn from(prompt: &'a Prompt) -> Self {
        Self::Prompt { name: prompt.name }
    }
}

impl<'a> From<&'a ResourceTemplate> for CompletionRef<'a> {
    fn from(template: &'a ResourceTemplate) -> Self {
        Self::Resource { uri: template.uri_template }
    }
}

#[derive(Serialize)]
struct Argument<'a> {
    name: &'a str,
    value: &'a str,
}

#[derive(Serialize)]
struct Settled<'a> {
    arguments: std::collections::BTreeMap<&'a str, &'a str>,
}

impl<T: Transport> Client<T> {
    /// The messages of a prompt, by its name.
    ///
    /// # Errors
    /// Any [`Error`] but [`Error::Tool`] and [`Error::InputRequired`].
    pub async fn get_prompt(&self, name: &str, arguments: &Texts) -> Result<Outcome<PromptMessages>, Error> {
        let params = Params::from([("name", request::raw(name)?), ("arguments", request::raw(&arguments.to_map())?)]);
        let result = self.timed(self.request("prompts/get", &params)).await?;
        match answer::outcome(result)? {
            Outcome::Complete(result) => decoded(&result).map(Outcome::Complete),
            Outcome::InputRequired(input) => Ok(Outcome::InputRequired(input)),
        }
    }

    /// The messages of a prompt of the contract. One that asks for input is an error here.
    ///
    /// # Errors
    /// Any [`Error`] but [`Error::Tool`].
    pub async fn prompt(&self, prompt: &Prompt, arguments: &Texts) -> Result<PromptMessages, Error> {
        self.get_prompt(prompt.name, arguments).await?.complete()
    }

    /// The messages of a prompt of the contract; what it asks is answered by `respond`.
    ///
    /// # Errors
    /// Any [`Error`] but [`Error::Tool`] and [`Error::InputRequired`].
    pub async fn prompt_asking<R: Respond>(
        &self,
        prompt: &Prompt,
        arguments: &Texts,
        respond: &R,
    ) -> Result<PromptMessages, Error> {
        let arguments = request::raw(&arguments.to_map())?;
        let params = Params::from([("name", request::raw(prompt.name)?), ("arguments", arguments)]);
        decoded(&self.rounds("prompts/get", params, respond).await?)
    }

    /// Suggestions for an argument of which `value` is typed, the others being `settled`.
    ///
    /// # Errors
    /// Any [`Error`] but [`Error::Tool`] and [`Error::InputRequired`].
    pub async fn complete_argument<'a>(
        &self,
        of: impl Into<CompletionRef<'a>>,
        argument: &str,
        value: &str,
        settled: &Texts,
    ) -> Result<Completion, Error> {
        #[derive(Deserialize)]
        struct Answer {
            completion: Completion,
        }
        let mut params = Params::from([
            ("ref", request::raw(&of.into())?),
            ("argument", request::raw(&Argument { name: argument, value })?),
        ]);
        let arguments = settled.to_map();
        if !arguments.is_empty() {
            params.insert("context", request::raw(&Settled { arguments })?);
        }
        let answer: Answer = self.timed(self.complete("completion/complete", &params)).await?;
        Ok(answer.completion)
    }
}

fn decoded(result: &RawValue) -> Result<PromptMessages, Error> {
    serde_json::from_str(result.get()).map_err(|error| Error::invalid(format!("the result of prompts/get: {error}")))
}
