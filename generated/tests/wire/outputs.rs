//! What leaves: structured content and its twin, and what happens to output that breaks its schema.

use serde_json::{Value, json};

use super::peer::{called, post_raw, start};

#[tokio::test]
async fn tool_13_14_output_of_every_json_type_has_its_twin() {
    let server = start().await;
    for (tool, arguments, wanted) in [
        ("out_array", json!({}), json!([420, 431, -3])),
        ("out_string", json!({}), json!("Ebb \"and\" flow")),
        ("out_boolean", json!({}), json!(false)),
        ("out_number", json!({}), json!(7.25)),
        ("out_nullable", json!({}), json!(null)),
        ("out_nullable", json!({"counted": true}), json!(3)),
        ("out_anything", json!({}), json!({"any": true})),
        ("out_anything", json!({"entry": null}), json!(null)),
        ("out_anything", json!({"entry": [1, "two"]}), json!([1, "two"])),
        ("out_nested", json!({}), json!([[[]]])),
        ("out_tree", json!({}), json!({"root": {"branches": [{"name": "north"}]}})),
    ] {
        let answer = called(&server, tool, arguments).await;
        let result = answer.body["result"].as_object().unwrap();
        assert_eq!(result.get("structuredContent"), Some(&wanted), "{tool}: null is a value, not absence");
        let twin = result["content"][0]["text"].as_str().unwrap();
        assert_eq!(serde_json::from_str::<Value>(twin).unwrap(), wanted, "{tool}");
    }
}

#[tokio::test]
async fn a_06_output_that_breaks_its_schema_never_leaves() {
    let server = start().await;
    let answer = called(&server, "gauge_read", json!({"reading": 100})).await;
    assert_eq!(answer.body["result"]["structuredContent"], json!({"reading": 100}));
    let answer = called(&server, "gauge_read", json!({"reading": 101})).await;
    assert_eq!(answer.error(), (200, -32603), "{answer:?}");
    assert!(!answer.body.to_string().contains("101"), "what broke is told to the log alone: {answer:?}");
}

#[tokio::test]
async fn tool_08_a_failure_has_no_structured_content() {
    let server = start().await;
    assert_eq!(called(&server, "fail_as", json!({"way": "told"})).await.fault(), "as you wished");
    let answer = called(&server, "fail_as", json!({"way": "internal"})).await;
    assert_eq!(answer.error(), (200, -32603));
    assert!(!answer.body.to_string().contains("secret"), "{answer:?}");
    let answer = called(&server, "fail_as", json!({"way": "application"})).await;
    assert_eq!(answer.error(), (200, 1001));
    assert_eq!(answer.body["error"]["data"], json!({"next": "May"}));
}

#[tokio::test]
async fn a_handler_that_panics_is_an_internal_error_and_the_server_lives() {
    let server = start().await;
    assert_eq!(called(&server, "fail_as", json!({"way": "panic"})).await.error(), (200, -32603));
    assert_eq!(called(&server, "dock_ping", json!({})).await.text(), "here");
}

#[tokio::test]
async fn tool_11_every_kind_of_content_leaves_as_the_protocol_has_it() {
    let server = start().await;
    let kinds = |answer: &super::peer::Answer| -> Vec<String> {
        let content = answer.body["result"]["content"].as_array().unwrap();
        content.iter().map(|block| block["type"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(kinds(&called(&server, "test_image_content", json!({})).await), ["image"]);
    assert_eq!(kinds(&called(&server, "test_embedded_resource", json!({})).await), ["resource"]);
    let answer = called(&server, "test_audio_content", json!({})).await;
    assert_eq!(answer.body["result"]["content"][0]["mimeType"], json!("audio/wav"));
    let answer = called(&server, "test_multiple_content_types", json!({})).await;
    assert_eq!(kinds(&answer), ["text", "image", "resource"]);
}

#[tokio::test]
async fn env_05_the_id_comes_back_with_its_type() {
    let server = start().await;
    for id in ["7", "\"7\"", "0", "-1", "\"\"", "9007199254740993"] {
        let body = super::peer::call("dock_ping", json!({})).to_string().replace("\"id\":1", &format!("\"id\":{id}"));
        let fields = [("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", "tools/call"), ("Mcp-Name", "dock_ping")];
        assert_eq!(post_raw(&server, &body, &fields).await.body["id"].to_string(), id);
    }
}

#[tokio::test]
async fn prg_01_progress_comes_before_the_result_with_the_callers_token() {
    let server = start().await;
    let mut body = super::peer::call("test_tool_with_progress", json!({}));
    body["params"]["_meta"]["progressToken"] = json!("p-1");
    let text = super::peer::post_text(&server, &body).await;
    let messages: Vec<Value> = text
        .lines()
        .filter_map(|line| line.strip_prefix("data: "))
        .map(|data| serde_json::from_str(data).unwrap())
        .collect();
    let progress: Vec<f64> = messages
        .iter()
        .filter(|message| message["method"] == "notifications/progress" && message["params"]["progressToken"] == "p-1")
        .map(|message| message["params"]["progress"].as_f64().unwrap())
        .collect();
    assert_eq!(progress, [0.0, 50.0, 100.0], "{text}");
    assert_eq!(messages.last().unwrap()["result"]["content"][0]["text"], json!("all of it"));
    let plain = called(&server, "test_tool_with_progress", json!({})).await;
    assert_eq!(plain.text(), "all of it", "no token, no stream");
}

#[test]
fn log_05_what_the_log_says_of_a_wrong_output_is_what_was_wanted_and_not_what_there_was() {
    use super::mcp::{runtime::call, tools::gauge_read};
    let fault = call::output_by_value(&json!({"reading": 4242}), gauge_read::output::check).unwrap_err().to_string();
    assert!(fault.contains("/reading: expected") && !fault.contains("4242"), "{fault}");
}
