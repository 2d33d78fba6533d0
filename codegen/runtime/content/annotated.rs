//! What `annotations` may say: for whom something is, how much it matters, when it last changed (RSC-09).
//!
//! Compiled twice: as part of the runtime, for what handlers and peers say, and by `#[path]` into the lints, for what a
//! manifest says; one rule for both.

use serde_json::{Map, Value};

use super::moment::is_moment;

/// A member that breaks the rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// The member.
    pub(super) member: &'static str,
    /// The place of the item that is at fault, of a list.
    pub(super) item: Option<usize>,
    /// What is wrong.
    pub(super) text: &'static str,
    /// Whether the schema says so as well: `format` is for who writes, and readers let it be.
    pub(super) of_schema: bool,
}

impl Fault {
    const fn of(member: &'static str, text: &'static str) -> Self {
        Self { member, item: None, text, of_schema: true }
    }
}

/// The members that break the rule, in the order of the schema.
pub(super) fn faults(annotations: &Map<String, Value>) -> impl Iterator<Item = Fault> {
    let audience = annotations.get("audience").and_then(audience);
    let priority = annotations.get("priority").and_then(priority);
    let moment = annotations.get("lastModified").and_then(moment);
    [audience, priority, moment].into_iter().flatten()
}

fn audience(given: &Value) -> Option<Fault> {
    let fault = Fault::of("audience", "`annotations.audience` must be a list of user and assistant");
    let Some(roles) = given.as_array() else { return Some(fault) };
    let stranger = roles.iter().position(|role| !matches!(role.as_str(), Some("user" | "assistant")))?;
    Some(Fault { item: Some(stranger), ..fault })
}

fn priority(given: &Value) -> Option<Fault> {
    let is_legal = given.as_f64().is_some_and(|priority| (0.0..=1.0).contains(&priority));
    (!is_legal).then_some(Fault::of("priority", "`annotations.priority` must be a number from 0 to 1"))
}

fn moment(given: &Value) -> Option<Fault> {
    let Some(text) = given.as_str() else {
        return Some(Fault::of("lastModified", "`annotations.lastModified` must be a string"));
    };
    let text =
        (!is_moment(text)).then_some("`annotations.lastModified` must be a date, or a date and a time, of ISO 8601")?;
    Some(Fault { of_schema: false, ..Fault::of("lastModified", text) })
}
