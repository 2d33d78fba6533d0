//! Typed outputs of odd schemas: what writes them compiles without a warning, writes the bytes of `serde_json`, and writes
//! nothing that does not fit.

use serde_json::{Value, json};

use crate::fused::texts;
use crate::readers::Readers;
use crate::sample::Random;
use crate::seed::seed;

/// A closed object.
fn closed(properties: Value, required: Value) -> Value {
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

fn named(names: Value) -> Value {
    json!({ "type": "object", "properties": { "a": { "type": "string" } }, "propertyNames": names })
}

fn schemas() -> Vec<Value> {
    let text = json!({ "type": "string" });
    let short = json!({ "type": "string", "maxLength": 4 });
    let inner = json!({ "type": "object", "properties": { "root": text }, "additionalProperties": false });
    vec![
        // Names that generated code has, too.
        closed(json!({ "write": { "type": "object", "properties": { "a": text } }, "b": text }), json!(["b"])),
        closed(json!({ "write": short }), json!(["write"])),
        closed(json!({ "write": { "type": "array", "items": text }, "write_root": inner }), json!([])),
        closed(
            json!({ "value": short, "item": { "type": "array", "items": short }, "out": short, "comma": text }),
            json!([]),
        ),
        closed(
            json!({ "member": { "type": "object", "additionalProperties": short }, "text": short }),
            json!(["text"]),
        ),
        // Names that Rust or JSON write with escapes.
        closed(json!({ "a\"b": text, "\\": text, "\u{1}\n": text, "\u{202e}": text, "#\"#": text }), json!(["\\"])),
        closed(json!({ "fn": text, "self": { "type": "boolean" }, "": text, "r#type": text }), json!([])),
        closed(
            json!({ "e": { "enum": ["a\"b", "\u{202e}", "\n", "é", "", "🚂"] }, "n": { "enum": ["x", null] } }),
            json!(["e"]),
        ),
        // What comes before a comma is known late or never.
        closed(json!({}), json!([])),
        closed(json!({ "one": text }), json!([])),
        closed(json!({ "a": text, "b": text, "c": text }), json!([])),
        closed(json!({ "a": text, "b": text, "c": text, "d": text }), json!(["c"])),
        closed(json!({ "e": { "type": "integer" }, "n": { "type": "null" } }), json!(["e"])),
        // Containers in containers, and what may be null.
        json!({ "type": ["array", "null"], "items": { "type": ["array", "null"], "items": { "type": ["string", "null"] } } }),
        json!({ "type": "object", "additionalProperties": { "type": "object", "additionalProperties": { "type": ["number", "null"] } } }),
        json!({ "type": "array", "items": { "type": "array", "items": short, "maxItems": 2 }, "minItems": 1 }),
        json!({ "type": "object", "properties": { "v": text, "of": { "type": "array", "items": { "$ref": "#" } } }, "required": ["v"], "additionalProperties": false }),
        json!({ "type": "object", "properties": { "extra": text, "a": { "type": "integer" } }, "required": ["extra"] }),
        // A name that `serde_json` takes for its own.
        closed(json!({ "$serde_json::private::Numbers": text, "a": text }), json!(["a"])),
        // Conditions on names.
        named(json!({ "not": { "anyOf": [{ "minLength": 2, "maxLength": 4 }] } })),
        named(json!({ "if": { "anyOf": [{ "minLength": 2, "maxLength": 4 }] }, "then": { "pattern": "^a" } })),
        named(json!({ "not": { "anyOf": [{ "if": { "minLength": 2 }, "then": { "maxLength": 3 } }] } })),
        named(json!({ "not": { "anyOf": [{ "enum": ["a", "b"] }] } })),
        named(json!({ "not": { "anyOf": [{ "not": { "minLength": 2 } }] } })),
        named(json!({ "anyOf": [{ "minLength": 2, "maxLength": 4 }] })),
        named(json!({ "allOf": [{ "minLength": 2 }, { "anyOf": [{ "type": "integer" }, { "const": 5 }] }] })),
        named(json!({ "if": { "type": "integer" }, "then": false, "else": { "maxLength": 1 } })),
        named(json!({ "anyOf": [true, { "minLength": 2 }] })),
    ]
}

#[test]
fn what_is_written_is_what_serde_json_writes_and_fits() {
    let schemas = schemas();
    let mut random = Random::Seed(seed());
    let mut questions: Vec<(usize, String)> = Vec::new();
    for (index, schema) in schemas.iter().enumerate() {
        for text in [
            "{}",
            "{\"a\":\"x\"}",
            "{\"a\":\"x\",\"$serde_json::private::Numbers\":\"1\"}",
            "{\"abc\":1}",
            "{\"abcde\":1}",
        ] {
            questions.push((index, text.to_owned()));
        }
        for _ in 0..200 {
            questions.extend(texts(schema, &mut random).map(|text| (index, text)));
        }
    }
    let readers = Readers::build("written", &schemas, None);
    assert!(readers.judged.iter().filter(|judged| **judged).count() >= 14, "{:?}", readers.judged);
    for (schema, judged) in schemas.iter().zip(&readers.judged) {
        assert!(!judged || schema["properties"].get("$serde_json::private::Numbers").is_none(), "{schema}");
    }
    readers.ask(&questions);
}
