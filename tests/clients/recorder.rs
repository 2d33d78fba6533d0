//! Stands between a client and a server and keeps the requests that went by.
//!
//! In: the server's address; out: every HTTP request, parsed. What the server answered is held against
//! the schema before the requests are given out.
//! Nothing is changed on the way, so what is recorded is what the server answered.

use std::{
    collections::BTreeMap,
    io::{Read, Write},
    net::{Shutdown, SocketAddr, TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
};

use serde_json::Value;

use crate::emitted::assert_legal_text;

/// One request as it stood on the wire.
#[derive(Debug)]
pub struct Request {
    pub method: String,
    /// Names in lower case, in the order in which they came.
    pub headers: Vec<(String, String)>,
    pub body: Value,
}

impl Request {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str())
    }
}

/// What clients sent, piece by piece in the order of its coming, each with the number of its connection.
type Pieces = Arc<Mutex<Vec<(usize, Vec<u8>)>>>;

/// A listening recorder; it lives as long as the test process.
pub struct Recorder {
    pub address: SocketAddr,
    pieces: Pieces,
    /// What the server sent, by connection.
    answers: Answers,
}

type Answers = Arc<Mutex<BTreeMap<usize, Vec<u8>>>>;

impl Recorder {
    pub fn before(server: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let pieces = Pieces::default();
        let answers = Answers::default();
        let (kept, answered) = (Arc::clone(&pieces), Arc::clone(&answers));
        thread::spawn(move || {
            for (connection, client) in listener.incoming().enumerate() {
                let kept = Arc::clone(&kept);
                let keep = move |bytes: &[u8]| kept.lock().unwrap().push((connection, bytes.to_vec()));
                let answered = Arc::clone(&answered);
                let keep_answer = move |bytes: &[u8]| {
                    answered.lock().unwrap().entry(connection).or_default().extend_from_slice(bytes);
                };
                forward(client.unwrap(), TcpStream::connect(server).unwrap(), keep, keep_answer);
            }
        });
        Self { address, pieces, answers }
    }

    /// The requests so far, in the order in which they were complete, whatever connection they came on.
    pub fn requests(&self) -> Vec<Request> {
        let mut unread: BTreeMap<usize, Vec<u8>> = BTreeMap::new();
        let mut requests = Vec::new();
        for (connection, piece) in self.pieces.lock().unwrap().iter() {
            let bytes = unread.entry(*connection).or_default();
            bytes.extend_from_slice(piece);
            while let Some((request, length)) = parse(bytes) {
                requests.push(request);
                bytes.drain(..length);
            }
        }
        assert!(unread.values().all(Vec::is_empty), "half a request: {unread:?}");
        let answers = self.answers.lock().unwrap();
        let legal: usize = answers.values().map(|bytes| assert_legal_answers(bytes)).sum();
        assert!(legal >= requests.len(), "{legal} messages to {} requests", requests.len());
        requests
    }
}

/// Copies both ways in threads of their own until either side closes.
fn forward(
    client: TcpStream,
    server: TcpStream,
    keep: impl FnMut(&[u8]) + Send + 'static,
    keep_answer: impl FnMut(&[u8]) + Send + 'static,
) {
    let (client_again, server_again) = (client.try_clone().unwrap(), server.try_clone().unwrap());
    thread::spawn(move || copy(client, server, keep));
    thread::spawn(move || copy(server_again, client_again, keep_answer));
}

/// Holds each message among the answers of one connection against the schema; how many there are.
fn assert_legal_answers(bytes: &[u8]) -> usize {
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    // The head is lines too, and a message is always a line of its own.
    let lines = text.split(['\r', '\n']).map(|line| line.strip_prefix("data: ").unwrap_or(line));
    // A body of stated length ends without a line end: the next answer begins on its line.
    let messages = lines.map(|line| line.split("HTTP/1.1 ").next().unwrap()).filter(|line| line.starts_with('{'));
    messages.inspect(|message| drop(assert_legal_text(None, message))).count()
}

fn copy(mut from: TcpStream, mut to: TcpStream, mut keep: impl FnMut(&[u8])) {
    let mut buffer = [0; 16 * 1024];
    while let Ok(length @ 1..) = from.read(&mut buffer) {
        keep(&buffer[..length]);
        if to.write_all(&buffer[..length]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Write);
}

/// The first request in `bytes` and its length, once it is complete.
/// The official clients send a `Content-Length` with every body.
fn parse(bytes: &[u8]) -> Option<(Request, usize)> {
    let head_end = bytes.windows(4).position(|window| window == b"\r\n\r\n")?;
    let head = std::str::from_utf8(&bytes[..head_end]).unwrap();
    let (line, fields) = head.split_once("\r\n").unwrap();
    let headers: Vec<(String, String)> = fields
        .split("\r\n")
        .map(|field| field.split_once(':').unwrap())
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    let length = headers.iter().find(|(name, _)| name == "content-length").map_or(0, |(_, n)| n.parse().unwrap());
    let end = head_end + 4 + length;
    let body = bytes.get(head_end + 4..end)?;
    let body = if body.is_empty() { Value::Null } else { serde_json::from_slice(body).unwrap() };
    Some((Request { method: line.split(' ').next().unwrap().to_owned(), headers, body }, end))
}
