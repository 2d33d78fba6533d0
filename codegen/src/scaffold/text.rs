//! What may stand in a template: text that means the same thing wherever it is put.

use std::fmt;

use serde_json::Value;

/// A Rust identifier, ASCII and never raw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ident(String);

impl Ident {
    /// Takes a name that the model has decided.
    ///
    /// # Panics
    /// When it is no identifier: names are made by `names`, so that it is a fault of this crate.
    #[must_use]
    pub(super) fn new(name: &str) -> Self {
        let mut chars = name.chars();
        let starts = chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
        assert!(starts && chars.all(|c| c.is_ascii_alphanumeric() || c == '_'), "not an identifier: {name:?}");
        Self(name.to_owned())
    }
}

/// Printable ASCII without quotes, backslashes, backticks, dollar signs, braces and spaces: the path of an URL, say.
/// What else there is, is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Printable(String);

impl Printable {
    /// Takes any text.
    #[must_use]
    pub(super) fn new(text: &str) -> Self {
        Self(text.chars().filter(|c| c.is_ascii_graphic() && !"\"'\\`${}".contains(*c)).collect())
    }
}

/// A JSON text as a Rust string literal, or between single quotes of a shell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct JsonLiteral(String);

impl JsonLiteral {
    /// As a Rust literal, raw where that is easier to read. The JSON is ASCII, so that no letter
    /// changes the direction of the line.
    #[must_use]
    pub(super) fn new(value: &Value) -> Self {
        let text = ascii(&value.to_string(), "");
        if !text.contains('"') {
            return Self(format!("\"{text}\""));
        }
        let mut hashes = String::from("#");
        while text.contains(&format!("\"{hashes}")) {
            hashes.push('#');
        }
        Self(format!("r{hashes}\"{text}\"{hashes}"))
    }

    /// For `'…'` of a shell in a code block of Markdown.
    #[must_use]
    pub(super) fn for_shell(value: &Value) -> Self {
        Self(ascii(&value.to_string(), "'`"))
    }
}

/// Escapes what is not ASCII, and a few more: they can only stand in strings.
fn ascii(json: &str, more: &str) -> String {
    use fmt::Write as _;
    let mut text = String::with_capacity(json.len());
    for c in json.chars() {
        if (c.is_ascii_graphic() || c == ' ') && !more.contains(c) {
            text.push(c);
        } else {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(text, "\\u{unit:04x}");
            }
        }
    }
    text
}

macro_rules! display {
    ($($name:ident)*) => {$(
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    )*};
}

display!(Ident Printable JsonLiteral);

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "in a test, a panic is the report")]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_json_literal_is_the_same_value_whatever_is_in_it() {
        for text in ["plain", "\"#\"##\"", "\\", "\u{202e}desrever\r\n\0", "größe 😀", "'; rm -rf /; '`x`$(x)"] {
            let value = json!({ "a": text });
            let literal: syn::LitStr = syn::parse_str(&JsonLiteral::new(&value).to_string()).unwrap();
            assert_eq!(serde_json::from_str::<Value>(&literal.value()).unwrap(), value);
            let shell = JsonLiteral::for_shell(&value).to_string();
            assert!(!shell.contains(['\'', '`', '\n']) && shell.is_ascii());
            assert_eq!(serde_json::from_str::<Value>(&shell).unwrap(), value);
        }
    }

    #[test]
    fn what_is_printable_breaks_out_of_nothing() {
        assert_eq!(Printable::new("/mcp/v1").to_string(), "/mcp/v1");
        assert_eq!(Printable::new("/a\"); panic!(\"{x}`$(b)`\n").to_string(), "/a);panic!(x(b)");
    }
}
