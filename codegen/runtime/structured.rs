//! `structuredContent` as it leaves: its JSON text, and that text as a JSON string, for the block beside it (TOOL-14).
//!
//! Comes in: a value, or JSON text. Goes out: both, each of one line. Always holds: the string stands for the text.

use serde::Serialize;

use super::json::push_inside;
use super::rpc;
use super::serialize::{Text, Unwritable, to_json_twice};

/// The two texts.
#[derive(Debug)]
pub(super) struct Structured {
    json: String,
    inside: String,
}

impl Structured {
    /// Writes a value.
    ///
    /// # Errors
    ///
    /// If it cannot be written as JSON, or has a number that JSON has not, or a name that is reserved.
    pub(super) fn of<T: Serialize + ?Sized>(value: &T) -> Result<Self, Unwritable> {
        to_json_twice(value).map(|(json, inside)| Self { json, inside })
    }

    /// What `write` writes; nothing where it gives nothing.
    pub(super) fn written(write: impl FnOnce(&mut Text) -> Option<()>) -> Option<Self> {
        let mut text = Text::new(true);
        write(&mut text)?;
        let (json, inside) = text.into_texts();
        Some(Self { json, inside })
    }

    /// The same of JSON text.
    pub(super) fn of_json(json: String) -> Self {
        let json = rpc::one_line(json);
        let mut inside = String::with_capacity(json.len() * 3 / 2);
        push_inside(&mut inside, &json);
        Self { json, inside }
    }

    /// The JSON text.
    pub(super) fn json(&self) -> &str {
        &self.json
    }

    /// What stands between the quotes of a JSON string that stands for it.
    pub(super) fn inside_a_string(&self) -> &str {
        &self.inside
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn tool_14_the_string_stands_for_the_text() -> Result<(), Box<dyn std::error::Error>> {
        let values = [
            json!(null),
            json!("plain"),
            json!("a \"quoted\" word, a \\, a\nbreak, a \u{1}, a \u{7f}, é \u{2028} \u{10FFFF}"),
            json!({"city": "Lisbon", "rainyDays": 1, "temperature": 18.0, "sky": ["clear", null, true, {}, []]}),
            json!({"\"": "\"", "\\": ["\\\""], "": ""}),
        ];
        for value in values {
            for structured in [Structured::of(&value)?, Structured::of_json(value.to_string())] {
                assert_eq!(structured.json(), value.to_string());
                let string: Value = serde_json::from_str(&format!("\"{}\"", structured.inside_a_string()))?;
                assert_eq!(string, structured.json(), "{value}");
            }
        }
        Ok(())
    }

    #[test]
    fn text_that_the_application_brought_leaves_on_one_line() -> Result<(), Box<dyn std::error::Error>> {
        let brought = serde_json::value::RawValue::from_string("{\"a\":\n[1,\r\n2]}".to_owned())?;
        for structured in [Structured::of(&[&brought])?, Structured::of_json(format!("[{}]", brought.get()))] {
            assert_eq!(structured.json(), r#"[{"a": [1,  2]}]"#);
            assert_eq!(structured.inside_a_string(), r#"[{\"a\": [1,  2]}]"#);
        }
        Ok(())
    }
}
