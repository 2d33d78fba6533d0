//! The client half: values as header fields (HDR-26 to HDR-29).

use std::borrow::Cow;
use std::fmt::{self, Display};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use super::super::contract::HeaderKind;
use super::super::number::{Integer, integer};
use super::{PREFIX, SUFFIX};

/// A text as a field value: as it is where that is safe, in the Base64 form otherwise (HDR-28, HDR-29, A-16).
#[must_use]
pub fn encode_text(text: &str) -> Cow<'_, str> {
    let printable = text.bytes().all(|byte| matches!(byte, 0x20..=0x7E));
    let padded = text.starts_with(' ') || text.ends_with(' ');
    // A text that begins and ends like the Base64 form, even with markers that overlap, would be
    // taken for it by some reader.
    let lookalike = text.starts_with(PREFIX) && text.ends_with(SUFFIX);
    if printable && !padded && !lookalike {
        return Cow::Borrowed(text);
    }
    Cow::Owned(format!("{PREFIX}{}{SUFFIX}", STANDARD.encode(text)))
}

/// An argument as a field value; `None` if the field is to be left out, because the argument is null
/// (HDR-26).
///
/// # Errors
///
/// If the value is not of the declared type, or an integer outside of ±(2^53 - 1): no server may
/// accept it, so it is not sent (HDR-17, E-41, E-42).
pub fn encode_argument(value: &Value, kind: HeaderKind) -> Result<Option<String>, NotMirrored> {
    match (kind, value) {
        (_, Value::Null) => Ok(None),
        (HeaderKind::String, Value::String(text)) => Ok(Some(encode_text(text).into_owned())),
        (HeaderKind::Boolean, Value::Bool(flag)) => Ok(Some(flag.to_string())),
        (HeaderKind::Integer, Value::Number(number)) => match integer(&number.to_string()) {
            Some(Integer::Safe(value)) => Ok(Some(value.to_string())),
            Some(Integer::Beyond) => Err(NotMirrored::OutOfRange),
            None => Err(NotMirrored::NotAnInteger),
        },
        (HeaderKind::String, _) => Err(NotMirrored::NotAString),
        (HeaderKind::Boolean, _) => Err(NotMirrored::NotABoolean),
        (HeaderKind::Integer, _) => Err(NotMirrored::NotAnInteger),
    }
}

/// Why an argument cannot be mirrored into a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotMirrored {
    /// The parameter is declared as a string.
    NotAString,
    /// The parameter is declared as an integer.
    NotAnInteger,
    /// The parameter is declared as a boolean.
    NotABoolean,
    /// An integer outside of ±(2^53 - 1).
    OutOfRange,
}

impl Display for NotMirrored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotAString => "the argument must be a string",
            Self::NotAnInteger => "the argument must be an integer",
            Self::NotABoolean => "the argument must be a boolean",
            Self::OutOfRange => "an integer that is mirrored into a header must lie within ±(2^53 - 1)",
        })
    }
}

impl std::error::Error for NotMirrored {}
