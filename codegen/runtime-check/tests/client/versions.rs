//! Which revision is spoken, and what a refusal says about the other side.

use runtime_check::client::{Error, Outcome};

use super::contract::{arguments, client};
use super::scripted::{Pace, Scripted, called, json, refused};

async fn call(answers: Vec<String>) -> (Result<Outcome<runtime_check::client::ToolAnswer>, Error>, Scripted) {
    let server = Scripted::start(answers, Pace::AtOnce).await;
    let result = client(&server.url).call_tool("berth_assign", arguments(r#"{"ship":"Ida"}"#)).await;
    (result, server)
}

#[tokio::test]
async fn ver_02_a_common_version_is_tried_once_under_a_new_id() {
    let supported = r#"{"supported":["2031-01-01","2026-07-28"],"requested":"2027-01-01"}"#;
    let (result, server) = call(vec![refused(400, -32022, supported), called("ok")]).await;
    assert!(matches!(result, Ok(Outcome::Complete(_))), "{result:?}");
    let seen = server.seen();
    assert_eq!(seen.len(), 2);
    assert_ne!(seen[0].body["id"], seen[1].body["id"]);
    for request in &seen {
        assert_eq!(request.field("MCP-Protocol-Version"), Some("2026-07-28"));
        assert_eq!(request.field("Mcp-Param-Ship"), Some("Ida"));
    }
    let (result, server) = call(vec![refused(400, -32022, supported), refused(400, -32022, supported)]).await;
    assert!(matches!(result, Err(Error::Peer(error)) if error.code == -32022));
    assert_eq!(server.seen().len(), 2);
}

#[tokio::test]
async fn ver_02_without_a_common_version_both_lists_are_named() {
    let (result, server) =
        call(vec![refused(400, -32022, r#"{"supported":["2031-01-01"],"requested":"2026-07-28"}"#)]).await;
    let error = result.unwrap_err();
    assert!(matches!(error, Error::NoCommonVersion { .. }), "{error:?}");
    let text = error.to_string();
    assert!(text.contains("2031-01-01") && text.contains("2026-07-28"), "{text}");
    assert_eq!(server.seen().len(), 1);
}

#[tokio::test]
async fn a_server_of_an_older_revision_is_named_as_such() {
    let html = "HTTP/1.1 404 X\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>".to_owned();
    let empty = "HTTP/1.1 400 X\r\nContent-Length: 0\r\n\r\n".to_owned();
    let old_code =
        json(400, r#"{"jsonrpc":"2.0","error":{"code":-32000,"message":"Unsupported protocol version"},"id":null}"#);
    for answer in [html, empty, old_code] {
        let (result, _server) = call(vec![answer.clone()]).await;
        assert!(matches!(result, Err(Error::NotModern { .. })), "{answer}: {result:?}");
    }
}

#[tokio::test]
async fn a_modern_error_is_the_peers_with_its_code() {
    let (result, _server) = call(vec![refused(404, -32601, "null")]).await;
    let error = result.unwrap_err();
    assert!(matches!(&error, Error::Peer(peer) if peer.code == -32601), "{error:?}");
    assert!(!error.is_local());
}

#[tokio::test]
async fn err_08_codes_that_servers_choose_mean_nothing() {
    for code in [-32000, -32001, -32019] {
        let (result, server) = call(vec![refused(200, code, r#"{"supported":["2026-07-28"]}"#)]).await;
        assert!(matches!(&result, Err(Error::Peer(peer)) if peer.code == code), "{code}: {result:?}");
        assert_eq!(server.seen().len(), 1);
    }
}

#[tokio::test]
async fn rsc_04_not_found_has_two_codes_that_mean_the_same() {
    for code in [-32602, -32002] {
        let server = Scripted::start(vec![refused(200, code, r#"{"uri":"quay://x"}"#)], Pace::AtOnce).await;
        let result = client(&server.url).read_resource("quay://x").await;
        assert!(matches!(&result, Err(Error::NotFound { uri }) if uri == "quay://x"), "{code}: {result:?}");
    }
}

#[tokio::test]
async fn a_status_that_says_nothing_about_revisions_stays_a_status() {
    for status in [401, 403, 500, 503] {
        let (result, _server) = call(vec![format!("HTTP/1.1 {status} X\r\nContent-Length: 0\r\n\r\n")]).await;
        assert!(matches!(result, Err(Error::Status(found)) if found == status), "{result:?}");
    }
}

#[tokio::test]
async fn tool_09_a_failed_tool_is_a_value_for_a_call_by_name() {
    let answer =
        r#"{"jsonrpc":"2.0","id":{id},"result":{"isError":true,"content":[{"type":"text","text":"no berth"}]}}"#;
    let (result, _server) = call(vec![json(200, answer)]).await;
    let Ok(Outcome::Complete(answer)) = result else { panic!("{result:?}") };
    assert!(answer.is_error);
    assert!(matches!(answer.success(), Err(Error::Tool(answer)) if answer.text() == "no berth"));
}
