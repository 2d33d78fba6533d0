//! What is told to whoever collects `tracing`: a span a request, and nothing that is the caller's own.

use std::collections::BTreeMap;
use std::time::Duration;

use runtime_check::contract::Contract;
use serde_json::{Value, json};

use super::captured::Captured;
use super::fixture::{CONTRACT, FULL, GUARDED};
use super::in_process::{answer, service};
use super::raw::{Post, m0};

/// The span of one request.
async fn span(contract: &'static Contract, post: Post) -> BTreeMap<String, String> {
    let (captured, _guard) = Captured::here();
    answer(&service(contract), &post).await;
    let mut requests = captured.requests();
    assert_eq!(requests.len(), 1, "{requests:?}");
    requests.pop().unwrap()
}

fn outcome(span: &BTreeMap<String, String>) -> (&str, &str, &str, &str) {
    let field = |name: &str| span.get(name).map_or("", String::as_str);
    assert!(field("duration_us").parse::<u64>().is_ok(), "{span:?}");
    (field("method"), field("name"), field("outcome"), field("code"))
}

#[tokio::test]
async fn each_request_has_a_span_with_method_name_outcome_and_duration() {
    let call = |tool: &str, arguments: Value| span(&CONTRACT, Post::call(tool, arguments));
    let fine = call("echo", json!({"text": "x"})).await;
    assert_eq!(outcome(&fine), ("\"tools/call\"", "\"echo\"", "\"complete\"", ""));
    let failed = call("echo", json!({})).await;
    assert_eq!(outcome(&failed), ("\"tools/call\"", "\"echo\"", "\"tool_error\"", ""));
    let refused = call("business", json!({})).await;
    assert_eq!(outcome(&refused), ("\"tools/call\"", "\"business\"", "\"error\"", "1001"));
    let listed = span(&CONTRACT, Post::request("tools/list", json!({}))).await;
    assert_eq!(outcome(&listed), ("\"tools/list\"", "", "\"complete\"", ""));

    let mut meta = m0();
    meta["io.modelcontextprotocol/clientCapabilities"] = json!({"elicitation": {}});
    let asked = Post::request("tools/call", json!({"name": "confirm", "arguments": {}, "_meta": meta}));
    assert_eq!(outcome(&span(&CONTRACT, asked).await).2, "\"input_required\"");

    let template = Post::request("resources/read", json!({"uri": "test://t/1234/data"}));
    let template = span(&FULL, template).await;
    assert_eq!(outcome(&template).1, "\"test://t/{id}/data{?v,w}\"", "the template, not what was filled in");
}

#[tokio::test(start_paused = true)]
async fn a_request_that_is_given_up_is_told_as_cancelled() {
    let (captured, _guard) = Captured::here();
    let service = service(&CONTRACT);
    let post = Post::call("sleep", json!({}));
    tokio::time::timeout(Duration::from_secs(1), answer(&service, &post)).await.unwrap_err();
    assert_eq!(outcome(&captured.requests()[0]).2, "\"cancelled\"");
}

#[tokio::test]
async fn meta_06_the_trace_of_the_caller_is_in_the_span() {
    let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    let post = Post::request("tools/list", json!({})).header("traceparent", parent);
    assert_eq!(span(&CONTRACT, post).await["traceparent"], format!("{parent:?}"));
}

/// What must not be told, whatever it stands in.
const SECRET: &str = "hunter2";

#[tokio::test]
async fn log_05_nothing_that_a_caller_sends_is_told() {
    let (captured, _guard) = Captured::here();
    let secret = json!(SECRET);
    let mut meta = m0();
    meta["io.modelcontextprotocol/clientCapabilities"] = json!({"elicitation": {}});
    meta["io.modelcontextprotocol/clientInfo"] = json!({"name": SECRET, "version": SECRET});
    meta["progressToken"] = secret.clone();
    meta["traceparent"] = secret.clone();
    meta["tracestate"] = secret.clone();
    let full = |params: Value| {
        let mut params = params;
        params["_meta"] = meta.clone();
        params
    };
    let tools = [
        Post::request("tools/call", full(json!({"name": "echo", "arguments": {"text": SECRET}}))),
        Post::request("tools/call", full(json!({"name": "sql", "arguments": {"n": SECRET}})))
            .header("Mcp-Param-N", SECRET),
        Post::request("tools/call", full(json!({"name": "sql", "arguments": {"region": "other"}})))
            .header("Mcp-Param-Region", SECRET),
        Post::request("tools/call", full(json!({"name": SECRET, "arguments": {}}))),
        Post::request("tools/call", full(json!({"name": "echo", "requestState": SECRET}))),
        Post::request("tools/call", full(json!({"name": "confirm", "inputResponses": {SECRET: {"action": SECRET}}}))),
        Post::request("tools/call", full(json!({"name": "tell"}))),
        Post::request("tools/call", full(json!({"name": "panic", "arguments": {"text": SECRET}}))),
        Post::request("tools/list", full(json!({"cursor": SECRET}))),
        Post::request(SECRET, full(json!({}))),
        Post::new(&format!("{{\"{SECRET}\":1,\"{SECRET}\":2}}")),
        Post::new(SECRET),
        Post::request("tools/list", json!({})).set("Origin", format!("https://{SECRET}.example")),
        Post::request("tools/list", json!({})).set("Host", format!("{SECRET}.example")),
        Post::request("tools/list", json!({})).set("Content-Type", SECRET).header("Cookie", SECRET),
    ];
    let server = service(&CONTRACT);
    for post in &tools {
        answer(&server, post).await;
    }
    let server = service(&FULL);
    for post in [
        Post::request("resources/read", full(json!({"uri": format!("test://t/{SECRET}/data")}))),
        Post::request("resources/read", full(json!({"uri": format!("test://{SECRET}")}))),
        Post::request("prompts/get", full(json!({"name": "greet", "arguments": {"who": SECRET}}))),
        Post::request(
            "completion/complete",
            full(json!({"ref": {"type": "ref/prompt", "name": "greet"}, "argument": {"name": "who", "value": SECRET}})),
        ),
    ] {
        answer(&server, &post).await;
    }
    let server = service(&GUARDED);
    for token in [SECRET, "all"] {
        let post = Post::request("tools/call", full(json!({"name": "context", "arguments": {"a": SECRET}})));
        answer(&server, &post.header("Authorization", format!("Bearer {token}"))).await;
    }
    let told = captured.text();
    assert!(captured.requests().len() > 5 && told.contains("refused") && told.contains("answered"), "{told}");
    assert!(!told.contains(SECRET), "{told}");
}

#[tokio::test]
async fn log_05_the_state_between_rounds_is_told_to_nobody() {
    let (captured, _guard) = Captured::here();
    let mut meta = m0();
    meta["io.modelcontextprotocol/clientCapabilities"] = json!({"elicitation": {}});
    let post = Post::request("tools/call", json!({"name": "confirm", "arguments": {}, "_meta": meta}));
    let (_, body) = answer(&service(&CONTRACT), &post).await;
    let body: Value = serde_json::from_str(&body).unwrap();
    let sealed = body["result"]["requestState"].as_str().unwrap();
    let told = captured.text();
    assert!(!told.contains(sealed) && !told.contains("secret round"), "{told}");
}
