//! Answers as event streams, and what stands in the way of an answer.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use runtime_check::client::{Error, Outcome};

use super::contract::{arguments, client};
use super::scripted::{Pace, Scripted, called, json};

fn events(text: &str) -> String {
    format!("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\nConnection: close\r\n\r\n{text}")
}

const ANSWER: &str = "data: {\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":\"p\u{2028}q\u{2029}r\u{85}s 満潮 ⚓\"}]}}\n\n";

async fn text_of(stream: String, pace: Pace) -> Result<String, Error> {
    let server = Scripted::start(vec![stream], pace).await;
    match client(&server.url).call_tool("dock_ping", arguments("{}")).await? {
        Outcome::Complete(answer) => Ok(answer.text()),
        Outcome::InputRequired(_) => panic!("no input was asked for"),
    }
}

#[tokio::test]
async fn an_answer_is_whole_when_it_comes_byte_by_byte() {
    let text = text_of(events(ANSWER), Pace::ByteByByte).await.unwrap();
    assert_eq!(text, "p\u{2028}q\u{2029}r\u{85}s 満潮 ⚓");
}

#[tokio::test]
async fn http_10_comments_and_events_without_data_are_ignored() {
    let stream = format!(":\r\n\r\nid: 4\ndata:\n\nevent: ping\ndata: \n\nretry: 9\n\n:still here\n{ANSWER}");
    for pace in [Pace::AtOnce, Pace::ByteByByte] {
        assert!(text_of(events(&stream), pace).await.is_ok());
    }
}

#[tokio::test]
async fn notifications_before_the_answer_reach_their_sink() {
    let progress = "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progress\":1,\"progressToken\":\"t\"}}\n\n";
    let server = Scripted::start(vec![events(&format!("{progress}{progress}{ANSWER}"))], Pace::AtOnce).await;
    let mut client = client(&server.url);
    let seen: Arc<Mutex<Vec<String>>> = Arc::default();
    let sink = Arc::clone(&seen);
    client.settings_mut().notification = Arc::new(move |message| sink.lock().unwrap().push(message.to_owned()));
    client.call_tool("dock_ping", arguments("{}")).await.unwrap();
    assert_eq!(seen.lock().unwrap().len(), 2);
}

#[tokio::test]
async fn env_09_a_request_from_the_server_is_an_invalid_answer() {
    let request = "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"elicitation/create\",\"params\":{}}\n\n";
    let result = text_of(events(&format!("{request}{ANSWER}")), Pace::AtOnce).await;
    assert!(matches!(result, Err(Error::InvalidAnswer(_))), "{result:?}");
}

#[tokio::test]
async fn http_11_a_stream_that_breaks_off_is_a_local_error() {
    let result = text_of(events(":\n\ndata: {\"jsonrpc\":"), Pace::AtOnce).await;
    assert!(matches!(result, Err(Error::Transport(_))), "{result:?}");
}

#[tokio::test]
async fn a_message_beyond_the_limit_is_refused() {
    for answer in [events(ANSWER), called("more than a hundred bytes make this message up, with all that is around it")]
    {
        let server = Scripted::start(vec![answer], Pace::AtOnce).await;
        let mut client = client(&server.url);
        client.settings_mut().max_message_bytes = 100;
        let result = client.call_tool("dock_ping", arguments("{}")).await;
        assert!(matches!(result, Err(Error::InvalidAnswer(_))), "{result:?}");
    }
}

#[tokio::test]
async fn a_redirection_is_not_followed() {
    let elsewhere = Scripted::start(vec![called("x")], Pace::AtOnce).await;
    for status in [301, 302, 307, 308] {
        let redirection = format!("HTTP/1.1 {status} X\r\nLocation: {}\r\nContent-Length: 0\r\n\r\n", elsewhere.url);
        let server = Scripted::start(vec![redirection], Pace::AtOnce).await;
        let result = client(&server.url).call_tool("dock_ping", arguments("{}")).await;
        assert!(matches!(result, Err(Error::Status(found)) if found == status), "{result:?}");
        assert_eq!(server.seen()[0].head.lines().next(), Some("POST /mcp HTTP/1.1"));
    }
    assert!(elsewhere.seen().is_empty());
}

#[tokio::test]
async fn can_05_a_server_that_is_silent_ends_in_a_local_timeout() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let mut client = client(&format!("http://{}/mcp", listener.local_addr().unwrap()));
    client.settings_mut().timeout = Duration::from_millis(50);
    let error = client.discover().await.unwrap_err();
    assert!(matches!(error, Error::Timeout(_)) && error.is_local(), "{error:?}");
}

#[tokio::test]
async fn res_05_input_required_is_told_apart_whatever_else_the_result_has() {
    let asks = r#"{"jsonrpc":"2.0","id":{id},"result":{"resultType":"input_required","_meta":{},"content":[],
        "inputRequests":{"sure":{"method":"elicitation/create","params":{"message":"Pier 3?"}}},"requestState":"s"}}"#;
    let neither = r#"{"jsonrpc":"2.0","id":{id},"result":{"resultType":"input_required","content":[]}}"#;
    let server = Scripted::start(vec![json(200, asks), json(200, neither), json(200, asks)], Pace::AtOnce).await;
    let client = client(&server.url);
    let Outcome::InputRequired(input) = client.call_tool("berth_assign", arguments("{}")).await.unwrap() else {
        panic!("decoded as a complete result")
    };
    assert_eq!((input.request_state.as_deref(), input.input_requests.len()), (Some("s"), 1));
    assert!(matches!(client.call_tool("berth_assign", arguments("{}")).await, Err(Error::InvalidAnswer(_))));
    assert!(matches!(client.list_tools().await, Err(Error::InvalidAnswer(_))), "a list cannot ask");
}
