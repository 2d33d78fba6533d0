//! The client half: a call goes out as one request, its answer comes back typed by its method.
//!
//! It needs no generated type: generated code puts a method a tool over [`Client::call_tool`].
//! Always holds: metadata is in every request and an id is used once (ENV-04); header fields come
//! from the final body (see [`http`]); what kind of result it is comes from `resultType` before
//! anything else; a fault says on which side it was raised ([`Error::is_local`]).

mod answer;
mod bindings;
mod error;
mod headers;
pub mod http;
pub mod input;
mod listed;
mod pages;
mod prompts;
mod request;
mod resources;
#[cfg(feature = "runtime-schemas")]
mod schemas;
mod settings;
mod sse;
pub mod stdio;
pub mod tcp;
pub mod transport;
#[cfg(feature = "runtime-schemas")]
mod work;

use std::sync::atomic::{AtomicU64, Ordering};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

pub use answer::{InputRequired, Outcome, ToolAnswer};
pub use bindings::{Binding, Bindings};
pub use error::{Error, PeerError};
pub use pages::{Listed, ListedPrompt, ListedResource, ListedResourceTemplate, Pages};
pub use prompts::CompletionRef;
pub use resources::{ResourceAnswer, ResourceBody, ResourceItem};
pub use settings::{ClientInfo, Settings};

use super::contract::{Contract, Tool};
use request::Params;
use transport::{Exchange, Incoming, Outgoing, Transport};

/// `HeaderMismatch`: what the headers say and what the body says differ.
const HEADER_MISMATCH: i64 = -32020;
/// `UnsupportedProtocolVersion`.
const UNSUPPORTED_PROTOCOL_VERSION: i64 = -32022;

/// A client of one server.
#[derive(Debug)]
pub struct Client<T> {
    contract: &'static Contract,
    transport: T,
    settings: Settings,
    bindings: Bindings,
    #[cfg(feature = "runtime-schemas")]
    schemas: schemas::Schemas,
    next_id: AtomicU64,
}

/// A tool as the server lists it.
#[derive(Clone, Debug)]
pub struct ListedTool {
    /// Its name.
    pub name: String,
    /// The whole definition, as it came.
    pub definition: Value,
}

impl<T: Transport> Client<T> {
    /// A client that knows the tables of the server's contract.
    pub fn new(contract: &'static Contract, transport: T, settings: Settings) -> Self {
        let bindings = Bindings::new(contract);
        Self {
            contract,
            transport,
            settings,
            bindings,
            #[cfg(feature = "runtime-schemas")]
            schemas: schemas::Schemas::default(),
            next_id: AtomicU64::new(1),
        }
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The settings, to change them.
    pub fn settings_mut(&mut self) -> &mut Settings {
        &mut self.settings
    }

    /// The transport, such as to close it.
    pub fn into_transport(self) -> T {
        self.transport
    }

    /// What the server says of itself: the result of `server/discover`.
    ///
    /// # Errors
    /// Any [`Error`] but [`Error::Tool`] and [`Error::InputRequired`].
    pub async fn discover(&self) -> Result<Value, Error> {
        self.timed(self.complete("server/discover", &Params::new())).await
    }

    /// All tools, page after page. A tool whose header annotations are not legal is left out, with
    /// a warning (HDR-22, HDR-23).
    ///
    /// # Errors
    /// Any [`Error`] but [`Error::Tool`] and [`Error::InputRequired`].
    pub async fn list_tools(&self) -> Result<Vec<ListedTool>, Error> {
        self.timed(self.list()).await
    }

    /// Calls a tool by its name. `arguments` is the JSON text of an object.
    ///
    /// With the feature `runtime-schemas`, what the tool listed last is held to: arguments before they are sent,
    /// structured content when it arrives.
    ///
    /// A tool that fails gives an answer too, with `is_error` set (TOOL-09); see [`ToolAnswer::success`].
    ///
    /// # Errors
    /// Any [`Error`] but [`Error::Tool`] and [`Error::InputRequired`].
    pub async fn call_tool(&self, name: &str, arguments: Box<RawValue>) -> Result<Outcome<ToolAnswer>, Error> {
        request::readable(&arguments)?;
        self.call_written(name, arguments).await
    }

    async fn call_written(&self, name: &str, arguments: Box<RawValue>) -> Result<Outcome<ToolAnswer>, Error> {
        let params = Params::from([("name", request::raw(name)?), ("arguments", arguments)]);
        self.timed(self.call_or_relist(&params)).await
    }

    /// Calls a tool of the contract. A tool that fails or asks for input is an error here.
    ///
    /// # Errors
    /// Any [`Error`].
    pub async fn call<A: Serialize + Sync>(&self, tool: &Tool, arguments: &A) -> Result<ToolAnswer, Error> {
        self.call_written(tool.name, request::raw(arguments)?).await?.complete()?.success()
    }

    async fn timed<R>(&self, call: impl Future<Output = Result<R, Error>>) -> Result<R, Error> {
        let limit = self.settings.timeout;
        tokio::time::timeout(limit, call).await.unwrap_or(Err(Error::Timeout(limit)))
    }

    async fn call_or_relist(&self, params: &Params) -> Result<Outcome<ToolAnswer>, Error> {
        let result = self.request_or_relist("tools/call", params, &self.settings.capabilities).await?;
        match answer::outcome(result)? {
            Outcome::Complete(result) => answer::tool_answer(&result).map(Outcome::Complete),
            Outcome::InputRequired(input) => Ok(Outcome::InputRequired(input)),
        }
    }

    async fn request_or_relist(
        &self,
        method: &str,
        params: &Params,
        capabilities: &Map<String, Value>,
    ) -> Result<Box<RawValue>, Error> {
        match self.request_checked(method, params, capabilities).await {
            // The tools are other ones than this client was generated with: ask, and try once more (HDR-37).
            Err(Error::Peer(error)) if error.code == HEADER_MISMATCH && method == "tools/call" => {
                self.list().await?;
                self.request_checked(method, params, capabilities).await
            }
            other => other,
        }
    }

    async fn list(&self) -> Result<Vec<ListedTool>, Error> {
        let mut tools: Vec<ListedTool> = Pages::new(self).all().await?;
        let mut learned = Vec::new();
        tools.retain(|tool| match listed::bindings(tool.definition.get("inputSchema").unwrap_or(&Value::Null)) {
            Ok(bindings) => {
                learned.push((tool.name.clone(), bindings));
                true
            }
            Err(reason) => {
                report(&format!("the tool {:?} is left out: {reason}", tool.name));
                false
            }
        });
        self.bindings.learn(learned);
        #[cfg(feature = "runtime-schemas")]
        self.schemas.learn(tools.iter().map(|tool: &ListedTool| (tool.name.as_str(), &tool.definition)));
        Ok(tools)
    }

    /// A request whose result cannot ask for input, decoded.
    async fn complete<R: DeserializeOwned>(&self, method: &str, params: &Params) -> Result<R, Error> {
        let result = answer::complete(self.request(method, params).await?)?;
        serde_json::from_str(result.get()).map_err(|error| Error::invalid(format!("the result of {method}: {error}")))
    }

    async fn request(&self, method: &str, params: &Params) -> Result<Box<RawValue>, Error> {
        self.request_as(method, params, &self.settings.capabilities).await
    }

    /// A request that is held to the schemas of a listed tool, with the feature `runtime-schemas`.
    async fn request_checked(
        &self,
        method: &str,
        params: &Params,
        capabilities: &Map<String, Value>,
    ) -> Result<Box<RawValue>, Error> {
        #[cfg(feature = "runtime-schemas")]
        self.schemas.request(method, params)?;
        let result = self.request_as(method, params, capabilities).await?;
        #[cfg(feature = "runtime-schemas")]
        self.schemas.result(method, params, &result)?;
        Ok(result)
    }

    /// Sends a request; once more in another revision if the server knows one that this client
    /// knows too (VER-02).
    async fn request_as(
        &self,
        method: &str,
        params: &Params,
        capabilities: &Map<String, Value>,
    ) -> Result<Box<RawValue>, Error> {
        let refused = match self.send(method, params, self.contract.protocol_version, capabilities).await {
            Err(Error::Peer(error)) if error.code == UNSUPPORTED_PROTOCOL_VERSION => error,
            other => return other,
        };
        let theirs: Option<Vec<String>> =
            refused.data.get("supported").and_then(|versions| Vec::deserialize(versions).ok());
        let Some(theirs) = theirs else { return Err(Error::Peer(refused)) };
        let ours = self.contract.supported_versions;
        match ours.iter().find(|version| theirs.iter().any(|their| their == *version)) {
            Some(common) => self.send(method, params, common, capabilities).await,
            None => {
                Err(Error::NoCommonVersion { ours: ours.iter().map(|version| (*version).to_owned()).collect(), theirs })
            }
        }
    }

    async fn send(
        &self,
        method: &str,
        params: &Params,
        version: &str,
        capabilities: &Map<String, Value>,
    ) -> Result<Box<RawValue>, Error> {
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        let body = request::body(id, method, params, version, self.settings.client_info.as_ref(), capabilities)?;
        let exchange = Exchange {
            bindings: &self.bindings,
            notification: &*self.settings.notification,
            max_message_bytes: self.settings.max_message_bytes,
        };
        let Incoming { message, status } = self.transport.exchange(Outgoing { id, body }, exchange).await?;
        match answer::result(&message, id) {
            // Over HTTP an error of a code that this revision does not define, under a status that
            // servers of older revisions use, tells of such a server (A-32, ERR-08).
            Err(Error::Peer(error)) if status == Some(400) && is_foreign(&error) => {
                Err(Error::NotModern { status: 400 })
            }
            other => other,
        }
    }
}

/// Codes that mean nothing in this revision (ERR-08).
fn is_foreign(error: &PeerError) -> bool {
    (-32019..=-32000).contains(&error.code)
}

/// Says what went wrong where nobody waits for it.
fn report(what: &str) {
    tracing::warn!("{what}");
}
