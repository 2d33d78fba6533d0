//! What a tool, a prompt or a resource may ask of the client while it is carried out (MRT-01).

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Map, Value};

use super::protocol::TypeId;

/// All that one of them may ask.
#[derive(Clone, Debug, Serialize)]
pub struct Asks {
    /// The module and file: that of what asks.
    pub module: String,
    /// The name on the wire of what asks.
    pub asker: String,
    /// Type of a wish to ask: `BookBerthAsks`.
    pub asks: String,
    /// Type of the answers: `BookBerthAnswers`.
    pub answers: String,
    /// Trait of who answers, on the side of the client: `BookBerthInput`.
    pub input: String,
    /// The requests, by the key of their answer.
    pub requests: BTreeMap<String, Ask>,
}

/// One request that may be made.
#[derive(Clone, Debug, Serialize)]
pub struct Ask {
    /// Function and field: `confirm`.
    pub rust: String,
    /// Such as `elicitation/create`.
    pub method: String,
    /// The members of `params` that the manifest states.
    pub params: Map<String, Value>,
    /// Members that are required and that the manifest leaves to the handler, in the order of arguments.
    pub said: Vec<Said>,
    /// What the answer is.
    pub answer: Answer,
    /// `ClientCapabilities` that it needs.
    pub capabilities: Value,
    /// Whether clients without those capabilities can do without it.
    pub optional: bool,
}

/// A member of `params` that the handler says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Said {
    /// `message`.
    Message,
    /// `url`.
    Url,
    /// `messages`.
    Messages,
    /// `maxTokens`.
    MaxTokens,
}

/// What comes back.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Answer {
    /// `ElicitResult` with content of this schema.
    Form {
        /// `requestedSchema`.
        schema: Value,
        /// Type of the content: `Confirm`.
        content: String,
        /// The module of its validator.
        module: String,
    },
    /// `ElicitResult` without content.
    Link,
    /// A type of the protocol.
    Protocol {
        /// Of the answer.
        result: TypeId,
        /// Of `params`, where there are any.
        params: Option<TypeId>,
    },
}

impl Asks {
    /// The keys of the requests.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.requests.keys().map(String::as_str)
    }

    /// What a client must be able to do (REQ-07).
    #[must_use]
    pub fn required_capabilities(&self) -> Value {
        merged(self.requests.values().filter(|ask| !ask.optional))
    }

    /// What a client can do that answers everything.
    #[must_use]
    pub fn capabilities(&self) -> Value {
        merged(self.requests.values())
    }

    /// Types of the protocol that the requests use.
    pub fn types(&self) -> impl Iterator<Item = (&str, &TypeId)> {
        self.requests.iter().flat_map(|(key, ask)| {
            let named = match &ask.answer {
                Answer::Protocol { result, params } => vec![Some(result), params.as_ref()],
                Answer::Form { .. } | Answer::Link => Vec::new(),
            };
            named.into_iter().flatten().map(move |name| (key.as_str(), name))
        })
    }
}

fn merged<'a>(asks: impl Iterator<Item = &'a Ask>) -> Value {
    let mut all = Value::Object(Map::new());
    for ask in asks {
        merge(&mut all, &ask.capabilities);
    }
    // A form is what `elicitation` alone means; beside a mode it must be named (ELI-01).
    if let Some(modes) = all.get_mut("elicitation").and_then(Value::as_object_mut)
        && modes.len() == 1
    {
        modes.remove("form");
    }
    all
}

fn merge(into: &mut Value, from: &Value) {
    if let (Value::Object(into), Value::Object(from)) = (into, from) {
        for (name, value) in from {
            merge(into.entry(name.clone()).or_insert_with(|| Value::Object(Map::new())), value);
        }
    }
}
