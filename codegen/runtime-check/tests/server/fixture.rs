//! A server as generated code would be, by hand: tools for every way in which a call can go.

use std::borrow::Cow;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

use runtime_check::authorization::Authorization;
use runtime_check::cancellation::Cancellation;
use runtime_check::completion::{Completion, CompletionRequest};
use runtime_check::context::Context;
use runtime_check::contract::{
    CacheHint, Contract, HeaderBinding, HeaderKind, Http, Method, Prompt, Resource, ResourceTemplate, Tool,
};
use runtime_check::elicitation::Elicited;
use runtime_check::failure::RequestError;
use runtime_check::http::{Service, serve_until};
use runtime_check::input::{Input, InputRequest, InputRequired, Outcome};
use runtime_check::metadata::LogLevel;
use runtime_check::prompt::PromptMessages;
use runtime_check::rate::Rate;
use runtime_check::resource::{ResourceContents, ResourceRequest, ResourceSource};
use runtime_check::server::Server;
use runtime_check::tool::{ToolError, ToolOutput};
use serde::Deserialize;
use serde_json::{Value, json};

pub(crate) use super::guarded::GUARDED;

pub(crate) const PRIVATE: CacheHint = CacheHint { ttl_ms: 0, scope: "private" };
pub(crate) const PUBLIC: CacheHint = CacheHint { ttl_ms: 60_000, scope: "public" };
pub(crate) const MAX_BODY: usize = 64 * 1024;

const fn method(name: &'static str, name_from: Option<&'static str>, cache: Option<CacheHint>) -> Method {
    Method { name, name_from, cache, check_params: None }
}

pub(crate) const METHODS: &[Method] = &[
    method("server/discover", None, Some(PUBLIC)),
    method("subscriptions/listen", None, None),
    method("tools/call", Some("name"), None),
    method("tools/list", None, Some(PRIVATE)),
];

pub(crate) const fn tool(name: &'static str, definition: &'static str) -> Tool {
    Tool { name, definition, headers: &[], required_capabilities: "{}", asks: &[], scopes: &[] }
}

pub(crate) const fn resource(uri: &'static str, definition: &'static str) -> Resource {
    Resource { uri, definition, required_capabilities: "{}", asks: &[], scopes: &[] }
}

pub(crate) const fn template(uri_template: &'static str, definition: &'static str) -> ResourceTemplate {
    ResourceTemplate { uri_template, definition, required_capabilities: "{}", asks: &[], scopes: &[] }
}

macro_rules! plain {
    ($name:literal) => {
        tool($name, concat!(r#"{"name":""#, $name, r#"","inputSchema":{"type":"object"}}"#))
    };
}

pub(crate) const TOOLS: &[Tool] = &[
    Tool { required_capabilities: r#"{"elicitation":{}}"#, ..plain!("ask") },
    Tool { required_capabilities: r#"{"elicitation":{"url":{}},"sampling":{"tools":{}}}"#, ..plain!("ask_much") },
    plain!("bad_output"),
    plain!("blocks"),
    plain!("both"),
    plain!("business"),
    plain!("busy"),
    plain!("change"),
    Tool { asks: &[KEY, "k"], ..plain!("confirm") },
    Tool { asks: &[KEY, "k"], ..plain!("confirm_other") },
    plain!("context"),
    tool(
        "echo",
        r#"{"name":"echo","inputSchema":{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}}"#,
    ),
    Tool {
        headers: &[HeaderBinding { path: &["region"], header: "Mcp-Param-Region", kind: HeaderKind::String }],
        required_capabilities: r#"{"elicitation":{}}"#,
        ..plain!("guarded")
    },
    plain!("late"),
    plain!("many_lines"),
    plain!("null"),
    plain!("panic"),
    plain!("sleep"),
    plain!("sleep_aloud"),
    Tool {
        headers: &[
            HeaderBinding { path: &["b"], header: "Mcp-Param-B", kind: HeaderKind::Boolean },
            HeaderBinding { path: &["n"], header: "Mcp-Param-N", kind: HeaderKind::Integer },
            HeaderBinding { path: &["opt", "deep", "er"], header: "Mcp-Param-Er", kind: HeaderKind::String },
            HeaderBinding { path: &["opt", "k"], header: "Mcp-Param-K", kind: HeaderKind::String },
            HeaderBinding { path: &["region"], header: "Mcp-Param-Region", kind: HeaderKind::String },
        ],
        ..plain!("sql")
    },
    plain!("tell"),
];

/// A server whose lists change.
pub(crate) static CHANGING: Contract = Contract {
    discover: r#"{"supportedVersions":["2026-07-28"],"capabilities":{"logging":{},"resources":{"subscribe":true,"listChanged":false},"tools":{"listChanged":true}}}"#,
    resources: &[
        resource("test://a", r#"{"uri":"test://a","name":"a"}"#),
        resource("test://b", r#"{"uri":"test://b","name":"b"}"#),
    ],
    resource_templates: &[template("file:///srv/{+path}", r#"{"uriTemplate":"file:///srv/{+path}","name":"f"}"#)],
    ..FIXED
};

/// A server that is called twice an hour by anyone.
pub(crate) static LIMITED: Contract = Contract { server_info: r#"{"name":"limited","version":"1"}"#, ..EVERYTHING };

pub(crate) static CONTRACT: Contract = FIXED;

/// A server that has everything.
pub(crate) static FULL: Contract = EVERYTHING;

const EVERYTHING: Contract = Contract {
    discover: r#"{"supportedVersions":["2026-07-28"],"capabilities":{"completions":{},"prompts":{},"resources":{},"tools":{}}}"#,
    methods: &[
        method("completion/complete", None, None),
        method("prompts/get", Some("name"), None),
        method("prompts/list", None, Some(PRIVATE)),
        method("resources/list", None, Some(PRIVATE)),
        method("resources/read", Some("uri"), Some(PUBLIC)),
        method("resources/templates/list", None, Some(PUBLIC)),
        method("server/discover", None, Some(PUBLIC)),
        method("subscriptions/listen", None, None),
        method("tools/call", Some("name"), None),
        method("tools/list", None, Some(PRIVATE)),
    ],
    prompts: &[
        Prompt {
            name: "broken",
            definition: r#"{"name":"broken"}"#,
            required_arguments: &[],
            required_capabilities: "{}",
            asks: &[],
            scopes: &[],
        },
        Prompt {
            name: "greet",
            definition: r#"{"name":"greet","arguments":[{"name":"who","required":true},{"name":"how"}]}"#,
            required_arguments: &["who"],
            required_capabilities: "{}",
            asks: &["mood"],
            scopes: &[],
        },
    ],
    resources: &[
        resource("test://%C3%A9", r#"{"uri":"test://%C3%A9","name":"e"}"#),
        resource("test://a", r#"{"uri":"test://a","name":"a"}"#),
        resource("test://gone", r#"{"uri":"test://gone","name":"gone"}"#),
    ],
    resource_templates: &[
        template("file:///srv/{+path}", r#"{"uriTemplate":"file:///srv/{+path}","name":"f"}"#),
        template("test://t/{id}/data{?v,w}", r#"{"uriTemplate":"test://t/{id}/data{?v,w}","name":"t"}"#),
    ],
    page_size: 2,
    ..FIXED
};

pub(crate) const FIXED: Contract = Contract {
    protocol_version: "2026-07-28",
    supported_versions: &["2026-07-28"],
    server_info: r#"{"name":"fixture","version":"1.2.3"}"#,
    discover: r#"{"supportedVersions":["2026-07-28"],"capabilities":{"logging":{},"tools":{}},"instructions":"Try \"echo\"."}"#,
    methods: METHODS,
    tools: TOOLS,
    prompts: &[],
    resources: &[],
    resource_templates: &[],
    entries: Some(runtime_check::entries::Entries::SERVED),
    page_size: 0,
    http: Http {
        path: "/mcp",
        allowed_origins: &["https://app.example.test"],
        allowed_hosts: &["mcp.example.test"],
        max_body_bytes: MAX_BODY,
    },
};

/// What the tool `change` says has changed, in order.
#[rustfmt::skip]
pub(crate) const CHANGED: &[&str] = &[
    "test://a", "test://a/below", "test://ab", "test://b", "test://b/1/log", "test://b/1/log?line=2",
    "test://b/folder/x/y", "test://b/open", "test://b/secret", "test://b/secret#x",
    "test://b/secret/open", "test://b/secret/x/y", "test://b/z",
];

/// Handlers that ran, and that were dropped before they were done.
#[derive(Debug, Default)]
pub(crate) struct Counters {
    pub(crate) started: AtomicUsize,
    pub(crate) dropped: AtomicUsize,
    pub(crate) cancelled: Cancellation,
    /// What a handler kept beyond its end.
    pub(crate) kept: Mutex<Option<Context>>,
}

#[derive(Debug)]
pub(crate) struct Fixture {
    pub(crate) contract: &'static Contract,
    pub(crate) counters: &'static Counters,
}

impl Fixture {
    pub(crate) fn new(contract: &'static Contract, counters: &'static Counters) -> Self {
        super::captured::ask_each_time();
        Self { contract, counters }
    }
}

#[derive(Deserialize)]
struct Echo<'a> {
    #[serde(borrow)]
    text: Cow<'a, str>,
}

#[derive(Deserialize)]
struct Sql {
    region: Option<String>,
    n: Option<i64>,
    b: Option<bool>,
}

struct CountDrop(&'static Counters, bool);

impl Drop for CountDrop {
    fn drop(&mut self) {
        if !self.1 {
            self.0.dropped.fetch_add(1, Ordering::SeqCst);
        }
    }
}

impl Fixture {
    async fn call_plain_tool(&self, tool: usize, arguments: &str, cx: &Context) -> Result<ToolOutput, ToolError> {
        self.counters.started.fetch_add(1, Ordering::SeqCst);
        match self.contract.tools[tool].name {
            "ask" | "ask_much" => Ok(ToolOutput::text("asked")),
            "bad_output" => Err(ToolError::invalid_output(["/secret: expected a number, found \"hunter2\""])),
            "blocks" => {
                let arguments: Value = serde_json::from_str(arguments).map_err(ToolError::internal)?;
                ToolOutput::content(arguments["blocks"].as_array().unwrap())
            }
            "both" => ToolOutput::structured(&json!({"a": [1, "x\ny"]}))?
                .with_content(&[json!({"type": "image", "data": "AA==", "mimeType": "image/png"})])?
                .with_meta(&json!({"com.example/took": 3})),
            "business" => Err(ToolError::application(1001, "out of stock").with_data(&json!({"left": 0}))),
            "busy" => {
                for report in 1..=10_000 {
                    cx.progress(f64::from(report), None, None);
                }
                Ok(ToolOutput::empty())
            }
            "change" => {
                let changes = cx.changes();
                changes.tools_list_changed();
                changes.prompts_list_changed();
                changes.resources_list_changed();
                CHANGED.iter().for_each(|uri| changes.resource_updated(*uri));
                Ok(ToolOutput::text("changed"))
            }
            "context" => ToolOutput::structured(&json!({
                "version": cx.protocol_version(),
                "capabilities": serde_json::from_str::<Value>(cx.client_capabilities()).unwrap(),
                "form": cx.has_capability(&["elicitation", "form"]),
                "info": cx.client_info().map(|info| serde_json::from_str::<Value>(info).unwrap()),
                "traceparent": cx.traceparent(),
                "tracestate": cx.tracestate(),
                "principal": cx.principal().map(|principal| principal.subject().to_owned()),
                "logs_error": cx.logs(LogLevel::Error),
                "logs_debug": cx.logs(LogLevel::Debug),
                "arguments": serde_json::from_str::<Value>(arguments).unwrap(),
            })),
            "echo" => {
                let arguments: Echo<'_> =
                    serde_json::from_str(arguments).map_err(|error| ToolError::invalid_arguments([error]))?;
                Ok(ToolOutput::text(arguments.text))
            }
            "guarded" => {
                let arguments: Echo<'_> =
                    serde_json::from_str(arguments).map_err(|error| ToolError::invalid_arguments([error]))?;
                if arguments.text == "bad" {
                    return Err(ToolError::invalid_output(["not that"]));
                }
                Ok(ToolOutput::text(arguments.text))
            }
            "late" => {
                *self.counters.kept.lock().unwrap() = Some(cx.clone());
                Ok(ToolOutput::empty())
            }
            "many_lines" => {
                let pretty = serde_json::value::RawValue::from_string("{\n  \"a\":\r\n 1\n}".to_owned()).unwrap();
                Ok(ToolOutput::structured_json(pretty))
            }
            "null" => ToolOutput::structured(&Value::Null),
            "panic" => panic!("the handler's own fault"),
            "sleep" | "sleep_aloud" => {
                cx.progress(0.0, None, Some("sleeping"));
                let mut dropped = CountDrop(self.counters, false);
                let cancelled = cx.clone();
                let counters = self.counters;
                tokio::spawn(async move {
                    cancelled.cancelled().await;
                    counters.cancelled.cancel();
                });
                tokio::time::sleep(Duration::from_secs(60)).await;
                dropped.1 = true;
                Ok(ToolOutput::empty())
            }
            "sql" => {
                let sql: Sql =
                    serde_json::from_str(arguments).map_err(|error| ToolError::invalid_arguments([error]))?;
                Ok(ToolOutput::text(format!("{:?} {:?} {:?}", sql.region, sql.n, sql.b)))
            }
            "tell" => {
                cx.log(LogLevel::Info, None, "quiet");
                cx.log(LogLevel::Alert, Some("fixture"), &json!({"loud": true}));
                for (progress, message) in [(0.25, None), (0.25, None), (0.5, Some("half\nway")), (1.0, None)] {
                    cx.progress(progress, Some(1.0), message);
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
                Ok(ToolOutput::text("told"))
            }
            "tide_lookup" | "ping_dock" | "berth_book" => Ok(ToolOutput::text("called")),
            other => Err(ToolError::internal(format_args!("no tool {other}"))),
        }
    }
}

impl Server for Fixture {
    fn contract(&self) -> &'static Contract {
        self.contract
    }

    fn call_rate(&self) -> Option<Rate> {
        (self.contract.server_info == LIMITED.server_info).then(|| Rate::new(2, Duration::from_secs(3600)))
    }

    fn completion_rate(&self) -> Option<Rate> {
        self.call_rate()
    }

    fn authorization(&self) -> Option<Authorization> {
        (!self.contract.scopes().is_empty()).then(super::authorization::authorization)
    }

    async fn call_tool(
        &self,
        tool: usize,
        arguments: &str,
        input: &Input,
        cx: &Context,
    ) -> Result<Outcome<ToolOutput>, ToolError> {
        if self.contract.tools[tool].name.starts_with("confirm") {
            return confirm(arguments, input);
        }
        if self.contract.tools[tool].name == "guarded" {
            input.link("mode")?;
        }
        self.call_plain_tool(tool, arguments, cx).await.map(Outcome::Complete)
    }

    async fn read_resource(
        &self,
        request: &ResourceRequest,
        _: &Input,
        _: &Context,
    ) -> Result<Outcome<ResourceContents>, RequestError> {
        Ok(Outcome::Complete(match request.source() {
            ResourceSource::Resource(_) if request.uri() == "test://gone" => return Err(RequestError::not_found()),
            ResourceSource::Resource(_) => {
                ResourceContents::text("one\ntwo").with_mime_type("text/plain").and(ResourceContents::blob(&[0, 255]))
            }
            ResourceSource::Template(_, variables) => {
                let text = serde_json::to_string(&variables.iter().collect::<Vec<_>>()).unwrap();
                ResourceContents::text(text)
            }
        }))
    }

    async fn get_prompt(
        &self,
        prompt: usize,
        arguments: &str,
        input: &Input,
        _: &Context,
    ) -> Result<Outcome<PromptMessages>, RequestError> {
        if self.contract.prompts[prompt].name == "broken" {
            return Err(RequestError::internal("the database said hunter2"));
        }
        if self.contract.prompts[prompt].name == "hail" {
            input.link("mood")?;
        }
        let arguments: std::collections::BTreeMap<String, String> = serde_json::from_str(arguments).unwrap();
        if arguments["who"] == "somebody" && input.response::<Value>("mood")?.is_none() {
            let mood = InputRequest::new("roots/list", "{}");
            return Ok(Outcome::InputRequired(InputRequired::ask("mood", mood)));
        }
        let messages = PromptMessages::user_text(format!("Greet {}!", arguments["who"]));
        Ok(Outcome::Complete(messages.with_description("A greeting")))
    }

    async fn complete(&self, request: &CompletionRequest, _: &Context) -> Result<Completion, RequestError> {
        if request.value() == "many" {
            return Ok(Completion::new((0..150).map(|n| n.to_string())));
        }
        let settled = request.settled("who").unwrap_or("nobody");
        Ok(Completion::new([format!("{:?}", request.subject()), request.argument().to_owned(), settled.to_owned()]))
    }
}

/// What `confirm` asks under.
pub(crate) const KEY: &str = "sure \"é\"";

#[derive(Debug, Deserialize)]
struct Sure {
    sure: bool,
}

fn sure(content: &Value) -> Result<(), &'static str> {
    if content["sure"].is_boolean() { Ok(()) } else { Err("/sure: expected true or false") }
}

/// Asks before it does anything.
fn confirm(arguments: &str, input: &Input) -> Result<Outcome<ToolOutput>, ToolError> {
    let arguments: Value = serde_json::from_str(arguments).unwrap();
    let roots = || InputRequired::ask("k", InputRequest::new("roots/list", "{}"));
    let state: Option<String> = input.state().get();
    let asks = match (arguments["mode"].as_str(), &state) {
        (Some("twice"), _) => roots().and(roots()),
        (Some("state"), None) => InputRequired::again("only"),
        (Some("state"), Some(state)) => {
            let id = input.state().id().unwrap().to_owned();
            return Ok(Outcome::Complete(ToolOutput::text(format!("{state} {id}"))));
        }
        (Some("address"), _) => InputRequired::ask(
            "k",
            InputRequest::new("elicitation/create", r#"{"mode":"url","message":"Look"}"#)
                .with_url(arguments["url"].as_str().unwrap()),
        ),
        (Some("sample"), _) => {
            let sample = InputRequest::new("sampling/createMessage", r#"{"maxTokens":1}"#);
            let sample = sample.with("messages", &arguments["messages"]);
            InputRequired::ask("k", sample.with("includeContext", arguments["context"].as_str().unwrap_or("none")))
        }
        (Some("much"), _) => {
            let link = InputRequest::new("elicitation/create", r#"{"mode":"url","message":"Look"}"#)
                .with_url("https://example.test/");
            let sample =
                InputRequest::new("sampling/createMessage", r#"{"messages":[],"tools":[]}"#).with("maxTokens", &1);
            roots().and(InputRequired::ask("link", link)).and(InputRequired::ask("sample", sample))
        }
        _ => match (input.form::<Sure, _>(KEY, sure)?, input.response::<Value>("k")?, &state) {
            (Some(Elicited::Accept(Sure { sure: true })), None, _) => roots().with_state("secret round 2"),
            (Some(answer), roots, Some(state)) => {
                return Ok(Outcome::Complete(ToolOutput::text(format!("{state} {answer:?} {roots:?}"))));
            }
            _ => InputRequired::ask(
                KEY,
                InputRequest::new(
                    "elicitation/create",
                    r#"{"requestedSchema":{"type":"object","properties":{"sure":{"type":"boolean"}}}}"#,
                )
                .with("message", "Sure?"),
            )
            .with_state("secret round 1"),
        },
    };
    Ok(Outcome::InputRequired(asks))
}

/// A server of its own on a port of its own, in a thread that lasts as long as the tests.
pub(crate) fn start(contract: &'static Contract) -> (SocketAddr, &'static Counters) {
    let counters: &'static Counters = Box::leak(Box::default());
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
            sender.send(listener.local_addr().unwrap()).unwrap();
            let service = Service::new(Fixture::new(contract, counters));
            serve_until(service, listener, std::future::pending()).await;
        });
    });
    (receiver.recv().unwrap(), counters)
}

/// The server that most tests share.
pub(crate) fn address() -> SocketAddr {
    static ADDRESS: OnceLock<SocketAddr> = OnceLock::new();
    *ADDRESS.get_or_init(|| start(&CONTRACT).0)
}
