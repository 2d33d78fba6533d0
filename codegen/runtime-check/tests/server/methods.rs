//! `server/discover`, `tools/list`, `tools/call`: what is answered when all is well.

use std::sync::atomic::Ordering;

use serde_json::{Value, json};

use super::fixture::{LIMITED, start};
use super::raw::{Post, m0};

#[test]
fn ver_04_discover_has_versions_capabilities_and_hints_and_identity_only_in_meta() {
    let result = Post::request("server/discover", json!({})).send().result();
    assert_eq!(
        result,
        json!({
            "resultType": "complete",
            "supportedVersions": ["2026-07-28"],
            "capabilities": {"logging": {}, "tools": {}},
            "instructions": "Try \"echo\".",
            "ttlMs": 60_000,
            "cacheScope": "public",
            "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "fixture", "version": "1.2.3"}},
        })
    );
}

#[test]
fn tool_03_the_list_is_in_the_order_of_the_table_with_hints() {
    let first = Post::request("tools/list", json!({})).send();
    let result = first.result();
    let names: Vec<&str> =
        result["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert!(names.is_sorted() && names.contains(&"sql"), "{names:?}");
    assert_eq!((&result["ttlMs"], &result["cacheScope"]), (&json!(0), &json!("private")));
    assert!(result.get("nextCursor").is_none());
    assert_eq!(first.body, Post::request("tools/list", json!({})).send().body, "the same bytes each time");
}

#[test]
fn tool_10_a_call_answers_content() {
    let result = Post::call("echo", json!({"text": "häi \"du\"\n\u{1}"})).send().result();
    assert_eq!(result["content"], json!([{"type": "text", "text": "häi \"du\"\n\u{1}"}]));
    assert!(result.get("isError").is_none());
    assert_eq!(result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "fixture");
    assert!(result.get("ttlMs").is_none(), "a call is not cacheable");
}

#[test]
fn env_05_ids_come_back_as_they_came() {
    for id in ["7", "\"7\"", "0", "-1", "\"\"", "1.0", "1e0", "123456789012345678901234567890", "\"\\u00e9\\n\""] {
        let post = Post::request("server/discover", json!({}));
        let body = post.body.clone();
        let body = String::from_utf8(body).unwrap().replace("\"id\":1", &format!("\"id\":{id}"));
        let answer = post.body(&body).send();
        assert!(answer.text().contains(&format!("\"id\":{id},")), "{id}: {}", answer.text());
        answer.result();
    }
}

#[test]
fn tool_14_structured_content_has_its_text_twin() {
    let result = Post::call("both", json!({})).send().result();
    assert_eq!(result["structuredContent"], json!({"a": [1, "x\ny"]}));
    let content = result["content"].as_array().unwrap();
    let twin: Value = serde_json::from_str(content[0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(twin, result["structuredContent"]);
    assert_eq!(content[1]["type"], "image");
    assert_eq!(result["_meta"]["com.example/took"], 3);
}

#[test]
fn tool_13_null_is_a_structured_value() {
    let result = Post::call("null", json!({})).send().result();
    assert_eq!(result.get("structuredContent"), Some(&Value::Null));
}

#[test]
fn std_01_json_text_of_the_application_is_put_on_one_line() {
    let result = Post::call("many_lines", json!({})).send().result();
    assert_eq!(result["structuredContent"], json!({"a": 1}));
}

#[test]
fn tool_08_argument_faults_are_for_the_model() {
    let result = Post::call("echo", json!({})).send().result();
    assert_eq!(result["isError"], true);
    assert!(result["content"][0]["text"].as_str().unwrap().contains("text"));
}

#[test]
fn tool_17_calls_beyond_the_rate_are_answered_and_reach_no_handler() {
    let (address, counters) = start(&LIMITED);
    let call = || Post::call("echo", json!({"text": "x"})).send_to(address).result();
    for _ in 0..2 {
        assert_eq!(call()["content"][0]["text"], "x");
    }
    let refused = call();
    assert_eq!(refused["isError"], true, "the model can wait and try again: {refused}");
    let text = refused["content"][0]["text"].as_str().unwrap();
    assert!(text.starts_with("Too many calls. Try again in ") && text.ends_with(" seconds."), "{text}");
    assert_eq!(counters.started.load(Ordering::SeqCst), 2);
    // What is no call is not counted.
    Post::request("tools/list", json!({})).send_to(address).result();
}

#[test]
fn a_06_output_faults_are_internal_and_tell_nothing() {
    let answer = Post::call("bad_output", json!({})).send();
    assert_eq!(answer.refusal(), (200, -32603));
    assert_eq!(answer.json()["id"], 1);
    assert!(!answer.text().contains("hunter2"));
}

#[test]
fn err_10_an_application_has_its_own_codes() {
    let answer = Post::call("business", json!({})).send();
    assert_eq!(answer.refusal(), (200, 1001));
    assert_eq!(answer.json()["error"], json!({"code": 1001, "message": "out of stock", "data": {"left": 0}}));
}

#[test]
fn a_handler_that_panics_has_failed_alone() {
    let answer = Post::call("panic", json!({})).send();
    assert_eq!(answer.refusal(), (200, -32603));
    assert_eq!(answer.json()["id"], 1);
    Post::call("echo", json!({"text": "alive"})).send().result();
}

#[test]
fn a_46_absent_arguments_are_an_empty_object() {
    let result = Post::request("tools/call", json!({"name": "context"})).send().result();
    assert_eq!(result["structuredContent"]["arguments"], json!({}));
}

#[test]
fn sta_01_the_context_is_what_the_request_brought() {
    let mut meta = m0();
    meta["io.modelcontextprotocol/clientInfo"] = json!({"name": "c", "version": "0", "x": [1]});
    meta["io.modelcontextprotocol/clientCapabilities"] = json!({"elicitation": {}, "x": {}});
    meta["io.modelcontextprotocol/logLevel"] = json!("error");
    meta["traceparent"] = json!("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
    let post = Post::request("tools/call", json!({"name": "context", "arguments": {"a": 1}, "_meta": meta}));
    assert_eq!(
        post.send().result()["structuredContent"],
        json!({
            "version": "2026-07-28",
            "capabilities": {"elicitation": {}, "x": {}},
            "form": true,
            "info": {"name": "c", "version": "0", "x": [1]},
            "traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
            "tracestate": null,
            "principal": null,
            "logs_error": true,
            "logs_debug": false,
            "arguments": {"a": 1},
        })
    );
    let after = Post::request("tools/call", json!({"name": "context"})).send().result();
    assert_eq!(after["structuredContent"]["form"], false);
    assert_eq!(after["structuredContent"]["info"], Value::Null);
}
