//! A call that comes back `input_required` (MRT-11 to MRT-15): what is asked is answered, and the call is
//! made again, until it is complete or has asked too often.
//!
//! Always holds: the retry repeats the parameters under an id of its own, with exactly the keys that were
//! asked for last and the state as it came; neither goes into any other request. Time that a user takes
//! to answer is not the server's.

use std::collections::BTreeMap;
use std::fmt;
use std::future::Future;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::super::contract::Tool;
use super::super::elicitation::Elicited;
use super::answer::{self, InputRequired, Outcome, ToolAnswer};
use super::request::{Params, raw};
use super::transport::Transport;
use super::{Client, Error};

/// Who answers what a server asks. Generated code implements it over a trait that is typed by the contract.
pub trait Respond: Sync {
    /// What must be declared for it, as the JSON text of a `ClientCapabilities` (REQ-02).
    const CAPABILITIES: &'static str;

    /// Answers one request.
    ///
    /// # Errors
    /// Why there is no answer; the call ends with it.
    fn respond(&self, asked: &Asked) -> impl Future<Output = Result<Response, Error>> + Send;
}

/// One request of a server.
#[derive(Clone, Debug)]
pub struct Asked {
    key: String,
    method: String,
    params: Map<String, Value>,
}

/// An answer, checked.
#[derive(Clone, Debug)]
pub struct Response(Value);

/// A form for the user, who must be told which server shows it and may say no (ELI-11).
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    /// What it is for.
    pub message: String,
    /// Its fields, as a JSON Schema with titles, descriptions and defaults.
    pub requested_schema: Value,
}

/// An address for the user to open, who must see it whole and may say no. Nothing may fetch it before (ELI-12).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// What it is for.
    pub message: String,
    /// The address.
    pub url: String,
}

/// There is no answer to give, and this is why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unanswered(String);

impl Unanswered {
    /// Such as that the user does not want a model to be asked.
    #[must_use]
    pub fn new(why: impl fmt::Display) -> Self {
        Self(why.to_string())
    }
}

impl fmt::Display for Unanswered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unanswered {}

impl From<Unanswered> for Error {
    fn from(Unanswered(why): Unanswered) -> Self {
        Self::Unanswered(why)
    }
}

impl Asked {
    /// `method` and `params`; other members are not looked at (MRT-15).
    fn of(key: String, request: Value) -> Result<Self, Error> {
        let Value::Object(mut members) = request else {
            return Err(Error::invalid(format!("the input request {key:?} is not an object")));
        };
        let params = match members.remove("params") {
            None => Map::new(),
            Some(Value::Object(params)) => params,
            Some(_) => {
                return Err(Error::invalid(format!("the params of the input request {key:?} are not an object")));
            }
        };
        match members.remove("method") {
            Some(Value::String(method)) => Ok(Self { key, method, params }),
            _ => Err(Error::invalid(format!("the input request {key:?} has no method"))),
        }
    }

    /// The key that its answer goes under.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }

    /// Such as `elicitation/create`.
    #[must_use]
    pub fn method(&self) -> &str {
        &self.method
    }

    /// What to say of a request that the contract does not know.
    #[must_use]
    pub fn unexpected(&self) -> Error {
        Error::invalid(format!("the server asks for {:?} by {}, which is not in its contract", self.key, self.method))
    }

    /// Sees that it is a request of this method.
    ///
    /// # Errors
    /// [`Error::InvalidAnswer`].
    pub fn is(&self, method: &str) -> Result<(), Error> {
        if self.method == method { Ok(()) } else { Err(self.unexpected()) }
    }

    /// A form.
    ///
    /// # Errors
    /// [`Error::InvalidAnswer`] if it is something else.
    pub fn form(&self) -> Result<Form, Error> {
        match (self.mode()?, self.params.get("requestedSchema")) {
            // Without a mode it is a form (ELI-03).
            (None | Some("form"), Some(schema)) => {
                Ok(Form { message: self.text("message")?, requested_schema: schema.clone() })
            }
            _ => Err(self.unexpected()),
        }
    }

    /// A link.
    ///
    /// # Errors
    /// [`Error::InvalidAnswer`] if it is something else.
    pub fn link(&self) -> Result<Link, Error> {
        match self.mode()? {
            Some("url") => Ok(Link { message: self.text("message")?, url: self.text("url")? }),
            _ => Err(self.unexpected()),
        }
    }

    fn mode(&self) -> Result<Option<&str>, Error> {
        self.is("elicitation/create")?;
        Ok(self.params.get("mode").map(|mode| mode.as_str().unwrap_or_default()))
    }

    fn text(&self, name: &str) -> Result<String, Error> {
        match self.params.get(name) {
            Some(Value::String(text)) => Ok(text.clone()),
            _ => Err(Error::invalid(format!("the input request {:?} has no {name}", self.key))),
        }
    }

    /// The params of a request of this method, as the type that the protocol has for them.
    ///
    /// # Errors
    /// [`Error::InvalidAnswer`] if they are none of that type.
    pub fn params<T: DeserializeOwned>(&self, method: &str) -> Result<T, Error> {
        self.is(method)?;
        serde_json::from_value(Value::Object(self.params.clone()))
            .map_err(|error| Error::invalid(format!("the input request {:?}: {error}", self.key)))
    }

    /// Answers with what the user made of a form.
    ///
    /// # Errors
    /// [`Error::Unsendable`] if it does not fit the form (ELI-09).
    pub fn respond_form<T: Serialize, F: fmt::Display>(
        &self,
        answer: &Elicited<T>,
        check: impl FnOnce(&Value) -> Result<(), F>,
    ) -> Result<Response, Error> {
        answer
            .to_form(check)
            .map(Response)
            .map_err(|fault| Error::Unsendable(format!("the answer to {:?} {fault}", self.key)))
    }

    /// Answers with what the user made of a link.
    ///
    /// # Errors
    /// None: it is a result like those beside it.
    #[allow(clippy::unused_self, clippy::unnecessary_wraps, reason = "one of a family that generated code calls alike")]
    pub fn respond_link(&self, answer: Elicited<()>) -> Result<Response, Error> {
        Ok(Response(answer.to_link()))
    }

    /// Answers with a type of the protocol.
    ///
    /// # Errors
    /// [`Error::Unsendable`] if it cannot be written as JSON.
    pub fn respond<T: Serialize>(&self, answer: &T) -> Result<Response, Error> {
        serde_json::to_value(answer)
            .map(Response)
            .map_err(|error| Error::Unsendable(format!("the answer to {:?}: {error}", self.key)))
    }
}

impl<T: Transport> Client<T> {
    /// Calls a tool of the contract; what it asks is answered by `respond`. A tool that fails is an error here.
    ///
    /// # Errors
    /// Any [`Error`] but [`Error::InputRequired`].
    pub async fn call_asking<A: Serialize + Sync, R: Respond>(
        &self,
        tool: &Tool,
        arguments: &A,
        respond: &R,
    ) -> Result<ToolAnswer, Error> {
        let params = Params::from([("name", raw(tool.name)?), ("arguments", raw(arguments)?)]);
        answer::tool_answer(&self.rounds("tools/call", params, respond).await?)?.success()
    }

    /// Makes a request until it is complete.
    pub(super) async fn rounds<R: Respond>(
        &self,
        method: &str,
        mut params: Params,
        respond: &R,
    ) -> Result<Box<RawValue>, Error> {
        let capabilities = merged(&self.settings.capabilities, R::CAPABILITIES);
        for _ in 0..=self.settings.max_rounds {
            let request = self.request_or_relist(method, &params, &capabilities);
            let InputRequired { input_requests, request_state } = match answer::outcome(self.timed(request).await?)? {
                Outcome::Complete(result) => return Ok(result),
                Outcome::InputRequired(input) => input,
            };
            let mut responses = BTreeMap::new();
            for (key, request) in input_requests {
                let asked = Asked::of(key, request)?;
                let Response(response) = respond.respond(&asked).await?;
                responses.insert(asked.key, response);
            }
            params.remove("inputResponses");
            params.remove("requestState");
            if !responses.is_empty() {
                params.insert("inputResponses", raw(&responses)?);
            }
            if let Some(state) = request_state {
                params.insert("requestState", raw(&state)?);
            }
        }
        Err(Error::TooManyRounds(self.settings.max_rounds))
    }
}

/// What the client declares, and what it declares for this call.
fn merged(settings: &Map<String, Value>, more: &str) -> Map<String, Value> {
    fn merge(into: &mut Map<String, Value>, from: Map<String, Value>) {
        for (name, value) in from {
            match (into.get_mut(&name), value) {
                (Some(Value::Object(into)), Value::Object(from)) => merge(into, from),
                (Some(_), _) => {}
                (None, value) => {
                    into.insert(name, value);
                }
            }
        }
    }
    let mut merged = settings.clone();
    merge(&mut merged, serde_json::from_str(more).unwrap_or_default());
    merged
}
