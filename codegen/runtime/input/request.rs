//! One thing that is asked of the client: `elicitation/create`, `sampling/createMessage` or `roots/list`.

use serde::Serialize;
use serde_json::Value;

use super::super::json::{self, push_escaped};
use super::super::serialize;
use super::sampling;

const SAMPLING: &str = "sampling/createMessage";

/// One request: its method, and `params` as JSON text. It has neither `jsonrpc` nor `id` (MRT-15).
///
/// What cannot be written as JSON, or breaks a rule of the protocol, is a fault that is found when the
/// request is to be sent: the handler has failed then.
#[derive(Debug)]
pub struct InputRequest {
    method: &'static str,
    /// JSON text of the members of an object, without its braces.
    params: String,
    fault: Option<String>,
}

impl InputRequest {
    /// A request with members of `params` that are fixed: the JSON text of an object.
    #[must_use]
    pub fn new(method: &'static str, params: &str) -> Self {
        let inside = params.trim().strip_prefix('{').and_then(|params| params.strip_suffix('}')).map(str::trim);
        let fault = inside.is_none().then(|| format!("params of {method} must be an object"));
        Self { method, params: inside.unwrap_or_default().to_owned(), fault }
    }

    /// The same request with one more member of `params`.
    #[must_use]
    pub fn with<T: Serialize + ?Sized>(mut self, name: &str, value: &T) -> Self {
        match serialize::to_json(value) {
            Ok(value) => {
                if !self.params.is_empty() {
                    self.params.push(',');
                }
                push_escaped(&mut self.params, name);
                self.params.push(':');
                self.params.push_str(&value);
            }
            Err(error) => self.fault = Some(format!("`{name}` of {} is not JSON: {error}", self.method)),
        }
        self
    }

    /// The same request with the address that the user is to open: absolute, `https`, or `http` where a
    /// server is tried out (ELI-06).
    #[must_use]
    pub fn with_url(self, url: &str) -> Self {
        let fits = url.parse::<http::Uri>().is_ok_and(|uri| {
            matches!(uri.scheme_str(), Some("https" | "http")) && uri.host().is_some_and(|host| !host.is_empty())
        });
        let mut request = self.with("url", url);
        if !fits {
            request.fault = Some(format!("{url:?} is no address that a user could open"));
        }
        request
    }

    /// What is wrong with it, its messages for a model included (SMP-03, SMP-04).
    pub(super) fn fault(&self) -> Option<String> {
        if self.fault.is_some() || self.method != SAMPLING {
            return self.fault.clone();
        }
        let params = match json::value(&format!("{{{}}}", self.params)) {
            Ok(params) => params,
            Err(error) => return Some(format!("params of {} are not JSON: {error}", self.method)),
        };
        let Some(messages) = params.get("messages").and_then(Value::as_array) else {
            return Some(format!("{} has no messages", self.method));
        };
        sampling::fault(messages).map(|fault| format!("messages[{}]: {} ({})", fault.message, fault.text, fault.rule))
    }

    pub(super) fn to_json(&self) -> String {
        format!(r#"{{"method":"{}","params":{{{}}}}}"#, self.method, self.params)
    }

    /// What the client must have declared (ELI-02, SMP-01, ROOT-01).
    pub(super) fn required_capability(&self) -> &'static str {
        let params = format!("{{{}}}", self.params);
        match self.method {
            "roots/list" => r#"{"roots":{}}"#,
            SAMPLING => {
                let has = |member| json::at(&params, &[member]).is_some();
                let context = json::at(&params, &["includeContext"]).and_then(json::string);
                // Its other values are for clients that say so, and better for none (SMP-07).
                let context = context.is_some_and(|context| context != "none");
                match (has("tools") || has("toolChoice"), context) {
                    (true, true) => r#"{"sampling":{"context":{},"tools":{}}}"#,
                    (true, false) => r#"{"sampling":{"tools":{}}}"#,
                    (false, true) => r#"{"sampling":{"context":{}}}"#,
                    (false, false) => r#"{"sampling":{}}"#,
                }
            }
            _ => {
                let mode = json::at(&params, &["mode"]).and_then(json::string);
                if mode.as_deref() == Some("url") { r#"{"elicitation":{"url":{}}}"# } else { r#"{"elicitation":{}}"# }
            }
        }
    }
}
