//! One JSON value, written in the ways that a sender may choose; and texts that are broken in one place.

use std::fmt::Write as _;

use serde_json::Value;

use crate::sample::Random;

/// The value with other whitespace, escapes, spellings of numbers, and members in another order; now and then
/// a member twice.
pub(crate) fn spelled(value: &Value, random: &mut Random) -> String {
    let mut text = String::new();
    space(&mut text, random);
    write(value, &mut text, random);
    space(&mut text, random);
    text
}

fn write(value: &Value, text: &mut String, random: &mut Random) {
    match value {
        Value::Null | Value::Bool(_) => write!(text, "{value}").unwrap(),
        Value::Number(number) => number_in_some_way(&number.to_string(), text, random),
        Value::String(string) => string_in_some_way(string, text, random),
        Value::Array(items) => {
            text.push('[');
            for (index, item) in items.iter().enumerate() {
                text.push_str(if index > 0 { "," } else { "" });
                space(text, random);
                write(item, text, random);
                space(text, random);
            }
            text.push(']');
        }
        Value::Object(members) => {
            let mut names: Vec<&String> = members.keys().collect();
            if random.below(3) == 0 {
                names.reverse();
            }
            if !names.is_empty() && random.below(24) == 0 {
                names.push(names[random.below(names.len())]);
            }
            text.push('{');
            for (index, name) in names.into_iter().enumerate() {
                text.push_str(if index > 0 { "," } else { "" });
                space(text, random);
                string_in_some_way(name, text, random);
                space(text, random);
                text.push(':');
                space(text, random);
                write(&members[name], text, random);
                space(text, random);
            }
            text.push('}');
        }
    }
}

fn space(text: &mut String, random: &mut Random) {
    const SPACES: [&str; 12] = ["", "", "", "", "", "", "", "", " ", "\n  ", "\t", "\r\n"];
    text.push_str(SPACES[random.below(SPACES.len())]);
}

fn number_in_some_way(number: &str, text: &mut String, random: &mut Random) {
    let whole = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    match random.below(6) {
        0 if whole => write!(text, "{number}.0"),
        1 if whole => write!(text, "{number}e0"),
        2 if whole && number != "0" && number.ends_with('0') => write!(text, "{}E+1", &number[..number.len() - 1]),
        3 if whole => write!(text, "{number}00e-2"),
        _ => write!(text, "{number}"),
    }
    .unwrap();
}

fn string_in_some_way(string: &str, text: &mut String, random: &mut Random) {
    let escaped = random.below(6) == 0;
    text.push('"');
    for c in string.chars() {
        match c {
            '"' | '\\' => write!(text, "\\{c}"),
            c if c < ' ' || (escaped && random.below(3) == 0) => {
                let mut units = [0; 2];
                c.encode_utf16(&mut units).iter().try_for_each(|unit| write!(text, "\\u{unit:04x}"))
            }
            c => write!(text, "{c}"),
        }
        .unwrap();
    }
    text.push('"');
}

/// The text with one character taken out, put in or changed.
pub(crate) fn broken(text: &str, random: &mut Random) -> String {
    const CHARS: &[char] = &[
        '{', '}', '[', ']', '"', '\\', ',', ':', '0', '1', '-', '.', 'e', 'E', '+', ' ', '\u{1}', 'u', 'n', 't', 'é',
        '😀', '\u{7f}', '\n',
    ];
    let mut chars: Vec<char> = text.chars().collect();
    let place = random.below(chars.len());
    let char = CHARS[random.below(CHARS.len())];
    match random.below(3) {
        0 => {
            chars.remove(place);
        }
        1 => chars.insert(place, char),
        _ => chars[place] = char,
    }
    chars.into_iter().collect()
}
