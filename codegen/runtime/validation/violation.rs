//! Faults, said so that a model can repair its call: where, what was wanted, what was there.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;

use serde_json::{Number, Value};

use super::path::{Path, name_of, push_name};
use super::{similar, sort};

/// One fault of a value. Nothing is put into words before it is displayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The keyword that it breaks.
    pub keyword: &'static str,
    /// What is legal.
    pub expected: Expected,
    there: There,
    /// All that is copied of the value, one after another, because each copy of its own would be an allocation: the
    /// JSON Pointer of what was looked at (where a member is missing, of the object); of a string that is there, its
    /// beginning; the name of a member that stands there, is not known, and perhaps is the missing one.
    copied: String,
    /// Where the pointer ends.
    place: usize,
    /// Where the string ends.
    string: usize,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Found<'v> {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// A number.
    Number(&'v Number),
    /// A string.
    String(&'v str),
    /// The beginning of a string, and how many characters it has.
    Long(&'v str, usize),
    /// An array of so many items.
    Array(usize),
    /// An object of so many members.
    Object(usize),
    /// No member of that name.
    NoMember,
    /// More than was looked at.
    More,
}

/// A [`Found`] whose string is elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
enum There {
    Null,
    Bool(bool),
    Number(Number),
    String,
    Long(usize),
    Array(usize),
    Object(usize),
    NoMember,
    More,
}

impl Violation {
    /// A value that is not as expected.
    #[allow(
        clippy::inline_always,
        reason = "written where it is kept: a copy waits until every field has been written"
    )]
    #[inline(always)]
    pub(super) fn of(at: Path<'_>, keyword: &'static str, expected: Expected, value: &Value) -> Self {
        let (there, string) = There::of(value);
        let mut copied = at.pointer(string.len());
        let place = copied.len();
        copied.push_str(string);
        Self { keyword, expected, there, string: copied.len(), copied, place }
    }

    /// A member that is not there, and one that may stand for it.
    #[allow(clippy::inline_always, reason = "as `of`")]
    #[inline(always)]
    pub(super) fn missing(at: Path<'_>, keyword: &'static str, name: &'static str, misspelled: Option<&str>) -> Self {
        let misspelled = misspelled.unwrap_or_default();
        let mut copied = at.pointer(misspelled.len());
        let place = copied.len();
        copied.push_str(misspelled);
        let expected = Expected::Member(name);
        Self { keyword, expected, there: There::NoMember, copied, place, string: place }
    }

    /// JSON Pointer (RFC 6901) of the value; the member that should be there, when it is missing. Of a member
    /// whose name has more than 256 bytes, the beginning of the name and `...`.
    #[must_use]
    pub fn pointer(&self) -> Cow<'_, str> {
        // Most who ask for a first fault never look at it, so that the name of a missing member is joined here.
        let Expected::Member(name) = self.expected else { return Cow::Borrowed(self.place()) };
        let mut pointer = self.place().to_owned();
        push_name(&mut pointer, name);
        Cow::Owned(pointer)
    }

    /// The pointer of what was looked at.
    fn place(&self) -> &str {
        self.copied.get(..self.place).unwrap_or_default()
    }

    /// What is there, shortened.
    #[must_use]
    pub fn found(&self) -> Found<'_> {
        self.there.with(self.copied.get(self.place..self.string).unwrap_or_default())
    }

    /// What is legal and where, without what is there: for a log.
    #[must_use]
    pub fn expectation(&self) -> String {
        format!("{}: expected {}", place(&self.pointer()), self.expected)
    }

    /// The value was too deep or too much work.
    pub(super) fn bound(depth: usize, steps: u64) -> Self {
        let expected = Expected::Within(depth, steps);
        Self { keyword: "bounds", expected, there: There::More, copied: String::new(), place: 0, string: 0 }
    }

    /// A member name that was probably meant, or that stands there in place of the missing one.
    #[must_use]
    pub fn suggestion(&self) -> Option<Cow<'_, str>> {
        let known = match self.expected {
            Expected::Member(name) => {
                let misspelled = self.copied.get(self.string..).unwrap_or_default();
                return similar::nearest(name, &mut std::iter::once(misspelled)).map(Cow::Borrowed);
            }
            Expected::Members(known) => known,
            _ => return None,
        };
        let name = self.place().rsplit('/').next().map(name_of)?;
        similar::nearest(&name, &mut known.iter().copied()).map(Cow::Borrowed)
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pointer = self.pointer();
        let place = place(&pointer);
        match self.found() {
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

impl There {
    /// The kind of a value and, where that helps, the value; of a string, its beginning beside it.
    #[allow(clippy::inline_always, reason = "as `Violation::of`")]
    #[inline(always)]
    fn of(value: &Value) -> (Self, &str) {
        /// Longest part of a string that is kept.
        const MOST: usize = 60;
        let there = match value {
            Value::Null => Self::Null,
            Value::Bool(b) => Self::Bool(*b),
            Value::Number(n) => Self::Number(n.clone()),
            Value::String(s) => {
                // No more bytes, no more characters.
                let end = if s.len() <= MOST { None } else { s.char_indices().nth(MOST) };
                return match end {
                    None => (Self::String, s),
                    Some((end, _)) => (Self::Long(s.chars().count()), s.get(..end).unwrap_or_default()),
                };
            }
            Value::Array(items) => Self::Array(items.len()),
            Value::Object(members) => Self::Object(members.len()),
        };
        (there, "")
    }

    fn with<'v>(&'v self, string: &'v str) -> Found<'v> {
        match self {
            Self::Null => Found::Null,
            Self::Bool(bool) => Found::Bool(*bool),
            Self::Number(number) => Found::Number(number),
            Self::String => Found::String(string),
            Self::Long(length) => Found::Long(string, *length),
            Self::Array(items) => Found::Array(*items),
            Self::Object(members) => Found::Object(*members),
            Self::NoMember => Found::NoMember,
            Self::More => Found::More,
        }
    }
}

/// At most about eighty characters, on one line.
impl fmt::Display for Found<'_> {
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

/// The faults of one value, in the order of the value, which is that of its text where its maps keep that.
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

    /// The same by where they stand in a text: `places` has one for each. What stands in one place stays in order.
    #[must_use]
    pub fn sorted(self, places: &[usize]) -> Self {
        let place = |at: usize| places.get(at).copied().unwrap_or(usize::MAX);
        self.in_order(&|one, other| place(one).cmp(&place(other)))
    }

    /// The same in the order that is said of two of them.
    pub(super) fn in_order(mut self, compare: &dyn Fn(usize, usize) -> Ordering) -> Self {
        let order = sort::order(self.list.len(), compare);
        sort::arrange(&mut self.list, &order);
        self
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
    let (there, string) = There::of(value);
    format!("{}: expected {expected}, got {}", place(pointer), there.with(string))
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
