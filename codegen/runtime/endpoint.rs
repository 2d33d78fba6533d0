//! A server behind its transports: a message in, its answer out.

use std::future::{Future, poll_fn};
use std::io;
use std::pin::{Pin, pin};

use bytes::Bytes;
use serde_json::value::RawValue;

use super::authorization::{Authorization, Caller};
use super::cancellation::Cancellation;
use super::checks::table::{Step, row};
use super::checks::{Passed, Refusal, Source, check_message, uri_data};
use super::context::{Context, Text};
use super::contract::{CacheHint, Contract};
use super::failure::{Failure, RequestError};
use super::input::{Input, InputRequired, Outcome};
use super::json;
use super::metadata::{Metadata, SERVER_INFO};
use super::observe::Observed;
use super::operation::{Call, Operation};
use super::pages::List;
use super::panic::{Panicked, caught};
use super::principal::Principal;
use super::rate::Limiter;
use super::resource::ResourceContents;
use super::rpc;
use super::seal::Seal;
use super::server::Server;
use super::subscriptions::{self, Change, Changes, Filter};
use super::tool::ToolError;

/// A server and what is always the same in its results.
#[derive(Debug)]
pub(super) struct Endpoint<S> {
    server: S,
    changes: Changes,
    seal: Seal,
    /// Of calls of tools, and of completion.
    calls: Option<Limiter>,
    completions: Option<Limiter>,
    /// Who says who calls, and what they may do.
    pub(super) authorization: Option<Authorization>,
    /// Raised when the server is told to end: streams that would last end themselves.
    pub(super) ending: Cancellation,
    pub(super) contract: &'static Contract,
    /// Whether log entries are sent at all (LOG-01).
    logging: bool,
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
            // Now, so that what is wrong with the keys is said when the server starts.
            seal: Seal::of(S::ASKS && contract.asks()),
            calls: server.call_rate().map(Limiter::new),
            completions: server.completion_rate().map(Limiter::new),
            authorization: server.authorization(),
            ending: Cancellation::default(),
            server,
            contract,
            logging: json::at(contract.discover, &["capabilities", "logging"]).is_some(),
            server_info: format!("\"{SERVER_INFO}\":{}", contract.server_info),
            discover: String::new(),
            first_pages: List::ALL.map(|_| String::new()),
        };
        endpoint.discover = endpoint.complete(contract.discover, cache_hint(contract, "server/discover"));
        endpoint.first_pages = List::ALL.map(|list| endpoint.page(list, 0));
        endpoint
    }

    /// Whether it can serve all that the contract offers; otherwise it is not to start.
    pub(super) fn ready(&self) -> io::Result<()> {
        match self.seal.fault().filter(|_| S::ASKS && self.contract.asks()) {
            Some(fault) => Err(io::Error::new(io::ErrorKind::InvalidInput, fault)),
            None if self.authorization.is_none() && !self.contract.scopes().is_empty() => Err(io::Error::new(
                io::ErrorKind::PermissionDenied,
                "the contract has scopes, and nobody says who holds them",
            )),
            None => Ok(()),
        }
    }

    /// Makes the checks of a message (`checks`).
    pub(super) fn check(
        &self,
        message: &Bytes,
        source: Source<'_>,
        principal: Option<&Principal>,
    ) -> Result<Passed, Refusal> {
        let caller = Caller { authorization: self.authorization.as_ref(), principal };
        check_message(self.contract, &self.seal, message, source, caller)
    }

    /// The answer to a request that needs nobody but the contract for it.
    pub(super) fn at_once(&self, call: &Call, metadata: &Metadata) -> Option<Reply> {
        let page;
        let result = match &call.operation {
            Operation::Discover => &self.discover,
            Operation::List { list, from: 0 } => self.first_pages.get(*list as usize)?,
            Operation::List { list, from } => {
                page = self.page(*list, *from);
                &page
            }
            _ => return None,
        };
        let observed = Observed::begin(call, metadata.traceparent(), self.contract);
        let reply = Reply::ok(rpc::result(call.id.as_str(), &[result]));
        observed.end(&reply.text);
        Some(reply)
    }

    /// What a handler is given of a request.
    pub(super) fn context(&self, mut metadata: Metadata, principal: Option<Principal>) -> Context {
        if !self.logging {
            metadata.log_level = None;
        }
        Context::new(metadata, principal, self.changes.clone())
    }

    /// Carries out a request. What is to be sent before its answer goes to the outbox of its context.
    pub(super) async fn carry_out(&self, call: &Call, cx: &Context, transport: Transport) -> Reply {
        let observed = Observed::begin(call, cx.traceparent(), self.contract);
        let mut answer = pin!(self.answer(call, cx, transport));
        let reply = poll_fn(|task| observed.span.in_scope(|| answer.as_mut().poll(task))).await;
        observed.end(&reply.text);
        reply
    }

    async fn answer(&self, call: &Call, cx: &Context, transport: Transport) -> Reply {
        let id = call.id.as_str();
        if let Operation::Listen { filter } = &call.operation {
            return Reply::ok(self.listen(id, filter, cx, transport).await);
        }
        match self.handle(call, id, cx).await {
            Ok(Outcome::Complete(answer)) => Reply::ok(answer),
            Ok(Outcome::InputRequired(required)) if S::ASKS => {
                self.asked(id, &required, &call.operation, &call.input, cx)
            }
            Ok(Outcome::InputRequired(_)) => self.failed(id, Failure::internal(UNDECLARED), &call.operation),
            Err(failure) => self.failed(id, failure, &call.operation),
        }
    }

    /// Has generated code do what it knows; an answer comes of it.
    async fn handle(&self, call: &Call, id: &str, cx: &Context) -> Handled {
        let Call { operation, input, .. } = call;
        match operation {
            Operation::CallTool { tool, arguments } => {
                // The model can wait this failure out (TOOL-08, TOOL-17).
                admitted(self.calls.as_ref(), cx).map_err(|text| ToolError::failed(text).0)?;
                let called = pin!(self.server.call_tool(*tool, object(arguments.as_ref()), input, cx));
                let output = handled(cx, called).await.map_err(|ToolError(failure)| failure)?;
                Ok(output.map(|output| output.to_answer(id, &self.server_info)))
            }
            // Erased, because what is awaited is compiled though nothing comes there.
            entry if S::ENTRIES => {
                let answered: Pin<Box<dyn Future<Output = Handled> + Send + '_>> =
                    Box::pin(self.entry(entry, id, input, cx));
                answered.await
            }
            _ => Err(Failure::NotFound),
        }
    }

    /// The same for a prompt, a resource, or an argument to complete.
    async fn entry(&self, operation: &Operation, id: &str, input: &Input, cx: &Context) -> Handled {
        let complete =
            |method: &str, body: &str| rpc::result(id, &[&self.complete(body, cache_hint(self.contract, method))]);
        match operation {
            Operation::ReadResource(request) => {
                let read = pin!(self.server.read_resource(request, input, cx));
                let contents = handled(cx, read).await.map_err(|RequestError(failure)| failure)?;
                let mime_type = self.contract.mime_type(request.source());
                let json = |contents: ResourceContents| contents.to_json(request.uri(), mime_type.as_deref());
                Ok(contents.map(|contents| complete("resources/read", &json(contents))))
            }
            Operation::GetPrompt { prompt, arguments } => {
                let got = pin!(self.server.get_prompt(*prompt, object(arguments.as_ref()), input, cx));
                match handled(cx, got).await.map_err(|RequestError(failure)| failure)? {
                    Outcome::Complete(messages) => {
                        let messages = messages.to_json().map_err(|RequestError(failure)| failure)?;
                        Ok(Outcome::Complete(complete("prompts/get", &messages)))
                    }
                    Outcome::InputRequired(required) => Ok(Outcome::InputRequired(required)),
                }
            }
            Operation::Complete(request) => {
                let refused = |text: String| Failure::Application { code: -32603, message: text.into(), data: None };
                admitted(self.completions.as_ref(), cx).map_err(refused)?;
                let completed = pin!(self.server.complete(request, cx));
                let completion = handled(cx, completed).await.map_err(|RequestError(failure)| failure)?;
                let completion = serde_json::to_string(&completion).map_err(Failure::internal)?;
                let completion = format!(r#"{{"completion":{completion}}}"#);
                Ok(Outcome::Complete(complete("completion/complete", &completion)))
            }
            _ => Err(Failure::NotFound),
        }
    }

    fn failed(&self, id: &str, failure: Failure, operation: &Operation) -> Reply {
        Reply::ok(match failure {
            Failure::Execution(output) => output.to_answer(id, &self.server_info),
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
            // If nothing has been sent the status is still to be had (A-26).
            Failure::InputResponses(message) => return refused(id, Step::InputResponses, &message, None),
        })
    }

    fn asked(&self, id: &str, required: &InputRequired, operation: &Operation, input: &Input, cx: &Context) -> Reply {
        if let Some(missing) = required.missing(cx.client_capabilities()) {
            let data = format!(r#"{{"requiredCapabilities":{missing}}}"#);
            let message = "the client does not declare a capability that this needs";
            return refused(id, Step::ClientCapability, message, Some(&data));
        }
        Reply::ok(match self.ask(required, operation, input, cx) {
            Ok(result) => rpc::result(id, &[&result]),
            Err(detail) => internal(id, &detail),
        })
    }

    /// The result that asks for something: no cache hints (CCH-03).
    fn ask(
        &self,
        required: &InputRequired,
        operation: &Operation,
        input: &Input,
        cx: &Context,
    ) -> Result<String, String> {
        if let Some(fault) = required.fault() {
            return Err(fault);
        }
        let principal = cx.principal().map(Principal::subject);
        let binding = operation.binding(self.contract, principal).ok_or("this method may not ask for input")?;
        let state = match required.to_seal(input, operation.needs(self.contract).asks) {
            Some(state) => format!("\"requestState\":\"{}\",", self.seal.seal(state.as_bytes(), binding)?),
            None => String::new(),
        };
        let requests = required.requests_json();
        Ok(format!(r#"{{"resultType":"input_required",{requests}{state}"_meta":{{{}}}}}"#, self.server_info))
    }

    /// Tells of changes until the server ends (SUB-08); a client ends it by going away.
    async fn listen(&self, id: &str, filter: &Filter, cx: &Context, transport: Transport) -> String {
        let outbox = cx.outbox();
        let acknowledged = filter.acknowledged(id);
        // First, so that nothing is missed of what changes once the acknowledgement is there.
        let mut listener = self.changes.listen(filter.clone());
        outbox.push(|| acknowledged);
        loop {
            let change = async {
                // A reader that is slow finds one notice of each kind when it comes back.
                outbox.emptied().await;
                listener.next().await
            };
            tokio::select! {
                () = self.ending.cancelled() => break,
                change = change => {
                    if self.may_be_told(&change, cx) {
                        outbox.push(|| change.notification(id));
                    }
                }
            }
        }
        if transport == Transport::Stdio {
            outbox.push(|| subscriptions::cancelled(id));
        }
        let meta = format!(r#"{{"io.modelcontextprotocol/subscriptionId":{id},{}}}"#, self.server_info);
        rpc::result(id, &[r#"{"resultType":"complete","_meta":"#, &meta, "}"])
    }

    /// Whether the caller still holds what is needed to know of it: a right may have gone since it was told of
    /// the last change (RSC-07).
    fn may_be_told(&self, change: &Change, cx: &Context) -> bool {
        let Change::Resource(uri) = change else { return true };
        let caller = Caller { authorization: self.authorization.as_ref(), principal: cx.principal() };
        caller.may(self.contract.scopes_to_be_told(uri))
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

/// Why nothing is asked.
const UNDECLARED: &str = "the contract says of nothing that it asks";

/// What comes of a request that generated code answers: the answer, or what is asked.
type Handled = Result<Outcome<String>, Failure>;

fn cache_hint(contract: &Contract, method: &str) -> Option<CacheHint> {
    contract.method(method).and_then(|method| method.cache)
}

/// Counts a call against a limit, if there is one; one too many is told how long to wait.
fn admitted(limiter: Option<&Limiter>, cx: &Context) -> Result<(), String> {
    limiter.map_or(Ok(()), |limiter| limiter.admit(cx.principal().map(Principal::subject)))
}

/// Runs a handler to its end. If it panics it has failed; if it is dropped before its end nobody waits
/// for it any more, and what it started is told so.
async fn handled<T, E: From<Failure>>(
    cx: &Context,
    handler: Pin<&mut impl Future<Output = Result<T, E>>>,
) -> Result<T, E> {
    let unfinished = Unfinished(cx);
    let outcome = caught(handler).await;
    unfinished.finish();
    outcome.unwrap_or_else(|Panicked| Err(E::from(Failure::internal("the handler panicked"))))
}

/// The answer of a row that is found to fail only by the handler.
fn refused(id: &str, step: Step, message: &str, data: Option<&str>) -> Reply {
    let answer = row(step).answer;
    let code = answer.code.map_or(-32603, i64::from);
    Reply { status: answer.status, text: rpc::error(Some(id), code, message, data) }
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
struct Unfinished<'c>(&'c Context);

impl Unfinished<'_> {
    fn finish(self) {
        self.0.finish();
    }
}

impl Drop for Unfinished<'_> {
    fn drop(&mut self) {
        self.0.cancel();
    }
}
