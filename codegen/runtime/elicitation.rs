//! What a user made of a form or a link: `ElicitResult` (ELI-08 to ELI-10).

use std::fmt::Display;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::json;

/// What the user did: filled in the form (`T`), or agreed to open the link (`()`), or neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Elicited<T> {
    /// `accept`.
    Accept(T),
    /// `decline`: the user said no.
    Decline,
    /// `cancel`: the user said nothing, and closed the form.
    Cancel,
}

impl<T> Elicited<T> {
    /// What was accepted.
    #[must_use]
    pub fn accepted(self) -> Option<T> {
        match self {
            Self::Accept(content) => Some(content),
            Self::Decline | Self::Cancel => None,
        }
    }
}

/// The member `action`, and the others.
fn action(result: &str) -> Result<Elicited<Map<String, Value>>, String> {
    // It may hold what no value holds, such as a number beyond all doubles.
    let result = json::value(result).map_err(|error| format!("cannot be read: {error}"))?;
    let Value::Object(mut members) = result else { return Err("must be an object".to_owned()) };
    match members.remove("action") {
        Some(Value::String(action)) if action == "accept" => Ok(Elicited::Accept(members)),
        Some(Value::String(action)) if action == "decline" => Ok(Elicited::Decline),
        Some(Value::String(action)) if action == "cancel" => Ok(Elicited::Cancel),
        _ => Err("must have `action`: accept, decline or cancel".to_owned()),
    }
}

impl<T: DeserializeOwned> Elicited<T> {
    /// Reads the answer to a form. A form that was accepted without content is an empty one.
    pub(super) fn form<F: Display>(result: &str, check: impl Fn(&Value) -> Result<(), F>) -> Result<Self, String> {
        match action(result)? {
            Elicited::Accept(mut members) => {
                let content = members.remove("content").unwrap_or_else(|| json!({}));
                check(&content).map_err(|faults| format!("does not fit the form: {}", lines(faults)))?;
                serde_json::from_value(content).map(Self::Accept).map_err(|error| error.to_string())
            }
            Elicited::Decline => Ok(Self::Decline),
            Elicited::Cancel => Ok(Self::Cancel),
        }
    }
}

impl Elicited<()> {
    /// Reads the answer to a link: it has no content that counts.
    pub(super) fn link(result: &str) -> Result<Self, String> {
        Ok(match action(result)? {
            Elicited::Accept(_) => Self::Accept(()),
            Elicited::Decline => Self::Decline,
            Elicited::Cancel => Self::Cancel,
        })
    }
}

impl<T: Serialize> Elicited<T> {
    /// The answer to a form, its content checked (ELI-09).
    pub(super) fn to_form<F: Display>(&self, check: impl FnOnce(&Value) -> Result<(), F>) -> Result<Value, String> {
        match self {
            Self::Accept(content) => {
                let content = serde_json::to_value(content).map_err(|error| error.to_string())?;
                check(&content).map_err(|faults| format!("does not fit the form: {}", lines(faults)))?;
                Ok(json!({"action": "accept", "content": content}))
            }
            Self::Decline => Ok(json!({"action": "decline"})),
            Self::Cancel => Ok(json!({"action": "cancel"})),
        }
    }
}

impl Elicited<()> {
    /// The answer to a link.
    pub(super) fn to_link(self) -> Value {
        let action = match self {
            Self::Accept(()) => "accept",
            Self::Decline => "decline",
            Self::Cancel => "cancel",
        };
        json!({"action": action})
    }
}

/// Faults on one line.
fn lines(faults: impl Display) -> String {
    faults.to_string().lines().collect::<Vec<_>>().join("; ")
}
