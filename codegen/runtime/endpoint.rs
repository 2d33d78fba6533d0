//! A server behind its transports: a message in, its answer out.

use std::sync::Arc;

use bytes::Bytes;
use serde_json::value::RawValue;

use super::cancellation::Cancellation;
use super::checks::{Passed, Refusal, Source, check_message};
use super::context::Context;
use super::contract::{CacheHint, Contract};
use super::metadata::SERVER_INFO;
use super::operation::{Call, Operation};
use super::outbox::Outbox;
use super::pages;
use super::panic::{CatchPanic, Panicked};
use super::rpc;
use super::server::Server;
use super::subscriptions::{self, Changes, Filter};
use super::tool::{Failure, ToolError, ToolOutput};

/// A server and what is always the same in its results.
#[derive(Debug)]
pub(super) struct Endpoint<S> {
    server: S,
    changes: Changes,
    /// Raised when the server is told to end: streams that would last end themselves.
    pub(super) ending: Cancellation,
    pub(super) contract: &'static Contract,
    /// `"io.modelcontextprotocol/serverInfo":{…}` (META-07).
    server_info: String,
    /// The result of `server/discover`.
    discover: String,
    /// The first page of `tools/list`.
    tools: String,
}

impl<S: Server> Endpoint<S> {
    pub(super) fn new(server: S) -> Self {
        let contract = server.contract();
        let mut endpoint = Self {
            changes: server.changes(),
            ending: Cancellation::default(),
            server,
            contract,
            server_info: format!("\"{SERVER_INFO}\":{}", contract.server_info),
            discover: String::new(),
            tools: String::new(),
        };
        endpoint.discover = endpoint.complete(contract.discover, cache_hint(contract, "server/discover"));
        endpoint.tools = endpoint.tools_from(0);
        endpoint
    }

    /// Makes the checks of a message (`checks`).
    pub(super) fn check(&self, message: &Bytes, source: Source<'_>) -> Result<Passed, Refusal> {
        check_message(self.contract, message, source)
    }

    /// Carries out a request. What is to be sent before its answer goes to `outbox`.
    pub(super) async fn carry_out(&self, call: Call, outbox: Arc<Outbox>, transport: Transport) -> Reply {
        let Call { id, metadata, operation, .. } = call;
        let id = id.as_str();
        match operation {
            Operation::Discover => Reply::ok(rpc::result(id, &[&self.discover])),
            Operation::ListTools { from: 0 } => Reply::ok(rpc::result(id, &[&self.tools])),
            Operation::ListTools { from } => Reply::ok(rpc::result(id, &[&self.tools_from(from)])),
            Operation::Listen { filter } => Reply::ok(self.listen(id, filter, &outbox, transport).await),
            Operation::CallTool { tool, arguments } => {
                let context = Context::new(metadata, None, outbox, self.changes.clone());
                let unfinished = Unfinished(context.clone());
                let arguments = arguments.as_ref().map_or("{}", |arguments| arguments.as_str());
                let outcome = CatchPanic::new(self.server.call_tool(tool, arguments, &context)).await;
                unfinished.finish();
                let outcome = outcome.unwrap_or_else(|Panicked| Err(ToolError::internal("the handler panicked")));
                Reply::ok(self.tool_answer(id, tool, outcome))
            }
        }
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

    fn tool_answer(&self, id: &str, tool: usize, outcome: Result<ToolOutput, ToolError>) -> String {
        match outcome {
            Ok(output) | Err(ToolError(Failure::Execution(output))) => {
                rpc::result(id, &[&output.to_result(&self.server_info)])
            }
            Err(ToolError(Failure::Application { code, message, data })) => {
                rpc::error(Some(id), code, &message, data.as_deref().map(RawValue::get))
            }
            Err(ToolError(Failure::Internal(detail))) => {
                let tool = self.contract.tools.get(tool).map_or("", |tool| tool.name);
                tracing::error!(tool, detail, "the tool failed");
                rpc::error(Some(id), -32603, "internal error", None)
            }
        }
    }

    fn tools_from(&self, from: usize) -> String {
        let contract = self.contract;
        let (page, next) = pages::page(pages::TOOLS, contract.tools, from, contract.page_size, |tool| tool.name);
        let definitions: Vec<&str> = page.iter().map(|tool| tool.definition).collect();
        let next = next.map_or(String::new(), |next| format!(r#","nextCursor":"{next}""#));
        let body = format!(r#"{{"tools":[{}]{next}}}"#, definitions.join(","));
        self.complete(&body, cache_hint(contract, "tools/list"))
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

/// A request whose handler runs. If the handler is dropped before it has finished, nobody waits for
/// it any more, and what it started is told so.
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
