//! Faults, said so that a model can repair its call: where, what was wanted, what was there.

use std::borrow::Cow;
use std::fmt;

use serde_json::{Number, Value};

use super::path::push_name;
use super::similar;

/// One fault of a value. Nothing is put into words before it is displayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// JSON Pointer of the value that was looked at; where a member is missing, of the object.
    pub(super) place: String,
    /// The keyword that it breaks.
    pub keyword: &'static str,
    /// What is legal.
    pub expected: Expected,
    /// What is there, shortened.
    pub found: Found,
    /// A member that stands there, is not known, and perhaps is the missing one.
    pub(super) misspelled: Option<String>,
}

/// What is legal; `Display` says it after "expected".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expected {
    /// In words.
    Words(&'static str),
    /// A member of this name.
    Member(&'static str),
    /// No members but these.
    Members(&'static [&'static str]),
    /// A value that is checked within so much depth and work.
    Within(usize, u64),
}

/// What is there; `Display` says it after "got". Of a string, its beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Found {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// A number.
    Number(Number),
    /// A string.
    String(String),
    /// The beginning of a string, and how many characters it has.
    Long(String, usize),
    /// An array of so many items.
    Array(usize),
    /// An object of so many members.
    Object(usize),
    /// No member of that name.
    NoMember,
    /// More than was looked at.
    More,
}

impl Violation {
    /// JSON Pointer (RFC 6901) of the value; the member that should be there, when it is missing. Of a member
    /// whose name has more than 256 bytes, the beginning of the name and `...`.
    #[must_use]
    pub fn pointer(&self) -> Cow<'_, str> {
        // Most who ask for a first fault never look at it, so that the name of a missing member is joined here.
        let Expected::Member(name) = self.expected else { return Cow::Borrowed(&self.place) };
        let mut pointer = self.place.clone();
        push_name(&mut pointer, name);
        Cow::Owned(pointer)
    }

    /// What is legal and where, without what is there: for a log.
    #[must_use]
    pub fn expectation(&self) -> String {
        format!("{}: expected {}", place(&self.pointer()), self.expected)
    }

    /// The value was too deep or too much work.
    pub(super) fn bound(depth: usize, steps: u64) -> Self {
        let expected = Expected::Within(depth, steps);
        Self { place: String::new(), keyword: "bounds", expected, found: Found::More, misspelled: None }
    }

    /// A member name that was probably meant, or that stands there in place of the missing one.
    #[must_use]
    pub fn suggestion(&self) -> Option<Cow<'_, str>> {
        let known = match self.expected {
            Expected::Member(name) => {
                return similar::nearest(name, self.misspelled.iter().map(String::as_str)).map(Cow::Borrowed);
            }
            Expected::Members(known) => known,
            _ => return None,
        };
        let name = self.place.rsplit('/').next()?.replace("~1", "/").replace("~0", "~");
        similar::nearest(&name, known.iter().copied()).map(Cow::Borrowed)
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pointer = self.pointer();
        let place = place(&pointer);
        match &self.found {
            Found::NoMember => write!(f, "{place}: missing {}", self.expected)?,
            found => write!(f, "{place}: expected {}, got {found}", self.expected)?,
        }
        match self.suggestion() {
            Some(name) if self.keyword == "required" => write!(f, "; is {name:?} a misspelling of it?"),
            Some(name) => write!(f, "; did you mean {name:?}?"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Violation {}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Words(words) => f.write_str(words),
            Self::Member(name) => write!(f, "member {name:?}"),
            Self::Members([]) => f.write_str("no members"),
            Self::Members(names) => f.write_str(&similar::list("only the members", names)),
            Self::Within(depth, work) => write!(f, "a value that is checked within {depth} levels and {work} steps"),
        }
    }
}

impl Found {
    /// The kind of a value and, where that helps, the value.
    #[inline]
    pub(super) fn of(value: &Value) -> Self {
        /// Longest part of a string that is kept.
        const MOST: usize = 60;
        match value {
            Value::Null => Self::Null,
            Value::Bool(b) => Self::Bool(*b),
            Value::Number(n) => Self::Number(n.clone()),
            // No more bytes, no more characters.
            Value::String(s) if s.len() <= MOST => Self::String(s.clone()),
            Value::String(s) => match s.char_indices().nth(MOST) {
                None => Self::String(s.clone()),
                Some((end, _)) => Self::Long(s.get(..end).unwrap_or_default().to_owned(), s.chars().count()),
            },
            Value::Array(items) => Self::Array(items.len()),
            Value::Object(members) => Self::Object(members.len()),
        }
    }
}

/// At most about eighty characters, on one line.
impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(b) => write!(f, "the boolean {b}"),
            Self::Number(n) => write!(f, "the number {n}"),
            Self::String(s) => write!(f, "the string {s:?}"),
            Self::Long(start, length) => write!(f, "the string {start:?}... ({length} characters)"),
            Self::Array(0) => f.write_str("an empty array"),
            Self::Array(1) => f.write_str("an array of 1 item"),
            Self::Array(n) => write!(f, "an array of {n} items"),
            Self::Object(0) => f.write_str("an empty object"),
            Self::Object(1) => f.write_str("an object of 1 member"),
            Self::Object(n) => write!(f, "an object of {n} members"),
            Self::NoMember => f.write_str("no such member"),
            Self::More => f.write_str("more than that"),
        }
    }
}

/// The faults of one value, in document order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violations {
    list: Vec<Violation>,
    complete: bool,
}

impl Violations {
    pub(super) fn new(list: Vec<Violation>, complete: bool) -> Self {
        Self { list, complete }
    }

    /// The faults.
    pub fn iter(&self) -> std::slice::Iter<'_, Violation> {
        self.list.iter()
    }

    /// Whether these are all; otherwise the limit was reached.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.complete
    }
}

impl<'a> IntoIterator for &'a Violations {
    type Item = &'a Violation;
    type IntoIter = std::slice::Iter<'a, Violation>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for Violations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, violation) in self.list.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            violation.fmt(f)?;
        }
        if !self.complete {
            f.write_str("\nand maybe more: only the first faults are listed")?;
        }
        Ok(())
    }
}

impl std::error::Error for Violations {}

/// The words for a value that is none of those that were expected, where no [`Violation`] is made of it.
#[must_use]
pub fn told(pointer: &str, expected: &str, value: &Value) -> String {
    format!("{}: expected {expected}, got {}", place(pointer), Found::of(value))
}

/// A pointer as it goes on a line with the rest of a fault: names come from outside.
fn place(pointer: &str) -> Cow<'_, str> {
    const MOST: usize = 200;
    if pointer.is_empty() {
        return Cow::Borrowed("(root)");
    }
    let breaks = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    let end = pointer.char_indices().nth(MOST).map(|(end, _)| end);
    if end.is_none() && !pointer.contains(breaks) {
        return Cow::Borrowed(pointer);
    }
    let mut place = String::new();
    for c in pointer.get(..end.unwrap_or(pointer.len())).unwrap_or_default().chars() {
        if breaks(c) { place.extend(c.escape_default()) } else { place.push(c) }
    }
    if end.is_some() {
        place.push_str("...");
    }
    Cow::Owned(place)
}
