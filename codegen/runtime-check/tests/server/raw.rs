//! HTTP by hand: requests as bytes on a socket, and what comes back.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::{Value, json};

use super::emitted::assert_legal_text;

/// The metadata that every request must have.
pub(crate) fn m0() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    })
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().skip(1).find_map(|line| {
            let (field, value) = line.split_once(':')?;
            field.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.header("content-type"), Some("application/json"), "{}", self.head);
        assert!(!self.text().contains(['\n', '\r']), "more than one line: {}", self.text());
        serde_json::from_str(self.text()).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    /// Status and code of an error.
    pub(crate) fn refusal(&self) -> (u16, i64) {
        let json = self.json();
        assert_eq!(json["jsonrpc"], "2.0");
        assert!(json.get("result").is_none(), "{json}");
        let message = json["error"]["message"].as_str().unwrap_or_else(|| panic!("{json}"));
        assert!(!message.is_empty() && !message.contains('\n'));
        assert_ne!(json.get("id"), Some(&Value::Null), "an id is never null");
        (self.status, json["error"]["code"].as_i64().unwrap())
    }

    /// The result of a request that was served.
    pub(crate) fn result(&self) -> Value {
        assert_eq!(self.status, 200, "{}", self.text());
        let json = self.json();
        assert!(json.get("error").is_none(), "{json}");
        assert!(json["result"]["resultType"].is_string(), "{json}");
        json["result"].clone()
    }
}

/// How the body is delimited.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Framing {
    Length,
    Chunked,
}

/// A POST that is valid until something is changed.
#[derive(Clone, Debug)]
pub(crate) struct Post {
    pub(crate) line: String,
    pub(crate) headers: Vec<(String, Vec<u8>)>,
    pub(crate) body: Vec<u8>,
    pub(crate) framing: Framing,
}

impl Post {
    /// `R(method params)` of the requirements, with `_meta` filled in.
    pub(crate) fn request(method: &str, params: Value) -> Self {
        let mut params = params;
        if params.get("_meta").is_none() {
            params["_meta"] = m0();
        }
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        let name = match method {
            "tools/call" | "prompts/get" => body["params"]["name"].as_str(),
            "resources/read" => body["params"]["uri"].as_str(),
            _ => None,
        };
        let post =
            Self::new(&body.to_string()).header("MCP-Protocol-Version", "2026-07-28").header("Mcp-Method", method);
        match name {
            Some(name) if !name.is_ascii() => {
                post.header("Mcp-Name", runtime_check::headers::encode_text(name).as_bytes())
            }
            Some(name) => post.header("Mcp-Name", name),
            None => post,
        }
    }

    /// `tools/call`.
    pub(crate) fn call(tool: &str, arguments: Value) -> Self {
        Self::request("tools/call", json!({"name": tool, "arguments": arguments}))
    }

    /// Any body, with the headers that every POST has.
    pub(crate) fn new(body: &str) -> Self {
        Self {
            line: "POST /mcp HTTP/1.1".to_owned(),
            headers: vec![
                ("Host".to_owned(), b"localhost".to_vec()),
                ("Content-Type".to_owned(), b"application/json".to_vec()),
                ("Accept".to_owned(), b"application/json, text/event-stream".to_vec()),
            ],
            body: body.as_bytes().to_vec(),
            framing: Framing::Length,
        }
    }

    /// With one more header line.
    pub(crate) fn header(mut self, name: &str, value: impl AsRef<[u8]>) -> Self {
        self.headers.push((name.to_owned(), value.as_ref().to_vec()));
        self
    }

    /// Without a header.
    pub(crate) fn without(mut self, name: &str) -> Self {
        self.headers.retain(|(other, _)| !other.eq_ignore_ascii_case(name));
        self
    }

    /// With another value of a header.
    pub(crate) fn set(self, name: &str, value: impl AsRef<[u8]>) -> Self {
        self.without(name).header(name, value)
    }

    /// With another body.
    pub(crate) fn body(mut self, body: &str) -> Self {
        self.body = body.as_bytes().to_vec();
        self
    }

    /// With a change to the JSON of the body.
    pub(crate) fn edit(mut self, edit: impl FnOnce(&mut Value)) -> Self {
        let mut body: Value = serde_json::from_slice(&self.body).unwrap();
        edit(&mut body);
        self.body = body.to_string().into_bytes();
        self
    }

    pub(crate) fn framing(mut self, framing: Framing) -> Self {
        self.framing = framing;
        self
    }

    pub(crate) fn line(mut self, line: &str) -> Self {
        self.line = line.to_owned();
        self
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = format!("{}\r\n", self.line).into_bytes();
        for (name, value) in &self.headers {
            bytes.extend_from_slice(name.as_bytes());
            bytes.extend_from_slice(b": ");
            bytes.extend_from_slice(value);
            bytes.extend_from_slice(b"\r\n");
        }
        match self.framing {
            Framing::Length => {
                bytes.extend_from_slice(format!("Content-Length: {}\r\n\r\n", self.body.len()).as_bytes());
                bytes.extend_from_slice(&self.body);
            }
            Framing::Chunked => {
                bytes.extend_from_slice(b"Transfer-Encoding: chunked\r\n\r\n");
                for chunk in self.body.chunks(1000) {
                    bytes.extend_from_slice(format!("{:x}\r\n", chunk.len()).as_bytes());
                    bytes.extend_from_slice(chunk);
                    bytes.extend_from_slice(b"\r\n");
                }
                bytes.extend_from_slice(b"0\r\n\r\n");
            }
        }
        bytes
    }

    pub(crate) fn send(&self) -> Answer {
        self.send_to(super::fixture::address())
    }

    pub(crate) fn send_to(&self, address: SocketAddr) -> Answer {
        exchange(address, &self.bytes())
    }
}

/// Connects, with limits on how long anything may take.
pub(crate) fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream.set_write_timeout(Some(Duration::from_secs(20))).unwrap();
    stream.set_nodelay(true).unwrap();
    stream
}

/// Sends bytes on a connection of their own and reads one answer.
pub(crate) fn exchange(address: SocketAddr, bytes: &[u8]) -> Answer {
    let mut stream = connect(address);
    stream.write_all(bytes).unwrap();
    let line = String::from_utf8_lossy(bytes.split(|byte| *byte == b'\r').next().unwrap()).into_owned();
    let mut answer = read_head(&mut stream);
    // An answer to HEAD has the fields of a body, and none.
    if !line.starts_with("HEAD ") {
        read_body(&mut stream, &mut answer);
    }
    // A document for clients of another protocol is no message.
    if !line.contains("/.well-known/") {
        check_message(&answer, method_of(bytes).as_deref());
    }
    answer
}

/// The method of a request, if it can be read.
pub(crate) fn method_of(request: &[u8]) -> Option<String> {
    let body = request.windows(4).position(|window| window == b"\r\n\r\n").map_or(request, |end| &request[end + 4..]);
    let message: Value = serde_json::from_slice(body).ok()?;
    Some(message.get("method")?.as_str()?.to_owned())
}

/// Reads one answer and not a byte more, leaving the connection open.
pub(crate) fn read_answer(stream: &mut TcpStream) -> Answer {
    let mut answer = read_head(stream);
    read_body(stream, &mut answer);
    check_message(&answer, None);
    answer
}

fn read_head(stream: &mut TcpStream) -> Answer {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte).unwrap_or_else(|error| panic!("{error} after {}", String::from_utf8_lossy(&head)));
        head.push(byte[0]);
    }
    let head = String::from_utf8(head).unwrap().trim_end().to_owned();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    Answer { status, head, body: Vec::new() }
}

fn read_body(stream: &mut TcpStream, answer: &mut Answer) {
    if let Some(length) = answer.header("content-length") {
        let mut body = vec![0; length.parse().unwrap()];
        stream.read_exact(&mut body).unwrap();
        answer.body = body;
    }
}

/// Holds the message of an answer, to a request of this method where it is known, against the schema.
fn check_message(answer: &Answer, method: Option<&str>) {
    if answer.header("content-type") == Some("application/json") && !answer.body.is_empty() {
        assert_legal_text(method, answer.text());
    }
}
