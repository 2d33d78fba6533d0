//! Faults, said so that a model can repair its call: where, what was wanted, what was there.

use std::borrow::Cow;
use std::fmt;

use serde_json::Value;

/// One fault of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// JSON Pointer (RFC 6901) of the value; the member that should be there, when it is missing.
    pub pointer: String,
    /// The keyword that it breaks.
    pub keyword: &'static str,
    /// What is legal.
    pub expected: String,
    /// What is there, shortened.
    pub found: String,
    /// A member name that was probably meant, or that stands there in place of the missing one.
    pub suggestion: Option<String>,
}

/// What is there in place of a member that is missing.
pub(super) const NO_MEMBER: &str = "no such member";

impl Violation {
    /// What is legal and where, without what is there: for a log.
    #[must_use]
    pub fn expectation(&self) -> String {
        format!("{}: expected {}", place(&self.pointer), self.expected)
    }

    /// The value was too deep or too much work.
    pub(super) fn bound(depth: usize, steps: u64) -> Self {
        Self {
            pointer: String::new(),
            keyword: "bounds",
            expected: format!("a value that is checked within {depth} levels and {steps} steps"),
            found: String::from("more than that"),
            suggestion: None,
        }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (place(&self.pointer), self.found.as_str()) {
            (place, NO_MEMBER) => write!(f, "{place}: missing {}", self.expected)?,
            (place, found) => write!(f, "{place}: expected {}, got {found}", self.expected)?,
        }
        match &self.suggestion {
            Some(name) if self.keyword == "required" => write!(f, "; is {name:?} a misspelling of it?"),
            Some(name) => write!(f, "; did you mean {name:?}?"),
            None => Ok(()),
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

/// The kind of a value and, where that helps, the value; at most about eighty characters.
pub(super) fn found(value: &Value) -> String {
    match value {
        Value::Null => String::from("null"),
        Value::Bool(b) => format!("the boolean {b}"),
        Value::Number(n) => format!("the number {n}"),
        Value::String(s) => format!("the string {}", shortened(s)),
        Value::Array(items) => match items.len() {
            0 => String::from("an empty array"),
            1 => String::from("an array of 1 item"),
            n => format!("an array of {n} items"),
        },
        Value::Object(members) => match members.len() {
            0 => String::from("an empty object"),
            1 => String::from("an object of 1 member"),
            n => format!("an object of {n} members"),
        },
    }
}

/// A string in quotes, escaped, cut after sixty characters: it goes on one line.
fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        None => format!("{text:?}"),
        Some((end, _)) => format!("{:?}... ({} characters)", text.get(..end).unwrap_or_default(), text.chars().count()),
    }
}
