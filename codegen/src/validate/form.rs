//! Whether a schema is valid in its own dialect (JSC-03), and where its subschemas are.

use serde_json::Value;

use super::dialect::Dialect;
use super::ecma;
use super::keyword::{self, Form};
use super::pointer;

/// Something that is not as its keyword demands.
#[derive(Debug)]
pub(super) struct Misformed {
    /// JSON Pointer, from the schema object.
    pub(super) pointer: String,
    pub(super) message: String,
    pub(super) expected: &'static str,
    /// Whether it is the pattern that is wrong, not the JSON.
    pub(super) is_pattern: bool,
}

/// The subschemas right below a schema object, by pointer from it, sorted by keyword.
pub(super) fn subschemas(dialect: Dialect, schema: &Value) -> Vec<(String, &Value)> {
    let mut found = Vec::new();
    for (name, form, value) in known(dialect, schema) {
        let place = pointer::push("", name);
        match form {
            Form::Schema => found.push((place, value)),
            Form::Schemas => found.extend(items(&place, value)),
            Form::SchemaOrSchemas if value.is_array() => found.extend(items(&place, value)),
            Form::SchemaOrSchemas => found.push((place, value)),
            Form::SchemaMap | Form::PatternMap => found.extend(members(&place, value)),
            Form::SchemaOrNames => found.extend(members(&place, value).filter(|(_, value)| !value.is_array())),
            _ => {}
        }
    }
    found
}

/// What is wrong in one schema, not in its subschemas.
pub(super) fn check(dialect: Dialect, schema: &Value) -> Vec<Misformed> {
    if !schema.is_object() && !schema.is_boolean() {
        return vec![misformed("", Form::Schema, schema)];
    }
    let mut faults = Vec::new();
    for (name, form, value) in known(dialect, schema) {
        let place = pointer::push("", name);
        match form {
            Form::Pattern => faults.extend(value.as_str().and_then(|pattern| bad_pattern(&place, pattern))),
            Form::PatternMap => {
                let patterns = value.as_object().into_iter().flatten();
                faults.extend(patterns.filter_map(|(name, _)| bad_pattern(&pointer::push(&place, name), name)));
            }
            _ => {}
        }
        if !fits(form, value) {
            faults.push(misformed(&place, form, value));
        }
    }
    faults
}

/// The members that are keywords, sorted.
fn known(dialect: Dialect, schema: &Value) -> Vec<(&str, Form, &Value)> {
    let mut known: Vec<_> = schema
        .as_object()
        .into_iter()
        .flatten()
        .filter_map(|(name, value)| Some((name.as_str(), keyword::form(dialect, name)?, value)))
        .collect();
    known.sort_by_key(|(name, _, _)| *name);
    known
}

fn items<'v>(place: &str, value: &'v Value) -> impl Iterator<Item = (String, &'v Value)> {
    let items = value.as_array().into_iter().flatten().enumerate();
    items.map(move |(index, value)| (pointer::push(place, &index.to_string()), value))
}

fn members<'v>(place: &str, value: &'v Value) -> impl Iterator<Item = (String, &'v Value)> {
    let mut members: Vec<(&String, &Value)> = value.as_object().into_iter().flatten().collect();
    members.sort_by_key(|(name, _)| *name);
    members.into_iter().map(move |(name, value)| (pointer::push(place, name), value))
}

/// Whether a value has the form, subschemas left aside.
fn fits(form: Form, value: &Value) -> bool {
    const TYPES: [&str; 7] = ["null", "boolean", "integer", "number", "string", "array", "object"];
    let is_type = |value: &Value| value.as_str().is_some_and(|name| TYPES.contains(&name));
    match form {
        Form::Any => true,
        // Subschemas are checked where they stand.
        Form::Schema => true,
        Form::Boolean => value.is_boolean(),
        Form::String | Form::Pattern => value.is_string(),
        Form::Array => value.is_array(),
        Form::Number => value.is_number(),
        Form::PositiveNumber => value.as_f64().is_some_and(|number| number > 0.0),
        Form::Count => count(value).is_some(),
        Form::Types => match value {
            Value::Array(names) => !names.is_empty() && names.iter().all(is_type) && differ(names),
            other => is_type(other),
        },
        Form::Names => is_names(value),
        Form::NameLists => value.as_object().is_some_and(|lists| lists.values().all(is_names)),
        Form::Anchor => value.as_str().is_some_and(|name| {
            name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
                && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_'))
        }),
        Form::Reference => value.as_str().is_some_and(|text| fluent_uri::UriRef::parse(text).is_ok()),
        Form::Identifier => value.as_str().is_some_and(|text| {
            fluent_uri::UriRef::parse(text).is_ok_and(|uri| uri.fragment().is_none_or(|fragment| fragment.is_empty()))
        }),
        Form::Vocabularies => value.as_object().is_some_and(|all| all.values().all(Value::is_boolean)),
        Form::Schemas => value.as_array().is_some_and(|all| !all.is_empty()),
        Form::SchemaOrSchemas => value.as_array().is_none_or(|all| !all.is_empty()),
        Form::SchemaMap | Form::PatternMap => value.is_object(),
        Form::SchemaOrNames => {
            value.as_object().is_some_and(|all| all.values().all(|value| !value.is_array() || is_names(value)))
        }
    }
}

/// The number of a keyword such as `minLength`.
pub(super) fn count(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| {
        let float = value.as_f64().filter(|f| f.fract() == 0.0 && *f >= 0.0)?;
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "saturates: no length of anything reaches the numbers that do not fit"
        )]
        Some(float as u64)
    })
}

fn is_names(value: &Value) -> bool {
    value.as_array().is_some_and(|names| names.iter().all(Value::is_string) && differ(names))
}

fn differ(names: &[Value]) -> bool {
    let mut texts: Vec<&str> = names.iter().filter_map(Value::as_str).collect();
    texts.sort_unstable();
    texts.windows(2).all(|pair| pair.first() != pair.last())
}

fn bad_pattern(place: &str, pattern: &str) -> Option<Misformed> {
    let error = ecma::parse(pattern).err()?;
    let message = format!("the pattern {pattern:?} is not legal ECMA-262: {error}");
    Some(Misformed { pointer: place.to_owned(), message, expected: Form::Pattern.expected(), is_pattern: true })
}

fn misformed(place: &str, form: Form, value: &Value) -> Misformed {
    let mut shown = value.to_string();
    if let Some((end, _)) = shown.char_indices().nth(80) {
        shown.truncate(end);
        shown.push_str("...");
    }
    let what = match pointer::tokens(place).next() {
        Some(keyword) => format!("`{keyword}` is not as JSON Schema defines it: {shown}"),
        None => format!("this is no schema: {shown}"),
    };
    Misformed { pointer: place.to_owned(), message: what, expected: form.expected(), is_pattern: false }
}
