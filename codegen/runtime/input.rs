//! What a handler asks of the client before it can go on: requests inside of a result (MRT-01 to MRT-15).

use std::fmt::Write as _;

use serde::Serialize;

use super::capabilities;
use super::context::Text;
use super::failure::{Failure, RequestError};
use super::json::{self, Kind, push_escaped};
use super::tool::ToolError;

/// What a handler of `tools/call`, `prompts/get` or `resources/read` needs before it can go on.
///
/// It is an error of the handler, so that `?` can leave with it: the client gets a result with
/// `resultType: "input_required"`, and calls again with the answers.
#[derive(Debug, Default)]
pub struct InputRequired {
    requests: Vec<(String, InputRequest)>,
    state: Option<Vec<u8>>,
}

impl InputRequired {
    /// Nothing yet; at least one request or a state must follow (MRT-03).
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks for one more thing. The answer comes under the same key
    /// ([`Context::input_response`](super::context::Context::input_response)).
    #[must_use]
    pub fn ask(mut self, key: impl Into<String>, request: InputRequest) -> Self {
        self.requests.push((key.into(), request));
        self
    }

    /// Remembers something until the client calls again
    /// ([`Context::request_state`](super::context::Context::request_state)). It is sealed: the client can
    /// neither read nor change it, and it is good for the same caller, tool and arguments alone, and not for
    /// long (MRT-06, MRT-07).
    #[must_use]
    pub fn with_state(mut self, state: impl Into<Vec<u8>>) -> Self {
        self.state = Some(state.into());
        self
    }

    pub(super) fn state(&self) -> Option<&[u8]> {
        self.state.as_deref()
    }

    /// What is wrong with it, if anything: that is a fault of the handler (MRT-03, MRT-04).
    pub(super) fn fault(&self) -> Option<String> {
        if self.requests.is_empty() && self.state.is_none() {
            return Some("input is required, but none is asked for and there is no state".to_owned());
        }
        let mut keys: Vec<&str> = self.requests.iter().map(|(key, _)| key.as_str()).collect();
        keys.sort_unstable();
        let twice = keys.windows(2).find(|pair| pair.first() == pair.last())?;
        Some(format!("two input requests have the key {:?}", twice.first()))
    }

    /// The capabilities that the requests need and the client did not declare, as JSON text (MRT-05).
    pub(super) fn missing(&self, declared: &str) -> Option<String> {
        let mut missing = serde_json::Map::new();
        for (_, request) in &self.requests {
            if let Some(part) = capabilities::missing(request.required_capability(), declared)
                && let Ok(part) = serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(&part)
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

    /// `inputRequests` with the comma after it, as JSON text; nothing if there are none.
    pub(super) fn requests_json(&self) -> String {
        if self.requests.is_empty() {
            return String::new();
        }
        let mut text = String::from("\"inputRequests\":{");
        for (place, (key, InputRequest { method, params })) in self.requests.iter().enumerate() {
            if place > 0 {
                text.push(',');
            }
            push_escaped(&mut text, key);
            // Writing to a `String` cannot fail.
            let _ = write!(text, r#":{{"method":"{method}","params":{params}}}"#);
        }
        text.push_str("},");
        text
    }
}

impl From<InputRequired> for ToolError {
    fn from(required: InputRequired) -> Self {
        Self(Failure::InputRequired(required))
    }
}

impl From<InputRequired> for RequestError {
    fn from(required: InputRequired) -> Self {
        Self(Failure::InputRequired(required))
    }
}

/// One thing that is asked of the client.
#[derive(Debug)]
pub struct InputRequest {
    method: &'static str,
    /// JSON text of an object.
    params: String,
}

impl InputRequest {
    /// `elicitation/create`: whatever serialises as the protocol's `ElicitRequestParams`.
    ///
    /// # Errors
    ///
    /// An internal error if it does not serialise as an object.
    pub fn elicit<T: Serialize + ?Sized>(params: &T) -> Result<Self, RequestError> {
        Self::new("elicitation/create", params)
    }

    /// `sampling/createMessage`: whatever serialises as the protocol's `CreateMessageRequestParams`.
    ///
    /// # Errors
    ///
    /// An internal error if it does not serialise as an object.
    pub fn sample<T: Serialize + ?Sized>(params: &T) -> Result<Self, RequestError> {
        Self::new("sampling/createMessage", params)
    }

    /// `roots/list`.
    #[must_use]
    pub fn list_roots() -> Self {
        Self { method: "roots/list", params: String::from("{}") }
    }

    fn new<T: Serialize + ?Sized>(method: &'static str, params: &T) -> Result<Self, RequestError> {
        let params = serde_json::to_string(params).map_err(RequestError::internal)?;
        if Kind::of(&params) != Kind::Object {
            return Err(RequestError::internal(format_args!("params of {method} must be an object")));
        }
        Ok(Self { method, params })
    }

    /// What the client must have declared (ELI-02, SMP-01, ROOT-01).
    fn required_capability(&self) -> &'static str {
        match self.method {
            "roots/list" => r#"{"roots":{}}"#,
            "sampling/createMessage" => {
                let has = |member| json::at(&self.params, &[member]).is_some();
                if has("tools") || has("toolChoice") { r#"{"sampling":{"tools":{}}}"# } else { r#"{"sampling":{}}"# }
            }
            _ => {
                let mode = json::at(&self.params, &["mode"]).and_then(json::string);
                if mode.as_deref() == Some("url") { r#"{"elicitation":{"url":{}}}"# } else { r#"{"elicitation":{}}"# }
            }
        }
    }
}

/// What a request brought of an earlier round.
#[derive(Debug, Default)]
pub(super) struct Input {
    /// `inputResponses`.
    pub(super) responses: Option<Text>,
    /// What was in `requestState`.
    pub(super) state: Option<Vec<u8>>,
}
