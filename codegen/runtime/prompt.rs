//! `prompts/get`: the messages of a prompt.
//!
//! The same types on both sides: a handler builds them, the client reads them. Always holds: a message
//! has a role and exactly one block of content (PRM-04).

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::content::{Content, ContentBody, is_media_type};
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

impl Role {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Assistant => "assistant",
            Self::User => "user",
        }
    }
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

    /// As the JSON text of an object. A resource that a message embeds says what it is (PRM-05).
    pub(super) fn to_json(&self) -> Result<String, RequestError> {
        let unnamed = |message: &PromptMessage| match &message.content.body {
            ContentBody::Resource { resource } => {
                !resource.get("mimeType").and_then(Value::as_str).is_some_and(is_media_type)
            }
            _ => false,
        };
        if self.messages.iter().any(unnamed) {
            return Err(RequestError::internal("a resource that a prompt embeds must have a `mimeType`"));
        }
        serde_json::to_string(self).map_err(RequestError::internal)
    }
}

impl From<TextFault> for RequestError {
    /// An argument that is not what it should stand for (PRM-03).
    fn from(fault: TextFault) -> Self {
        Self::invalid(fault.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Map, json};

    #[test]
    fn prm_05_an_embedded_resource_has_uri_mime_type_and_text_or_blob() {
        let embedding = |resource: Value| {
            let resource: Map<String, Value> = resource.as_object().cloned().unwrap_or_default();
            let body = ContentBody::Resource { resource };
            PromptMessages::new().user(Content { body, extra: Map::new() }).to_json()
        };
        for whole in [
            json!({"uri": "test://a", "mimeType": "text/plain", "text": ""}),
            json!({"uri": "test://a", "mimeType": "image/png", "blob": "AA=="}),
        ] {
            assert!(embedding(whole.clone()).is_ok(), "{whole}");
        }
        for part in [
            json!({}),
            json!({"uri": "test://a", "text": ""}),
            json!({"uri": "test://a", "text": "", "mimeType": null}),
            json!({"uri": "test://a", "text": "", "mimeType": ""}),
            json!({"uri": "test://a", "text": "", "mimeType": "plain"}),
            json!({"uri": "test://a", "mimeType": "text/plain"}),
            json!({"mimeType": "text/plain", "text": ""}),
            json!({"uri": "test://a", "mimeType": "image/png", "blob": "%%%"}),
        ] {
            assert!(embedding(part.clone()).is_err(), "{part}");
        }
        // What is built by name has all of them, and a link needs none.
        let built = PromptMessages::new()
            .user(Content::text_resource("test://a", "text/plain", "t"))
            .user(Content::blob_resource("test://a", "image/png", &[0]))
            .user(Content::resource_link("test://a", "a"));
        assert!(built.to_json().is_ok());
        // What another server left out does no harm to a client.
        let theirs =
            json!({"role": "user", "content": {"type": "resource", "resource": {"uri": "test://a", "text": ""}}});
        assert!(serde_json::from_value::<PromptMessage>(theirs).is_ok());
    }
}
