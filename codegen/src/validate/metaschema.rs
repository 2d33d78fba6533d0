//! The meta-schemas of the two dialects, for schemas that refer to them.
//!
//! Made from the table of keywords, not read from anywhere: a `$ref` to the published address of a
//! meta-schema means this.

use serde_json::{Map, Value, json};

use super::dialect::{DRAFT_7, DRAFT_2020_12, Vocabulary};
use super::keyword::{Form, KEYWORDS};

const META: &str = "https://json-schema.org/draft/2020-12/meta/";

/// The meta-schema of an address without fragment.
pub(super) fn at(uri: &str) -> Option<Value> {
    match uri {
        DRAFT_2020_12 => Some(root()),
        DRAFT_7 => Some(draft7()),
        _ => {
            let last = uri.strip_prefix(META)?;
            let (vocabulary, _) = Vocabulary::ALL.iter().find(|(_, name)| *name == last)?;
            Some(part(*vocabulary, uri))
        }
    }
}

fn root() -> Value {
    let parts: Vec<Value> = Vocabulary::ALL.iter().map(|(_, name)| json!({ "$ref": format!("meta/{name}") })).collect();
    let vocabularies: Map<String, Value> =
        Vocabulary::ALL.iter().map(|(_, name)| (format!("{}{name}", Vocabulary::BASE), Value::Bool(true))).collect();
    let mut schema = part(Vocabulary::Deprecated, DRAFT_2020_12);
    schema["$vocabulary"] = Value::Object(vocabularies);
    schema["allOf"] = Value::Array(parts);
    schema
}

fn part(wanted: Vocabulary, uri: &str) -> Value {
    let again = json!({ "$dynamicRef": "#meta" });
    let properties: Map<String, Value> = KEYWORDS
        .iter()
        .filter_map(|keyword| Some((keyword.name, keyword.current?)))
        .filter(|(_, (vocabulary, _))| *vocabulary == wanted)
        .map(|(name, (_, form))| (name.to_owned(), schema_of(form, &again)))
        .collect();
    json!({
        "$schema": DRAFT_2020_12,
        "$id": uri,
        "$dynamicAnchor": "meta",
        "type": ["object", "boolean"],
        "properties": properties,
    })
}

fn draft7() -> Value {
    let again = json!({ "$ref": "#" });
    let properties: Map<String, Value> = KEYWORDS
        .iter()
        .filter_map(|keyword| Some((keyword.name.to_owned(), schema_of(keyword.draft7?, &again))))
        .collect();
    let id = format!("{DRAFT_7}#");
    json!({ "$schema": id, "$id": id, "type": ["object", "boolean"], "properties": properties })
}

/// The schema of a keyword's value; `again` stands for any schema.
fn schema_of(form: Form, again: &Value) -> Value {
    const TYPES: [&str; 7] = ["array", "boolean", "integer", "null", "number", "object", "string"];
    let names = json!({ "type": "array", "items": { "type": "string" }, "uniqueItems": true });
    match form {
        Form::Any => Value::Bool(true),
        Form::Boolean => json!({ "type": "boolean" }),
        Form::String | Form::Reference | Form::Pattern => json!({ "type": "string" }),
        Form::Array => json!({ "type": "array" }),
        Form::Number => json!({ "type": "number" }),
        Form::PositiveNumber => json!({ "type": "number", "exclusiveMinimum": 0 }),
        Form::Count => json!({ "type": "integer", "minimum": 0 }),
        Form::Types => json!({ "anyOf": [
            { "enum": TYPES },
            { "type": "array", "items": { "enum": TYPES }, "minItems": 1, "uniqueItems": true },
        ] }),
        Form::Names => names,
        Form::NameLists => json!({ "type": "object", "additionalProperties": names }),
        Form::Anchor => json!({ "type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9._-]*$" }),
        Form::Identifier => json!({ "type": "string", "pattern": "^[^#]*#?$" }),
        Form::Vocabularies => json!({ "type": "object", "additionalProperties": { "type": "boolean" } }),
        Form::Schema => again.clone(),
        Form::Schemas => json!({ "type": "array", "items": again, "minItems": 1 }),
        Form::SchemaOrSchemas => json!({ "anyOf": [again, { "type": "array", "items": again, "minItems": 1 }] }),
        Form::SchemaMap | Form::PatternMap => json!({ "type": "object", "additionalProperties": again }),
        Form::SchemaOrNames => json!({ "type": "object", "additionalProperties": { "anyOf": [again, names] } }),
    }
}
