//! What a handler asks of the client before it can go on: requests inside of a result (MRT-01 to MRT-15).
//!
//! Always holds: what is asked is never nothing, and under each key there is one request (MRT-03, MRT-04).
//! Who may ask is decided by types: only a handler whose result is an [`Outcome`] can.

mod received;
mod request;
mod sampling;

use std::borrow::Cow;
use std::fmt::Write as _;

use serde::Serialize;

use super::capabilities;
use super::json::push_escaped;
pub use received::{Input, InvalidInput, State};
pub use request::InputRequest;

/// What a handler that may ask comes to: it is done, or it needs to know more first.
///
/// The variants are the values of `resultType`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome<T, A = InputRequired> {
    /// `complete`: this is the result.
    Complete(T),
    /// `input_required`: this is asked, and the client calls again with the answers.
    InputRequired(A),
}

impl<T, A> Outcome<T, A> {
    /// The same with another result.
    pub fn map<U>(self, result: impl FnOnce(T) -> U) -> Outcome<U, A> {
        match self {
            Self::Complete(complete) => Outcome::Complete(result(complete)),
            Self::InputRequired(asks) => Outcome::InputRequired(asks),
        }
    }
}

impl<T, A> Outcome<T, A>
where
    InputRequired: From<A>,
{
    /// The same, whatever it is that asks.
    pub fn erased(self) -> Outcome<T> {
        match self {
            Self::Complete(complete) => Outcome::Complete(complete),
            Self::InputRequired(asks) => Outcome::InputRequired(asks.into()),
        }
    }
}

/// What a handler of `tools/call`, `prompts/get` or `resources/read` needs before it can go on.
#[derive(Debug)]
pub struct InputRequired {
    /// Sorted by key, each once.
    requests: Vec<(Cow<'static, str>, InputRequest)>,
    /// JSON text.
    state: Option<String>,
    /// What could not be written as JSON: a fault of the handler.
    fault: Option<String>,
}

impl InputRequired {
    /// Asks for one thing. The answer comes under the same key.
    #[must_use]
    pub fn ask(key: impl Into<Cow<'static, str>>, request: InputRequest) -> Self {
        Self { requests: vec![(key.into(), request)], state: None, fault: None }
    }

    /// Asks for nothing, but to be called again with this state.
    #[must_use]
    pub fn again<T: Serialize + ?Sized>(state: &T) -> Self {
        Self { requests: Vec::new(), state: None, fault: None }.with_state(state)
    }

    /// Asks for this and that. Of two requests with the same key, or two states, the later counts.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        for (key, request) in other.requests {
            match self.place(&key) {
                Ok(place) => {
                    if let Some((_, earlier)) = self.requests.get_mut(place) {
                        *earlier = request;
                    }
                }
                Err(place) => self.requests.insert(place, (key, request)),
            }
        }
        self.state = other.state.or(self.state);
        self.fault = self.fault.or(other.fault);
        self
    }

    /// Where the request with this key is, or would be.
    fn place(&self, key: &str) -> Result<usize, usize> {
        self.requests.binary_search_by(|(other, _)| (**other).cmp(key))
    }

    /// Remembers something until the client calls again ([`State::get`]). It is sealed: the client can
    /// neither read nor change it, and it is good for the same caller, name and arguments alone, and not for
    /// long (MRT-06, MRT-07).
    #[must_use]
    pub fn with_state<T: Serialize + ?Sized>(mut self, state: &T) -> Self {
        match serde_json::to_string(state) {
            Ok(state) => self.state = Some(state),
            Err(error) => self.fault = Some(format!("the state is not JSON: {error}")),
        }
        self
    }

    /// What is wrong with it, if anything: that is a fault of the handler.
    pub(super) fn fault(&self) -> Option<String> {
        self.fault.clone().or_else(|| self.requests.iter().find_map(|(_, request)| request.fault()))
    }

    /// The capabilities that the requests need and the client did not declare, as JSON text (MRT-05).
    pub(super) fn missing(&self, declared: &str) -> Option<String> {
        let mut missing = serde_json::Map::new();
        for (_, request) in &self.requests {
            if let Some(part) = capabilities::missing(request.required_capability(), declared)
                && let Ok(part) = part.parse::<serde_json::Map<String, serde_json::Value>>()
            {
                for (name, value) in part {
                    let known = missing.entry(name).or_insert_with(|| serde_json::json!({}));
                    if let (Some(known), Some(value)) = (known.as_object_mut(), value.as_object()) {
                        known.extend(value.clone());
                    }
                }
            }
        }
        (!missing.is_empty()).then(|| serde_json::Value::Object(missing).to_string())
    }

    /// What is sealed until the client calls again, if anything must be: the handler's state, and the
    /// answers that it has already, but for those that it asks for anew.
    pub(super) fn to_seal(&self, input: &Input, keys: &[&str]) -> Option<String> {
        let answers = input.answers(keys.iter().copied().filter(|key| self.place(key).is_err()));
        received::to_seal(&answers, self.state.as_deref())
    }

    /// `inputRequests` with the comma after it, as JSON text; nothing if there are none.
    pub(super) fn requests_json(&self) -> String {
        if self.requests.is_empty() {
            return String::new();
        }
        let mut text = String::from("\"inputRequests\":{");
        for (place, (key, request)) in self.requests.iter().enumerate() {
            if place > 0 {
                text.push(',');
            }
            push_escaped(&mut text, key);
            // Writing to a `String` cannot fail.
            let _ = write!(text, ":{}", request.to_json());
        }
        text.push_str("},");
        text
    }
}
