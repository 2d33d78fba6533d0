//! `_meta` of a request, versions, and the order of these checks.

use serde_json::{Value, json};

use super::raw::{Post, m0};

fn discover(meta: &Value) -> Post {
    Post::request("server/discover", json!({"_meta": meta}))
}

#[test]
fn req_05_version_and_capabilities_are_required() {
    for missing in ["protocolVersion", "clientCapabilities"] {
        let mut meta = m0();
        meta.as_object_mut().unwrap().remove(&format!("io.modelcontextprotocol/{missing}"));
        let answer = discover(&meta).send();
        assert_eq!(answer.refusal(), (400, -32602), "{missing}");
        assert_eq!(answer.json()["id"], 1);
        assert!(answer.text().contains(missing), "{}", answer.text());
    }
}

#[test]
fn req_06_metadata_of_the_wrong_type_is_refused() {
    for (key, value) in [
        ("protocolVersion", json!(5)),
        ("protocolVersion", Value::Null),
        ("clientCapabilities", Value::Null),
        ("clientCapabilities", json!([])),
        ("clientCapabilities", json!({"elicitation": true})),
        ("clientCapabilities", json!({"sampling": {"tools": 1}})),
    ] {
        let mut meta = m0();
        meta[format!("io.modelcontextprotocol/{key}")] = value;
        assert_eq!(discover(&meta).send().refusal(), (400, -32602), "{meta}");
    }
    for meta in [json!(null), json!([]), json!("x")] {
        assert_eq!(discover(&m0()).edit(|body| body["params"]["_meta"] = meta).send().refusal(), (400, -32602));
    }
    let post = discover(&m0()).edit(|body| body["params"] = json!({}));
    assert_eq!(post.send().refusal(), (400, -32602));
}

#[test]
fn meta_05_keys_are_flat() {
    let nested = json!({"io": {"modelcontextprotocol/protocolVersion": "2026-07-28"}, "io.modelcontextprotocol/clientCapabilities": {}});
    assert_eq!(discover(&nested).send().refusal(), (400, -32602));
}

#[test]
fn req_04_client_info_is_optional_and_a_37_malformed_is_refused() {
    for (info, served) in [
        (json!({"name": "c", "version": "1"}), true),
        (json!({"name": "c"}), false),
        (json!({"name": 1, "version": "1"}), false),
        (json!("c"), false),
        (Value::Null, false),
    ] {
        let mut meta = m0();
        meta["io.modelcontextprotocol/clientInfo"] = info.clone();
        let answer = discover(&meta).send();
        if served {
            answer.result();
        } else {
            assert_eq!(answer.refusal(), (400, -32602), "{info}");
        }
    }
}

#[test]
fn log_04_unknown_levels_are_refused() {
    for level in [json!("verbose"), json!("Error"), json!(3), Value::Null] {
        let mut meta = m0();
        meta["io.modelcontextprotocol/logLevel"] = level;
        assert_eq!(discover(&meta).send().refusal(), (400, -32602));
    }
    let mut meta = m0();
    meta["io.modelcontextprotocol/logLevel"] = json!("emergency");
    discover(&meta).send().result();
}

#[test]
fn prg_01_a_progress_token_is_a_string_or_an_integer() {
    for (token, served) in [("\"t\"", true), ("7", true), ("7.0", true), ("1.5", false), ("null", false), ("[]", false)]
    {
        let post = discover(&m0());
        let body = String::from_utf8(post.body.clone()).unwrap();
        let body = body.replacen("\"_meta\":{", &format!("\"_meta\":{{\"progressToken\":{token},"), 1);
        let answer = post.body(&body).send();
        assert_eq!(answer.status, if served { 200 } else { 400 }, "{token}: {}", answer.text());
    }
}

#[test]
fn sta_02_a_header_does_not_stand_in_for_metadata() {
    let post = discover(&json!({"io.modelcontextprotocol/clientCapabilities": {}}));
    assert_eq!(post.send().refusal(), (400, -32602));
}

#[test]
fn err_06_an_unsupported_version_is_told_what_is_supported() {
    for version in ["2027-01-01", "1900-01-01", "2025-11-25", "", "v\"9"] {
        let mut meta = m0();
        meta["io.modelcontextprotocol/protocolVersion"] = json!(version);
        let answer = discover(&meta).set("MCP-Protocol-Version", version).send();
        assert_eq!(answer.refusal(), (400, -32022), "{version}");
        let data = &answer.json()["error"]["data"];
        assert_eq!(*data, json!({"supported": ["2026-07-28"], "requested": version}));
    }
}

#[test]
fn ord_05_unequal_versions_come_before_unsupported_ones() {
    for (header, body) in [("2026-07-28", "v999"), ("v998", "v999")] {
        let mut meta = m0();
        meta["io.modelcontextprotocol/protocolVersion"] = json!(body);
        assert_eq!(discover(&meta).set("MCP-Protocol-Version", header).send().refusal(), (400, -32020));
    }
}

#[test]
fn a_02_an_initialize_of_an_earlier_era_is_told_the_versions() {
    let legacy = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}"#;
    for post in [Post::new(legacy), Post::new(legacy).header("MCP-Protocol-Version", "2025-06-18")] {
        let answer = post.send();
        assert_eq!(answer.refusal(), (400, -32022));
        let error = &answer.json()["error"];
        assert_eq!(error["data"], json!({"supported": ["2026-07-28"], "requested": "2025-06-18"}));
        assert!(error["message"].as_str().unwrap().contains("2026-07-28"));
        assert_eq!(answer.json()["id"], 0);
    }
    assert_eq!(Post::new(legacy).header("MCP-Protocol-Version", "2026-07-28").send().refusal(), (400, -32602));
    assert_eq!(Post::request("initialize", json!({})).send().refusal(), (404, -32601));
}

#[test]
fn leg_10_removed_methods_are_unknown() {
    for method in
        ["initialize", "ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe", "tasks/get", "nope"]
    {
        let answer = Post::request(method, json!({"nonsense": [1]})).send();
        assert_eq!(answer.refusal(), (404, -32601), "{method}");
        assert_eq!(answer.json()["id"], 1);
    }
}

#[test]
fn err_02_methods_without_a_capability_are_unknown() {
    for (method, params) in [
        ("prompts/list", json!({})),
        ("prompts/get", json!({"name": "x"})),
        ("resources/read", json!({"uri": "test://a"})),
        ("completion/complete", json!({})),
    ] {
        assert_eq!(Post::request(method, params).send().refusal(), (404, -32601), "{method}");
    }
}

#[test]
fn tool_07_params_of_a_call_fit_its_schema() {
    for params in [
        json!({}),
        json!({"name": 5}),
        json!({"name": "echo", "arguments": []}),
        json!({"name": "echo", "arguments": null}),
        json!({"name": "echo", "arguments": ""}),
        json!({"name": "echo", "inputResponses": []}),
        json!({"name": "echo", "requestState": 5}),
    ] {
        assert_eq!(Post::request("tools/call", params.clone()).send().refusal(), (400, -32602), "{params}");
    }
    for name in ["nope", "", "ECHO", "echo "] {
        let mut post = Post::call(name, json!({}));
        if name == "echo " {
            post = post.set("Mcp-Name", "=?base64?ZWNobyA=?=");
        }
        assert_eq!(post.send().refusal(), (200, -32602), "{name}");
    }
}

#[test]
fn pag_04_a_cursor_that_was_not_given_out_is_refused() {
    assert_eq!(Post::request("tools/list", json!({"cursor": "zzz"})).send().refusal(), (200, -32602));
    assert_eq!(Post::request("tools/list", json!({"cursor": ""})).send().refusal(), (200, -32602));
    assert_eq!(Post::request("tools/list", json!({"cursor": 5})).send().refusal(), (400, -32602));
    assert_eq!(Post::request("tools/list", json!({"cursor": null})).send().refusal(), (400, -32602));
}

#[test]
fn err_05_a_missing_capability_is_named_and_nothing_more() {
    let with = |tool: &str, capabilities: Value| {
        let mut meta = m0();
        meta["io.modelcontextprotocol/clientCapabilities"] = capabilities;
        Post::request("tools/call", json!({"name": tool, "arguments": {"wrong": 1}, "_meta": meta})).send()
    };
    for (tool, declared, missing) in [
        ("ask", json!({}), json!({"elicitation": {}})),
        ("ask", json!({"sampling": {}}), json!({"elicitation": {}})),
        ("ask", json!({"elicitation": {"url": {}}}), json!({"elicitation": {"form": {}}})),
        ("ask_much", json!({"elicitation": {}}), json!({"elicitation": {"url": {}}, "sampling": {"tools": {}}})),
        ("ask_much", json!({"elicitation": {"url": {}}, "sampling": {}}), json!({"sampling": {"tools": {}}})),
    ] {
        let answer = with(tool, declared.clone());
        assert_eq!(answer.refusal(), (400, -32021), "{tool} {declared}");
        assert_eq!(answer.json()["error"]["data"], json!({"requiredCapabilities": missing}));
    }
    with("ask", json!({"elicitation": {}})).result();
    with("ask", json!({"elicitation": {"form": {}}})).result();
    with("ask_much", json!({"elicitation": {"url": {}}, "sampling": {"tools": {}}})).result();
}
