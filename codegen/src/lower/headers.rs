//! The arguments of a tool that are mirrored into headers.
//!
//! An annotation counts where it stands in a schema that is reached from the root through
//! `properties` alone (HDR-18). Everything else that looks like one is either no annotation (a
//! property of that name, a key inside `default` or `const`; HDR-21) or an error of the lints
//! (HDR-19, HDR-20).

use serde_json::Value;

use crate::ir::contract::{HeaderBinding, HeaderKind};
use crate::manifest::keys::HEADER_ANNOTATION;

/// The bindings of an `inputSchema`, sorted by path.
#[must_use]
pub fn bindings(schema: &Value) -> Vec<HeaderBinding> {
    let mut found = Vec::new();
    collect(schema, &mut Vec::new(), &mut found);
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

/// Depth is bounded by that of the document.
fn collect(schema: &Value, path: &mut Vec<String>, found: &mut Vec<HeaderBinding>) {
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else { return };
    for (name, property) in properties {
        path.push(name.clone());
        let header = property.get(HEADER_ANNOTATION).and_then(Value::as_str);
        if let (Some(header), Some(kind)) = (header, property.get("type").and_then(kind)) {
            found.push(HeaderBinding { path: path.clone(), header: header.to_owned(), kind });
        }
        collect(property, path, found);
        path.pop();
    }
}

/// The kind of a `type` that may be mirrored: one of three names, never a list (HDR-16).
fn kind(ty: &Value) -> Option<HeaderKind> {
    match ty.as_str()? {
        "string" => Some(HeaderKind::String),
        "integer" => Some(HeaderKind::Integer),
        "boolean" => Some(HeaderKind::Boolean),
        _ => None,
    }
}
