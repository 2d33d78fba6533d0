//! Requests for input inside of results, and the state between the rounds.

use serde_json::{Value, json};

use super::raw::{Answer, Post, m0};

/// A call by a client that can show forms.
fn call(tool: &str, arguments: Value, more: Value) -> Answer {
    let mut meta = m0();
    meta["io.modelcontextprotocol/clientCapabilities"] = json!({"elicitation": {}});
    let mut params = json!({"name": tool, "arguments": arguments, "_meta": meta});
    for (name, value) in more.as_object().unwrap() {
        params[name] = value.clone();
    }
    Post::request("tools/call", params).send()
}

fn state_of(result: &Value) -> String {
    assert_eq!(result["resultType"], "input_required", "{result}");
    result["requestState"].as_str().unwrap().to_owned()
}

const KEY: &str = "sure \"é\"";

fn first_round() -> Value {
    call("confirm", json!({"a": 1, "b": [true, null]}), json!({})).result()
}

#[test]
fn mrt_01_a_handler_asks_inside_of_a_result_and_cch_03_without_hints() {
    let result = first_round();
    assert_eq!(
        result["inputRequests"],
        json!({KEY: {
            "method": "elicitation/create",
            "params": {"message": "Sure?", "requestedSchema": {"type": "object", "properties": {}}},
        }})
    );
    assert!(result.get("ttlMs").is_none() && result.get("cacheScope").is_none() && result.get("content").is_none());
    assert_eq!(result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "fixture");
    assert!(!state_of(&result).contains("secret"));
    assert_ne!(state_of(&result), state_of(&first_round()), "no two are alike");
}

#[test]
fn mrt_10_the_second_round_has_the_answer_and_the_state() {
    let state = state_of(&first_round());
    let answer = json!({KEY: {"action": "accept", "content": {}}, "unknown": {}});
    // The same arguments, written otherwise.
    let more = json!({"requestState": state, "inputResponses": answer});
    let result = call("confirm", json!({"b": [true, null], "a": 1}), more).result();
    assert_eq!(result["resultType"], "complete");
    let text = result["content"][0]["text"].as_str().unwrap();
    assert!(text.starts_with("secret round 1 {") && text.contains("accept"), "{text}");
    let again = |responses: Value| {
        let more = json!({"requestState": state, "inputResponses": responses});
        call("confirm", json!({"a": 1, "b": [true, null]}), more)
    };
    // An answer under another key, or none, is asked for again.
    for responses in [json!({}), json!({"other": {}})] {
        assert_eq!(again(responses).result()["resultType"], "input_required");
    }
    for responses in [json!({KEY: 5}), json!({KEY: null}), json!([])] {
        assert_eq!(again(responses).refusal(), (400, -32602));
    }
}

#[test]
fn mrt_06_and_mrt_07_a_state_is_good_for_its_own_request_alone() {
    let state = state_of(&first_round());
    let arguments = json!({"a": 1, "b": [true, null]});
    let with = |tool: &str, arguments: &Value, state: &str| {
        let more = json!({"requestState": state, "inputResponses": {KEY: {"action": "accept"}}});
        call(tool, arguments.clone(), more)
    };
    with("confirm", &arguments, &state).result();
    assert_eq!(with("confirm_other", &arguments, &state).refusal(), (200, -32602));
    assert_eq!(with("confirm", &json!({"a": 2, "b": [true, null]}), &state).refusal(), (200, -32602));
    assert_eq!(with("confirm", &json!({}), &state).refusal(), (200, -32602));
    for place in 0..state.len() {
        let mut bytes = state.clone().into_bytes();
        bytes[place] = if bytes[place] == b'A' { b'B' } else { b'A' };
        let answer = with("confirm", &arguments, std::str::from_utf8(&bytes).unwrap());
        assert_eq!(answer.refusal(), (200, -32602), "{place}");
        assert_eq!(answer.json()["error"]["message"], "requestState is not valid", "and nothing more is said");
    }
    for forged in ["", "AAAA", "not base64!", &format!("{state}A"), &state[..state.len() / 2], &state.repeat(2)] {
        assert_eq!(with("confirm", &arguments, forged).refusal(), (200, -32602), "{forged}");
    }
}

#[test]
fn mrt_03_a_state_alone_will_do_but_not_nothing() {
    let state = state_of(&call("confirm", json!({"mode": "state"}), json!({})).result());
    let result = call("confirm", json!({"mode": "state"}), json!({"requestState": state})).result();
    assert_eq!(result["content"][0]["text"], "only");
    assert_eq!(call("confirm", json!({"mode": "nothing"}), json!({})).refusal(), (200, -32603));
    let mut meta = m0();
    meta["io.modelcontextprotocol/clientCapabilities"] = json!({"roots": {}});
    let params = json!({"name": "confirm", "arguments": {"mode": "twice"}, "_meta": meta});
    assert_eq!(Post::request("tools/call", params).send().refusal(), (200, -32603), "MRT-04");
}

#[test]
fn mrt_05_what_the_client_did_not_declare_is_not_asked_for() {
    let answer = Post::call("confirm", json!({})).send();
    assert_eq!(answer.refusal(), (400, -32021));
    assert_eq!(answer.json()["error"]["data"], json!({"requiredCapabilities": {"elicitation": {}}}));
    let answer = call("confirm", json!({"mode": "much"}), json!({}));
    assert_eq!(answer.refusal(), (400, -32021));
    assert_eq!(
        answer.json()["error"]["data"],
        json!({"requiredCapabilities": {"elicitation": {"url": {}}, "roots": {}, "sampling": {"tools": {}}}})
    );
}
