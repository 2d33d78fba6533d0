//! A JSON value together with the place of each of its parts.
//!
//! Comes in: text in JSON, TOML or YAML. Goes out: a [`Document`], in which every JSON Pointer of
//! the value has a place in some file, so that later stages work on a plain [`Value`] and still
//! report lines. Always holds: objects are sorted by key, whatever the order in the text and
//! whatever features of `serde_json` are on; nesting is bounded by [`MAX_DEPTH`].

pub mod json;
mod number;
mod open;
pub mod toml;
pub mod yaml;

use std::collections::BTreeMap;
use std::ops::{Bound, Range};

use serde_json::Value;

pub(crate) use self::open::reason;
pub use self::open::{Format, file_bytes, open, read};
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Place, Sources};

/// Deepest nesting of arrays and objects that is read; deeper text is an error, not a crash.
pub const MAX_DEPTH: usize = 200;

/// The places of one part of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The value.
    pub value: Place,
    /// The key under which it stands, for a member of an object.
    pub key: Option<Place>,
}

/// A value with positions.
#[derive(Clone, Debug)]
pub struct Document {
    /// The value, objects sorted by key.
    pub value: Value,
    parts: BTreeMap<String, Part>,
}

impl Document {
    /// Puts a document together; `parts` has an entry for each JSON Pointer of `value`.
    #[must_use]
    pub fn new(value: Value, parts: BTreeMap<String, Part>) -> Self {
        Self { value, parts }
    }

    /// Another value with the places of this document, where it has them.
    #[must_use]
    pub fn with_value(self, value: Value) -> Self {
        Self { value, parts: self.parts }
    }

    /// The place of the value at a JSON Pointer, or of its nearest ancestor that has one.
    #[must_use]
    pub fn place(&self, pointer: &str) -> Option<Place> {
        self.nearest(pointer).map(|part| part.value)
    }

    /// The place of the key at a JSON Pointer, or of the value where there is no key.
    #[must_use]
    pub fn key_place(&self, pointer: &str) -> Option<Place> {
        self.nearest(pointer).map(|part| part.key.unwrap_or(part.value))
    }

    /// The places of all parts by JSON Pointer, in the order of pointers.
    pub fn parts(&self) -> impl Iterator<Item = (&str, Part)> {
        self.parts.iter().map(|(pointer, part)| (pointer.as_str(), *part))
    }

    fn nearest(&self, pointer: &str) -> Option<Part> {
        let mut pointer = pointer;
        loop {
            if let Some(part) = self.parts.get(pointer) {
                return Some(*part);
            }
            pointer = &pointer[..pointer.rfind('/')?];
        }
    }

    /// The part at `pointer` as a document of its own.
    #[must_use]
    pub fn part(&self, pointer: &str) -> Option<Self> {
        let value = self.value.pointer(pointer)?.clone();
        let own = self.parts.get(pointer).map(|part| (String::new(), *part));
        let below = self.parts.range::<str, _>(below(pointer).bounds());
        let below = below.map(|(at, part)| (at[pointer.len()..].to_owned(), *part));
        Some(Self { value, parts: own.into_iter().chain(below).collect() })
    }

    /// Puts another document in the place of the value at `pointer`, with its places.
    /// Returns false when there is nothing at `pointer`.
    pub fn graft(&mut self, pointer: &str, other: &Document) -> bool {
        let Some(target) = self.value.pointer_mut(pointer) else {
            return false;
        };
        *target = other.value.clone();
        let key = self.parts.get(pointer).and_then(|part| part.key);
        let below: Vec<_> = self.parts.range::<str, _>(below(pointer).bounds()).map(|(at, _)| at.clone()).collect();
        for at in below {
            self.parts.remove(&at);
        }
        for (at, part) in &other.parts {
            let part = if at.is_empty() { Part { key, ..*part } } else { *part };
            self.parts.insert(format!("{pointer}{at}"), part);
        }
        true
    }
}

/// The same value with all objects sorted by key, in whatever order they were.
#[must_use]
pub fn canonical(value: &Value) -> Value {
    match value {
        Value::Array(items) => Value::Array(items.iter().map(canonical).collect()),
        Value::Object(members) => {
            let sorted: BTreeMap<_, _> =
                members.iter().map(|(name, member)| (name.clone(), canonical(member))).collect();
            Value::Object(sorted.into_iter().collect())
        }
        scalar => scalar.clone(),
    }
}

/// Appends one reference token to a JSON Pointer, escaped as RFC 6901 section 3 says.
#[must_use]
pub fn child(pointer: &str, token: &str) -> String {
    format!("{pointer}/{}", token.replace('~', "~0").replace('/', "~1"))
}

/// The range of the JSON Pointers below one: they start with it and a slash, and `0` follows the
/// slash in ASCII.
fn below(pointer: &str) -> Below {
    Below { from: format!("{pointer}/"), to: format!("{pointer}0") }
}

struct Below {
    from: String,
    to: String,
}

impl Below {
    fn bounds(&self) -> (Bound<&str>, Bound<&str>) {
        (Bound::Included(self.from.as_str()), Bound::Excluded(self.to.as_str()))
    }
}

/// A place that shows something where a reader stopped: the character after it where the range is
/// empty, the last character at the end of the text.
fn place_near(sources: &Sources, file: FileId, range: Range<usize>) -> Place {
    let text = sources.get(file).text.as_str();
    let mut start = range.start.min(text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let mut end = range.end.clamp(start, text.len());
    while !text.is_char_boundary(end) {
        end += 1;
    }
    if start == end {
        end = text[start..].chars().next().map_or(end, |c| start + c.len_utf8());
    }
    sources.place(file, start..end)
}

/// Warns of an integer that is not held exactly.
fn inexact(place: Place, became: &str) -> Diagnostic {
    Diagnostic::warning("DOC-08", place, format!("this integer is not held exactly: it is read as {became}"))
        .help("integers from -9223372036854775808 to 18446744073709551615 are exact; put larger ones in quotes")
}
