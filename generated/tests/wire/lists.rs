//! Discovery and lists: what the manifest says, verbatim and in order.

use serde_json::{Value, json};

use super::peer::{post, request, start};

#[tokio::test]
async fn ver_04_discover_says_what_the_server_is() {
    let server = start().await;
    let answer = post(&server, &request("server/discover", json!({})), &[]).await;
    let result = &answer.body["result"];
    assert_eq!(result["supportedVersions"], json!(["2026-07-28"]));
    let changes = json!({"listChanged": true});
    assert_eq!(
        result["capabilities"],
        json!({
            "completions": {}, "logging": {}, "prompts": changes, "tools": changes,
            "resources": {"listChanged": true, "subscribe": true},
        })
    );
    assert_eq!(result["resultType"], json!("complete"));
    assert_eq!((&result["ttlMs"], &result["cacheScope"]), (&json!(0), &json!("private")));
    assert_eq!(result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], json!("harbour"));
    assert!(result.get("serverInfo").is_none());
}

#[tokio::test]
async fn tool_03_the_list_is_the_manifest_verbatim_in_the_order_of_names() {
    let server = start().await;
    let answer = post(&server, &request("tools/list", json!({})), &[]).await;
    let again = post(&server, &request("tools/list", json!({})), &[]).await;
    assert_eq!(answer.body.to_string(), again.body.to_string());
    let result = &answer.body["result"];
    assert_eq!((&result["ttlMs"], &result["cacheScope"]), (&json!(60000), &json!("public")));
    let tools = result["tools"].as_array().unwrap();
    let names: Vec<&str> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert!(names.is_sorted(), "{names:?}");
    assert_eq!(names.len(), super::mcp::contract::CONTRACT.tools.len());
    let listed = |name: &str| tools.iter().find(|tool| tool["name"] == name).unwrap();
    for (name, member, text) in [
        ("tide_level", "inputSchema", include_str!("../../schemas/tide_level.json")),
        ("cargo_declare", "inputSchema", include_str!("../../schemas/cargo_declare.json")),
        ("cargo_declare", "outputSchema", include_str!("../../schemas/cargo_declare.output.json")),
        ("json_schema_2020_12_tool", "inputSchema", include_str!("../../schemas/json_schema_2020_12_tool.json")),
        ("hostile_words", "inputSchema", include_str!("../../schemas/hostile_words.json")),
        ("out_tree", "outputSchema", include_str!("../../schemas/out_tree.output.json")),
    ] {
        assert_eq!(listed(name)[member], serde_json::from_str::<Value>(text).unwrap(), "{name}");
    }
    assert_eq!(listed("out_nullable")["outputSchema"], json!({"oneOf": [{"type": "null"}, {"type": "integer"}]}));
    assert_eq!(listed("about_harbour")["annotations"], json!({"readOnlyHint": true}));
    let own = ["asks", "scopes", "rustName"];
    assert!(tools.iter().all(|tool| own.iter().all(|key| tool.get(key).is_none())));
}

#[tokio::test]
async fn err_02_a_method_that_is_not_served_is_not_found() {
    let server = start().await;
    for method in ["tasks/get", "resources/subscribe", "logging/setLevel", "initialize", "ping", "nope"] {
        assert_eq!(post(&server, &request(method, json!({})), &[]).await.error(), (404, -32601), "{method}");
    }
}
