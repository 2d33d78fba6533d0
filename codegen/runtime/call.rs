//! The two ends of a tool call: arguments in, output out, each checked against its schema.
//!
//! Generated code hands its validators in. Always holds: a schema is checked on the JSON as it
//! came, or as it will leave, never on what a type made of it.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Error, Value};

use super::json;
use super::serialize::{Text, Unwritable, to_json};
use super::structured::Structured;
use super::tool::{ToolError, ToolOutput};
use super::unheld;
use super::validation::{Violation, Violations};

/// Reads the arguments of a call, the JSON text of an object: `read` reads and checks in one pass,
/// and where it gives nothing, `check` decides and says why.
///
/// # Errors
/// [`ToolError::invalid_arguments`] with a line for each fault (TOOL-08, A-05).
pub fn arguments<T: DeserializeOwned>(
    text: &str,
    read: impl FnOnce(&str) -> Option<T>,
    check: impl FnOnce(&Value) -> Result<(), Violations>,
) -> Result<T, ToolError> {
    match read(text) {
        Some(arguments) => Ok(arguments),
        None => arguments_by_value(text, check),
    }
}

/// Checks and decodes the arguments of a call, as a value first.
///
/// # Errors
/// As [`arguments`].
pub fn arguments_by_value<T: DeserializeOwned>(
    text: &str,
    check: impl FnOnce(&Value) -> Result<(), Violations>,
) -> Result<T, ToolError> {
    let value = parsed(text)?;
    check(&value).map_err(|faults| unfit(faults, text))?;
    serde_json::from_value(value).map_err(|error| not_held(text, &error, &|value| T::deserialize(value).map(drop)))
}

// What does not depend on the type of a tool's arguments or output stands apart: it is compiled once.

fn parsed(text: &str) -> Result<Value, ToolError> {
    json::value(text).map_err(|error| ToolError::invalid_arguments([error]))
}

fn unfit(faults: Violations, text: &str) -> ToolError {
    ToolError::invalid_arguments(in_order(faults, text).to_string().lines())
}

/// What passes the schema and no Rust type can hold, such as an integer of thirty digits.
fn not_held(text: &str, error: &Error, decode: &dyn Fn(Value) -> Result<(), Error>) -> ToolError {
    ToolError::invalid_arguments([unheld::fault(text, error, decode)])
}

/// Faults in the order of the text, which the members of a value may have lost.
fn in_order(faults: Violations, text: &str) -> Violations {
    let mut pointers = Vec::new();
    for fault in &faults {
        pointers.push(fault.pointer());
    }
    let places = json::places(text, &pointers);
    faults.sorted(&places)
}

/// Encodes and checks the structured output of a call: `write` writes what fits, and where it gives nothing, `check`
/// decides and says why.
///
/// # Errors
/// [`ToolError::invalid_output`]: the client gets -32603, the log gets the faults without the values (A-06).
pub fn output<T: Serialize>(
    output: &T,
    write: impl FnOnce(&T, &mut Text) -> Option<()>,
    check: impl FnOnce(&Value) -> Result<(), Violations>,
) -> Result<ToolOutput, ToolError> {
    if let Some(structured) = Structured::written(|text| write(output, text)) {
        return Ok(ToolOutput::of_structured(structured));
    }
    // As text first: it says which numbers JSON has not, where a value would say `null`.
    let value = written(to_json(output))?;
    let fits = check(&value);
    checked(&value, fits)
}

fn written(text: Result<String, Unwritable>) -> Result<Value, ToolError> {
    let text = text.map_err(ToolError::internal)?;
    json::value(&text).map_err(ToolError::internal)
}

/// What was checked is what leaves: a handler can put a member beside the field of the same name.
fn checked(value: &Value, fits: Result<(), Violations>) -> Result<ToolOutput, ToolError> {
    fits.map_err(|faults| ToolError::invalid_output(faults.iter().map(Violation::expectation)))?;
    Structured::of(value).map(ToolOutput::of_structured).map_err(ToolError::internal)
}

/// Encodes and checks the structured output of a call, as a value.
///
/// # Errors
/// As [`output`].
pub fn output_by_value<T: Serialize>(
    value: &T,
    check: impl FnOnce(&Value) -> Result<(), Violations>,
) -> Result<ToolOutput, ToolError> {
    output(value, |_, _| None, check)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_json_has_not_does_not_leave_as_null() {
        assert!(output_by_value(&[f64::NAN], |_| Ok(())).is_err());
        assert!(output(&[f64::NAN], |value, text| text.value(value), |_| Ok(())).is_err());
        assert!(output(&[Some(1.5), None], |value, text| text.value(value), |_| Ok(())).is_ok());
    }

    #[test]
    fn tool_13_a_member_beside_the_field_of_its_name_leaves_once() {
        #[derive(Serialize)]
        struct Level {
            level: i64,
            #[serde(flatten)]
            extra: serde_json::Map<String, Value>,
        }
        let extra = serde_json::Map::from_iter([("level".to_owned(), Value::from(2))]);
        let level = Level { level: 1, extra };
        let checked = |value: &Value| {
            assert_eq!(value["level"], 2);
            Ok(())
        };
        let output = output_by_value(&level, checked);
        let answer = output.map(|output| output.to_answer("1", "\"s\":{}")).unwrap_or_default();
        assert!(answer.contains(r#""structuredContent":{"level":2}"#), "{answer}");
    }
}
