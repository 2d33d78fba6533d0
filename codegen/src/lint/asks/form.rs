//! `ELI-04`, `ELI-07`: forms are flat, of the few kinds of fields that clients can show, and ask for no secrets.

use serde_json::{Map, Value};

use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::document::child;
use crate::lint::Lint;
use crate::lint::sensitive::is_secret;
use crate::manifest::Section;
use crate::validate;

const LEGAL: &str =
    "a form is { type = \"object\", properties = { … } } whose properties are text, numbers, booleans or choices";

/// Keywords of the form itself.
const ROOT: &[&str] =
    &["$comment", "$schema", "additionalProperties", "description", "properties", "required", "title", "type"];

/// Keywords of every field.
const FIELD: &[&str] = &["$comment", "default", "description", "title", "type"];

/// Keywords that make a field more than a field.
const COMPOSING: &[&str] =
    &["$dynamicRef", "$ref", "allOf", "anyOf", "else", "if", "not", "oneOf", "properties", "then"];

/// Formats that clients know.
const FORMATS: &[&str] = &["date", "date-time", "email", "uri"];

/// A form without a schema.
pub(super) fn missing(lint: &mut Lint<'_>, pointer: &str) {
    lint.error("ELI-04", pointer, "this form has no `requestedSchema`", LEGAL);
}

pub(super) fn check(lint: &mut Lint<'_>, params: &Section<'_>) {
    if params.get("requestedSchema").is_none() {
        return missing(lint, &params.pointer);
    }
    let Some(schema) = params.section("requestedSchema", "ELI-04", lint.found) else { return };
    if schema.members().len() == 1 && schema.get("$ref").is_some_and(|file| !file.as_str().is_some_and(is_inner)) {
        // A file that could not be read, which is said already.
        return;
    }
    if schema.get("type").is_none_or(|ty| ty != "object") || schema.get("properties").is_none() {
        return lint.error("ELI-04", &schema.pointer, "this is not the schema of a form", LEGAL);
    }
    for keyword in schema.members().keys().filter(|keyword| !ROOT.contains(&keyword.as_str())) {
        let message = format!("`{keyword}` is no keyword of a form: clients show fields one by one");
        lint.error("ELI-04", &schema.child(keyword), message, LEGAL);
    }
    let Some(properties) = schema.section("properties", "ELI-04", lint.found) else { return };
    for (pointer, name) in schema.texts("required", lint.found) {
        if properties.get(name).is_none() {
            let meant = did_you_mean(name, properties.members().keys().map(String::as_str));
            let message = format!("`{name}` is required, and is no field of the form{meant}");
            lint.error("ELI-04", &pointer, message, "name fields of `properties`");
        }
    }
    for (name, value) in properties.members() {
        let at = child(&properties.pointer, name);
        if is_secret(name) {
            let place = lint.key_place(&at);
            let message = format!("`{name}` looks like a secret, and forms pass through the client");
            let help = "ask for secrets with mode = \"url\": the user gives them to the server directly";
            lint.found.push(Diagnostic::error("ELI-07", place, message).help(help));
        }
        match value.as_object().and_then(kind) {
            Some(keywords) => check_field(lint, &at, name, value, keywords),
            None => lint.error("ELI-04", &at, format!("`{name}` is no field of a form"), LEGAL),
        }
    }
}

/// Whether a reference leads into its own document.
fn is_inner(reference: &str) -> bool {
    reference.starts_with('#')
}

/// The keywords that a field may have beside those of all; `None` for what is no field.
fn kind(field: &Map<String, Value>) -> Option<&'static [&'static str]> {
    let texts = |value: &Value| value.as_array().is_some_and(|all| !all.is_empty() && all.iter().all(Value::is_string));
    let titled = |value: &Value| {
        let choice = |choice: &Value| {
            let is_text = |name: &str| choice.get(name).is_some_and(Value::is_string);
            is_text("const") && is_text("title")
        };
        value.as_array().is_some_and(|all| !all.is_empty() && all.iter().all(choice))
    };
    let has = |keyword: &str| field.contains_key(keyword);
    let composes = |but: &str| COMPOSING.iter().any(|keyword| *keyword != but && has(keyword));
    match field.get("type")?.as_str()? {
        "string" if has("oneOf") => (titled(&field["oneOf"]) && !composes("oneOf")).then_some(&["oneOf"]),
        "string" if has("enum") => (texts(&field["enum"]) && !composes("")).then_some(&["enum", "enumNames"]),
        "string" => (!composes("")).then_some(&["format", "maxLength", "minLength"]),
        "integer" | "number" => (!composes("")).then_some(&["maximum", "minimum"]),
        "boolean" => (!composes("")).then_some(&[]),
        "array" => {
            let items = field.get("items")?.as_object()?;
            let plain = items.get("type").is_some_and(|ty| ty == "string") && items.get("enum").is_some_and(texts);
            let fits = (plain && items.len() == 2) || (items.len() == 1 && items.get("anyOf").is_some_and(titled));
            (fits && !composes("")).then_some(&["items", "maxItems", "minItems"])
        }
        _ => None,
    }
}

fn check_field(lint: &mut Lint<'_>, at: &str, name: &str, value: &Value, keywords: &[&str]) {
    let Some(field) = value.as_object() else { return };
    for keyword in field.keys() {
        if !keywords.contains(&keyword.as_str()) && !FIELD.contains(&keyword.as_str()) {
            let known = keywords.iter().chain(FIELD).copied();
            let meant = did_you_mean(keyword, known.clone());
            let message = format!("clients do not know `{keyword}` of the field `{name}`{meant}");
            let known = known.collect::<Vec<_>>().join(", ");
            let help =
                format!("it is checked by the server alone, when it is too late for the user; known are {known}");
            lint.warning("ELI-04", &child(at, keyword), message, help);
        }
    }
    if let Some(format) = field.get("format")
        && !format.as_str().is_some_and(|format| FORMATS.contains(&format))
    {
        let message = format!("{format} is no format that clients know");
        lint.error("ELI-04", &child(at, "format"), message, format!("one of {}", FORMATS.join(", ")));
    }
    let schema = Value::Object(field.clone());
    for refused in validate::refused_defaults(&schema, &[String::new()], &validate::Options::default()) {
        let message = format!("the default of `{name}` breaks `{}`", refused.keyword);
        lint.warning("LINT-05", &child(at, "default"), message, "clients fill it in, and the server refuses it");
    }
}
