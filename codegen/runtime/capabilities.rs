//! Client capabilities, as JSON text: what is declared, and what is missing (REQ-07, REQ-08).

use serde_json::{Map, Value, json};

use super::json::{Kind, at};

/// Whether `declared` has this capability. `elicitation` without any mode means forms (ELI-01).
pub(super) fn declares(declared: &str, path: &[&str]) -> bool {
    if let ["elicitation", "form"] = path {
        return at(declared, path).is_some_and(is_object)
            || at(declared, &["elicitation"]).is_some_and(|modes| is_object(modes) && at(modes, &["url"]).is_none());
    }
    at(declared, path).is_some_and(is_object)
}

fn is_object(text: &str) -> bool {
    Kind::of(text) == Kind::Object
}

/// What is `required` but not `declared`, as JSON text of the same shape, only the parts that are
/// missing; `None` if nothing is. Both are JSON text of a `ClientCapabilities`.
pub(super) fn missing(required: &str, declared: &str) -> Option<String> {
    if required == "{}" {
        return None;
    }
    let required: Map<String, Value> = required.parse().unwrap_or_default();
    let mut path = Vec::new();
    let missing = missing_of(&required, declared, &mut path);
    (!missing.is_empty()).then(|| Value::Object(missing).to_string())
}

fn missing_of<'r>(required: &'r Map<String, Value>, declared: &str, path: &mut Vec<&'r str>) -> Map<String, Value> {
    let mut missing = Map::new();
    for (name, value) in required {
        path.push(name);
        let inner = value.as_object().filter(|inner| !inner.is_empty());
        if !declares(declared, path) {
            missing.insert(name.clone(), value.clone());
        } else if path == &["elicitation"] && inner.is_none() && !declares(declared, &["elicitation", "form"]) {
            // `elicitation` without a mode asks for forms, and the client declares URLs alone (ELI-02).
            missing.insert(name.clone(), json!({"form": {}}));
        } else if let Some(inner) = inner {
            let parts = missing_of(inner, declared, path);
            if !parts.is_empty() {
                missing.insert(name.clone(), Value::Object(parts));
            }
        }
        path.pop();
    }
    missing
}
