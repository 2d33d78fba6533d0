//! Arguments for a schema, by the judgement of the `jsonschema` crate: one that fits, one that does not.

use serde_json::{Map, Value, json};

/// A value that fits, if one is found.
pub fn valid(schema: &Value) -> Option<Value> {
    let oracle = oracle(schema);
    let candidates = [sample(schema, schema, 8, true), sample(schema, schema, 8, false)];
    candidates.into_iter().find(|candidate| oracle.is_valid(candidate))
}

/// A value that does not fit: a valid one with one thing changed. An object that is none always does.
pub fn broken(schema: &Value, valid: &Value) -> Value {
    let oracle = oracle(schema);
    let members = valid.as_object().cloned().unwrap_or_default();
    let without = members.keys().map(|name| {
        let mut changed = members.clone();
        changed.remove(name);
        Value::Object(changed)
    });
    let other = members.keys().flat_map(|name| {
        [json!({"not": ["this"]}), json!(0.5), json!("\u{1}"), json!(null)].into_iter().map(|value| {
            let mut changed = members.clone();
            changed.insert(name.clone(), value);
            Value::Object(changed)
        })
    });
    let unknown = std::iter::once_with(|| {
        let mut changed = members.clone();
        changed.insert("nobody knows this".to_owned(), json!(1));
        Value::Object(changed)
    });
    let mut candidates = without.chain(other).chain(unknown).chain([json!([])]);
    candidates.find(|candidate| !oracle.is_valid(candidate)).unwrap()
}

pub fn oracle(schema: &Value) -> jsonschema::Validator {
    jsonschema::options().should_validate_formats(false).build(schema).unwrap()
}

/// What the keywords of a schema suggest.
fn sample(root: &Value, schema: &Value, depth: u8, all: bool) -> Value {
    let Some(keywords) = schema.as_object() else { return json!("any") };
    if let Some(value) = keywords.get("const") {
        return value.clone();
    }
    if let Some(value) = keywords.get("enum").and_then(Value::as_array).and_then(|values| values.first()) {
        return value.clone();
    }
    if let Some(pointer) =
        keywords.get("$ref").and_then(Value::as_str).and_then(|reference| reference.strip_prefix('#'))
    {
        return match root.pointer(pointer) {
            Some(target) if depth > 0 => sample(root, target, depth - 1, all),
            _ => Value::Null,
        };
    }
    for keyword in ["oneOf", "anyOf"] {
        let alternatives = keywords.get(keyword).and_then(Value::as_array);
        if let Some(first) = alternatives.and_then(|alternatives| alternatives.first())
            && !keywords.contains_key("properties")
        {
            return sample(root, first, depth, all);
        }
    }
    let kind = match keywords.get("type") {
        Some(Value::String(kind)) => kind.as_str(),
        Some(Value::Array(kinds)) => kinds.first().and_then(Value::as_str).unwrap_or_default(),
        _ if keywords.contains_key("properties") => "object",
        _ if keywords.contains_key("items") => "array",
        _ => "string",
    };
    match kind {
        "object" => object(root, keywords, depth, all),
        "array" => {
            let count = keywords.get("minItems").and_then(Value::as_u64).unwrap_or(u64::from(all));
            let item = keywords.get("items").unwrap_or(&Value::Bool(true));
            let count = if depth == 0 { 0 } else { count };
            (0..count).map(|_| sample(root, item, depth - 1, all)).collect()
        }
        "integer" | "number" => {
            let bound = |name| keywords.get(name).and_then(Value::as_f64);
            let least = bound("minimum").or(bound("exclusiveMinimum").map(|bound| bound + 1.0));
            let most = bound("maximum").or(bound("exclusiveMaximum").map(|bound| bound - 1.0));
            let value = least.unwrap_or(1.0).min(most.unwrap_or(f64::MAX));
            if value.fract() == 0.0 { json!(value as i64) } else { json!(value) }
        }
        "boolean" => json!(true),
        "null" => Value::Null,
        _ => {
            let formats = [
                ("date-time", "2026-07-28T10:00:00Z"),
                ("date", "2026-07-28"),
                ("uri", "https://example.com/"),
                ("uuid", "9b2d6cbe-9a39-4a3c-8f2e-0d7a3d8f4b11"),
                ("email", "a@example.com"),
            ];
            let format = keywords.get("format").and_then(Value::as_str).unwrap_or_default();
            let text = formats.iter().find(|(name, _)| *name == format).map_or("sample", |(_, text)| text);
            let least = keywords.get("minLength").and_then(Value::as_u64).unwrap_or(0) as usize;
            json!(if text.len() < least { "s".repeat(least) } else { text.to_owned() })
        }
    }
}

fn object(root: &Value, keywords: &Map<String, Value>, depth: u8, all: bool) -> Value {
    let required: Vec<&str> =
        keywords.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    let mut members = Map::new();
    for (name, property) in keywords.get("properties").and_then(Value::as_object).into_iter().flatten() {
        if required.contains(&name.as_str()) || (all && depth > 0) {
            members.insert(name.clone(), sample(root, property, depth.saturating_sub(1), all));
        }
    }
    Value::Object(members)
}
