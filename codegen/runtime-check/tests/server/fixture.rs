//! A server as generated code would be, by hand: tools for every way in which a call can go.

use std::borrow::Cow;
use std::net::SocketAddr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use runtime_check::cancellation::Cancellation;
use runtime_check::context::Context;
use runtime_check::contract::{
    CacheHint, Contract, HeaderBinding, HeaderKind, Http, Method, Prompt, Resource, ResourceTemplate, Tool,
};
use runtime_check::failure::RequestError;
use runtime_check::http::{Service, serve_until};
use runtime_check::input::{InputRequest, InputRequired};
use runtime_check::metadata::LogLevel;
use runtime_check::prompt::{Completion, CompletionRequest, PromptMessages};
use runtime_check::resource::{ResourceContents, ResourceRequest, ResourceSource};
use runtime_check::server::Server;
use runtime_check::tool::{ToolError, ToolOutput};
use serde::Deserialize;
use serde_json::{Value, json};

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

const fn tool(name: &'static str, definition: &'static str) -> Tool {
    Tool { name, definition, headers: &[], required_capabilities: "{}", scopes: &[] }
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
    plain!("both"),
    plain!("business"),
    plain!("change"),
    plain!("confirm"),
    plain!("confirm_other"),
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
    discover: r#"{"supportedVersions":["2026-07-28"],"capabilities":{"resources":{"subscribe":true,"listChanged":false},"tools":{"listChanged":true}}}"#,
    resources: &[
        Resource { uri: "test://a", definition: r#"{"uri":"test://a","name":"a"}"#, scopes: &[] },
        Resource { uri: "test://b", definition: r#"{"uri":"test://b","name":"b"}"#, scopes: &[] },
    ],
    ..FIXED
};

pub(crate) static CONTRACT: Contract = FIXED;

/// A server that has everything.
pub(crate) static FULL: Contract = Contract {
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
        Prompt { name: "broken", definition: r#"{"name":"broken"}"#, required_arguments: &[], scopes: &[] },
        Prompt {
            name: "greet",
            definition: r#"{"name":"greet","arguments":[{"name":"who","required":true},{"name":"how"}]}"#,
            required_arguments: &["who"],
            scopes: &[],
        },
    ],
    resources: &[
        Resource { uri: "test://a", definition: r#"{"uri":"test://a","name":"a"}"#, scopes: &[] },
        Resource { uri: "test://gone", definition: r#"{"uri":"test://gone","name":"gone"}"#, scopes: &[] },
        Resource { uri: "test://é", definition: r#"{"uri":"test://é","name":"e"}"#, scopes: &[] },
    ],
    resource_templates: &[
        ResourceTemplate {
            uri_template: "file:///srv/{+path}",
            definition: r#"{"uriTemplate":"file:///srv/{+path}","name":"f"}"#,
            scopes: &[],
        },
        ResourceTemplate {
            uri_template: "test://t/{id}/data{?v,w}",
            definition: r#"{"uriTemplate":"test://t/{id}/data{?v,w}","name":"t"}"#,
            scopes: &[],
        },
    ],
    page_size: 2,
    ..FIXED
};

const FIXED: Contract = Contract {
    protocol_version: "2026-07-28",
    supported_versions: &["2026-07-28"],
    server_info: r#"{"name":"fixture","version":"1.2.3"}"#,
    discover: r#"{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"instructions":"Try \"echo\"."}"#,
    methods: METHODS,
    tools: TOOLS,
    prompts: &[],
    resources: &[],
    resource_templates: &[],
    page_size: 0,
    http: Http {
        path: "/mcp",
        allowed_origins: &["https://app.example.test"],
        allowed_hosts: &["mcp.example.test"],
        max_body_bytes: MAX_BODY,
    },
};

/// Handlers that ran, and that were dropped before they were done.
#[derive(Debug, Default)]
pub(crate) struct Counters {
    pub(crate) started: AtomicUsize,
    pub(crate) dropped: AtomicUsize,
    pub(crate) cancelled: Cancellation,
}

#[derive(Debug)]
pub(crate) struct Fixture {
    pub(crate) contract: &'static Contract,
    pub(crate) counters: &'static Counters,
}

impl Fixture {
    pub(crate) fn new(contract: &'static Contract, counters: &'static Counters) -> Self {
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

impl Server for Fixture {
    fn contract(&self) -> &'static Contract {
        self.contract
    }

    async fn call_tool(&self, tool: usize, arguments: &str, cx: &Context) -> Result<ToolOutput, ToolError> {
        self.counters.started.fetch_add(1, Ordering::SeqCst);
        match self.contract.tools[tool].name {
            "ask" | "ask_much" => Ok(ToolOutput::text("asked")),
            "bad_output" => Err(ToolError::invalid_output(["/secret: expected a number, found \"hunter2\""])),
            "both" => ToolOutput::structured(&json!({"a": [1, "x\ny"]}))?
                .with_content(&[json!({"type": "image", "data": "AA==", "mimeType": "image/png"})])?
                .with_meta(&json!({"com.example/took": 3})),
            "business" => Err(ToolError::application(1001, "out of stock").with_data(&json!({"left": 0}))),
            "change" => {
                let changes = cx.changes();
                changes.tools_list_changed();
                changes.prompts_list_changed();
                changes.resources_list_changed();
                for uri in ["test://a", "test://a/below", "test://ab", "test://b"] {
                    changes.resource_updated(uri);
                }
                Ok(ToolOutput::text("changed"))
            }
            "confirm" | "confirm_other" => confirm(arguments, cx),
            "context" => ToolOutput::structured(&json!({
                "version": cx.protocol_version(),
                "capabilities": serde_json::from_str::<Value>(cx.client_capabilities()).unwrap(),
                "form": cx.has_capability(&["elicitation", "form"]),
                "info": cx.client_info().map(|info| serde_json::from_str::<Value>(info).unwrap()),
                "traceparent": cx.traceparent(),
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
            other => Err(ToolError::internal(format_args!("no tool {other}"))),
        }
    }

    async fn read_resource(&self, request: &ResourceRequest, _: &Context) -> Result<ResourceContents, RequestError> {
        match request.source() {
            ResourceSource::Resource(_) if request.uri() == "test://gone" => Err(RequestError::not_found()),
            ResourceSource::Resource(_) => Ok(ResourceContents::text(request.uri(), Some("text/plain"), "one\ntwo")
                .and(&ResourceContents::blob(request.uri(), None, &[0, 255]))),
            ResourceSource::Template(_, variables) => {
                let text = serde_json::to_string(variables).unwrap();
                Ok(ResourceContents::text(request.uri(), None, &text))
            }
        }
    }

    async fn get_prompt(&self, prompt: usize, arguments: &str, _: &Context) -> Result<PromptMessages, RequestError> {
        if self.contract.prompts[prompt].name == "broken" {
            return Err(RequestError::internal("the database said hunter2"));
        }
        let arguments: std::collections::BTreeMap<String, String> = serde_json::from_str(arguments).unwrap();
        Ok(PromptMessages::user_text(&format!("Greet {}!", arguments["who"])).with_description("A greeting"))
    }

    async fn complete(&self, request: &CompletionRequest, _: &Context) -> Result<Completion, RequestError> {
        if request.value() == "many" {
            return Ok(Completion::new((0..150).map(|n| n.to_string()).collect()));
        }
        let settled = request.settled("who").unwrap_or("nobody");
        Ok(Completion::new(vec![format!("{:?}", request.subject()), request.argument().to_owned(), settled.to_owned()]))
    }
}

/// Asks before it does anything.
fn confirm(arguments: &str, cx: &Context) -> Result<ToolOutput, ToolError> {
    let arguments: Value = serde_json::from_str(arguments).unwrap();
    let roots = || InputRequired::new().ask("k", InputRequest::list_roots());
    match (arguments["mode"].as_str(), cx.request_state()) {
        (Some("nothing"), _) => return Err(InputRequired::new().into()),
        (Some("twice"), _) => return Err(roots().ask("k", InputRequest::list_roots()).into()),
        (Some("state"), None) => return Err(InputRequired::new().with_state("only").into()),
        (Some("state"), Some(state)) => return Ok(ToolOutput::text(String::from_utf8_lossy(state))),
        (Some("much"), _) => {
            let link = json!({"mode": "url", "message": "Look", "url": "https://example.test/"});
            let sample = json!({"messages": [], "maxTokens": 1, "tools": []});
            let link = InputRequest::elicit(&link).map_err(ToolError::internal)?;
            let sample = InputRequest::sample(&sample).map_err(ToolError::internal)?;
            return Err(roots().ask("link", link).ask("sample", sample).into());
        }
        _ => {}
    }
    if let (Some(answer), Some(state)) = (cx.input_response("sure \"é\""), cx.request_state()) {
        return Ok(ToolOutput::text(format!("{} {answer}", String::from_utf8_lossy(state))));
    }
    let form = json!({"message": "Sure?", "requestedSchema": {"type": "object", "properties": {}}});
    let form = InputRequest::elicit(&form).map_err(ToolError::internal)?;
    Err(InputRequired::new().ask("sure \"é\"", form).with_state("secret round 1").into())
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
