//! Content blocks: what a person or a model reads of a result.
//!
//! The same types on both sides: a handler builds them, the client reads them. Always holds: a
//! member that this revision does not know survives reading and writing; a block of an unknown
//! `type` is not read as one of a known type (TOOL-11).

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::ser::SerializeMap as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

/// One block of `content` (TOOL-11).
#[derive(Clone, Debug, PartialEq)]
pub struct Content {
    /// What it shows.
    pub body: ContentBody,
    /// The other members: `annotations`, `_meta`, and those that this revision does not know.
    pub extra: Map<String, Value>,
}

/// The five kinds of content.
#[derive(Clone, Debug, PartialEq)]
pub enum ContentBody {
    /// Text.
    Text {
        /// The text.
        text: String,
    },
    /// A picture.
    Image {
        /// Base64 of its bytes.
        data: String,
        /// Such as `image/png`.
        mime_type: String,
    },
    /// Sound.
    Audio {
        /// Base64 of its bytes.
        data: String,
        /// Such as `audio/wav`.
        mime_type: String,
    },
    /// Where a resource is; `title`, `description`, `mimeType`, `size` and `icons` stand in [`Content::extra`].
    ResourceLink {
        /// Its address.
        uri: String,
        /// Its name.
        name: String,
    },
    /// A resource itself: `uri`, and `text` or `blob`.
    Resource {
        /// As `TextResourceContents` or `BlobResourceContents` has it.
        resource: Map<String, Value>,
    },
}

impl Content {
    fn new(body: ContentBody) -> Self {
        Self { body, extra: Map::new() }
    }

    /// Text.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self::new(ContentBody::Text { text: text.into() })
    }

    /// A picture, from its bytes.
    #[must_use]
    pub fn image(bytes: &[u8], mime_type: impl Into<String>) -> Self {
        Self::new(ContentBody::Image { data: STANDARD.encode(bytes), mime_type: mime_type.into() })
    }

    /// Sound, from its bytes.
    #[must_use]
    pub fn audio(bytes: &[u8], mime_type: impl Into<String>) -> Self {
        Self::new(ContentBody::Audio { data: STANDARD.encode(bytes), mime_type: mime_type.into() })
    }

    /// Where a resource is.
    #[must_use]
    pub fn resource_link(uri: impl Into<String>, name: impl Into<String>) -> Self {
        Self::new(ContentBody::ResourceLink { uri: uri.into(), name: name.into() })
    }

    /// A resource that is text.
    #[must_use]
    pub fn text_resource(uri: impl Into<String>, mime_type: impl Into<String>, text: impl Into<String>) -> Self {
        Self::resource(uri.into(), mime_type.into(), "text", text.into())
    }

    /// A resource that is bytes.
    #[must_use]
    pub fn blob_resource(uri: impl Into<String>, mime_type: impl Into<String>, bytes: &[u8]) -> Self {
        Self::resource(uri.into(), mime_type.into(), "blob", STANDARD.encode(bytes))
    }

    fn resource(uri: String, mime_type: String, member: &str, content: String) -> Self {
        let mut resource = Map::new();
        resource.insert("uri".to_owned(), Value::String(uri));
        resource.insert("mimeType".to_owned(), Value::String(mime_type));
        resource.insert(member.to_owned(), Value::String(content));
        Self::new(ContentBody::Resource { resource })
    }

    /// Adds a member, such as `annotations` or `_meta`.
    #[must_use]
    pub fn with(mut self, member: impl Into<String>, value: impl Into<Value>) -> Self {
        self.extra.insert(member.into(), value.into());
        self
    }

    /// The text, if it is one.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match &self.body {
            ContentBody::Text { text } => Some(text),
            _ => None,
        }
    }
}

impl Serialize for Content {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match &self.body {
            ContentBody::Text { text } => {
                map.serialize_entry("type", "text")?;
                map.serialize_entry("text", text)?;
            }
            ContentBody::Image { data, mime_type } => {
                map.serialize_entry("type", "image")?;
                map.serialize_entry("data", data)?;
                map.serialize_entry("mimeType", mime_type)?;
            }
            ContentBody::Audio { data, mime_type } => {
                map.serialize_entry("type", "audio")?;
                map.serialize_entry("data", data)?;
                map.serialize_entry("mimeType", mime_type)?;
            }
            ContentBody::ResourceLink { uri, name } => {
                map.serialize_entry("type", "resource_link")?;
                map.serialize_entry("uri", uri)?;
                map.serialize_entry("name", name)?;
            }
            ContentBody::Resource { resource } => {
                map.serialize_entry("type", "resource")?;
                map.serialize_entry("resource", resource)?;
            }
        }
        // A member of the kind itself is written once, whatever stands in `extra`.
        let own: &[&str] = match &self.body {
            ContentBody::Text { .. } => &["type", "text"],
            ContentBody::Image { .. } | ContentBody::Audio { .. } => &["type", "data", "mimeType"],
            ContentBody::ResourceLink { .. } => &["type", "uri", "name"],
            ContentBody::Resource { .. } => &["type", "resource"],
        };
        for (name, value) in self.extra.iter().filter(|(name, _)| !own.contains(&name.as_str())) {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Content {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error as _;
        let mut members = Map::<String, Value>::deserialize(deserializer)?;
        let kind = take_string(&mut members, "type").map_err(D::Error::custom)?;
        let mut string = |name| take_string(&mut members, name).map_err(D::Error::custom);
        let body = match kind.as_str() {
            "text" => ContentBody::Text { text: string("text")? },
            "image" => ContentBody::Image { data: string("data")?, mime_type: string("mimeType")? },
            "audio" => ContentBody::Audio { data: string("data")?, mime_type: string("mimeType")? },
            "resource_link" => ContentBody::ResourceLink { uri: string("uri")?, name: string("name")? },
            "resource" => match members.remove("resource") {
                Some(Value::Object(resource)) if is_resource(&resource) => ContentBody::Resource { resource },
                _ => return Err(D::Error::custom("`resource` must be an object with `uri`, and `text` or `blob`")),
            },
            other => {
                return Err(D::Error::unknown_variant(other, &["audio", "image", "resource", "resource_link", "text"]));
            }
        };
        Ok(Self { body, extra: members })
    }
}

fn take_string(members: &mut Map<String, Value>, name: &str) -> Result<String, String> {
    match members.remove(name) {
        Some(Value::String(text)) => Ok(text),
        Some(_) => Err(format!("`{name}` must be a string")),
        None => Err(format!("missing member `{name}`")),
    }
}

fn is_resource(resource: &Map<String, Value>) -> bool {
    resource.get("uri").is_some_and(Value::is_string)
        && (resource.get("text").is_some_and(Value::is_string) || resource.get("blob").is_some_and(Value::is_string))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn tool_11_five_kinds_survive_with_unknown_members() -> Result<(), serde_json::Error> {
        for block in [
            json!({"type": "text", "text": "t", "annotations": {"priority": 0.5}}),
            json!({"type": "image", "data": "AA==", "mimeType": "image/png", "x-new": null}),
            json!({"type": "audio", "data": "AA==", "mimeType": "audio/wav", "_meta": {"a": 1}}),
            json!({"type": "resource_link", "uri": "u:1", "name": "n", "size": 3}),
            json!({"type": "resource", "resource": {"uri": "u:1", "text": "t", "mimeType": "text/plain"}}),
            json!({"type": "resource", "resource": {"uri": "u:1", "blob": "AA=="}}),
        ] {
            let content: Content = serde_json::from_value(block.clone())?;
            assert_eq!(serde_json::to_value(content)?, block);
        }
        Ok(())
    }

    #[test]
    fn tool_11_another_kind_or_a_missing_member_is_refused() {
        for block in [
            json!({"type": "video", "data": "AA==", "mimeType": "video/mp4"}),
            json!({"text": "t"}),
            json!({"type": "text", "text": 1}),
            json!({"type": "image", "data": "AA=="}),
            json!({"type": "resource_link", "uri": "u:1"}),
            json!({"type": "resource", "resource": {"uri": "u:1"}}),
            json!("text"),
        ] {
            assert!(serde_json::from_value::<Content>(block.clone()).is_err(), "{block}");
        }
    }
}
