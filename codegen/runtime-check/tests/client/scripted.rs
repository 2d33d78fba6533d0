//! A server that reads requests and answers with prepared bytes.

use std::sync::{Arc, Mutex};

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

/// A request as it arrived.
#[derive(Clone, Debug)]
pub struct Seen {
    pub head: String,
    pub body: Value,
}

impl Seen {
    /// The value of a field, if the request has it exactly once.
    pub fn field(&self, name: &str) -> Option<&str> {
        let mut found =
            self.head.lines().filter_map(|line| line.split_once(':')).filter(|(n, _)| n.eq_ignore_ascii_case(name));
        let value = found.next()?.1;
        assert!(found.next().is_none(), "{name} stands twice");
        Some(value.strip_prefix(' ').unwrap_or(value))
    }
}

/// How the bytes of an answer go out.
#[derive(Clone, Copy)]
pub enum Pace {
    AtOnce,
    ByteByByte,
}

pub struct Scripted {
    pub url: String,
    pub seen: Arc<Mutex<Vec<Seen>>>,
}

impl Scripted {
    /// Answers the nth request with the nth text; `{id}` in it becomes the id of the request. A
    /// connection serves one request, unless the answer has a length.
    pub async fn start(answers: Vec<String>, pace: Pace) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/mcp", listener.local_addr().unwrap());
        let seen: Arc<Mutex<Vec<Seen>>> = Arc::default();
        let record = Arc::clone(&seen);
        tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                tokio::spawn(serve(stream, answers.clone(), pace, Arc::clone(&record)));
            }
        });
        Self { url, seen }
    }

    pub fn seen(&self) -> Vec<Seen> {
        self.seen.lock().unwrap().clone()
    }
}

async fn serve(mut stream: TcpStream, answers: Vec<String>, pace: Pace, record: Arc<Mutex<Vec<Seen>>>) {
    while let Some(request) = read(&mut stream).await {
        let id = request.body["id"].to_string();
        let turn = {
            let mut record = record.lock().unwrap();
            record.push(request);
            record.len() - 1
        };
        let answer =
            answers.get(turn).unwrap_or_else(|| panic!("request {turn} was not expected")).replace("{id}", &id);
        match pace {
            Pace::AtOnce => stream.write_all(answer.as_bytes()).await.unwrap(),
            Pace::ByteByByte => {
                stream.set_nodelay(true).unwrap();
                for byte in answer.bytes() {
                    stream.write_all(&[byte]).await.unwrap();
                    stream.flush().await.unwrap();
                    tokio::task::yield_now().await;
                }
            }
        }
        if !answer.contains("Content-Length") {
            return;
        }
    }
}

async fn read(stream: &mut TcpStream) -> Option<Seen> {
    let mut bytes = Vec::new();
    loop {
        let end = bytes.windows(4).position(|window| window == b"\r\n\r\n");
        if let Some(end) = end {
            let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
            let length = head.lines().find_map(|line| {
                line.to_ascii_lowercase().strip_prefix("content-length:").map(|n| n.trim().parse().unwrap())
            });
            let length: usize = length.expect("a request has a length");
            if bytes.len() >= end + 4 + length {
                let body = serde_json::from_slice(&bytes[end + 4..end + 4 + length]).unwrap();
                return Some(Seen { head, body });
            }
        }
        let mut part = [0; 4096];
        match stream.read(&mut part).await {
            Ok(0) | Err(_) => return None,
            Ok(n) => bytes.extend_from_slice(&part[..n]),
        }
    }
}

/// An answer with a JSON body.
pub fn json(status: u16, body: &str) -> String {
    format!("HTTP/1.1 {status} X\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n{body}")
}

/// A complete answer to a call.
pub fn called(text: &str) -> String {
    json(
        200,
        &format!(
            r#"{{"jsonrpc":"2.0","id":{{id}},"result":{{"resultType":"complete","content":[{{"type":"text","text":"{text}"}}]}}}}"#
        ),
    )
}

/// An answer with a JSON-RPC error.
pub fn refused(status: u16, code: i64, data: &str) -> String {
    json(status, &format!(r#"{{"jsonrpc":"2.0","id":{{id}},"error":{{"code":{code},"message":"m","data":{data}}}}}"#))
}
