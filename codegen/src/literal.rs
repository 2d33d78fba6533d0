//! Text from outside as literals of Rust.

use std::fmt::Write as _;

use proc_macro2::Literal;
use serde_json::Value;

/// JSON text as a raw string: compact, members sorted by name, so that it reads the same whatever
/// the order in the manifest was.
#[must_use]
pub fn json(value: &Value) -> Literal {
    raw_string(&json_text(value))
}

/// Compact JSON text. Characters that reorder or hide text (rustc denies them in literals) and
/// those that end a line somewhere are escaped: in JSON they can stand in strings alone, where the
/// escape means the same.
#[must_use]
pub fn json_text(value: &Value) -> String {
    let mut text = String::new();
    write_json(value, &mut text);
    text
}

fn write_json(value: &Value, text: &mut String) {
    match value {
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            members.sort_unstable_by_key(|(name, _)| *name);
            text.push('{');
            for (index, (name, member)) in members.into_iter().enumerate() {
                if index > 0 {
                    text.push(',');
                }
                write_string(name, text);
                text.push(':');
                write_json(member, text);
            }
            text.push('}');
        }
        Value::Array(items) => {
            text.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    text.push(',');
                }
                write_json(item, text);
            }
            text.push(']');
        }
        Value::String(string) => write_string(string, text),
        Value::Null | Value::Bool(_) | Value::Number(_) => text.push_str(&value.to_string()),
    }
}

fn write_string(string: &str, text: &mut String) {
    for c in Value::String(string.to_owned()).to_string().chars() {
        if is_hidden(c) {
            let mut units = [0; 2];
            for unit in c.encode_utf16(&mut units) {
                let _ = write!(text, "\\u{unit:04x}");
            }
        } else {
            text.push(c);
        }
    }
}

/// Control, formatting and line-separating characters.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// A text as a literal that is easy to read: raw where that can be, and without a character that hides or reorders others.
#[must_use]
pub fn text(text: &str) -> Literal {
    if text.chars().any(is_hidden) { Literal::string(text) } else { raw_string(text) }
}

/// A raw string with as many `#` as the text needs.
fn raw_string(text: &str) -> Literal {
    let mut longest = 0;
    for (at, _) in text.match_indices('"') {
        let hashes = text[at + 1..].bytes().take_while(|byte| *byte == b'#').count();
        longest = longest.max(hashes + 1);
    }
    let hashes = "#".repeat(longest);
    // A string that cannot be raw (more than 255 #, no quote at all) is written with escapes.
    let raw = format!("r{hashes}\"{text}\"{hashes}");
    match (1..=255).contains(&longest).then(|| raw.parse()) {
        Some(Ok(literal)) => literal,
        _ => Literal::string(text),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use serde_json::json;

    fn read_back(value: &Value) -> Value {
        let literal = json(value).to_string();
        let parsed: syn::LitStr = syn::parse_str(&literal).unwrap();
        serde_json::from_str(&parsed.value()).unwrap()
    }

    #[test]
    fn json_survives_whatever_it_holds() {
        for value in [
            json!({"b": 1, "a": [true, null, 1.5, "x\"#y\"##z"]}),
            json!("\"##########"),
            json!("r\u{202e}l\u{2028}\u{feff}\u{e0001}\r\n\0"),
            json!({"\u{202e}": "*/ #]"}),
            json!(format!("\"{}", "#".repeat(300))),
            json!(7),
        ] {
            assert_eq!(read_back(&value), value);
            assert!(!json(&value).to_string().chars().any(is_hidden), "{value}");
        }
    }

    #[test]
    fn a_text_is_itself_and_hides_nothing() {
        for wanted in ["", "plain", "{\"city\":\"", "a\\\"#", "\u{202e}\"\u{2028}\n", "\u{e9}\u{1f682}"] {
            let literal = text(wanted).to_string();
            assert_eq!(syn::parse_str::<syn::LitStr>(&literal).unwrap().value(), wanted);
            assert!(!literal.chars().any(is_hidden), "{literal}");
        }
        assert_eq!(text("{\"city\":").to_string(), "r#\"{\"city\":\"#");
    }

    #[test]
    fn members_are_sorted_and_nothing_is_added() {
        assert_eq!(json_text(&json!({"b": {"d": 1.0, "c": -2}, "a": []})), r#"{"a":[],"b":{"c":-2,"d":1.0}}"#);
    }
}
