//! What a schema says in words, and the assertions that its Rust type does not show.

use serde_json::{Map, Value};

use crate::docs;

/// Lines of documentation; none where a schema says nothing.
pub(super) fn lines(schema: Option<&Value>) -> Vec<String> {
    let Some(Value::Object(members)) = schema else { return Vec::new() };
    let text = |keyword: &str| members.get(keyword).and_then(Value::as_str).unwrap_or_default();
    let mut lines = docs::lines(text("description"));
    if lines.is_empty() {
        lines = docs::lines(text("title"));
    }
    paragraph(&mut lines, docs::lines(&facts(members).join(" ")));
    lines
}

/// Appends a paragraph.
pub(super) fn paragraph(lines: &mut Vec<String>, more: Vec<String>) {
    if !lines.is_empty() && !more.is_empty() {
        lines.push(String::new());
    }
    lines.extend(more);
}

fn facts(members: &Map<String, Value>) -> Vec<String> {
    let mut facts = Vec::new();
    if let Some(default) = members.get("default") {
        facts.push(format!("Default: {}.", docs::code(&default.to_string())));
    }
    if let Some(format) = members.get("format").and_then(Value::as_str) {
        facts.push(format!("Format: {}.", docs::code(format)));
    }
    if let Some(pattern) = members.get("pattern").and_then(Value::as_str) {
        facts.push(format!("Pattern: {}.", docs::code(pattern)));
    }
    facts.extend(range(members, ["minimum", "maximum"], None, ["at least", "at most"]));
    facts.extend(range(members, ["exclusiveMinimum", "exclusiveMaximum"], None, ["more than", "less than"]));
    facts.extend(range(members, ["minLength", "maxLength"], Some("character"), ["at least", "at most"]));
    facts.extend(range(members, ["minItems", "maxItems"], Some("item"), ["at least", "at most"]));
    facts.extend(range(members, ["minProperties", "maxProperties"], Some("member"), ["at least", "at most"]));
    if let Some(Value::Number(step)) = members.get("multipleOf") {
        facts.push(format!("A multiple of {step}."));
    }
    if members.get("uniqueItems") == Some(&Value::Bool(true)) {
        facts.push("No item twice.".to_owned());
    }
    if members.get("deprecated") == Some(&Value::Bool(true)) {
        facts.push("Deprecated.".to_owned());
    }
    facts
}

/// "At least 1, at most 40 items."
fn range(members: &Map<String, Value>, keywords: [&str; 2], unit: Option<&str>, words: [&str; 2]) -> Option<String> {
    let bounds = keywords.map(|keyword| members.get(keyword).filter(|value| value.is_number()));
    let said: Vec<String> =
        bounds.iter().zip(words).filter_map(|(bound, words)| bound.map(|bound| format!("{words} {bound}"))).collect();
    let text = said.join(", ");
    let mut chars = text.chars();
    let first = chars.next()?.to_uppercase();
    // The unit goes with the number that it stands behind.
    let one = bounds.into_iter().flatten().next_back().and_then(Value::as_f64) == Some(1.0);
    let unit = unit.map(|unit| format!(" {unit}{}", if one { "" } else { "s" })).unwrap_or_default();
    Some(format!("{first}{}{unit}.", chars.as_str()))
}
