//! What a block of content must be beyond its members (TOOL-11, RSC-09, PRM-04).

use std::io;

use base64::engine::general_purpose::STANDARD;
use base64::read::DecoderReader;
use serde_json::{Map, Value};

use super::annotations;
use super::{Content, ContentBody};

/// What of a peer's block is not legal.
pub(super) fn illegal(content: &Content) -> Option<&'static str> {
    let data = match &content.body {
        ContentBody::Image { data, .. } | ContentBody::Audio { data, .. } => Some(data.as_str()),
        ContentBody::Resource { resource } => blob(resource),
        ContentBody::Text { .. } | ContentBody::ResourceLink { .. } => None,
    };
    if data.is_some_and(|data| !is_base64(data)) {
        return Some("`data` and `blob` must be Base64");
    }
    content.extra.get("annotations").and_then(annotations::illegal)
}

/// What of a block of our own is not to be sent.
pub(super) fn not_to_send(content: &Content) -> Option<&'static str> {
    match &content.body {
        ContentBody::Image { mime_type, .. } | ContentBody::Audio { mime_type, .. } if !is_media_type(mime_type) => {
            return Some("`mimeType` must be a media type, such as image/png");
        }
        ContentBody::Resource { resource } if !is_resource(resource) => {
            return Some("`resource` must have `uri`, and `text` or `blob`");
        }
        _ => {}
    }
    illegal(content).or_else(|| content.extra.get("annotations").and_then(annotations::not_to_send))
}

/// Whether it is what `TextResourceContents` or `BlobResourceContents` must be.
pub(super) fn is_resource(resource: &Map<String, Value>) -> bool {
    resource.get("uri").is_some_and(Value::is_string)
        && (resource.get("text").is_some_and(Value::is_string) || blob(resource).is_some())
}

fn blob(resource: &Map<String, Value>) -> Option<&str> {
    resource.get("blob").and_then(Value::as_str)
}

/// RFC 4648, section 4, with its padding.
fn is_base64(text: &str) -> bool {
    // Read and thrown away, so that a picture is not held twice.
    io::copy(&mut DecoderReader::new(text.as_bytes(), &STANDARD), &mut io::sink()).is_ok()
}

/// RFC 9110, section 8.3.1: a type and a subtype; parameters are not looked at.
pub(in super::super) fn is_media_type(text: &str) -> bool {
    let is_token = |part: &str| {
        !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b))
    };
    let essence = text.split_once(';').map_or(text, |(essence, _)| essence.trim_end());
    essence.split_once('/').is_some_and(|(kind, subtype)| is_token(kind) && is_token(subtype))
}
