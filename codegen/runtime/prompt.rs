//! `prompts/get` and `completion/complete`: what is given.

use serde::Serialize;

use super::failure::RequestError;
use super::json::push_escaped;

/// The messages of a prompt (PRM-04).
#[derive(Debug)]
pub struct PromptMessages {
    /// JSON text of an array.
    messages: String,
    description: Option<String>,
}

impl PromptMessages {
    /// One message of the user, of text.
    #[must_use]
    pub fn user_text(text: &str) -> Self {
        let mut messages = String::from(r#"[{"role":"user","content":{"type":"text","text":"#);
        push_escaped(&mut messages, text);
        messages.push_str("}}]");
        Self { messages, description: None }
    }

    /// Messages of any kind: whatever serialises as the protocol's `PromptMessage`.
    ///
    /// # Errors
    ///
    /// An internal error if the messages cannot be written as JSON.
    pub fn new<T: Serialize>(messages: &[T]) -> Result<Self, RequestError> {
        Ok(Self { messages: serde_json::to_string(messages).map_err(RequestError::internal)?, description: None })
    }

    /// The same messages with a description of the prompt.
    #[must_use]
    pub fn with_description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// As the JSON text of an object.
    pub(super) fn to_json(&self) -> String {
        let mut text = String::from("{");
        if let Some(description) = &self.description {
            text.push_str("\"description\":");
            push_escaped(&mut text, description);
            text.push(',');
        }
        text.push_str("\"messages\":");
        text.push_str(&self.messages);
        text.push('}');
        text
    }
}

/// What `completion/complete` wants to know (CMP-02).
#[derive(Clone, Debug)]
pub struct CompletionRequest {
    pub(super) subject: CompletionSubject,
    pub(super) argument: String,
    pub(super) value: String,
    pub(super) context: Vec<(String, String)>,
}

/// What an argument that is to be completed belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompletionSubject {
    /// The prompt at this place of [`Contract::prompts`](super::contract::Contract::prompts).
    Prompt(usize),
    /// The template at this place of
    /// [`Contract::resource_templates`](super::contract::Contract::resource_templates).
    ResourceTemplate(usize),
}

impl CompletionRequest {
    /// What the argument belongs to.
    #[must_use]
    pub fn subject(&self) -> CompletionSubject {
        self.subject
    }

    /// The name of the argument or variable: one that the prompt or template has.
    #[must_use]
    pub fn argument(&self) -> &str {
        &self.argument
    }

    /// What has been typed.
    #[must_use]
    pub fn value(&self) -> &str {
        &self.value
    }

    /// The value of another argument that has been settled.
    #[must_use]
    pub fn settled(&self, name: &str) -> Option<&str> {
        self.context.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }
}

/// Suggestions, best first (CMP-03).
#[derive(Clone, Debug, Default)]
pub struct Completion {
    values: Vec<String>,
    total: Option<usize>,
    has_more: bool,
}

impl Completion {
    /// Sent at once.
    const MAX: usize = 100;

    /// All there are; of more than 100 the first 100 are sent, and that there are more is said.
    #[must_use]
    pub fn new(values: Vec<String>) -> Self {
        let total = (values.len() > Self::MAX).then_some(values.len());
        let has_more = total.is_some();
        Self { values: values.into_iter().take(Self::MAX).collect(), total, has_more }
    }

    /// Some of this many.
    #[must_use]
    pub fn of_total(values: Vec<String>, total: usize) -> Self {
        let values: Vec<String> = values.into_iter().take(Self::MAX).collect();
        let has_more = total > values.len();
        Self { values, total: Some(total), has_more }
    }

    /// As the JSON text of an object.
    pub(super) fn to_json(&self) -> String {
        let mut text = String::from(r#"{"completion":{"values":["#);
        for (place, value) in self.values.iter().enumerate() {
            if place > 0 {
                text.push(',');
            }
            push_escaped(&mut text, value);
        }
        text.push(']');
        if let Some(total) = self.total {
            text.push_str(",\"total\":");
            text.push_str(&total.to_string());
        }
        if self.has_more {
            text.push_str(",\"hasMore\":true");
        }
        text.push_str("}}");
        text
    }
}
