//! The service in an axum router, beside routes that are not MCP.

use axum::Router;
use axum::routing::get;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use super::mcp;
use super::peer::{call, called, meta, post_raw, post_text};
use super::tools::Tools;

async fn start() -> String {
    let router =
        Router::new().route("/health", get(|| async { "well" })).route_service("/mcp", mcp::http_service(Tools));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    tokio::spawn(async move { axum::serve(listener, router).await });
    address
}

async fn get_text(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).await.unwrap();
    text
}

#[tokio::test]
async fn the_service_is_a_route_among_others() {
    let address = start().await;
    assert!(get_text(&address, "/health").await.ends_with("well"));
    assert_eq!(called(&address, "dock_ping", json!({})).await.text(), "here");
    // The checks are made there as anywhere.
    assert_eq!(post_raw(&address, "{", &[]).await.error(), (400, -32700));
    assert_eq!(called(&address, "nope", json!({})).await.error(), (200, -32602));
    let other_method = get_text(&address, "/mcp").await;
    assert!(other_method.starts_with("HTTP/1.1 405") && other_method.to_ascii_lowercase().contains("allow: post"));
}

#[tokio::test]
async fn a_stream_passes_through_the_router() {
    let address = start().await;
    let mut streamed = call("test_tool_with_progress", json!({}));
    streamed["params"]["_meta"] = meta();
    streamed["params"]["_meta"]["progressToken"] = json!("t");
    let text = post_text(&address, &streamed).await;
    assert!(text.to_ascii_lowercase().contains("content-type: text/event-stream"), "{text}");
    assert!(text.contains("notifications/progress") && text.contains("\"resultType\":\"complete\""), "{text}");
}
