//! Arguments that fit a schema, for the first test of a tool.
//!
//! Comes in: an `inputSchema`. Goes out: a small value, or nothing where a keyword stands that this
//! module does not follow. Always holds: what comes out is valid under the schema, so that a
//! scaffold's test does not fail for a reason that is not the user's.

use serde_json::{Map, Number, Value, json};

/// Deepest nesting, references included, that is followed.
const DEPTH: usize = 24;

/// Keywords that say nothing about which values are valid, or nothing that is not looked at below.
const HARMLESS: [&str; 16] = [
    "$schema",
    "$id",
    "$comment",
    "$defs",
    "definitions",
    "title",
    "description",
    "default",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
    "x-mcp-header",
    "contentMediaType",
    "contentEncoding",
    "$anchor",
];

/// A value that is valid under the schema, with the required members only.
#[must_use]
pub fn sample(schema: &Value) -> Option<Value> {
    value(schema, schema, DEPTH)
}

fn value(schema: &Value, root: &Value, depth: usize) -> Option<Value> {
    let depth = depth.checked_sub(1)?;
    let schema = match schema {
        Value::Bool(true) => return Some(json!("sample")),
        Value::Object(schema) => schema,
        _ => return None,
    };
    if let Some(Value::String(reference)) = schema.get("$ref") {
        // Siblings could narrow it further, in one of the two dialects.
        let alone = schema.keys().all(|key| key == "$ref" || HARMLESS.contains(&key.as_str()));
        let target = root.pointer(reference.strip_prefix('#')?)?;
        return if alone && !reference.contains('%') { value(target, root, depth) } else { None };
    }
    if let Some(constant) = schema.get("const") {
        return only(schema, &["const", "type"]).then(|| constant.clone());
    }
    if let Some(Value::Array(values)) = schema.get("enum") {
        return if only(schema, &["enum", "type"]) {
            values.iter().find(|v| has_type(schema, v)).cloned()
        } else {
            None
        };
    }
    if let Some(Value::Array(branches)) = schema.get("anyOf") {
        return if only(schema, &["anyOf"]) {
            branches.iter().find_map(|branch| value(branch, root, depth))
        } else {
            None
        };
    }
    match kind(schema)? {
        "object" => object(schema, root, depth),
        "array" => array(schema, root, depth),
        "string" => string(schema),
        kind @ ("integer" | "number") => number(schema, kind == "integer"),
        "boolean" => only(schema, &["type"]).then_some(Value::Bool(true)),
        "null" => only(schema, &["type"]).then_some(Value::Null),
        _ => None,
    }
}

/// Whether a schema has no keyword but harmless ones and these.
fn only(schema: &Map<String, Value>, known: &[&str]) -> bool {
    schema.keys().all(|key| known.contains(&key.as_str()) || HARMLESS.contains(&key.as_str()))
}

/// The type to make: the first that is not null.
fn kind(schema: &Map<String, Value>) -> Option<&str> {
    match schema.get("type") {
        Some(Value::String(kind)) => Some(kind),
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).find(|kind| *kind != "null"),
        Some(_) => None,
        None if schema.contains_key("properties") || schema.contains_key("required") => Some("object"),
        None => only(schema, &[]).then_some("string"),
    }
}

fn has_type(schema: &Map<String, Value>, value: &Value) -> bool {
    let is = |kind: &str| match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        "boolean" => value.is_boolean(),
        _ => value.is_null(),
    };
    match schema.get("type") {
        None => true,
        Some(Value::String(kind)) => is(kind),
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).any(is),
        Some(_) => false,
    }
}

fn object(schema: &Map<String, Value>, root: &Value, depth: usize) -> Option<Value> {
    const KNOWN: [&str; 8] = [
        "type",
        "properties",
        "required",
        "additionalProperties",
        "minProperties",
        "maxProperties",
        "propertyNames",
        "patternProperties",
    ];
    if !only(schema, &KNOWN) {
        return None;
    }
    let required: Vec<&str> = match schema.get("required") {
        Some(Value::Array(names)) => names.iter().map(Value::as_str).collect::<Option<_>>()?,
        Some(_) => return None,
        None => Vec::new(),
    };
    // Then the name of a member counts, which is more than this module follows.
    if !required.is_empty() && (schema.contains_key("propertyNames") || schema.contains_key("patternProperties")) {
        return None;
    }
    let any = Value::Bool(true);
    let mut object = Map::new();
    for name in required {
        let declared = schema.get("properties").and_then(|properties| properties.get(name));
        let member = declared.or(schema.get("additionalProperties")).unwrap_or(&any);
        object.insert(name.to_owned(), value(member, root, depth)?);
    }
    fits(schema, object.len(), "minProperties", "maxProperties").then_some(Value::Object(object))
}

fn array(schema: &Map<String, Value>, root: &Value, depth: usize) -> Option<Value> {
    const KNOWN: [&str; 5] = ["type", "items", "minItems", "maxItems", "uniqueItems"];
    let least = bound(schema, "minItems")?.unwrap_or(0);
    if !only(schema, &KNOWN) || least > 8 || (least > 1 && schema.get("uniqueItems") == Some(&Value::Bool(true))) {
        return None;
    }
    let any = Value::Bool(true);
    // One item shows more than none, where there can be one.
    let item = value(schema.get("items").unwrap_or(&any), root, depth);
    let most = bound(schema, "maxItems")?.unwrap_or(usize::MAX);
    let items = match item {
        Some(item) => vec![item; least.max(1).min(most)],
        None if least == 0 => Vec::new(),
        None => return None,
    };
    fits(schema, items.len(), "minItems", "maxItems").then_some(Value::Array(items))
}

fn string(schema: &Map<String, Value>) -> Option<Value> {
    if !only(schema, &["type", "minLength", "maxLength", "format"]) {
        return None;
    }
    let text = match schema.get("format").and_then(Value::as_str) {
        None => "sample",
        Some("uri" | "uri-reference" | "iri" | "url") => "https://example.com/",
        Some("email" | "idn-email") => "someone@example.com",
        Some("date-time") => "2026-07-28T12:00:00Z",
        Some("date") => "2026-07-28",
        Some("time") => "12:00:00Z",
        Some("uuid") => "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
        Some("ipv4") => "192.0.2.1",
        Some("ipv6") => "2001:db8::1",
        Some("hostname" | "idn-hostname") => "example.com",
        // Might be asserted by the manifest, and there is no example at hand.
        Some(_) => return None,
    };
    let least = bound(schema, "minLength")?.unwrap_or(0);
    let most = bound(schema, "maxLength")?.unwrap_or(usize::MAX);
    if schema.contains_key("format") {
        return (least..=most).contains(&text.len()).then(|| json!(text));
    }
    if least > 1000 || least > most {
        return None;
    }
    let text: String = text.chars().cycle().take(text.len().clamp(least, most)).collect();
    Some(Value::String(text))
}

fn number(schema: &Map<String, Value>, integer: bool) -> Option<Value> {
    const BOUNDS: [&str; 4] = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];
    if !only(schema, &["type", "format", "multipleOf", BOUNDS[0], BOUNDS[1], BOUNDS[2], BOUNDS[3]]) {
        return None;
    }
    let mut limits = [None; 4];
    for (limit, key) in limits.iter_mut().zip(BOUNDS) {
        *limit = match schema.get(key) {
            None => None,
            Some(value) => Some(value.as_f64()?),
        };
    }
    let [minimum, maximum, above, below] = limits;
    let step = match schema.get("multipleOf") {
        None => None,
        Some(value) => Some(value.as_f64()?),
    };
    let around =
        limits.iter().flatten().flat_map(|limit| [*limit, limit.ceil(), limit.floor(), limit + 1.0, limit - 1.0]);
    let middle = minimum.or(above).zip(maximum.or(below)).map(|(low, high)| f64::midpoint(low, high));
    let candidate = [1.0, 0.0].into_iter().chain(step).chain(around).chain(middle).find(|number| {
        minimum.is_none_or(|limit| *number >= limit)
            && maximum.is_none_or(|limit| *number <= limit)
            && above.is_none_or(|limit| *number > limit)
            && below.is_none_or(|limit| *number < limit)
            && step.is_none_or(|step| number % step == 0.0)
            && (!integer || number.fract() == 0.0)
            && number.abs() < 9e15
    })?;
    if candidate.fract() == 0.0 {
        #[allow(clippy::cast_possible_truncation, reason = "a whole number below 9e15")]
        return Some(json!(candidate as i64));
    }
    Number::from_f64(candidate).map(Value::Number)
}

/// A bound on a count: `Some(None)` when there is none, `None` when it is not a number.
fn bound(schema: &Map<String, Value>, key: &str) -> Option<Option<usize>> {
    match schema.get(key) {
        None => Some(None),
        Some(value) => Some(Some(usize::try_from(value.as_u64()?).ok()?)),
    }
}

fn fits(schema: &Map<String, Value>, count: usize, least: &str, most: &str) -> bool {
    let within = |key, test: fn(&usize, &usize) -> bool| matches!(bound(schema, key), Some(limit) if limit.is_none_or(|limit| test(&count, &limit)));
    within(least, usize::ge) && within(most, usize::le)
}
