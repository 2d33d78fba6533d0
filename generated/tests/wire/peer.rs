//! A server on a socket, and requests that are written by hand.

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use super::emitted::assert_legal_text;
use super::mcp;
use super::tools::Tools;

/// The address of a server that serves until the test ends.
pub async fn start() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    tokio::spawn(mcp::serve_http(Tools, listener));
    address
}

/// The `_meta` that each request must have.
pub fn meta() -> Value {
    json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}})
}

/// A request of any method.
pub fn request(method: &str, mut params: Value) -> Value {
    params["_meta"] = meta();
    json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
}

/// A call; `arguments` stand as they are.
pub fn call(tool: &str, arguments: Value) -> Value {
    request("tools/call", json!({"name": tool, "arguments": arguments}))
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub body: Value,
}

impl Answer {
    /// Reads an answer as it came; a body that is no JSON is null.
    pub fn parse(text: &str) -> Self {
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Self { status, body: serde_json::from_str(body).unwrap_or(Value::Null) }
    }

    pub fn error(&self) -> (u16, i64) {
        (self.status, self.body["error"]["code"].as_i64().unwrap_or(0))
    }

    /// The text of a result that is an error.
    pub fn fault(&self) -> &str {
        assert_eq!(self.body["result"]["isError"], json!(true), "{self:?}");
        assert_eq!(self.body["result"]["resultType"], json!("complete"));
        assert!(self.body["result"].get("structuredContent").is_none(), "{self:?}");
        self.body["result"]["content"][0]["text"].as_str().unwrap()
    }

    /// The first text of a result that is none.
    pub fn text(&self) -> &str {
        assert!(self.body["result"].get("isError").is_none(), "{self:?}");
        self.body["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{self:?}"))
    }
}

/// Posts a body with the standard fields and those of the test, on a connection of its own.
pub async fn post(address: &str, body: &Value, fields: &[(&str, &str)]) -> Answer {
    let method = body["method"].as_str().unwrap().to_owned();
    let mut all = vec![("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", method.as_str())];
    if let Some(name) = body["params"]["name"].as_str() {
        all.push(("Mcp-Name", name));
    }
    all.extend(fields);
    post_raw(address, &body.to_string(), &all).await
}

/// Posts a call of a tool; gives all that came back, as text.
pub async fn post_text(address: &str, body: &Value) -> String {
    let name = body["params"]["name"].as_str().unwrap();
    exchange(
        address,
        &body.to_string(),
        &[("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", "tools/call"), ("Mcp-Name", name)],
    )
    .await
}

/// Posts any text with these fields and no others but `Host`, `Content-Type`, `Accept` and the length.
pub async fn post_raw(address: &str, body: &str, fields: &[(&str, &str)]) -> Answer {
    Answer::parse(&exchange(address, body, fields).await)
}

async fn exchange(address: &str, body: &str, fields: &[(&str, &str)]) -> String {
    let mut head = format!(
        "POST /mcp HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\nContent-Length: {}\r\nConnection: close\r\n",
        body.len()
    );
    for (name, value) in fields {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(format!("{head}\r\n{body}").as_bytes()).await.unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await.unwrap();
    let text = String::from_utf8(bytes).unwrap();
    assert_legal_answer(body, &text);
    text
}

/// Holds each message of an HTTP answer against the schema; `request` is the body that it answers.
pub fn assert_legal_answer(request: &str, answer: &str) {
    let request: Value = serde_json::from_str(request).unwrap_or_default();
    let method = request["method"].as_str();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let head = head.to_ascii_lowercase();
    if head.contains("content-type: application/json") {
        assert_legal_text(method, body);
    }
    if head.contains("content-type: text/event-stream") {
        // Between the frames of the transfer encoding, a line an event.
        for event in body.lines().filter_map(|line| line.strip_prefix("data: ")) {
            assert_legal_text(method, event);
        }
    }
}

/// Calls a tool that mirrors nothing.
pub async fn called(address: &str, tool: &str, arguments: Value) -> Answer {
    post(address, &call(tool, arguments), &[]).await
}
