//! What is legal, in words, for `expected`.

use serde_json::Value;

use super::facts::Facts;
use crate::validate::Program;
use crate::validate::program::{Id, Types};

/// Longest text of a list of values.
const LONGEST: usize = 600;

/// "a string or null"
pub(super) fn types(types: Types) -> String {
    let all = [
        (Types::STRING, "a string"),
        (Types::NUMBER, "a number"),
        (Types::INTEGER, "an integer"),
        (Types::FRACTION, "a number with a fraction"),
        (Types::BOOLEAN, "true or false"),
        (Types::ARRAY, "an array"),
        (Types::OBJECT, "an object"),
        (Types::NULL, "null"),
    ];
    let is_number = types.has_all(Types::NUMBER);
    let names: Vec<&str> = all
        .iter()
        .filter(|(wanted, _)| types.has_all(*wanted))
        .filter(|(wanted, _)| !(is_number && (*wanted == Types::INTEGER || *wanted == Types::FRACTION)))
        .map(|(_, name)| *name)
        .collect();
    either(&names)
}

/// "a, b or c"
pub(super) fn either(names: &[&str]) -> String {
    match names {
        [] => String::from("nothing"),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// "one of 1, 2"
pub(super) fn values(values: &[Value]) -> String {
    match values {
        [] => return String::from("nothing: no value is allowed here"),
        [one] => return shortened(&one.to_string()),
        _ => {}
    }
    let mut text = String::from("one of ");
    for (index, value) in values.iter().enumerate() {
        let shown = shortened(&value.to_string());
        if text.len() + shown.len() > LONGEST {
            text.push_str(&format!(" and {} more", values.len() - index));
            break;
        }
        text.push_str(if index == 0 { "" } else { ", " });
        text.push_str(&shown);
    }
    text
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(120) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}...", &text[..end]),
    }
}

/// "3 items", "1 item"
pub(super) fn count(count: u64, one: &str, many: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {many}") }
}

/// A subschema in a few words: its values, else its types and what an object must have.
pub(super) fn schema(program: &Program, facts: &Facts, id: Id) -> String {
    if facts.never(id) {
        return String::from("nothing");
    }
    if let Some((_, list)) = program.nodes[id].values.first() {
        return values(list);
    }
    let kinds = facts.types(id);
    let mut tags = facts.tags(id).iter().filter(|(_, strings)| strings.len() == 1);
    if let Some((name, strings)) = tags.next() {
        let tag = strings.first().map(String::as_str).unwrap_or_default();
        return format!("an object with {} {tag:?}", shortened(&format!("{name:?}")));
    }
    let required: Vec<String> = facts.required(id).iter().take(4).map(|name| shortened(&format!("{name:?}"))).collect();
    match (kinds == Types::OBJECT, kinds == Types::ALL, required.is_empty()) {
        (true, _, false) => format!("an object with {}", required.join(", ")),
        (_, true, false) => format!("a value with {}", required.join(", ")),
        (_, true, true) => format!("a value that fits {}", super::naming::in_docs(&program.nodes[id].place)),
        _ => types(kinds),
    }
}
