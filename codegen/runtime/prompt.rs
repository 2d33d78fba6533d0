//! `prompts/get`: the messages of a prompt.
//!
//! The same types on both sides: a handler builds them, the client reads them. Always holds: a message
//! has a role and exactly one block of content (PRM-04).

use serde::{Deserialize, Serialize};

use super::content::Content;
use super::failure::RequestError;
use super::texts::TextFault;

/// Whose words a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The model's.
    Assistant,
    /// The person's.
    User,
}

/// One message of a prompt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PromptMessage {
    /// Whose words it is.
    pub role: Role,
    /// What it says.
    pub content: Content,
}

/// What a prompt gives (PRM-04).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PromptMessages {
    /// What the prompt is for, filled in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The messages, in their order.
    pub messages: Vec<PromptMessage>,
}

impl PromptMessages {
    /// No message yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// One message of the user, of text.
    #[must_use]
    pub fn user_text(text: impl Into<String>) -> Self {
        Self::new().user(Content::text(text))
    }

    /// The same, and one more message of the user.
    #[must_use]
    pub fn user(self, content: Content) -> Self {
        self.message(Role::User, content)
    }

    /// The same, and one more message of the model.
    #[must_use]
    pub fn assistant(self, content: Content) -> Self {
        self.message(Role::Assistant, content)
    }

    fn message(mut self, role: Role, content: Content) -> Self {
        self.messages.push(PromptMessage { role, content });
        self
    }

    /// The same with a description of the prompt.
    #[must_use]
    pub fn with_description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// As the JSON text of an object.
    pub(super) fn to_json(&self) -> Result<String, RequestError> {
        serde_json::to_string(self).map_err(RequestError::internal)
    }
}

impl From<TextFault> for RequestError {
    /// An argument that is not what it should stand for (PRM-03).
    fn from(fault: TextFault) -> Self {
        Self::invalid(fault.to_string())
    }
}
