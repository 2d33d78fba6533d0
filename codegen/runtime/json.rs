//! JSON text, read once: syntax, depth and repeated names checked, and the outer members indexed.
//!
//! In: bytes from outside. Out: [`Json`], or where the text stops being JSON. The text is never
//! copied and never becomes a tree; what the request checks need are the members of the envelope,
//! of `params`, and of the objects directly in them, and those are kept as places in the text.
//! Work is linear in the text, but for sorting the names of one object; memory is a small multiple of
//! it. Nothing recurses.

mod cursor;
mod lookup;
mod scan;
mod write;

use std::borrow::Cow;

pub(super) use lookup::{at, members, unescape};
pub(super) use scan::scan;
pub(super) use write::{push_escaped, push_number};

/// Nesting beyond this is refused. It is what `serde_json` can decode.
pub(super) const MAX_DEPTH: usize = 128;

/// Objects nested deeper than this are checked but not indexed: envelope, `params`, `_meta` and `arguments`.
const INDEXED_DEPTH: usize = 3;

/// A JSON text that has been read.
#[derive(Debug)]
pub(super) struct Json<'a> {
    text: &'a str,
    root: Place,
    members: Vec<Member>,
    /// Whether `members` holds all outer members; none of them otherwise.
    indexed: bool,
    /// A name that one object has twice: the first found.
    pub(super) repeated: Option<String>,
    /// Whether nesting went beyond [`MAX_DEPTH`].
    pub(super) too_deep: bool,
}

/// A stretch of the text.
#[derive(Clone, Copy, Debug)]
struct Place {
    start: usize,
    end: usize,
}

/// A member of an indexed object.
#[derive(Debug)]
struct Member {
    /// 1 for a member of the outermost object.
    depth: usize,
    name: Place,
    /// Whether anything in the name is escaped.
    escaped: bool,
    value: Place,
    /// How many of the rows after this one belong to the value.
    inside: usize,
}

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

impl<'a> Json<'a> {
    /// The value of the whole text.
    pub(super) fn root(&self) -> Value<'a, '_> {
        let depth = if self.indexed { 1 } else { INDEXED_DEPTH + 1 };
        Value { text: self.slice(self.root), members: &self.members, json: self, depth }
    }

    fn slice(&self, place: Place) -> &'a str {
        self.text.get(place.start..place.end).unwrap_or_default()
    }
}

/// A value in a text, with the index of its members.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value<'a, 'j> {
    /// The JSON text of the value, without whitespace around it.
    pub(super) text: &'a str,
    members: &'j [Member],
    json: &'j Json<'a>,
    /// Of its members, if it is an object. Beyond [`INDEXED_DEPTH`] they are not in `members`.
    depth: usize,
}

impl<'a, 'j> Value<'a, 'j> {
    /// The JSON type.
    pub(super) fn kind(&self) -> Kind {
        Kind::of(self.text)
    }

    /// The member of this name, if this is an object that has it.
    pub(super) fn member(&self, name: &str) -> Option<Value<'a, 'j>> {
        if self.depth > INDEXED_DEPTH {
            return lookup::at(self.text, &[name]).map(|text| Value { text, members: &[], ..*self });
        }
        let mut rest = self.members;
        while let Some((member, after)) = rest.split_first() {
            let (inside, next) = after.split_at_checked(member.inside).unwrap_or((after, &[]));
            let Place { start, end } = member.name;
            let same_length = end - start == name.len();
            if (same_length && self.json.slice(member.name) == name)
                || (member.escaped && lookup::unescape(self.json.slice(member.name)) == name)
            {
                return Some(Value {
                    text: self.json.slice(member.value),
                    members: inside,
                    json: self.json,
                    depth: member.depth + 1,
                });
            }
            rest = next;
        }
        None
    }

    /// The value at this path of member names.
    pub(super) fn at(&self, path: &[&str]) -> Option<Value<'a, 'j>> {
        path.iter().try_fold(*self, |value, name| value.member(name))
    }

    /// How often this object has a member of this name, on a second look.
    pub(super) fn occurrences(&self, name: &str) -> usize {
        lookup::occurrences(self.text, name)
    }

    /// The string, if it is one.
    pub(super) fn as_string(&self) -> Option<Cow<'a, str>> {
        string(self.text)
    }
}

/// Whether a name as it stands in the text, quotes left out, is this one.
fn is_name(raw: &str, name: &str) -> bool {
    // Escaped it is longer than what it stands for.
    raw == name || (raw.len() > name.len() && raw.contains('\\') && lookup::unescape(raw) == name)
}

/// The string that this JSON text of a string stands for; `None` if it is not one.
pub(super) fn string(text: &str) -> Option<Cow<'_, str>> {
    let raw = text.strip_prefix('"')?.strip_suffix('"')?;
    Some(if raw.contains('\\') { Cow::Owned(lookup::unescape(raw)) } else { Cow::Borrowed(raw) })
}
