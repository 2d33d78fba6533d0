//! A tool as a server lists it: what its schema says about headers, and whether that is legal.
//!
//! A tool whose annotations are not legal is dropped from the list, its siblings stay (HDR-22).
//! The generator holds the server's own manifest to the same rules with places and help; this is
//! the other side, where the schema comes from a stranger.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::super::contract::HeaderKind;
use super::bindings::Binding;

/// The annotation.
const ANNOTATION: &str = "x-mcp-header";

/// Keywords whose value is a schema.
const SCHEMA: &[&str] = &[
    "additionalItems",
    "additionalProperties",
    "contains",
    "contentSchema",
    "else",
    "if",
    "items",
    "not",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];

/// Keywords whose value is a list of schemas.
const SCHEMAS: &[&str] = &["allOf", "anyOf", "items", "oneOf", "prefixItems"];

/// Keywords whose value is an object of schemas.
const NAMED_SCHEMAS: &[&str] = &["$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties"];

/// The mirrored arguments of a tool, or why the tool is to be dropped (HDR-14 to HDR-21).
pub(super) fn bindings(input_schema: &Value) -> Result<Vec<Binding>, String> {
    let mut found = Vec::new();
    let mut path = Vec::new();
    if let Value::Object(root) = input_schema {
        if root.contains_key(ANNOTATION) {
            return Err(format!("`{ANNOTATION}` stands at the root of the schema"));
        }
        reachable(root, &mut path, &mut found)?;
    }
    let mut names = BTreeSet::new();
    match found.iter().find(|binding| !names.insert(binding.header.to_ascii_lowercase())) {
        Some(twice) => Err(format!("the header {} is named twice", twice.header)),
        None => Ok(found),
    }
}

/// Walks a schema that only `properties` lead to.
fn reachable(schema: &Map<String, Value>, path: &mut Vec<String>, found: &mut Vec<Binding>) -> Result<(), String> {
    for (keyword, value) in schema {
        if keyword != "properties" {
            unreachable_below(keyword, value)?;
            continue;
        }
        for (name, property) in value.as_object().into_iter().flatten() {
            let Value::Object(property) = property else { continue };
            path.push(name.clone());
            if let Some(annotation) = property.get(ANNOTATION) {
                found.push(binding(path, annotation, property)?);
            }
            reachable(property, path, found)?;
            path.pop();
        }
    }
    Ok(())
}

fn binding(path: &[String], annotation: &Value, property: &Map<String, Value>) -> Result<Binding, String> {
    let at = path.join("/");
    let name = annotation.as_str().ok_or_else(|| format!("`{ANNOTATION}` at {at} is not a string"))?;
    let is_token =
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte));
    if !is_token {
        return Err(format!("{name:?} at {at} cannot be part of a header's name"));
    }
    if property.contains_key("$ref") {
        return Err(format!("`{ANNOTATION}` at {at} stands beside `$ref`"));
    }
    let kind = match property.get("type").and_then(Value::as_str) {
        Some("string") => HeaderKind::String,
        Some("integer") => HeaderKind::Integer,
        Some("boolean") => HeaderKind::Boolean,
        _ => return Err(format!("the `type` at {at} is not string, integer or boolean")),
    };
    Ok(Binding { path: path.to_vec(), header: format!("Mcp-Param-{name}"), kind })
}

/// Refuses annotations below a keyword through which no argument is reached by name alone.
fn unreachable_below(keyword: &str, value: &Value) -> Result<(), String> {
    match value {
        Value::Object(schema) if SCHEMA.contains(&keyword) => unannotated(keyword, schema),
        Value::Array(schemas) if SCHEMAS.contains(&keyword) => {
            schemas.iter().filter_map(Value::as_object).try_for_each(|schema| unannotated(keyword, schema))
        }
        Value::Object(schemas) if NAMED_SCHEMAS.contains(&keyword) => {
            schemas.values().filter_map(Value::as_object).try_for_each(|schema| unannotated(keyword, schema))
        }
        _ => Ok(()),
    }
}

fn unannotated(below: &str, schema: &Map<String, Value>) -> Result<(), String> {
    if schema.contains_key(ANNOTATION) {
        return Err(format!("`{ANNOTATION}` stands below `{below}`"));
    }
    for (keyword, value) in schema {
        if keyword == "properties" {
            let properties = value.as_object().into_iter().flatten();
            for property in properties.filter_map(|(_, property)| property.as_object()) {
                unannotated(below, property)?;
            }
        } else {
            unreachable_below(keyword, value)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn object(properties: &Value) -> Value {
        json!({"type": "object", "properties": properties})
    }

    #[test]
    fn hdr_18_properties_lead_to_an_argument() {
        let schema = object(&json!({
            "region": {"type": "string", "x-mcp-header": "Region"},
            "opt": {"type": "object", "properties": {"k": {"type": "integer", "x-mcp-header": "K"}}},
        }));
        let found = bindings(&schema).unwrap_or_default();
        let seen: Vec<(String, &str)> = found.iter().map(|b| (b.path.join("."), b.header.as_str())).collect();
        assert_eq!(seen.len(), 2);
        assert!(seen.contains(&("region".to_owned(), "Mcp-Param-Region")));
        assert!(seen.contains(&("opt.k".to_owned(), "Mcp-Param-K")));
    }

    #[test]
    fn hdr_21_only_schema_positions_count() {
        let schema = object(&json!({
            "x-mcp-header": {"type": "string"},
            "a": {"type": "object", "default": {"x-mcp-header": 1}, "const": {"x-mcp-header": ""},
                  "enum": [{"x-mcp-header": 1}], "examples": [{"x-mcp-header": 1}]},
        }));
        assert_eq!(bindings(&schema), Ok(Vec::new()));
    }

    #[test]
    fn hdr_14_to_20_an_illegal_annotation_drops_the_tool() {
        let annotated = json!({"type": "string", "x-mcp-header": "X"});
        let mut bad = vec![json!({"type": "object", "x-mcp-header": "Root"})];
        for name in
            [json!(""), json!("My Region"), json!("A:B"), json!("Région"), json!("a\r\nb"), json!("a\t"), json!(5)]
        {
            bad.push(object(&json!({"a": {"type": "string", "x-mcp-header": name}})));
        }
        for kind in
            [json!("number"), json!("object"), json!("array"), json!("null"), json!(["string", "null"]), json!(null)]
        {
            bad.push(object(&json!({"a": {"type": kind, "x-mcp-header": "A"}})));
        }
        bad.push(object(&json!({"a": {"x-mcp-header": "A"}})));
        bad.push(object(&json!({"a": {"type": "string", "$ref": "#/$defs/a", "x-mcp-header": "A"}})));
        bad.push(object(&json!({"a": annotated, "b": {"type": "integer", "x-mcp-header": "x"}})));
        for keyword in SCHEMA {
            bad.push(json!({"type": "object", *keyword: annotated}));
            bad.push(json!({"type": "object", *keyword: {"properties": {"a": annotated}}}));
        }
        for keyword in SCHEMAS {
            bad.push(json!({"type": "object", *keyword: [annotated]}));
        }
        for keyword in NAMED_SCHEMAS {
            bad.push(json!({"type": "object", *keyword: {"a": annotated}}));
        }
        bad.push(object(&json!({"a": {"type": "array", "items": annotated}})));
        for schema in bad {
            assert!(bindings(&schema).is_err(), "{schema}");
        }
    }
}
