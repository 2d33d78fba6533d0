//! Content blocks: what a person or a model reads of a result.
//!
//! The same types on both sides: a handler builds them, the client reads them. Always holds: a
//! member that this revision does not know survives reading and writing; a block of an unknown
//! `type` is not read as one of a known type (TOOL-11); Base64 that is none and annotations that are not
//! legal are neither written nor read (RSC-09).

mod annotated;
mod annotations;
mod legal;
mod moment;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::ser::SerializeMap as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use super::json::unreadable;
pub use annotations::Annotations;
pub(super) use legal::is_media_type;

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

    /// Says for whom it is, how much it matters, and when it last changed.
    #[must_use]
    pub fn with_annotations(self, annotations: Annotations) -> Self {
        self.with("annotations", annotations)
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
        if let Some(fault) = legal::not_to_send(self) {
            return Err(serde::ser::Error::custom(fault));
        }
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
                Some(Value::Object(resource)) if legal::is_resource(&resource) => ContentBody::Resource { resource },
                _ => return Err(D::Error::custom("`resource` must be an object with `uri`, and `text` or `blob`")),
            },
            other => {
                return Err(D::Error::unknown_variant(other, &["audio", "image", "resource", "resource_link", "text"]));
            }
        };
        let content = Self { body, extra: members };
        legal::illegal(&content).map_or(Ok(content), |fault| Err(D::Error::custom(fault)))
    }
}

fn take_string(members: &mut Map<String, Value>, name: &str) -> Result<String, String> {
    match members.remove(name) {
        Some(Value::String(text)) => Ok(text),
        Some(_) => Err(format!("`{name}` must be a string")),
        None => Err(format!("missing member `{name}`")),
    }
}

/// What of an array of blocks, as JSON text, is not to be sent: whatever type it was written from.
pub(super) fn not_to_send(blocks: &str) -> Option<String> {
    if let Some(why) = unreadable(blocks) {
        return Some(why.to_owned());
    }
    match serde_json::from_str::<Vec<Content>>(blocks) {
        Ok(blocks) => blocks.iter().find_map(legal::not_to_send).map(str::to_owned),
        Err(error) => Some(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::prompt::Role;
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

    #[test]
    fn blocks_that_a_reader_would_take_for_others_do_not_leave() {
        let blocks = |name: &str| json!([{"type": "text", "text": "t", "_meta": {"a": {name: "1"}}}]).to_string();
        assert_eq!(not_to_send(&blocks("$ref")), None);
        let fault = not_to_send(&blocks("$serde_json::private::RawValue"));
        assert!(fault.is_some_and(|fault| fault.contains("reserved")));
    }

    #[test]
    fn rsc_09_annotations_that_are_not_legal_are_neither_read_nor_written() {
        let text = |annotations: Value| json!({"type": "text", "text": "t", "annotations": annotations});
        for legal in [
            json!({}),
            json!({"priority": 0, "audience": [], "x-new": 2}),
            json!({"priority": 1.0, "audience": ["user", "assistant"], "lastModified": "2026-07-28"}),
            json!({"priority": 0.5, "lastModified": "2026-07-28T12:00:00.5+02:00"}),
        ] {
            let content: Content = serde_json::from_value(text(legal.clone())).expect("legal");
            assert_eq!(serde_json::to_value(content).expect("legal"), text(legal));
        }
        for illegal in [
            json!({"priority": 1.5}),
            json!({"priority": -0.1}),
            json!({"priority": "1"}),
            json!({"priority": null}),
            json!({"audience": ["robots"]}),
            json!({"audience": "user"}),
            json!({"lastModified": 3}),
            json!([]),
            json!(null),
        ] {
            assert!(serde_json::from_value::<Content>(text(illegal.clone())).is_err(), "{illegal}");
            let own = Content::text("t").with("annotations", illegal.clone());
            assert!(serde_json::to_value(own).is_err(), "{illegal}");
        }
        // A peer's moment is its own affair, ours is as the specification writes it.
        for moment in ["yesterday", "2026-02-30", "2026-07-28 12:00"] {
            assert!(serde_json::from_value::<Content>(text(json!({"lastModified": moment}))).is_ok());
            let own = Content::text("t").with_annotations(Annotations::new().last_modified(moment));
            assert!(serde_json::to_value(own).is_err(), "{moment}");
        }
        let own =
            Annotations::new().for_audience([Role::User]).with_priority(0.5).last_modified("2026-07-28T12:00:00Z");
        assert_eq!(
            serde_json::to_value(Content::text("t").with_annotations(own)).expect("legal"),
            text(json!({"audience": ["user"], "priority": 0.5, "lastModified": "2026-07-28T12:00:00Z"}))
        );
        for priority in [1.5, f64::NAN, f64::INFINITY] {
            let own = Content::text("t").with_annotations(Annotations::new().with_priority(priority));
            assert!(serde_json::to_value(own).is_err(), "{priority}");
        }
    }

    #[test]
    fn prm_04_pictures_and_sounds_are_base64_of_a_media_type() {
        let block = |data: &str, mime_type: &str| json!({"type": "image", "data": data, "mimeType": mime_type});
        for data in ["%%%", "AA", "AA=", "A A=", "AB==", "_w==", "AA==AA=="] {
            assert!(serde_json::from_value::<Content>(block(data, "image/png")).is_err(), "{data}");
        }
        for mime_type in ["", "image", "image/", "/png", "im age/png", "image/png/x"] {
            let content: Content = serde_json::from_value(block("", mime_type)).expect("a peer's own affair");
            assert!(serde_json::to_value(content).is_err(), "{mime_type}");
        }
        let content: Content = serde_json::from_value(block("/w==", "image/svg+xml; charset=utf-8")).expect("legal");
        assert!(serde_json::to_value(content).is_ok());
        let blob = json!({"type": "resource", "resource": {"uri": "u:1", "blob": "%%%"}});
        assert!(serde_json::from_value::<Content>(blob).is_err(), "RSC-05");
    }
}
