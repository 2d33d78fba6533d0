//! The schemas inside a schema, and how each is reached.
//!
//! Only schema positions are visited: what stands inside `default`, `const`, `enum` or `examples`
//! is a value, and a property may be called like any keyword.

use serde_json::{Map, Value};

use crate::document::child;

/// A schema inside a schema.
pub(super) struct Node<'a> {
    /// JSON Pointer from the root of the walk.
    pub pointer: String,
    /// The schema; boolean schemas are not visited.
    pub schema: &'a Map<String, Value>,
    /// Names of the properties on the way, as long as there was nothing else.
    pub properties: Vec<&'a str>,
    /// The first keyword on the way that is not `properties`.
    pub through: Option<&'a str>,
}

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

/// Keywords whose value is an array of schemas (`items` before 2020-12).
const SCHEMAS: &[&str] = &["allOf", "anyOf", "items", "oneOf", "prefixItems"];

/// Keywords whose value is an object of schemas (`dependencies` holds arrays of names, too).
const NAMED_SCHEMAS: &[&str] =
    &["$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties"];

/// All schemas of a schema, itself first, in the order of pointers within each level.
pub(super) fn walk(root: &Value) -> Vec<Node<'_>> {
    let mut nodes = Vec::new();
    if let Value::Object(schema) = root {
        nodes.push(Node { pointer: String::new(), schema, properties: Vec::new(), through: None });
    }
    let mut next = 0;
    while next < nodes.len() {
        let inner = nodes.get(next).map(inner).unwrap_or_default();
        nodes.extend(inner);
        next += 1;
    }
    nodes
}

fn inner<'a>(node: &Node<'a>) -> Vec<Node<'a>> {
    let mut inner = Vec::new();
    let mut add = |keyword: &'a str, name: Option<&'a str>, pointer: String, value: &'a Value| {
        let Value::Object(schema) = value else { return };
        let mut properties = node.properties.clone();
        let mut through = node.through;
        match (keyword, name) {
            ("properties", Some(name)) => properties.push(name),
            _ => through = through.or(Some(keyword)),
        }
        inner.push(Node { pointer, schema, properties, through });
    };
    for (keyword, value) in node.schema {
        let at = child(&node.pointer, keyword);
        match value {
            Value::Array(items) if SCHEMAS.contains(&keyword.as_str()) => {
                for (index, item) in items.iter().enumerate() {
                    add(keyword, None, format!("{at}/{index}"), item);
                }
            }
            Value::Object(members) if NAMED_SCHEMAS.contains(&keyword.as_str()) => {
                for (name, member) in members {
                    add(keyword, Some(name), child(&at, name), member);
                }
            }
            _ if SCHEMA.contains(&keyword.as_str()) => add(keyword, None, at, value),
            _ => {}
        }
    }
    inner
}
