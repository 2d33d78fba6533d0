//! JSON text, read once: syntax, depth, repeated and reserved names checked, and the members that are asked for kept.
//!
//! In: bytes from outside, and which members of which objects the reader wants. Out: [`Read`], or where the
//! text stops being JSON. The text is never copied and never becomes a tree; what is kept are slices of it. Work is
//! linear in the text, but for sorting the names of one object; memory is a small multiple of it. Nothing recurses.

mod deep;
mod listed;
mod lookup;
mod places;
mod scan;
mod tokens;
mod usual;
mod write;

use std::borrow::Cow;

use serde_json::Value;

pub(super) use listed::Listed;
pub(super) use lookup::{at, members, occurrences, unescape};
pub(super) use places::places;
pub(super) use scan::{ENVELOPE, Kept, LISTED, NOTHING, Read, Scope, read};
pub(super) use tokens::is_plain;
pub(super) use write::{push_escaped, push_inside, push_number};

/// How names begin that `serde_json` takes for marks of its own. An object with such a member is read as what the text
/// in the member says, which nobody has looked at: neither its depth, nor its names, nor what headers mirror.
pub(super) const RESERVED: &str = "$serde_json::private::";

/// Why a text is not to be read as values, if it is JSON: a member has a name that is reserved, or nesting is too deep
/// for anybody to look.
pub(super) fn unreadable(text: &str) -> Option<&'static str> {
    // Without the first letter there is no such name, however it is written.
    if !text.contains('$') && !text.split('\\').skip(1).any(|escape| escape.starts_with('u')) {
        return None;
    }
    let mut listed = Listed::NONE;
    let read = read(text.as_bytes(), &mut [], &mut listed, |_, _| Kept::NOTHING).ok()?;
    match (read.reserved, read.too_deep) {
        (true, _) => Some("a member has a name that begins with \"$serde_json::private::\", which is reserved"),
        (false, true) => Some("it is nested deeper than 128"),
        (false, false) => None,
    }
}

/// Nesting beyond this is refused. It is what `serde_json` can decode.
pub(super) const MAX_DEPTH: usize = 128;

/// The JSON type of a value, read off its first byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Object,
    Array,
    String,
    Number,
    Boolean,
    Null,
}

impl Kind {
    /// The kind of this JSON text, which has no leading whitespace.
    pub(super) fn of(text: &str) -> Self {
        match text.as_bytes().first() {
            Some(b'{') => Self::Object,
            Some(b'[') => Self::Array,
            Some(b'"') => Self::String,
            Some(b't' | b'f') => Self::Boolean,
            Some(b'n') | None => Self::Null,
            Some(_) => Self::Number,
        }
    }
}

impl Kind {
    /// For a message to a person: "must be …".
    pub(super) fn with_article(self) -> &'static str {
        match self {
            Self::Object => "an object",
            Self::Array => "an array",
            Self::String => "a string",
            Self::Number => "a number",
            Self::Boolean => "a boolean",
            Self::Null => "null",
        }
    }
}

/// Whether a name as it stands in the text, quotes left out, is this one.
fn is_name(raw: &str, name: &str) -> bool {
    // Escaped it is longer than what it stands for.
    raw == name || (raw.len() > name.len() && raw.contains('\\') && lookup::unescape(raw) == name)
}

/// A text as a value, read by what `serde_json` has compiled: its `from_str` is compiled anew in each crate that names it,
/// and with it all that reads numbers. So are values, maps and numbers read by `parse` throughout.
pub(super) fn value(text: &str) -> Result<Value, serde_json::Error> {
    text.parse()
}

/// What stands between the quotes of this JSON text of a string, as it stands there; `None` if it is not one.
fn inside(text: &str) -> Option<&str> {
    text.strip_prefix('"')?.strip_suffix('"')
}

/// The string that this JSON text of a string stands for; `None` if it is not one.
pub(super) fn string(text: &str) -> Option<Cow<'_, str>> {
    let raw = inside(text)?;
    Some(if raw.contains('\\') { Cow::Owned(lookup::unescape(raw)) } else { Cow::Borrowed(raw) })
}
