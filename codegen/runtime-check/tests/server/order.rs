//! Of two faults the earlier row answers: the pairs that the requirements name, one by one. All pairs
//! are in `pairs`.

use std::sync::atomic::Ordering;

use runtime_check::contract::Contract;
use serde_json::json;

use super::fixture::{self, CONTRACT, FIXED, METHODS};
use super::raw::{Post, m0};
use super::stdio::{exchange, line};

/// A server that has nothing to offer.
static BARE: Contract = Contract {
    discover: r#"{"supportedVersions":["2026-07-28"],"capabilities":{}}"#,
    methods: METHODS.split_at(2).0,
    tools: &[],
    ..FIXED
};

fn list() -> Post {
    Post::request("tools/list", json!({}))
}

/// `post` at a revision that is in its body and its header.
fn at_version(post: Post, version: &str) -> Post {
    post.set("MCP-Protocol-Version", version)
        .edit(|body| body["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!(version))
}

#[test]
fn ord_02_what_is_not_json_is_not_held_against_headers() {
    assert_eq!(list().set("Mcp-Method", "nope").body("{").send().refusal(), (400, -32700));
}

#[test]
fn ord_03_the_envelope_comes_before_the_metadata() {
    let post = list().edit(|body| {
        body["jsonrpc"] = json!("1.0");
        body["params"] = json!({});
    });
    assert_eq!(post.send().refusal(), (400, -32600));
}

#[test]
fn ord_04_the_metadata_comes_before_the_headers() {
    let post = list().set("MCP-Protocol-Version", "2025-06-18").edit(|body| {
        let meta = body["params"]["_meta"].as_object_mut().unwrap();
        meta.remove("io.modelcontextprotocol/clientCapabilities");
    });
    assert_eq!(post.send().refusal(), (400, -32602));
}

#[test]
fn ord_06_the_version_comes_before_the_method() {
    let post = at_version(Post::request("nope", json!({})), "v999");
    assert_eq!(post.send().refusal(), (400, -32022));
}

#[test]
fn ord_07_the_headers_come_before_the_method() {
    let post = Post::request("nope", json!({})).set("Mcp-Method", "tools/list");
    assert_eq!(post.send().refusal(), (400, -32020));
}

#[test]
fn ord_08_the_method_comes_before_its_params_and_http_13_is_404_with_a_body() {
    let answer = Post::request("nope", json!({"name": 5, "arguments": [], "cursor": {}})).send();
    assert_eq!(answer.refusal(), (404, -32601));
    assert_eq!(answer.json()["id"], 1);
}

#[test]
fn ord_09_the_capability_comes_before_the_arguments_and_the_handler() {
    let (address, counters) = fixture::start(&CONTRACT);
    let post = Post::call("guarded", json!({"text": 5}));
    assert_eq!(post.send_to(address).refusal(), (400, -32021));
    assert_eq!(counters.started.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn ver_01_an_unknown_version_is_refused_by_discover_too_on_every_transport() {
    let post = at_version(Post::request("server/discover", json!({})), "1900-01-01");
    assert_eq!(post.send().refusal(), (400, -32022));
    let lines = exchange(&CONTRACT, &post.body).await;
    assert_eq!(lines[0]["error"]["code"], -32022);
    assert_eq!(lines[0]["error"]["data"], json!({"supported": ["2026-07-28"], "requested": "1900-01-01"}));
}

#[test]
fn ver_03_and_sta_07_any_request_may_be_the_first() {
    for method in ["server/discover", "tools/list"] {
        let (address, _) = fixture::start(&CONTRACT);
        Post::request(method, json!({})).send_to(address).result();
    }
}

#[test]
fn env_13_and_ver_05_a_server_with_nothing_still_says_so() {
    let (address, _) = fixture::start(&BARE);
    let discovered = Post::request("server/discover", json!({})).send_to(address).result();
    assert_eq!(discovered["capabilities"], json!({}));
    for method in ["tools/list", "prompts/list", "resources/list", "completion/complete"] {
        assert_eq!(Post::request(method, json!({})).send_to(address).refusal(), (404, -32601), "{method}");
    }
    assert_eq!(Post::call("echo", json!({})).send_to(address).refusal(), (404, -32601));
}

#[test]
fn meta_04_reserved_keys_that_nobody_defined_may_have_any_value() {
    for value in [json!(null), json!(1.5), json!([{}]), json!("x")] {
        let mut meta = m0();
        meta["io.modelcontextprotocol/zzz"] = value;
        Post::request("tools/list", json!({"_meta": meta})).send().result();
    }
}

#[test]
fn meta_07_a_result_names_its_server_in_meta_and_meta_08_identity_of_the_client_changes_nothing() {
    let plain = list().send();
    let result = plain.result();
    assert_eq!(result["_meta"]["io.modelcontextprotocol/serverInfo"], json!({"name": "fixture", "version": "1.2.3"}));
    assert!(result.get("serverInfo").is_none());
    for name in ["friend", "enemy"] {
        let mut meta = m0();
        meta["io.modelcontextprotocol/clientInfo"] = json!({"name": name, "version": "1"});
        assert_eq!(Post::request("tools/list", json!({"_meta": meta})).send().body, plain.body);
    }
}

#[test]
fn tool_02_lists_are_the_same_on_every_connection_and_whatever_was_called() {
    let first = list().send().body;
    Post::call("change", json!({})).send();
    Post::call("panic", json!({})).send();
    assert_eq!(list().send().body, first);
}

#[tokio::test]
async fn leg_09_an_initialize_is_told_the_versions_over_stdio_too() {
    let initialize = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#;
    let lines = exchange(&CONTRACT, initialize.as_bytes()).await;
    let error = &lines[0]["error"];
    assert_eq!(error["data"], json!({"supported": ["2026-07-28"], "requested": "2025-11-25"}));
    assert!(error["message"].as_str().unwrap().contains("2026-07-28"));
}

#[cfg(unix)]
#[tokio::test]
async fn env_14_another_byte_stream_carries_the_same_transcript() {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    let input = [line(1, "tools/list", json!({})), "nonsense".to_owned(), line(2, "nope", json!({}))].join("\n");
    let (mut ours, theirs) = tokio::net::UnixStream::pair().unwrap();
    let served = tokio::spawn(async move {
        let (input, output) = theirs.into_split();
        let counters = Box::leak(Box::default());
        runtime_check::stdio::serve_streams(fixture::Fixture::new(&CONTRACT, counters), input, output).await
    });
    ours.write_all(input.as_bytes()).await.unwrap();
    ours.shutdown().await.unwrap();
    let mut transcript = String::new();
    ours.read_to_string(&mut transcript).await.unwrap();
    served.await.unwrap().unwrap();
    let sorted = |mut lines: Vec<String>| {
        lines.sort_unstable();
        lines
    };
    let there = sorted(transcript.lines().map(str::to_owned).collect());
    let here = exchange(&CONTRACT, input.as_bytes()).await;
    let here = sorted(here.iter().map(ToString::to_string).collect());
    let there: Vec<serde_json::Value> = there.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(sorted(there.iter().map(ToString::to_string).collect()), here);
}

#[test]
fn hdr_38_a_default_is_not_mirrored_nor_expected() {
    // The schema of `sql` may give `region` a default: what counts is what was sent.
    Post::call("sql", json!({})).send().result();
    assert_eq!(Post::call("sql", json!({})).header("Mcp-Param-Region", "x").send().refusal(), (400, -32020));
}
