//! What a request brought for a handler that may ask: answers, checked, and what it remembered.

use std::fmt::Display;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::value::RawValue;

use super::super::context::Text;
use super::super::elicitation::Elicited;
use super::super::failure::{Failure, RequestError};
use super::super::json;
use super::super::tool::ToolError;

/// The answers and the state that a request brought.
///
/// Answers of earlier rounds are in the sealed state, so that a handler has all of them, however many
/// rounds there were; those of this request count before them.
#[derive(Debug, Default)]
pub struct Input {
    /// `inputResponses`.
    responses: Option<Text>,
    sealed: Sealed,
    state: State,
}

/// What was in `requestState`.
#[derive(Debug, Default, Deserialize)]
struct Sealed {
    /// The text of an object.
    answers: Option<Box<RawValue>>,
    state: Option<Box<RawValue>>,
}

/// The JSON text of what is to be sealed, if anything is: what [`Sealed`] reads. `state` is JSON text.
pub(super) fn to_seal(answers: &[(&str, &str)], state: Option<&str>) -> Option<String> {
    if answers.is_empty() && state.is_none() {
        return None;
    }
    let mut text = String::from("{\"answers\":{");
    for (place, (key, answer)) in answers.iter().enumerate() {
        if place > 0 {
            text.push(',');
        }
        json::push_escaped(&mut text, key);
        text.push(':');
        text.push_str(answer);
    }
    text.push('}');
    if let Some(state) = state {
        text.push_str(",\"state\":");
        text.push_str(state);
    }
    text.push('}');
    Some(text)
}

/// What a handler remembered in the round before ([`InputRequired::with_state`](super::InputRequired::with_state)).
///
/// It is what it was, and was for this caller, this name and these arguments (MRT-06, MRT-07).
#[derive(Clone, Debug, Default)]
pub struct State {
    json: Option<Box<RawValue>>,
    id: Option<String>,
}

impl State {
    /// What was remembered. `None` if nothing was, or what was is no `T`: another version of the server
    /// sealed it.
    #[must_use]
    pub fn get<T: DeserializeOwned>(&self) -> Option<T> {
        serde_json::from_str(self.json.as_deref()?.get()).ok()
    }

    /// What tells this round from all others. The client may send a state more than once while it is
    /// good; who must not act on it twice remembers this, where all replicas see it (MRT-08).
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }
}

/// An answer is not one to what was asked: -32602 (MRT-10, ELI-09).
#[derive(Debug)]
pub struct InvalidInput(String);

impl InvalidInput {
    fn new(key: &str, fault: impl Display) -> Self {
        Self(format!("inputResponses[{key:?}] {fault}"))
    }
}

impl From<InvalidInput> for ToolError {
    fn from(InvalidInput(message): InvalidInput) -> Self {
        Self(Failure::InputResponses(message))
    }
}

impl From<InvalidInput> for RequestError {
    fn from(InvalidInput(message): InvalidInput) -> Self {
        Self(Failure::InputResponses(message))
    }
}

/// An answer as it came.
struct Raw<'i> {
    json: &'i str,
    /// Whether this request brought it; otherwise it was checked in an earlier round.
    fresh: bool,
}

impl Input {
    pub(in super::super) fn with_responses(mut self, responses: Option<Text>) -> Self {
        self.responses = responses;
        self
    }

    /// What an opened `requestState` holds; `None` if it is not of this version's making.
    pub(in super::super) fn opened(payload: &[u8], id: String) -> Option<Self> {
        let mut sealed: Sealed = serde_json::from_str(str::from_utf8(payload).ok()?).ok()?;
        let state = State { json: sealed.state.take(), id: Some(id) };
        Some(Self { responses: None, sealed, state })
    }

    /// What the handler remembered.
    #[must_use]
    pub fn state(&self) -> State {
        self.state.clone()
    }

    /// The answer to a form, its content checked by `check` and decoded.
    ///
    /// # Errors
    /// If it is no answer to that form.
    pub fn form<T: DeserializeOwned, F: Display>(
        &self,
        key: &str,
        check: impl Fn(&Value) -> Result<(), F>,
    ) -> Result<Option<Elicited<T>>, InvalidInput> {
        self.read(key, |json| Elicited::form(json, &check))
    }

    /// The answer to a request to open an address.
    ///
    /// # Errors
    /// If it is no such answer.
    pub fn link(&self, key: &str) -> Result<Option<Elicited<()>>, InvalidInput> {
        self.read(key, Elicited::link)
    }

    /// The answer to a request of another method, as the type that the protocol has for it.
    ///
    /// # Errors
    /// If it is none of that type.
    pub fn response<T: DeserializeOwned>(&self, key: &str) -> Result<Option<T>, InvalidInput> {
        self.read(key, |json| serde_json::from_str(json).map_err(|error| error.to_string()))
    }

    fn read<T>(&self, key: &str, read: impl Fn(&str) -> Result<T, String>) -> Result<Option<T>, InvalidInput> {
        let Some(Raw { json, fresh }) = self.raw(key) else { return Ok(None) };
        match read(json) {
            Ok(answer) => Ok(Some(answer)),
            Err(fault) if fresh => Err(InvalidInput::new(key, fault)),
            // It was right when it was sealed: the contract is another one by now. It is asked for again.
            Err(_) => Ok(None),
        }
    }

    fn raw(&self, key: &str) -> Option<Raw<'_>> {
        let fresh = self.responses.as_ref().and_then(|responses| json::at(responses.as_str(), &[key]));
        let sealed = || json::at(self.sealed.answers.as_deref()?.get(), &[key]);
        match fresh {
            Some(json) => Some(Raw { json, fresh: true }),
            None => sealed().map(|json| Raw { json, fresh: false }),
        }
    }

    /// The answers under these keys, as they came.
    pub(super) fn answers<'k>(&self, keys: impl Iterator<Item = &'k str>) -> Vec<(&'k str, &str)> {
        keys.filter_map(|key| Some((key, self.raw(key)?.json))).collect()
    }
}
