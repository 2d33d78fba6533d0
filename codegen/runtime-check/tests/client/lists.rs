//! What a client makes of lists: pages, and tools that it must not use.

use super::captured::Captured;
use super::contract::client;
use super::scripted::{Pace, Scripted, json};

/// A page of prompts.
fn page(names: &[&str], cursor: Option<&str>) -> String {
    let prompts: Vec<_> = names.iter().map(|name| serde_json::json!({ "name": name })).collect();
    let prompts = serde_json::to_string(&prompts).unwrap();
    let next = cursor.map_or_else(String::new, |cursor| format!(r#""nextCursor":{cursor:?},"#));
    json(200, &format!(r#"{{"jsonrpc":"2.0","id":{{id}},"result":{{{next}"prompts":{prompts}}}}}"#))
}

async fn prompts(pages: Vec<String>) -> (Vec<String>, Scripted) {
    let server = Scripted::start(pages, Pace::AtOnce).await;
    let prompts = client(&server.url).list_prompts().await.unwrap();
    (prompts.into_iter().map(|prompt| prompt.name).collect(), server)
}

#[tokio::test]
async fn pag_02_a_cursor_is_sent_back_as_it_came_even_an_empty_one() {
    let (names, server) =
        prompts(vec![page(&["a"], Some("")), page(&[], Some("\u{e9}=&")), page(&["b", "c"], None)]).await;
    assert_eq!(names, ["a", "b", "c"]);
    let cursors: Vec<_> = server.seen().iter().map(|seen| seen.body["params"].get("cursor").cloned()).collect();
    assert_eq!(cursors, [None, Some("".into()), Some("\u{e9}=&".into())]);
}

#[tokio::test]
async fn pag_03_a_page_without_a_cursor_is_the_last() {
    let (names, server) = prompts(vec![page(&["a"], None), page(&["b"], None)]).await;
    assert_eq!((names.len(), server.seen().len()), (1, 1));
    let (names, server) = prompts(vec![page(&["a"], Some("1")), page(&["b"], None), page(&["c"], None)]).await;
    assert_eq!((names.len(), server.seen().len()), (2, 2));
}

#[tokio::test]
async fn hdr_22_and_hdr_23_a_list_loses_its_illegal_tools_says_so_and_keeps_their_siblings() {
    let first = r#"{"jsonrpc":"2.0","id":{id},"result":{"nextCursor":"c1","tools":[
        {"name":"fine","inputSchema":{"type":"object"}},
        {"name":"bad_space","inputSchema":{"type":"object","properties":{"a":{"type":"string","x-mcp-header":"My Port"}}}}]}}"#;
    let second = r#"{"jsonrpc":"2.0","id":{id},"result":{"tools":[
        {"name":"bad_place","inputSchema":{"type":"object","allOf":[{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}]}},
        {"name":"fine_too","inputSchema":{"type":"object","properties":{"a":{"type":"boolean","x-mcp-header":"A"}}}}]}}"#;
    let pages = vec![json(200, first), json(200, second)];
    let server = Scripted::start(pages, Pace::AtOnce).await;
    let (told, _guard) = Captured::here();
    let tools = client(&server.url).list_tools().await.unwrap();
    assert_eq!(tools.iter().map(|tool| tool.name.as_str()).collect::<Vec<_>>(), ["fine", "fine_too"]);
    assert_eq!(server.seen()[1].body["params"]["cursor"], "c1");
    let told = told.text();
    for (tool, reason) in [("bad_space", "My Port"), ("bad_place", "allOf")] {
        assert!(told.lines().any(|line| line.contains(tool) && line.contains(reason)), "{tool}: {told}");
    }
}
