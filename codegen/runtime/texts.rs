//! Named texts: the arguments of a prompt, the variables of a URI.
//!
//! MCP passes both as texts; what a text stands for is the contract's to say. Always holds: a value
//! that is written and read again is the same one.

use std::collections::BTreeMap;
use std::fmt::{self, Display};

/// Texts by name, in their order. A name may stand several times: a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Texts(Vec<(String, String)>);

impl Texts {
    /// The members of a JSON object whose values are all strings.
    ///
    /// # Errors
    /// If it is no such object.
    pub fn from_json(object: &str) -> Result<Self, TextFault> {
        let members: BTreeMap<String, String> =
            serde_json::from_str(object).map_err(|error| TextFault(error.to_string()))?;
        Ok(Self(members.into_iter().collect()))
    }

    /// As the members of a JSON object. Of a name that stands several times it has the last text.
    #[must_use]
    pub fn to_map(&self) -> BTreeMap<&str, &str> {
        self.iter().collect()
    }

    /// The first text of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.all(name).next()
    }

    /// All texts of this name.
    pub fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        self.iter().filter(move |(other, _)| *other == name).map(|(_, text)| text)
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, text)| (name.as_str(), text.as_str()))
    }

    /// What must be there.
    ///
    /// # Errors
    /// If it is not there, or is not what it should stand for.
    pub fn required<T: TextValue>(&self, name: &str) -> Result<T, TextFault> {
        read(name, self.get(name).ok_or_else(|| TextFault(format!("{name:?} is missing")))?)
    }

    /// What may be there.
    ///
    /// # Errors
    /// If it is not what it should stand for.
    pub fn optional<T: TextValue>(&self, name: &str) -> Result<Option<T>, TextFault> {
        self.get(name).map(|text| read(name, text)).transpose()
    }

    /// What may be there several times.
    ///
    /// # Errors
    /// If one of them is not what it should stand for.
    pub fn list<T: TextValue>(&self, name: &str) -> Result<Vec<T>, TextFault> {
        self.all(name).map(|text| read(name, text)).collect()
    }

    /// Adds values, one or several.
    pub fn add<'v, T: TextValue + 'v>(&mut self, name: &str, values: impl IntoIterator<Item = &'v T>) {
        self.0.extend(values.into_iter().map(|value| (name.to_owned(), value.to_text())));
    }

    /// Adds a text.
    pub(super) fn push(&mut self, name: &str, text: String) {
        self.0.push((name.to_owned(), text));
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn truncate(&mut self, len: usize) {
        self.0.truncate(len);
    }
}

fn read<T: TextValue>(name: &str, text: &str) -> Result<T, TextFault> {
    T::from_text(text).ok_or_else(|| TextFault(format!("{name:?} must be {}", T::WHAT)))
}

/// What a text can stand for.
pub trait TextValue: Sized {
    /// What it is called in a message.
    const WHAT: &'static str;

    /// The value that a text stands for.
    fn from_text(text: &str) -> Option<Self>;

    /// The text that stands for it.
    fn to_text(&self) -> String;
}

impl TextValue for String {
    const WHAT: &'static str = "a text";

    fn from_text(text: &str) -> Option<Self> {
        Some(text.to_owned())
    }

    fn to_text(&self) -> String {
        self.clone()
    }
}

impl TextValue for i64 {
    const WHAT: &'static str = "an integer of 64 bits, in decimal digits";

    /// One text for each integer: no `+`, no leading zero. Two URIs are two resources.
    fn from_text(text: &str) -> Option<Self> {
        text.parse().ok().filter(|value: &Self| value.to_string() == text)
    }

    fn to_text(&self) -> String {
        self.to_string()
    }
}

impl TextValue for f64 {
    const WHAT: &'static str = "a number";

    fn from_text(text: &str) -> Option<Self> {
        text.parse().ok().filter(|value: &Self| value.is_finite())
    }

    fn to_text(&self) -> String {
        self.to_string()
    }
}

impl TextValue for bool {
    const WHAT: &'static str = "`true` or `false`";

    fn from_text(text: &str) -> Option<Self> {
        text.parse().ok()
    }

    fn to_text(&self) -> String {
        self.to_string()
    }
}

/// Why texts are not what they should stand for: one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextFault(String);

impl Display for TextFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for TextFault {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_stands_for_one_value_and_a_value_for_one_text() {
        for text in ["0", "-1", "9223372036854775807"] {
            assert_eq!(i64::from_text(text).map(|value| value.to_text()).as_deref(), Some(text));
        }
        for text in ["", "+1", "01", "-0", "1.0", " 1", "9223372036854775808", "x"] {
            assert_eq!(i64::from_text(text), None, "{text}");
        }
        for text in ["NaN", "inf", "1e999", "", "x"] {
            assert_eq!(f64::from_text(text), None, "{text}");
        }
        assert_eq!((bool::from_text("true"), bool::from_text("True")), (Some(true), None));
    }

    #[test]
    fn what_is_missing_or_wrong_is_named() {
        let mut texts = Texts::default();
        texts.add("n", [&String::from("x")]);
        let fault = |fault: Result<i64, TextFault>| fault.map_err(|fault| fault.to_string());
        assert_eq!(fault(texts.required("m")), Err("\"m\" is missing".to_owned()));
        assert!(fault(texts.required("n")).is_err_and(|fault| fault.starts_with("\"n\" must be an integer")));
        assert_eq!(texts.optional::<i64>("m"), Ok(None));
        assert!(texts.list::<i64>("n").is_err());
    }
}
