//! `completion/complete`: what is typed, and what is suggested.

use serde::{Deserialize, Serialize};

/// Sent at once (CMP-03).
const MOST: usize = 100;

/// What `completion/complete` wants to know (CMP-02).
#[derive(Clone, Debug)]
pub struct CompletionRequest {
    pub(super) subject: CompletionSubject,
    pub(super) argument: String,
    pub(super) value: String,
    pub(super) context: Vec<(String, String)>,
}

/// What an argument that is to be completed belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompletionSubject {
    /// The prompt at this place of [`Contract::prompts`](super::contract::Contract::prompts).
    Prompt(usize),
    /// The template at this place of
    /// [`Contract::resource_templates`](super::contract::Contract::resource_templates).
    ResourceTemplate(usize),
}

impl CompletionRequest {
    /// What the argument belongs to.
    #[must_use]
    pub fn subject(&self) -> CompletionSubject {
        self.subject
    }

    /// The name of the argument or variable: one that the prompt or template has.
    #[must_use]
    pub fn argument(&self) -> &str {
        &self.argument
    }

    /// What has been typed.
    #[must_use]
    pub fn value(&self) -> &str {
        &self.value
    }

    /// The value of another argument that has been settled.
    #[must_use]
    pub fn settled(&self, name: &str) -> Option<&str> {
        self.context.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }
}

/// Suggestions, best first (CMP-03). The same type on both sides: at most 100 are sent, and that there
/// are more is said.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Completion {
    values: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    total: Option<u64>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    has_more: bool,
}

impl Completion {
    /// All there are.
    #[must_use]
    pub fn new(values: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let mut values: Vec<String> = values.into_iter().map(Into::into).collect();
        let total = (values.len() > MOST).then_some(values.len() as u64);
        values.truncate(MOST);
        Self { values, has_more: total.is_some(), total }
    }

    /// Those of `values` that begin with what has been typed, upper and lower case being the same.
    #[must_use]
    pub fn beginning<'v>(typed: &str, values: impl IntoIterator<Item = &'v str>) -> Self {
        let typed = typed.to_lowercase();
        Self::new(values.into_iter().filter(|value| value.to_lowercase().starts_with(&typed)))
    }

    /// Some of this many.
    #[must_use]
    pub fn of_total(values: impl IntoIterator<Item = impl Into<String>>, total: u64) -> Self {
        let values: Vec<String> = values.into_iter().take(MOST).map(Into::into).collect();
        Self { has_more: total > values.len() as u64, total: Some(total), values }
    }

    /// The suggestions.
    #[must_use]
    pub fn values(&self) -> &[String] {
        &self.values
    }

    /// How many there are at all, if that is known.
    #[must_use]
    pub fn total(&self) -> Option<u64> {
        self.total
    }

    /// Whether there are more than these.
    #[must_use]
    pub fn has_more(&self) -> bool {
        self.has_more
    }
}
