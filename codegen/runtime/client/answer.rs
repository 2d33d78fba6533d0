//! From the text of an answer to what it means.
//!
//! The variant of a result is decided by `resultType` before anything else is looked at (RES-05):
//! a union is never tried. Comes in: one JSON-RPC message. Goes out: the result as raw JSON, or
//! the side and reason of the failure.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Display;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::super::content::Content;
use super::super::json;
use super::error::{Error, PeerError};

/// What a tool said, complete: a `CallToolResult`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolAnswer {
    /// Blocks for a person or a model.
    pub content: Vec<Content>,
    /// JSON text of the structured content; `null` is a value, `None` is absence (TOOL-13).
    #[serde(default, deserialize_with = "present")]
    pub structured_content: Option<Box<RawValue>>,
    /// Whether the tool failed (TOOL-10: absent is false).
    #[serde(default)]
    pub is_error: bool,
    /// `_meta` of the result.
    #[serde(default, rename = "_meta")]
    pub meta: Map<String, Value>,
}

impl ToolAnswer {
    /// The text blocks, one after another.
    #[must_use]
    pub fn text(&self) -> String {
        let blocks: Vec<&str> = self.content.iter().filter_map(Content::as_text).collect();
        blocks.join("\n")
    }

    /// The answer, or as an error if the tool says that it failed.
    ///
    /// # Errors
    /// [`Error::Tool`].
    pub fn success(self) -> Result<Self, Error> {
        if self.is_error { Err(Error::Tool(self)) } else { Ok(self) }
    }

    /// The structured content of an answer that is no error, checked against the output schema and
    /// decoded (TOOL-14).
    ///
    /// # Errors
    /// [`Error::InvalidAnswer`] if there is none, or it breaks the schema.
    pub fn structured<R: DeserializeOwned, F: Display>(
        &self,
        check: impl FnOnce(&Value) -> Result<(), F>,
    ) -> Result<R, Error> {
        let Some(json) = &self.structured_content else {
            return Err(Error::invalid("no `structuredContent`, which the tool's output schema promises"));
        };
        let invalid = |error: serde_json::Error| Error::invalid(format!("`structuredContent`: {error}"));
        let value: Value = serde_json::from_str(json.get()).map_err(invalid)?;
        check(&value)
            .map_err(|faults| Error::invalid(format!("`structuredContent` breaks the output schema:\n{faults}")))?;
        serde_json::from_value(value).map_err(invalid)
    }
}

/// Reads `null` as a value that is there.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Box<RawValue>>, D::Error> {
    Box::<RawValue>::deserialize(deserializer).map(Some)
}

/// What a tool wants to know before it can go on (MRT-03).
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InputRequired {
    /// The requests, by key; each has `method` and `params`.
    #[serde(default)]
    pub input_requests: BTreeMap<String, Value>,
    /// To be sent back as it is (MRT-12).
    #[serde(default)]
    pub request_state: Option<String>,
}

/// What came back for a request that may ask for input.
#[derive(Clone, Debug)]
pub enum Outcome<T> {
    /// It is done.
    Complete(T),
    /// It wants to know more first.
    InputRequired(InputRequired),
}

impl<T> Outcome<T> {
    /// The answer, or as an error if it wants to know more first.
    ///
    /// # Errors
    /// [`Error::InputRequired`].
    pub fn complete(self) -> Result<T, Error> {
        match self {
            Self::Complete(answer) => Ok(answer),
            Self::InputRequired(input) => Err(Error::InputRequired(input)),
        }
    }
}

#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(borrow)]
    jsonrpc: Option<Cow<'a, str>>,
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    result: Option<&'a RawValue>,
    error: Option<PeerError>,
}

/// The `result` of the answer to request `id`.
pub(super) fn result(message: &str, id: u64) -> Result<Box<RawValue>, Error> {
    if let Some(why) = json::unreadable(message) {
        return Err(Error::invalid(why));
    }
    let envelope: Envelope<'_> =
        serde_json::from_str(message).map_err(|error| Error::invalid(format!("not a JSON-RPC answer: {error}")))?;
    if envelope.jsonrpc.as_deref() != Some("2.0") {
        return Err(Error::invalid("`jsonrpc` is not \"2.0\""));
    }
    // An error may lack its id, or have null, where the server could not read it (ENV-06, A-08).
    let same_id = envelope.id.is_some_and(|own| own.get() == id.to_string());
    match (envelope.result, envelope.error) {
        (None, Some(error)) if same_id || envelope.id.is_none_or(|id| id.get() == "null") => Err(Error::Peer(error)),
        (Some(result), None) if same_id => Ok(result.to_owned()),
        (Some(_), Some(_)) => Err(Error::invalid("both `result` and `error`")),
        (None, None) => Err(Error::invalid("neither `result` nor `error`")),
        _ => Err(Error::invalid("the answer belongs to another request")),
    }
}

#[derive(Deserialize)]
struct ResultType<'a> {
    #[serde(rename = "resultType", borrow)]
    result_type: Option<&'a RawValue>,
}

/// Whether a result is complete, or asks for input; another `resultType` is invalid (RES-03), a
/// missing one means complete (RES-04).
pub(super) fn outcome(result: Box<RawValue>) -> Result<Outcome<Box<RawValue>>, Error> {
    let kind: ResultType<'_> =
        serde_json::from_str(result.get()).map_err(|error| Error::invalid(format!("`result`: {error}")))?;
    let kind = match kind.result_type {
        None => None,
        Some(raw) => Some(
            serde_json::from_str::<String>(raw.get()).map_err(|_| Error::invalid("`resultType` is not a string"))?,
        ),
    };
    match kind.as_deref() {
        None | Some("complete") => Ok(Outcome::Complete(result)),
        Some("input_required") => {
            let members: Map<String, Value> =
                serde_json::from_str(result.get()).map_err(|error| Error::invalid(error.to_string()))?;
            if !members.contains_key("inputRequests") && !members.contains_key("requestState") {
                return Err(Error::invalid("`input_required` without `inputRequests` and `requestState`"));
            }
            let input: InputRequired = serde_json::from_value(Value::Object(members))
                .map_err(|error| Error::invalid(format!("`input_required`: {error}")))?;
            Ok(Outcome::InputRequired(input))
        }
        Some(other) => Err(Error::invalid(format!("`resultType` {other:?} is not one that was agreed on"))),
    }
}

/// A result that cannot ask for input: lists and discovery (MRT-02).
pub(super) fn complete(result: Box<RawValue>) -> Result<Box<RawValue>, Error> {
    match outcome(result)? {
        Outcome::Complete(result) => Ok(result),
        Outcome::InputRequired(_) => Err(Error::invalid("this method cannot ask for input")),
    }
}

/// A complete result of `tools/call`.
pub(super) fn tool_answer(result: &RawValue) -> Result<ToolAnswer, Error> {
    serde_json::from_str(result.get()).map_err(|error| Error::invalid(format!("the result of tools/call: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw(text: &str) -> Box<RawValue> {
        RawValue::from_string(text.to_owned()).unwrap_or_default()
    }

    #[test]
    fn an_answer_whose_text_would_be_read_as_something_else_is_refused() {
        let answer = |content: &str| {
            let message = format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"structuredContent":{content}}}}}"#);
            result(&message, 1).is_ok()
        };
        assert!(answer(r#"{"$ref":"$serde_json::private::RawValue"}"#));
        assert!(!answer(r#"{"a":[{"$serde_json::private::RawValue":"{\"a\":1,\"a\":2}"}]}"#));
        assert!(!answer(r#"{"a":{"\u0024serde_json::private::RawValue":"[]"}}"#));
    }

    #[test]
    fn res_04_no_result_type_is_complete() {
        assert!(matches!(outcome(raw(r#"{"content":[]}"#)), Ok(Outcome::Complete(_))));
    }

    #[test]
    fn res_03_an_unknown_result_type_is_invalid() {
        assert!(matches!(outcome(raw(r#"{"resultType":"task"}"#)), Err(Error::InvalidAnswer(_))));
        assert!(matches!(outcome(raw(r#"{"resultType":5}"#)), Err(Error::InvalidAnswer(_))));
    }

    #[test]
    fn res_05_input_required_whatever_else_is_there() {
        let answer = r#"{"resultType":"input_required","_meta":{},"content":[],
            "inputRequests":{"ok":{"method":"elicitation/create","params":{}}},"requestState":"s"}"#;
        let Ok(Outcome::InputRequired(input)) = outcome(raw(answer)) else { panic!("decoded as another variant") };
        assert_eq!(input.request_state.as_deref(), Some("s"));
        assert_eq!(input.input_requests.len(), 1);
    }

    #[test]
    fn mrt_03_one_of_two_members_is_there() {
        assert!(matches!(outcome(raw(r#"{"resultType":"input_required"}"#)), Err(Error::InvalidAnswer(_))));
        let state = raw(r#"{"resultType":"input_required","requestState":"only"}"#);
        assert!(matches!(outcome(state), Ok(Outcome::InputRequired(_))));
        assert!(matches!(
            complete(raw(r#"{"resultType":"input_required","requestState":"only"}"#)),
            Err(Error::InvalidAnswer(_))
        ));
    }

    #[test]
    fn tool_13_null_is_not_absence() {
        let null = tool_answer(&raw(r#"{"content":[],"structuredContent":null}"#));
        assert_eq!(
            null.ok().and_then(|a| a.structured_content).map(|json| json.get().to_owned()).as_deref(),
            Some("null")
        );
        let absent = tool_answer(&raw(r#"{"content":[]}"#));
        assert!(absent.is_ok_and(|answer| answer.structured_content.is_none() && !answer.is_error));
    }

    #[test]
    fn tool_10_content_is_required() {
        assert!(tool_answer(&raw(r#"{"structuredContent":{}}"#)).is_err());
    }

    #[test]
    fn env_05_the_id_is_the_one_that_was_sent() {
        assert!(result(r#"{"jsonrpc":"2.0","id":7,"result":{}}"#, 7).is_ok());
        for other in [
            r#"{"jsonrpc":"2.0","id":"7","result":{}}"#,
            r#"{"jsonrpc":"2.0","id":8,"result":{}}"#,
            r#"{"jsonrpc":"2.0","result":{}}"#,
            r#"{"jsonrpc":"1.0","id":7,"result":{}}"#,
            r#"{"jsonrpc":"2.0","id":7}"#,
            r#"{"jsonrpc":"2.0","id":7,"result":{},"error":{"code":1,"message":""}}"#,
            r#"{"jsonrpc":"2.0","id":8,"error":{"code":1,"message":""}}"#,
            "[]",
            "",
        ] {
            assert!(matches!(result(other, 7), Err(Error::InvalidAnswer(_))), "{other}");
        }
    }

    #[test]
    fn env_06_an_error_may_come_without_id() {
        for text in [
            r#"{"jsonrpc":"2.0","error":{"code":-32700,"message":"m"}}"#,
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}"#,
        ] {
            assert!(matches!(result(text, 7), Err(Error::Peer(PeerError { code: -32700, .. }))), "{text}");
        }
    }
}
