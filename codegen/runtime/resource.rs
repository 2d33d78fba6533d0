//! `resources/read`: what is asked for, and what is given.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::json::push_escaped;

/// A resource that a client wants to read.
#[derive(Clone, Debug)]
pub struct ResourceRequest {
    pub(super) uri: String,
    pub(super) source: ResourceSource,
}

/// Where a URI is declared.
#[derive(Clone, Debug)]
pub enum ResourceSource {
    /// The resource at this place of [`Contract::resources`](super::contract::Contract::resources).
    Resource(usize),
    /// The template at this place of
    /// [`Contract::resource_templates`](super::contract::Contract::resource_templates), and the values
    /// of its variables, percent-decoded; those that are undefined are not there.
    Template(usize, Vec<(String, String)>),
}

impl ResourceRequest {
    /// The URI as it was asked for. A `file:` URI has no `.` or `..` in it (RSC-06).
    #[must_use]
    pub fn uri(&self) -> &str {
        &self.uri
    }

    /// Where it is declared.
    #[must_use]
    pub fn source(&self) -> &ResourceSource {
        &self.source
    }

    /// The value of a variable of its template.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<&str> {
        match &self.source {
            ResourceSource::Resource(_) => None,
            ResourceSource::Template(_, variables) => {
                variables.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
            }
        }
    }
}

/// The contents of a resource: one item or several (RSC-05).
#[derive(Clone, Debug)]
pub struct ResourceContents(String);

impl ResourceContents {
    /// One item of text.
    #[must_use]
    pub fn text(uri: &str, mime_type: Option<&str>, text: &str) -> Self {
        Self(item(uri, mime_type, "text", text))
    }

    /// One item of bytes.
    #[must_use]
    pub fn blob(uri: &str, mime_type: Option<&str>, bytes: &[u8]) -> Self {
        Self(item(uri, mime_type, "blob", &STANDARD.encode(bytes)))
    }

    /// These items and then those.
    #[must_use]
    pub fn and(mut self, more: &Self) -> Self {
        self.0.push(',');
        self.0.push_str(&more.0);
        self
    }

    /// As the JSON text of an object.
    pub(super) fn to_json(&self) -> String {
        format!(r#"{{"contents":[{}]}}"#, self.0)
    }
}

fn item(uri: &str, mime_type: Option<&str>, member: &str, value: &str) -> String {
    let mut text = String::with_capacity(64 + uri.len() + value.len());
    text.push_str("{\"uri\":");
    push_escaped(&mut text, uri);
    if let Some(mime_type) = mime_type {
        text.push_str(",\"mimeType\":");
        push_escaped(&mut text, mime_type);
    }
    text.push_str(",\"");
    text.push_str(member);
    text.push_str("\":");
    push_escaped(&mut text, value);
    text.push('}');
    text
}
