//! A server behind its transports: a message in, its answer out.

use std::future::Future;
use std::sync::Arc;

use bytes::Bytes;
use serde_json::value::RawValue;

use super::cancellation::Cancellation;
use super::checks::{Passed, Refusal, Source, check_message, uri_data};
use super::context::{Context, Text};
use super::contract::{CacheHint, Contract};
use super::failure::{Failure, RequestError};
use super::input::InputRequired;
use super::metadata::SERVER_INFO;
use super::operation::{Call, Operation};
use super::outbox::Outbox;
use super::pages::List;
use super::panic::{CatchPanic, Panicked};
use super::principal::Principal;
use super::rpc;
use super::seal::Seal;
use super::server::Server;
use super::subscriptions::{self, Changes, Filter};
use super::tool::ToolError;

/// A server and what is always the same in its results.
#[derive(Debug)]
pub(super) struct Endpoint<S> {
    server: S,
    changes: Changes,
    seal: Seal,
    /// Raised when the server is told to end: streams that would last end themselves.
    pub(super) ending: Cancellation,
    pub(super) contract: &'static Contract,
    /// `"io.modelcontextprotocol/serverInfo":{…}` (META-07).
    server_info: String,
    /// The result of `server/discover`.
    discover: String,
    /// The first page of each list.
    first_pages: [String; List::ALL.len()],
}

impl<S: Server> Endpoint<S> {
    pub(super) fn new(server: S) -> Self {
        let contract = server.contract();
        let mut endpoint = Self {
            changes: server.changes(),
            seal: Seal::default(),
            ending: Cancellation::default(),
            server,
            contract,
            server_info: format!("\"{SERVER_INFO}\":{}", contract.server_info),
            discover: String::new(),
            first_pages: List::ALL.map(|_| String::new()),
        };
        endpoint.discover = endpoint.complete(contract.discover, cache_hint(contract, "server/discover"));
        endpoint.first_pages = List::ALL.map(|list| endpoint.page(list, 0));
        endpoint
    }

    /// Makes the checks of a message (`checks`).
    pub(super) fn check(&self, message: &Bytes, source: Source<'_>) -> Result<Passed, Refusal> {
        check_message(self.contract, &self.seal, message, source)
    }

    /// Carries out a request. What is to be sent before its answer goes to `outbox`.
    pub(super) async fn carry_out(&self, call: Call, outbox: Arc<Outbox>, transport: Transport) -> Reply {
        let Call { id, metadata, input, operation } = call;
        let id = id.as_str();
        let cx = match &operation {
            Operation::Discover => return Reply::ok(rpc::result(id, &[&self.discover])),
            Operation::List { list, from: 0 } => {
                let page = self.first_pages.get(*list as usize).map_or("{}", String::as_str);
                return Reply::ok(rpc::result(id, &[page]));
            }
            Operation::List { list, from } => return Reply::ok(rpc::result(id, &[&self.page(*list, *from)])),
            Operation::Listen { filter } => {
                return Reply::ok(self.listen(id, filter.clone(), &outbox, transport).await);
            }
            _ => Context::new(metadata, None, input, outbox, self.changes.clone()),
        };
        match self.handle(&operation, &cx).await {
            Ok(result) => Reply::ok(rpc::result(id, &[&result])),
            Err(failure) => self.failed(id, failure, &operation, &cx),
        }
    }

    /// Has generated code do what it knows; its result is JSON text.
    async fn handle(&self, operation: &Operation, cx: &Context) -> Result<String, Failure> {
        let complete = |method: &str, body: &str| self.complete(body, cache_hint(self.contract, method));
        match operation {
            Operation::CallTool { tool, arguments } => {
                let called = handled(cx, self.server.call_tool(*tool, object(arguments.as_ref()), cx)).await;
                Ok(called.map_err(|ToolError(failure)| failure)?.to_result(&self.server_info))
            }
            Operation::ReadResource(request) => {
                let contents = handled(cx, self.server.read_resource(request, cx)).await;
                Ok(complete("resources/read", &contents.map_err(|RequestError(failure)| failure)?.to_json()))
            }
            Operation::GetPrompt { prompt, arguments } => {
                let messages = handled(cx, self.server.get_prompt(*prompt, object(arguments.as_ref()), cx)).await;
                Ok(complete("prompts/get", &messages.map_err(|RequestError(failure)| failure)?.to_json()))
            }
            Operation::Complete(request) => {
                let completion = handled(cx, self.server.complete(request, cx)).await;
                Ok(complete("completion/complete", &completion.map_err(|RequestError(failure)| failure)?.to_json()))
            }
            Operation::Discover | Operation::List { .. } | Operation::Listen { .. } => Err(Failure::NotFound),
        }
    }

    fn failed(&self, id: &str, failure: Failure, operation: &Operation, cx: &Context) -> Reply {
        Reply::ok(match failure {
            Failure::Execution(output) => rpc::result(id, &[&output.to_result(&self.server_info)]),
            Failure::Internal(detail) => internal(id, &detail),
            Failure::NotFound => {
                let data = match operation {
                    Operation::ReadResource(request) => Some(uri_data(request.uri())),
                    _ => None,
                };
                rpc::error(Some(id), -32602, "not found", data.as_deref())
            }
            Failure::Invalid(message) => rpc::error(Some(id), -32602, &message, None),
            Failure::Application { code, message, data } => {
                rpc::error(Some(id), code, &message, data.as_deref().map(RawValue::get))
            }
            Failure::InputRequired(required) => {
                if let Some(missing) = required.missing(cx.client_capabilities()) {
                    // Found only now, but if nothing has been sent the status is still to be had (A-26).
                    let data = format!(r#"{{"requiredCapabilities":{missing}}}"#);
                    let message = "the client does not declare a capability that this needs";
                    return Reply { status: 400, text: rpc::error(Some(id), -32021, message, Some(&data)) };
                }
                match self.ask(&required, operation, cx) {
                    Ok(result) => rpc::result(id, &[&result]),
                    Err(detail) => internal(id, &detail),
                }
            }
        })
    }

    /// The result that asks for something: no cache hints (CCH-03).
    fn ask(&self, required: &InputRequired, operation: &Operation, cx: &Context) -> Result<String, String> {
        if let Some(fault) = required.fault() {
            return Err(fault);
        }
        let principal = cx.principal().map(Principal::subject);
        let binding = operation.binding(self.contract, principal).ok_or("this method may not ask for input")?;
        let state = match required.state() {
            Some(state) => format!("\"requestState\":\"{}\",", self.seal.seal(state, binding)?),
            None => String::new(),
        };
        let requests = required.requests_json();
        Ok(format!(r#"{{"resultType":"input_required",{requests}{state}"_meta":{{{}}}}}"#, self.server_info))
    }

    /// Tells of changes until the server ends (SUB-08); a client ends it by going away.
    async fn listen(&self, id: &str, filter: Filter, outbox: &Outbox, transport: Transport) -> String {
        outbox.push(|| filter.acknowledged(id));
        let mut listener = self.changes.listen(filter);
        loop {
            let change = async {
                // A reader that is slow finds one notice of each kind when it comes back.
                outbox.emptied().await;
                listener.next().await
            };
            tokio::select! {
                () = self.ending.cancelled() => break,
                change = change => outbox.push(|| change.notification(id)),
            }
        }
        if transport == Transport::Stdio {
            outbox.push(|| subscriptions::cancelled(id));
        }
        let meta = format!(r#"{{"io.modelcontextprotocol/subscriptionId":{id},{}}}"#, self.server_info);
        rpc::result(id, &[r#"{"resultType":"complete","_meta":"#, &meta, "}"])
    }

    fn page(&self, list: List, from: usize) -> String {
        self.complete(&list.page(self.contract, from), cache_hint(self.contract, list.method()))
    }

    /// A complete result: `body`, the JSON text of an object, with `resultType`, cache hints and
    /// identity (RES-01, CCH-01, META-07).
    fn complete(&self, body: &str, cache: Option<CacheHint>) -> String {
        let body = body.trim().strip_prefix('{').and_then(|body| body.strip_suffix('}')).unwrap_or_default();
        let comma = if body.is_empty() { "" } else { "," };
        let cache = cache.map_or(String::new(), |CacheHint { ttl_ms, scope }| {
            format!(r#","ttlMs":{ttl_ms},"cacheScope":"{scope}""#)
        });
        format!(r#"{{"resultType":"complete"{comma}{body}{cache},"_meta":{{{}}}}}"#, self.server_info)
    }
}

fn cache_hint(contract: &Contract, method: &str) -> Option<CacheHint> {
    contract.method(method).and_then(|method| method.cache)
}

/// Runs a handler to its end. If it panics it has failed; if it is dropped before its end nobody waits
/// for it any more, and what it started is told so.
async fn handled<T, E: From<Failure>>(cx: &Context, handler: impl Future<Output = Result<T, E>>) -> Result<T, E> {
    let unfinished = Unfinished(cx.clone());
    let outcome = CatchPanic::new(handler).await;
    unfinished.finish();
    outcome.unwrap_or_else(|Panicked| Err(E::from(Failure::internal("the handler panicked"))))
}

fn internal(id: &str, detail: &str) -> String {
    tracing::error!(detail, "a handler failed");
    rpc::error(Some(id), -32603, "internal error", None)
}

fn object(arguments: Option<&Text>) -> &str {
    arguments.map_or("{}", Text::as_str)
}

/// An answer: JSON text of one line, and its HTTP status.
#[derive(Debug)]
pub(super) struct Reply {
    pub(super) status: u16,
    pub(super) text: String,
}

impl Reply {
    fn ok(text: String) -> Self {
        Self { status: 200, text }
    }
}

/// Where an answer goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Transport {
    Http,
    Stdio,
}

/// A request whose handler runs.
struct Unfinished(Context);

impl Unfinished {
    fn finish(self) {
        self.0.finish();
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        self.0.cancel();
    }
}
