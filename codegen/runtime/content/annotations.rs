//! `annotations` of a block of content: for whom it is, how much it matters, when it last changed (RSC-09).

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::super::prompt::Role;
use super::annotated::{Fault, faults};

/// What a block of content says of itself for clients.
///
/// A value that is not legal is found when the block is written: the handler has failed then.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Annotations(Map<String, Value>);

impl Annotations {
    /// Nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The same for these readers alone.
    #[must_use]
    pub fn for_audience(self, audience: impl IntoIterator<Item = Role>) -> Self {
        let audience: Vec<Value> = audience.into_iter().map(|role| Value::from(role.name())).collect();
        self.with("audience", Value::Array(audience))
    }

    /// The same with how much it matters: from 0, which can be left out, to 1, which is needed.
    #[must_use]
    pub fn with_priority(self, priority: f64) -> Self {
        self.with("priority", json!(priority))
    }

    /// The same with the moment of its last change, such as `2026-07-28T12:00:00Z`.
    #[must_use]
    pub fn last_modified(self, moment: impl Into<String>) -> Self {
        self.with("lastModified", Value::String(moment.into()))
    }

    fn with(mut self, name: &str, value: Value) -> Self {
        self.0.insert(name.to_owned(), value);
        self
    }
}

impl From<Annotations> for Value {
    fn from(annotations: Annotations) -> Self {
        Self::Object(annotations.0)
    }
}

/// What the member `annotations` of a peer's block breaks of the schema.
pub(super) fn illegal(annotations: &Value) -> Option<&'static str> {
    broken(annotations, |fault| fault.of_schema)
}

/// The same of a block of our own, which is held to the format of the moment too.
pub(super) fn not_to_send(annotations: &Value) -> Option<&'static str> {
    broken(annotations, |_| true)
}

fn broken(annotations: &Value, counts: impl Fn(&Fault) -> bool) -> Option<&'static str> {
    let Value::Object(annotations) = annotations else { return Some("`annotations` must be an object") };
    faults(annotations).find(counts).map(|fault| fault.text)
}
