//! Prompts and completion: typed arguments, messages by construction, suggestions for what is declared.

use serde_json::{Value, json};

use super::peer::{Answer, post, request, start};

/// A name that cannot stand in a header as it is.
const HOSTILE: &str = "hostile \u{202E}\" {who} */ words";

async fn get(address: &str, name: &str, arguments: Value) -> Answer {
    let params = json!({"name": name, "arguments": arguments});
    post(address, &request("prompts/get", params), &[]).await
}

async fn complete(address: &str, of: Value, name: &str, value: &str, settled: Value) -> Answer {
    let argument = json!({"name": name, "value": value});
    let params = json!({"ref": of, "argument": argument, "context": {"arguments": settled}});
    post(address, &request("completion/complete", params), &[]).await
}

#[tokio::test]
async fn prm_01_the_list_is_the_manifest_verbatim_in_order() {
    let server = start().await;
    let result = post(&server, &request("prompts/list", json!({})), &[]).await.body["result"].take();
    let prompts = result["prompts"].as_array().unwrap();
    let names: Vec<&str> = prompts.iter().map(|prompt| prompt["name"].as_str().unwrap()).collect();
    assert!(names.is_sorted() && names.len() == 7, "{names:?}");
    assert_eq!((&result["ttlMs"], &result["cacheScope"]), (&json!(60_000), &json!("public")));
    let own = ["asks", "complete", "rustName", "scopes", "types"];
    assert!(prompts.iter().all(|prompt| own.iter().all(|key| prompt.get(key).is_none())));
    assert_eq!(
        prompts.iter().find(|prompt| prompt["name"] == "hail").unwrap()["arguments"][1],
        json!({"name": "channel", "description": "The channel, 16 unless said.", "required": false})
    );
}

#[tokio::test]
async fn prm_04_messages_have_a_role_and_one_block() {
    let server = start().await;
    let answer = get(&server, "hail", json!({"ship": "Ida", "channel": "12", "urgent": "true"})).await;
    let text = |role: &str, text: &str| json!({"role": role, "content": {"type": "text", "text": text}});
    assert_eq!(
        answer.body["result"]["messages"],
        json!([text("user", "Ida on channel 12, at once!"), text("assistant", "This is Ida.")])
    );
    assert_eq!(answer.body["result"]["description"], json!("A call and its answer"));
    assert!(answer.body["result"].get("ttlMs").is_none(), "no cache hints on prompts/get");
    let without = request("prompts/get", json!({"name": "test_simple_prompt"}));
    let answer = post(&server, &without, &[]).await;
    assert_eq!(answer.body["result"]["messages"][0]["content"]["text"], json!("This is a simple prompt for testing."));
    let answer = get(&server, "test_prompt_with_embedded_resource", json!({"resourceUri": "test://x"})).await;
    assert_eq!(answer.body["result"]["messages"][0]["content"]["resource"]["mimeType"], json!("text/plain"), "PRM-05");
    let answer = get(&server, "test_prompt_with_image", json!({})).await;
    assert_eq!(answer.body["result"]["messages"][0]["content"]["mimeType"], json!("image/png"));
}

#[tokio::test]
async fn prm_03_arguments_are_checked_before_the_handler_runs() {
    let server = start().await;
    for (name, arguments, status) in [
        ("nope", json!({}), 200),
        ("hail", json!({}), 200),
        ("hail", json!({"channel": "16"}), 200),
        ("hail", json!({"ship": "Ida", "channel": "sixteen"}), 200),
        ("hail", json!({"ship": "Ida", "urgent": "yes"}), 200),
        ("hail", json!({"ship": 5}), 400),
        ("hail", json!([]), 400),
    ] {
        assert_eq!(get(&server, name, arguments.clone()).await.error(), (status, -32602), "{name} {arguments}");
    }
    let fault = get(&server, "hail", json!({"ship": "Ida", "channel": "sixteen"})).await.body["error"].take();
    assert!(fault["message"].as_str().unwrap().contains("\"channel\" must be an integer"), "{fault}");
    // An argument that nobody declared is nobody's.
    let answer = get(&server, "hail", json!({"ship": "Ida", "more": "x"})).await;
    assert!(answer.body["result"]["messages"].is_array(), "{answer:?}");
}

#[tokio::test]
async fn prm_02_names_that_mean_no_good_arrive_as_they_are() {
    let server = start().await;
    let name = super::mcp::runtime::headers::encode_text(HOSTILE);
    let params = json!({"name": HOSTILE, "arguments": {"self": "me", "a\"b\u{2028}c": "x", "": "nothing"}});
    let body = request("prompts/get", params);
    let fields = [("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", "prompts/get"), ("Mcp-Name", &*name)];
    let answer = super::peer::post_raw(&server, &body.to_string(), &fields).await;
    let text = answer.body["result"]["messages"][0]["content"]["text"].as_str().unwrap();
    assert!(text.contains(r#"self_: "me", a_b_c: Some("x"), type_: None, empty: Some("nothing")"#), "{text}");
}

#[tokio::test]
async fn cmp_01_what_is_declared_is_completed() {
    let server = start().await;
    let values = async |of: Value, name: &str, value: &str, settled: Value| {
        let answer = complete(&server, of, name, value, settled).await;
        assert_eq!(answer.body["result"]["resultType"], json!("complete"), "{answer:?}");
        answer.body["result"]["completion"].clone()
    };
    let hail = json!({"type": "ref/prompt", "name": "hail"});
    assert_eq!(values(hail.clone(), "ship", "i", json!({})).await, json!({"values": ["Ida", "Inga", "Ilse"]}));
    assert_eq!(values(hail.clone(), "ship", "", json!({"flag": "SE"})).await, json!({"values": ["Inga", "Orca"]}));
    assert_eq!(values(hail.clone(), "flag", "d", json!({})).await, json!({"values": ["DE", "DK"]}));
    assert_eq!(values(hail, "channel", "1", json!({})).await, json!({"values": []}), "declared, and not completed");
    let berth = json!({"type": "ref/resource", "uri": "harbour://berth/{number}{?at,deep,draught}"});
    assert_eq!(values(berth.clone(), "number", "4", json!({})).await, json!({"values": ["4", "40"]}));
    assert_eq!(values(berth, "at", "MON", json!({"number": "4"})).await, json!({"values": ["monday"]}));
    let chart = json!({"type": "ref/resource", "uri": "harbour://chart{/path*}"});
    assert_eq!(values(chart, "path", "n", json!({})).await, json!({"values": []}));
}

#[tokio::test]
async fn cmp_04_what_is_not_there_is_not_completed() {
    let server = start().await;
    for (of, name, status) in [
        (json!({"type": "ref/prompt", "name": "nope"}), "ship", 200),
        (json!({"type": "ref/prompt", "name": "hail"}), "nope", 200),
        (json!({"type": "ref/resource", "uri": "harbour://nope/{x}"}), "x", 200),
        (json!({"type": "ref/tool", "name": "hail"}), "ship", 400),
        (json!({"type": "ref/prompt"}), "ship", 400),
    ] {
        let answer = complete(&server, of.clone(), name, "", json!({})).await;
        assert_eq!(answer.error(), (status, -32602), "{of} {name}: {answer:?}");
    }
}
