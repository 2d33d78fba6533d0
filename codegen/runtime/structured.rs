//! `structuredContent` as it leaves: its JSON text, and that text as a JSON string, for the block beside it (TOOL-14).
//!
//! Comes in: a value, or JSON text. Goes out: both, each of one line, written in one walk over the value. Always
//! holds: the string stands for the text.

use std::io;

use serde::Serialize;
use serde::ser::Error as _;

use super::json::{is_plain, push_escaped, unreadable};
use super::{finite, rpc};

/// The two texts.
#[derive(Debug)]
pub(super) struct Structured {
    json: String,
    string: String,
}

impl Structured {
    /// Writes a value.
    ///
    /// # Errors
    ///
    /// If it cannot be written as JSON, or has a number that JSON has not, or a name that is reserved.
    pub(super) fn of<T: Serialize + ?Sized>(value: &T) -> Result<Self, serde_json::Error> {
        finite::check(value)?;
        let mut twice = Twice::new();
        value.serialize(&mut serde_json::Serializer::new(&mut twice))?;
        let Twice { json, mut string, same } = twice;
        let text = |bytes| String::from_utf8(bytes).map_err(serde_json::Error::custom);
        let json = text(json)?;
        if let Some(why) = unreadable(&json) {
            return Err(serde_json::Error::custom(why));
        }
        if !same {
            return Ok(Self::of_json(json));
        }
        string.push(b'"');
        Ok(Self { json, string: text(string)? })
    }

    /// The same of JSON text.
    pub(super) fn of_json(json: String) -> Self {
        let json = rpc::one_line(json);
        let mut string = String::with_capacity(json.len() * 3 / 2);
        push_escaped(&mut string, &json);
        Self { json, string }
    }

    /// The JSON text.
    pub(super) fn json(&self) -> &str {
        &self.json
    }

    /// The JSON text of a string that stands for it.
    pub(super) fn string(&self) -> &str {
        &self.string
    }
}

/// Writes JSON text, and the same as a string as long as that is plain to do.
struct Twice {
    json: Vec<u8>,
    string: Vec<u8>,
    /// Whether nothing but quotes had to be escaped: neither what was escaped already, nor line breaks of JSON text
    /// that the application brought.
    same: bool,
}

impl Twice {
    fn new() -> Self {
        const MOST_FIT: usize = 256;
        let mut string = Vec::with_capacity(MOST_FIT);
        string.push(b'"');
        Self { json: Vec::with_capacity(MOST_FIT), string, same: true }
    }
}

impl io::Write for Twice {
    /// Token by token: a quote comes alone, or in text that was escaped.
    #[inline]
    fn write_all(&mut self, token: &[u8]) -> io::Result<()> {
        self.json.extend_from_slice(token);
        match token {
            b"\"" => self.string.extend_from_slice(b"\\\""),
            token if self.same && is_plain(token) => self.string.extend_from_slice(token),
            _ => self.same = false,
        }
        Ok(())
    }

    fn write(&mut self, token: &[u8]) -> io::Result<usize> {
        self.write_all(token).map(|()| token.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn tool_14_the_string_stands_for_the_text() -> Result<(), serde_json::Error> {
        let values = [
            json!(null),
            json!("plain"),
            json!("a \"quoted\" word, a \\, a\nbreak, a \u{1}, a \u{7f}, é \u{2028} \u{10FFFF}"),
            json!({"city": "Lisbon", "rainyDays": 1, "temperature": 18.0, "sky": ["clear", null, true, {}, []]}),
            json!({"\"": "\"", "\\": ["\\\""], "": ""}),
        ];
        for value in values {
            let structured = Structured::of(&value)?;
            assert_eq!(structured.json(), value.to_string());
            let string: Value = serde_json::from_str(structured.string())?;
            assert_eq!(string, structured.json(), "{value}");
        }
        Ok(())
    }

    #[test]
    fn text_that_the_application_brought_leaves_on_one_line() -> Result<(), serde_json::Error> {
        let brought = serde_json::value::RawValue::from_string("{\"a\":\n[1,\r\n2]}".to_owned())?;
        for structured in [Structured::of(&[&brought]), Ok(Structured::of_json(format!("[{}]", brought.get())))] {
            let structured = structured?;
            assert_eq!(structured.json(), r#"[{"a": [1,  2]}]"#);
            assert_eq!(structured.string(), r#""[{\"a\": [1,  2]}]""#);
        }
        Ok(())
    }

    #[test]
    fn what_readers_of_json_would_take_for_something_else_does_not_leave() {
        for value in
            [json!({"a": [{"$serde_json::private::RawValue": "1"}]}), json!({"$serde_json::private::Number": "1"})]
        {
            assert!(Structured::of(&value).is_err(), "{value}");
        }
        assert!(Structured::of(&json!({"$ref": "$serde_json::private::RawValue"})).is_ok());
    }
}
