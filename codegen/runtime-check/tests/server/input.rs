//! Requests for input inside of results, and the state between the rounds.

use serde_json::{Value, json};

use super::fixture::{FULL, KEY, address, start};
use super::raw::{Answer, Post, m0};
use super::streams::Events;

/// A call by a client that can show forms.
fn call(tool: &str, arguments: Value, more: Value) -> Answer {
    call_post(tool, arguments, more).send()
}

fn call_post(tool: &str, arguments: Value, more: Value) -> Post {
    let mut meta = m0();
    meta["io.modelcontextprotocol/clientCapabilities"] = json!({"elicitation": {}, "roots": {}});
    let mut params = json!({"name": tool, "arguments": arguments, "_meta": meta});
    for (name, value) in more.as_object().unwrap() {
        params[name] = value.clone();
    }
    Post::request("tools/call", params)
}

fn state_of(result: &Value) -> String {
    assert_eq!(result["resultType"], "input_required", "{result}");
    result["requestState"].as_str().unwrap().to_owned()
}

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
            "params": {"message": "Sure?", "requestedSchema": {"type": "object", "properties": {"sure": {"type": "boolean"}}}},
        }})
    );
    assert!(result.get("ttlMs").is_none() && result.get("cacheScope").is_none() && result.get("content").is_none());
    assert_eq!(result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "fixture");
    assert!(!state_of(&result).contains("secret"));
    assert_ne!(state_of(&result), state_of(&first_round()), "no two are alike");
}

/// The rounds after the first one.
fn again(state: &Value, responses: Value) -> Answer {
    // The same arguments, written otherwise.
    call("confirm", json!({"b": [true, null], "a": 1}), json!({"requestState": state, "inputResponses": responses}))
}

#[test]
fn mrt_10_the_second_round_has_the_answer_and_the_state() {
    let state = first_round()["requestState"].clone();
    let answer = json!({KEY: {"action": "accept", "content": {"sure": false}}, "unknown": {}});
    let result = again(&state, answer).result();
    assert_eq!(result["resultType"], "complete");
    assert_eq!(result["content"][0]["text"], "secret round 1 Accept(Sure { sure: false }) None");
    for action in ["decline", "cancel"] {
        let text = again(&state, json!({KEY: {"action": action}})).result()["content"][0]["text"].clone();
        assert!(text.as_str().unwrap().to_lowercase().contains(action), "ELI-10: {text}");
    }
    // An answer under another key, or none, is asked for again.
    for responses in [json!({}), json!({"other": {}})] {
        let result = again(&state, responses).result();
        assert_eq!(result["inputRequests"], first_round()["inputRequests"]);
    }
}

#[test]
fn mrt_10_and_eli_09_what_is_no_answer_is_refused() {
    let state = first_round()["requestState"].clone();
    for responses in [json!({KEY: 5}), json!({KEY: null}), json!([]), json!(null)] {
        assert_eq!(again(&state, responses).refusal(), (400, -32602));
    }
    let accepted = |content: Value| json!({"action": "accept", "content": content});
    for response in [
        json!({}),
        json!({"action": "maybe"}),
        json!({"action": null}),
        json!({"action": "accept"}),
        accepted(json!({})),
        accepted(json!({"sure": "yes"})),
        accepted(json!([true])),
        accepted(json!(null)),
    ] {
        let answer = again(&state, json!({KEY: response}));
        assert_eq!(answer.refusal(), (400, -32602), "{response}");
        assert!(answer.json()["error"]["message"].as_str().unwrap().starts_with("inputResponses["), "{response}");
    }
}

#[test]
fn an_answer_with_a_number_that_no_double_holds_is_refused_as_what_it_is() {
    let responses = json!({KEY: {"action": "accept", "content": {"sure": true, "tip": "TIP"}}});
    let mut post = call_post(
        "confirm",
        json!({"a": 1, "b": [true, null]}),
        json!({"requestState": first_round()["requestState"], "inputResponses": responses}),
    );
    post.body = String::from_utf8(post.body).unwrap().replace("\"TIP\"", "1e400").into_bytes();
    let answer = post.send();
    assert_eq!(answer.refusal(), (400, -32602));
    let message = answer.json()["error"]["message"].as_str().unwrap().to_owned();
    assert!(message.contains("cannot be read: number out of range"), "{message}");
}

#[test]
fn errors_of_a_status_of_their_own_have_it_though_the_client_accepts_events_alone() {
    let asked = call_post("confirm", json!({}), json!({}));
    let undeclared = Post::request("tools/call", json!({"name": "confirm", "arguments": {}, "_meta": m0()}));
    let wrong = call_post("confirm", json!({}), json!({"inputResponses": {KEY: {"action": "maybe"}}}));
    assert_eq!(Events::open(address(), &asked.set("Accept", "text/event-stream")).rest().len(), 1);
    for (post, code) in [(undeclared, -32021), (wrong, -32602)] {
        for accept in ["text/event-stream", "application/json"] {
            let answer = post.clone().set("Accept", accept).send();
            assert_eq!(answer.refusal(), (400, code), "{accept}");
        }
    }
}

#[test]
fn a_24_answers_of_earlier_rounds_are_in_the_state() {
    let first = first_round()["requestState"].clone();
    let second = again(&first, json!({KEY: {"action": "accept", "content": {"sure": true}}})).result();
    assert_eq!(second["inputRequests"], json!({"k": {"method": "roots/list", "params": {}}}));
    assert_ne!(second["requestState"], first, "each round has its own");
    // The answer of the first round is there, though this request does not bring it.
    let third = again(&second["requestState"], json!({"k": {"roots": []}, KEY: {"action": "decline"}})).result();
    assert_eq!(third["content"][0]["text"], "secret round 2 Decline Some(Object {\"roots\": Array []})");
    let third = again(&second["requestState"], json!({"k": {"roots": []}})).result();
    assert_eq!(
        third["content"][0]["text"],
        "secret round 2 Accept(Sure { sure: true }) Some(Object {\"roots\": Array []})"
    );
    // What is asked anew is not there until it is answered anew.
    let unsure = json!({KEY: {"action": "accept", "content": {"sure": true}}, "k": {"roots": [5]}});
    let second = again(&first, unsure.clone()).result();
    assert_eq!(second["resultType"], "complete", "answered before it was asked: {second}");
}

#[test]
fn mrt_08_a_state_can_be_told_from_all_others() {
    let texts: Vec<Value> = (0..2)
        .map(|_| {
            let state = state_of(&call("confirm", json!({"mode": "state"}), json!({})).result());
            let once = || call("confirm", json!({"mode": "state"}), json!({"requestState": state})).result();
            let text = once()["content"][0]["text"].clone();
            assert_eq!(once()["content"][0]["text"], text, "a replay is known by its id");
            text
        })
        .collect();
    assert_ne!(texts[0], texts[1]);
}

#[test]
fn mrt_02_a_prompt_may_ask_too() {
    let (address, _) = start(&FULL);
    let get = |more: Value| {
        let mut meta = m0();
        meta["io.modelcontextprotocol/clientCapabilities"] = json!({"roots": {}});
        let mut params = json!({"name": "greet", "arguments": {"who": "somebody"}, "_meta": meta});
        for (name, value) in more.as_object().unwrap() {
            params[name] = value.clone();
        }
        Post::request("prompts/get", params).send_to(address).result()
    };
    let first = get(json!({}));
    assert_eq!(first["inputRequests"], json!({"mood": {"method": "roots/list", "params": {}}}));
    assert!(first.get("requestState").is_none(), "nothing is remembered");
    assert_eq!(get(json!({"inputResponses": {"mood": {"roots": []}}}))["resultType"], "complete");
}

#[test]
fn mrt_06_and_mrt_07_a_state_is_good_for_its_own_request_alone() {
    let state = state_of(&first_round());
    let arguments = json!({"a": 1, "b": [true, null]});
    let with = |tool: &str, arguments: &Value, state: &str| {
        let more = json!({"requestState": state, "inputResponses": {KEY: {"action": "cancel"}}});
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
fn mrt_03_a_state_alone_will_do_and_mrt_04_a_key_is_there_once() {
    let state = state_of(&call("confirm", json!({"mode": "state"}), json!({})).result());
    let result = call("confirm", json!({"mode": "state"}), json!({"requestState": state})).result();
    assert!(result["content"][0]["text"].as_str().unwrap().starts_with("only "));
    let result = call("confirm", json!({"mode": "twice"}), json!({})).result();
    assert_eq!(result["inputRequests"].as_object().unwrap().len(), 1, "MRT-04: {result}");
}

#[test]
fn eli_06_an_address_is_one_that_a_user_can_open() {
    let mut meta = m0();
    meta["io.modelcontextprotocol/clientCapabilities"] = json!({"elicitation": {"url": {}}});
    let ask = |url: &str| {
        let params = json!({"name": "confirm", "arguments": {"mode": "address", "url": url}, "_meta": meta});
        Post::request("tools/call", params).send()
    };
    assert_eq!(
        ask("https://example.test/a?b").result()["inputRequests"]["k"]["params"],
        json!({"mode": "url", "message": "Look", "url": "https://example.test/a?b"})
    );
    for bad in ["not a url", "", "/only/a/path", "javascript:alert(1)", "https://", "file:///etc/passwd"] {
        assert_eq!(ask(bad).refusal(), (200, -32603), "{bad}");
    }
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
        json!({"requiredCapabilities": {"elicitation": {"url": {}}, "sampling": {"tools": {}}}})
    );
}

/// A question to the model of a client that declares this of sampling.
fn sampled(declared: Value, messages: Value, context: &str) -> Answer {
    let mut meta = m0();
    meta["io.modelcontextprotocol/clientCapabilities"] = json!({"elicitation": {}, "sampling": declared});
    let arguments = json!({"mode": "sample", "messages": messages, "context": context});
    Post::request("tools/call", json!({"name": "confirm", "arguments": arguments, "_meta": meta})).send()
}

#[test]
fn smp_03_and_smp_04_messages_that_no_model_could_read_are_not_sent() {
    let text = json!({"role": "user", "content": {"type": "text", "text": "What is up there?"}});
    let used = json!({"role": "assistant", "content": [
        {"type": "tool_use", "id": "a", "name": "look", "input": {}},
        {"type": "tool_use", "id": "b", "name": "look", "input": {}},
    ]});
    let result = |id: &str| json!({"type": "tool_result", "toolUseId": id, "content": []});
    let user = |content: Value| json!({"role": "user", "content": content});
    let messages = json!([text, used, user(json!([result("b"), result("a")]))]);
    let asked = sampled(json!({}), messages.clone(), "none").result();
    assert_eq!(asked["inputRequests"]["k"]["params"]["messages"], messages);
    for broken in [
        json!([text, used, user(json!([result("a"), result("b"), text["content"]]))]),
        json!([text, used, user(json!([result("a")]))]),
        json!([text, used, text, user(json!([result("a"), result("b")]))]),
        json!([text, used]),
        json!([user(json!([result("a")]))]),
        json!([{"role": "system", "content": []}]),
        json!({}),
    ] {
        let answer = sampled(json!({}), broken.clone(), "none");
        assert_eq!(answer.refusal(), (200, -32603), "{broken}: the handler has failed");
    }
}

#[test]
fn smp_07_context_of_servers_is_asked_of_clients_that_declare_it_alone() {
    for (declared, context, served) in [
        (json!({}), "none", true),
        (json!({"tools": {}}), "thisServer", false),
        (json!({}), "allServers", false),
        (json!({"context": {}}), "thisServer", true),
    ] {
        let answer = sampled(declared, json!([]), context);
        if served {
            assert_eq!(answer.result()["inputRequests"]["k"]["params"]["includeContext"], context);
        } else {
            assert_eq!(answer.refusal(), (400, -32021), "{context}");
            let data = json!({"requiredCapabilities": {"sampling": {"context": {}}}});
            assert_eq!(answer.json()["error"]["data"], data);
        }
    }
}
