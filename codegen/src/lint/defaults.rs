//! `LINT-05`: defaults that their own schema refuses.
//!
//! `default` is an annotation, so the schema is legal; but a caller who sends the default is
//! refused. Only what is certain is reported: keywords that are not looked at here never are.

use serde_json::{Map, Value};

use super::Lint;
use super::walk::walk;

pub(super) fn check(lint: &mut Lint<'_>) {
    for tool in &lint.manifest.tools {
        let schemas = [("inputSchema", Some(&tool.input_schema)), ("outputSchema", tool.output_schema.as_ref())];
        for (key, schema) in schemas {
            for node in schema.into_iter().flat_map(walk) {
                let Some(default) = node.schema.get("default") else { continue };
                let Some(reason) = refusal(node.schema, default) else { continue };
                let at = format!("{}/{key}{}/default", tool.pointer, node.pointer);
                let message = format!("the default {} {reason}", shortened(default));
                lint.warning("LINT-05", &at, message, "change the default or the schema; nothing uses this default");
            }
        }
    }
}

/// A keyword, and whether a number breaks the bound that it sets.
type Bound = (&'static str, fn(f64, f64) -> bool);

/// Why a schema refuses a value, for keywords whose meaning is the same in every dialect.
pub(super) fn refusal(schema: &Map<String, Value>, value: &Value) -> Option<String> {
    // In draft-07 nothing beside `$ref` counts.
    if schema.contains_key("$ref") {
        return None;
    }
    if let Some(expected) = wrong_type(schema.get("type"), value) {
        return Some(format!("is not of type {expected}"));
    }
    if let Some(Value::Array(choices)) = schema.get("enum")
        && !choices.iter().any(|choice| equal(choice, value))
    {
        return Some("is none of `enum`".to_owned());
    }
    if schema.get("const").is_some_and(|only| !equal(only, value)) {
        return Some("is not the value of `const`".to_owned());
    }
    match value {
        Value::Number(number) => {
            let number = number.as_f64()?;
            let bounds: [Bound; 4] = [
                ("minimum", |n, bound| n < bound),
                ("maximum", |n, bound| n > bound),
                ("exclusiveMinimum", |n, bound| n <= bound),
                ("exclusiveMaximum", |n, bound| n >= bound),
            ];
            first(schema, &bounds, number, "is out of the range of")
        }
        Value::String(text) => size(schema, text.chars().count(), "minLength", "maxLength"),
        Value::Array(items) => size(schema, items.len(), "minItems", "maxItems"),
        Value::Object(members) => {
            let missing = schema.get("required").and_then(Value::as_array).into_iter().flatten();
            let missing = missing.filter_map(Value::as_str).find(|name| !members.contains_key(*name));
            missing.map(|name| format!("lacks the required `{name}`"))
        }
        _ => None,
    }
}

fn size(schema: &Map<String, Value>, size: usize, least: &'static str, most: &'static str) -> Option<String> {
    let size = f64::from(u32::try_from(size).ok()?);
    first(schema, &[(least, |n, bound| n < bound), (most, |n, bound| n > bound)], size, "breaks")
}

fn first(schema: &Map<String, Value>, bounds: &[Bound], number: f64, words: &str) -> Option<String> {
    bounds.iter().find_map(|(keyword, breaks)| {
        let bound = schema.get(*keyword)?.as_f64()?;
        breaks(number, bound).then(|| format!("{words} `{keyword}`"))
    })
}

/// What `type` asks for, if a value is not that.
fn wrong_type(ty: Option<&Value>, value: &Value) -> Option<String> {
    let names: Vec<&str> = match ty? {
        Value::String(name) => vec![name],
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        _ => return None,
    };
    let is = |name: &&str| match *name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64() || value.as_f64().is_some_and(|number| number.fract() == 0.0),
        // No type of JSON Schema: another rule says so.
        _ => true,
    };
    (!names.is_empty() && !names.iter().any(is)).then(|| names.join(" or "))
}

/// JSON equality: 1 is 1.0.
fn equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        _ => a == b,
    }
}

/// A value as JSON text of at most forty characters.
fn shortened(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() <= 40 { text } else { text.chars().take(39).chain(['…']).collect() }
}
