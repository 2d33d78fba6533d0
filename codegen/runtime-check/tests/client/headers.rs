//! Header fields on the wire: made from the body of the very request, on every path.

use runtime_check::client::Error;
use runtime_check::client::http::Http;
use serde_json::json;

use super::contract::{arguments, client};
use super::scripted::{Pace, Scripted, called, refused};

#[tokio::test]
async fn hdr_25_to_27_what_is_annotated_is_mirrored_and_nothing_else() {
    let server = Scripted::start(vec![called("1"), called("2"), called("3"), called("4")], Pace::AtOnce).await;
    let client = client(&server.url);
    for text in [
        r#"{"ship":"Ida","place":{"pier":-7},"lit":true,"note":"n"}"#,
        r#"{"ship":null,"place":null}"#,
        r#"{"ship":"満 潮","place":[1],"lit":false}"#,
        r#"{"ship":"","place":{"pier":1e2}}"#,
    ] {
        client.call_tool("berth_assign", arguments(text)).await.unwrap();
    }
    let seen = server.seen();
    let fields = |index: usize| {
        ["Ship", "Pier", "Lit", "Note"].map(|name| seen[index].field(&format!("Mcp-Param-{name}")).map(str::to_owned))
    };
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(fields(0), [some("Ida"), some("-7"), some("true"), None]);
    assert_eq!(fields(1), [None, None, None, None]);
    assert_eq!(fields(2), [some("=?base64?5rqAIOa9rg==?="), None, some("false"), None]);
    assert_eq!(fields(3), [some(""), some("100"), None, None]);
    for request in &seen {
        assert_eq!(request.field("Mcp-Method"), Some("tools/call"));
        assert_eq!(request.field("Mcp-Name"), Some("berth_assign"));
        assert_eq!(request.field("Accept"), Some("application/json, text/event-stream"));
        assert_eq!(request.field("Content-Type"), Some("application/json"));
        let meta = &request.body["params"]["_meta"];
        assert_eq!(
            meta["io.modelcontextprotocol/protocolVersion"],
            json!(request.field("MCP-Protocol-Version").unwrap())
        );
        assert_eq!(meta["io.modelcontextprotocol/clientCapabilities"], json!({}));
        assert_eq!(meta["io.modelcontextprotocol/clientInfo"]["name"], json!("quay-test"));
    }
}

#[tokio::test]
async fn hdr_17_an_unsafe_integer_does_not_leave() {
    let server = Scripted::start(vec![], Pace::AtOnce).await;
    let client = client(&server.url);
    for pier in ["9007199254740992", "-9007199254740993", "1.5", "\"3\""] {
        let text = format!(r#"{{"ship":"Ida","place":{{"pier":{pier}}}}}"#);
        let error = client.call_tool("berth_assign", arguments(&text)).await.unwrap_err();
        assert!(matches!(error, Error::Unsendable(_)) && error.is_local(), "{pier}: {error:?}");
    }
    assert!(server.seen().is_empty());
}

#[tokio::test]
async fn hdr_37_after_a_mismatch_the_tools_are_listed_and_the_call_is_sent_once_more() {
    let list = r#"{"jsonrpc":"2.0","id":{id},"result":{"resultType":"complete","ttlMs":0,"cacheScope":"private","tools":[
        {"name":"berth_assign","inputSchema":{"type":"object","properties":{"vessel":{"type":"string","x-mcp-header":"Vessel"}}}},
        {"name":"bad","inputSchema":{"type":"object","properties":{"a":{"type":"number","x-mcp-header":"A"}}}}]}}"#;
    let list = super::scripted::json(200, list);
    let server = Scripted::start(vec![refused(400, -32020, "null"), list.clone(), called("ok")], Pace::AtOnce).await;
    client(&server.url).call_tool("berth_assign", arguments(r#"{"vessel":"Ida","ship":"x"}"#)).await.unwrap();
    let seen = server.seen();
    let methods: Vec<_> = seen.iter().map(|request| request.field("Mcp-Method").unwrap()).collect();
    assert_eq!(methods, ["tools/call", "tools/list", "tools/call"]);
    assert_eq!((seen[0].field("Mcp-Param-Vessel"), seen[0].field("Mcp-Param-Ship")), (None, Some("x")));
    assert_eq!((seen[2].field("Mcp-Param-Vessel"), seen[2].field("Mcp-Param-Ship")), (Some("Ida"), None));
    assert_ne!(seen[0].body["id"], seen[2].body["id"]);
    assert_eq!(seen[0].body["params"], seen[2].body["params"]);

    let again = refused(400, -32020, "null");
    let server = Scripted::start(vec![again.clone(), list, again], Pace::AtOnce).await;
    let error = client(&server.url).call_tool("berth_assign", arguments("{}")).await.unwrap_err();
    assert!(matches!(error, Error::Peer(error) if error.code == -32020));
    assert_eq!(server.seen().len(), 3, "listed once");
}

#[tokio::test]
async fn a_field_of_the_users_own_goes_along_and_cannot_replace_a_mirrored_one() {
    let server = Scripted::start(vec![called("ok")], Pace::AtOnce).await;
    let http = Http::connect(&server.url).unwrap();
    let http = http.with_field("Authorization", "Bearer t").unwrap().with_field("Mcp-Name", "other").unwrap();
    let settings = runtime_check::client::Settings::new("quay-test", "0.1.0");
    let client = runtime_check::client::Client::new(&super::contract::CONTRACT, http, settings);
    client.call_tool("dock_ping", arguments("{}")).await.unwrap();
    let seen = server.seen();
    assert_eq!(seen[0].field("Authorization"), Some("Bearer t"));
    assert_eq!(seen[0].field("Mcp-Name"), Some("dock_ping"));
}

#[tokio::test]
async fn an_address_is_absolute_and_plain_tcp_is_for_http_alone() {
    for url in ["/mcp", "localhost:80", "https://example.test/mcp", ""] {
        assert!(matches!(Http::connect(url), Err(Error::Unsendable(_))), "{url}");
    }
}
