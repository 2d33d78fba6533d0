//! Tools that the client meets in a list only: their schemas hold, whatever they are (feature `runtime-schemas`).

use runtime_check::client::http::Http;
use runtime_check::client::tcp::Tcp;
use runtime_check::client::{Client, Error, Outcome};
use serde_json::{Value, json};

use crate::contract::{arguments, client};
use crate::scripted::{Pace, Scripted, called, json as answer};

fn listed(tools: &Value) -> String {
    answer(200, &format!(r#"{{"jsonrpc":"2.0","id":{{id}},"result":{{"resultType":"complete","tools":{tools}}}}}"#))
}

fn structured(content: &str, is_error: bool) -> String {
    let result = format!(r#"{{"resultType":"complete","content":[],"isError":{is_error}{content}}}"#);
    answer(200, &format!(r#"{{"jsonrpc":"2.0","id":{{id}},"result":{result}}}"#))
}

/// A server that lists tools first, and a client that has seen the list.
async fn met(tools: Value, mut answers: Vec<String>) -> (Scripted, Client<Http<Tcp>>) {
    let count = tools.as_array().unwrap().len();
    answers.insert(0, listed(&tools));
    let server = Scripted::start(answers, Pace::AtOnce).await;
    let client = client(&server.url);
    assert_eq!(client.list_tools().await.unwrap().len(), count, "no tool is dropped because of another");
    (server, client)
}

fn tool(name: &str, input: &Value) -> Value {
    json!({ "name": name, "inputSchema": input })
}

/// What a call that is not sent says.
async fn unsent(client: &Client<Http<Tcp>>, tool: &str, text: &str) -> String {
    match client.call_tool(tool, arguments(text)).await {
        Err(Error::Unsendable(why)) => why,
        other => panic!("{tool} {text}: {other:?}"),
    }
}

#[tokio::test]
async fn arguments_that_break_the_listed_schema_are_not_sent() {
    let schema = json!({
        "type": "object",
        "properties": { "ship": { "type": "string", "pattern": "^[a-z]+$" }, "crew": { "type": "integer", "minimum": 1 } },
        "required": ["ship"],
        "additionalProperties": false,
    });
    let (server, client) = met(json!([tool("moor", &schema)]), vec![called("moored")]).await;
    let why = unsent(&client, "moor", r#"{"ship":"Dory!","crew":0}"#).await;
    assert!(why.contains("\"moor\"") && why.contains("/ship: ") && why.contains("/crew: "), "{why}");
    assert!(unsent(&client, "moor", "{}").await.contains("ship"));
    assert_eq!(server.seen().len(), 1, "only the list was asked for");
    assert!(matches!(client.call_tool("moor", arguments(r#"{"ship":"dory"}"#)).await, Ok(Outcome::Complete(_))));
    assert_eq!(server.seen().len(), 2);
}

#[tokio::test]
async fn tool_14_structured_content_is_checked_when_it_arrives() {
    let mut depth = tool("depth", &json!({ "type": "object" }));
    depth["outputSchema"] = json!({ "type": "array", "items": { "type": "number" } });
    let answers = vec![
        structured(r#","structuredContent":[1,2.5]"#, false),
        structured(r#","structuredContent":[1,"deep"]"#, false),
        structured("", false),
        structured("", true),
    ];
    let (_server, client) = met(json!([depth]), answers).await;
    let call = || client.call_tool("depth", arguments("{}"));
    assert!(matches!(call().await, Ok(Outcome::Complete(_))));
    let Err(Error::InvalidAnswer(why)) = call().await else { panic!("taken") };
    assert!(why.contains("/1: "), "{why}");
    let Err(Error::InvalidAnswer(why)) = call().await else { panic!("taken") };
    assert!(why.contains("no structuredContent"), "{why}");
    assert!(matches!(call().await, Ok(Outcome::Complete(answer)) if answer.is_error));
}

#[tokio::test]
async fn jsc_02_to_06_a_schema_that_cannot_be_honoured_makes_its_own_tool_unusable() {
    let tools = json!([
        tool("old", &json!({ "$schema": "http://json-schema.org/draft-04/schema#", "type": "object" })),
        tool("far", &json!({ "type": "object", "properties": { "a": { "$ref": "https://quay.example/a.json" } } })),
        tool("gone", &json!({ "type": "object", "properties": { "a": { "$ref": "#/$defs/a" } } })),
        tool("bad", &json!({ "type": "objekt" })),
        tool("looks", &json!({ "type": "object", "properties": { "a": { "pattern": "^(?=(a+)+$)b" } } })),
        tool("huge", &json!({ "type": "object", "properties": { "a": { "pattern": "((a{999}){999}){999}" } } })),
        tool("round", &json!({ "type": "object", "allOf": [{ "$ref": "#" }] })),
        tool("fine", &json!({ "type": "object" })),
    ]);
    let (server, client) = met(tools, vec![called("done")]).await;
    for (name, words) in [
        ("old", "draft-04"),
        ("far", "quay.example"),
        ("gone", ""),
        ("bad", "objekt"),
        ("looks", ""),
        ("huge", ""),
        ("round", "itself"),
    ] {
        let why = unsent(&client, name, "{}").await;
        assert!(
            why.contains(&format!("{name:?}")) && why.contains("inputSchema cannot be used") && why.contains(words),
            "{why}"
        );
    }
    assert!(client.call_tool("fine", arguments("{}")).await.is_ok());
    assert_eq!(server.seen().len(), 2, "nothing was fetched, and nothing sent but one call");
}

#[tokio::test]
async fn jsc_06_a_pattern_and_a_recursion_that_explode_end_at_once() {
    let list = json!({ "type": "array", "items": { "$ref": "#/$defs/n" } });
    let schema = json!({
        "type": "object",
        "properties": { "p": { "pattern": "^(a+)+$" }, "n": { "$ref": "#/$defs/n" } },
        "$defs": { "n": { "anyOf": [list, list, { "type": "null" }] } },
    });
    let (_server, client) = met(json!([tool("burst", &schema)]), vec![called("done")]).await;
    let long = "a".repeat(100_000);
    let why = unsent(&client, "burst", &format!(r#"{{"p":"{long}!"}}"#)).await;
    assert!(why.contains("/p: ") && why.len() < 1_000, "{why}");
    let deep = format!(r#"{{"n":{}1{}}}"#, "[".repeat(43), "]".repeat(43));
    assert!(unsent(&client, "burst", &deep).await.contains("steps"));
    assert!(client.call_tool("burst", arguments(r#"{"p":"aaa","n":[[null]]}"#)).await.is_ok());
}

#[tokio::test]
async fn the_dialect_is_the_one_that_the_schema_names() {
    let tuple = |dialect: &str| json!({ "$schema": dialect, "type": "object", "properties": { "a": { "items": [{ "type": "integer" }], "format": "ipv4" } } });
    let tools = json!([tool("seven", &tuple("http://json-schema.org/draft-07/schema#"))]);
    let (_server, client) = met(tools, vec![called("done")]).await;
    assert!(unsent(&client, "seven", r#"{"a":["x"]}"#).await.contains("/a/0: "));
    assert!(client.call_tool("seven", arguments(r#"{"a":"no address, and format only notes"}"#)).await.is_ok());
}
