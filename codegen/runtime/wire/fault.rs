//! Why a text could not be decoded, and where: serde's own errors know the line but not the member.
//!
//! An error travels up through serde as text, `#/params/name: invalid type …`: each level that it
//! passes puts its member in front, in the URI fragment form of a JSON Pointer (RFC 6901 section 6),
//! which has no blanks. Nothing is spent on this as long as nothing fails.

use std::fmt::{self, Display, Write as _};

use serde::de;
use serde_json::Value;

use super::Decode;

/// What is wrong with a message, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeError {
    /// JSON Pointer of the value that does not fit; empty for the whole.
    pub pointer: String,
    /// What was expected and what was found.
    pub message: String,
}

impl DecodeError {
    /// Takes the text of an error apart again.
    #[must_use]
    pub fn of(error: &impl Display) -> Self {
        let text = error.to_string();
        match text.strip_prefix('#').and_then(|rest| rest.split_once(": ")) {
            Some((pointer, message)) if pointer.starts_with('/') => {
                Self { pointer: unescape(pointer), message: message.to_owned() }
            }
            _ => Self { pointer: String::new(), message: text },
        }
    }
}

impl Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pointer.as_str() {
            "" => f.write_str(&self.message),
            pointer => write!(f, "{pointer}: {}", self.message),
        }
    }
}

impl std::error::Error for DecodeError {}

/// Decodes a text.
///
/// # Errors
/// When the text is not JSON, or not of this type.
pub fn from_str<T: Decode>(text: &str) -> Result<T, DecodeError> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = T::decode(&mut reader).map_err(|error| DecodeError::of(&error))?;
    reader.end().map_err(|error| DecodeError::of(&error))?;
    Ok(value)
}

/// Decodes bytes.
///
/// # Errors
/// When the bytes are not JSON, or not of this type.
pub fn from_slice<T: Decode>(bytes: &[u8]) -> Result<T, DecodeError> {
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let value = T::decode(&mut reader).map_err(|error| DecodeError::of(&error))?;
    reader.end().map_err(|error| DecodeError::of(&error))?;
    Ok(value)
}

/// Decodes a value that was parsed already.
///
/// # Errors
/// When the value is not of this type.
pub fn from_value<T: Decode>(value: Value) -> Result<T, DecodeError> {
    T::decode(value).map_err(|error| DecodeError::of(&error))
}

/// Puts a member or an index in front of the place of an error.
#[cold]
pub fn at<E: de::Error>(token: impl Display, inner: impl Display) -> E {
    let mut text = String::from("#/");
    escape(&token.to_string(), &mut text);
    let inner = inner.to_string();
    match inner.strip_prefix('#') {
        Some(below) if below.starts_with('/') => text.push_str(below),
        _ => {
            text.push_str(": ");
            text.push_str(&inner);
        }
    }
    E::custom(text)
}

/// A member that is required is absent.
#[cold]
pub fn missing<E: de::Error>(name: &str) -> E {
    E::custom(format_args!("missing member `{name}`"))
}

/// A member that stands twice: readers disagree which one counts.
#[cold]
pub fn duplicate<E: de::Error>(name: &str) -> E {
    at(name, "this member stands twice in one object")
}

fn escape(token: &str, text: &mut String) {
    for c in token.chars() {
        match c {
            '~' => text.push_str("~0"),
            '/' => text.push_str("~1"),
            '%' | ' ' => {
                let _ = write!(text, "%{:02X}", u32::from(c));
            }
            c => text.push(c),
        }
    }
}

fn unescape(pointer: &str) -> String {
    pointer.replace("%20", " ").replace("%25", "%")
}
