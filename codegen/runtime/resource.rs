//! `resources/read`: what is asked for, and what is given.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::json::push_escaped;
use super::texts::Texts;

/// A resource that a client wants to read.
#[derive(Clone, Debug)]
pub struct ResourceRequest {
    pub(super) uri: String,
    pub(super) source: ResourceSource,
}

/// Where a URI is declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResourceSource {
    /// The resource at this place of [`Contract::resources`](super::contract::Contract::resources).
    Resource(usize),
    /// The template at this place of
    /// [`Contract::resource_templates`](super::contract::Contract::resource_templates), and the values
    /// of its variables, percent-decoded; those that are undefined are not there.
    Template(usize, Texts),
}

impl ResourceRequest {
    /// The URI as it was asked for. A `file:` URI has no segment `.` or `..`, and what the variables of its
    /// path and its query hold begins with no `/` and no drive, and has no `\`, `//`, `.` or `..` (RSC-06).
    #[must_use]
    pub fn uri(&self) -> &str {
        &self.uri
    }

    /// Where it is declared.
    #[must_use]
    pub fn source(&self) -> &ResourceSource {
        &self.source
    }
}

/// The contents of a resource: one item or several (RSC-05).
///
/// An item is of the URI that was asked for, and of the MIME type that the contract declares, unless it
/// says something else.
#[derive(Clone, Debug)]
pub struct ResourceContents(Vec<Item>);

#[derive(Clone, Debug)]
struct Item {
    uri: Option<String>,
    mime_type: Option<String>,
    /// `text` or `blob`.
    member: &'static str,
    value: String,
}

impl ResourceContents {
    /// One item of text.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self::item("text", text.into())
    }

    /// One item of bytes.
    #[must_use]
    pub fn blob(bytes: &[u8]) -> Self {
        Self::item("blob", STANDARD.encode(bytes))
    }

    fn item(member: &'static str, value: String) -> Self {
        Self(vec![Item { uri: None, mime_type: None, member, value }])
    }

    /// The same, of another URI: a part of what was asked for, such as a file of a directory.
    #[must_use]
    pub fn with_uri(mut self, uri: impl Into<String>) -> Self {
        if let Some(item) = self.0.last_mut() {
            item.uri = Some(uri.into());
        }
        self
    }

    /// The same, of this MIME type.
    #[must_use]
    pub fn with_mime_type(mut self, mime_type: impl Into<String>) -> Self {
        if let Some(item) = self.0.last_mut() {
            item.mime_type = Some(mime_type.into());
        }
        self
    }

    /// These items and then those.
    #[must_use]
    pub fn and(mut self, more: Self) -> Self {
        self.0.extend(more.0);
        self
    }

    /// As the JSON text of an object: what was asked for, and what the contract says of it.
    pub(super) fn to_json(&self, asked: &str, declared: Option<&str>) -> String {
        let mut text = String::from("{\"contents\":[");
        for (place, item) in self.0.iter().enumerate() {
            if place > 0 {
                text.push(',');
            }
            text.push_str("{\"uri\":");
            push_escaped(&mut text, item.uri.as_deref().unwrap_or(asked));
            // What is declared is declared of the URI that was asked for.
            let declared = declared.filter(|_| item.uri.is_none());
            if let Some(mime_type) = item.mime_type.as_deref().or(declared) {
                text.push_str(",\"mimeType\":");
                push_escaped(&mut text, mime_type);
            }
            text.push_str(",\"");
            text.push_str(item.member);
            text.push_str("\":");
            push_escaped(&mut text, &item.value);
            text.push('}');
        }
        text.push_str("]}");
        text
    }
}
