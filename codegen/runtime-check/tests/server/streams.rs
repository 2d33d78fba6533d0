//! Answers in a stream: progress, logs, and `subscriptions/listen`.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use runtime_check::http::{Service, serve_until};
use serde_json::{Value, json};

use super::emitted::assert_legal_text;
use super::fixture::{self, CHANGING, CONTRACT, Counters, Fixture};
use super::raw::{Answer, Post, connect, m0, method_of, read_answer};
use super::stdio::Running;

/// A response stream that is being read.
pub(crate) struct Events {
    stream: TcpStream,
    head: Answer,
    bytes: Vec<u8>,
    ended: bool,
    method: Option<String>,
}

impl Events {
    pub(crate) fn open(address: SocketAddr, post: &Post) -> Self {
        let mut stream = connect(address);
        stream.write_all(&post.bytes()).unwrap();
        let mut head = read_answer(&mut stream);
        assert_eq!(head.status, 200, "{}", head.text());
        assert_eq!(head.header("content-type"), Some("text/event-stream"));
        assert_eq!(head.header("x-accel-buffering"), Some("no"));
        assert_eq!(head.header("transfer-encoding"), Some("chunked"));
        let chunks = std::mem::take(&mut head.body);
        let mut events = Self { stream, head, bytes: Vec::new(), ended: false, method: method_of(&post.body) };
        events.unchunk(chunks);
        events
    }

    /// Takes chunks that have arrived, whole ones as the server writes them.
    fn unchunk(&mut self, mut chunks: Vec<u8>) {
        while !chunks.is_empty() {
            let Some(line) = chunks.windows(2).position(|window| window == b"\r\n") else { break };
            let length = usize::from_str_radix(std::str::from_utf8(&chunks[..line]).unwrap(), 16).unwrap();
            while chunks.len() < line + 2 + length + 2 {
                let mut more = [0; 4096];
                let read = self.stream.read(&mut more).unwrap();
                assert_ne!(read, 0);
                chunks.extend_from_slice(&more[..read]);
            }
            self.ended |= length == 0;
            self.bytes.extend_from_slice(&chunks[line + 2..line + 2 + length]);
            chunks.drain(..line + 2 + length + 2);
        }
    }

    /// The next message; `None` at the end.
    pub(crate) fn next(&mut self) -> Option<Value> {
        loop {
            if let Some(end) = self.bytes.windows(2).position(|window| window == b"\n\n") {
                let event = String::from_utf8(self.bytes.drain(..end + 2).collect()).unwrap();
                if event.starts_with(':') {
                    continue;
                }
                let data = event.strip_prefix("data: ").unwrap_or_else(|| panic!("{event:?}")).trim_end();
                return Some(assert_legal_text(self.method.as_deref(), data));
            }
            if self.ended {
                return None;
            }
            let mut more = vec![0; 4096];
            let read = self.stream.read(&mut more).unwrap();
            if read == 0 {
                return None;
            }
            more.truncate(read);
            self.unchunk(more);
        }
    }

    pub(crate) fn rest(mut self) -> Vec<Value> {
        std::iter::from_fn(|| self.next()).collect()
    }
}

fn tell(meta: Value) -> Post {
    let mut all = m0();
    for (name, value) in meta.as_object().unwrap() {
        all[name] = value.clone();
    }
    Post::request("tools/call", json!({"name": "tell", "_meta": all}))
}

pub(crate) fn methods(messages: &[Value]) -> Vec<&str> {
    messages.iter().map(|message| message["method"].as_str().unwrap_or("response")).collect()
}

#[test]
fn case_61_separators_of_unicode_and_ascii_leave_on_one_line_of_an_event() {
    let text = "p\u{2028}q\u{2029}r\u{85}s\rt\nu\r\n\r\n潮汐 🚢";
    let post = Post::call("echo", json!({"text": text})).set("Accept", "text/event-stream");
    let mut events = Events::open(fixture::address(), &post);
    assert_eq!(events.next().unwrap()["result"]["content"][0]["text"], text);
    assert_eq!(events.next(), None);
}

#[test]
fn http_07_notifications_then_one_response_then_the_end() {
    let post = tell(json!({"progressToken": 7, "io.modelcontextprotocol/logLevel": "debug"}));
    let events = Events::open(fixture::address(), &post);
    assert_eq!(events.head.header("cache-control"), Some("no-cache"));
    let messages = events.rest();
    assert_eq!(
        methods(&messages),
        [
            "notifications/message",
            "notifications/message",
            "notifications/progress",
            "notifications/progress",
            "notifications/progress",
            "response"
        ]
    );
    assert_eq!(messages[5]["id"], 1);
    assert_eq!(messages[5]["result"]["content"][0]["text"], "told");
    let progress: Vec<f64> =
        messages[2..5].iter().map(|message| message["params"]["progress"].as_f64().unwrap()).collect();
    assert_eq!(progress, [0.25, 0.5, 1.0], "strictly growing (PRG-03)");
    for message in &messages[2..5] {
        assert_eq!(message["params"]["progressToken"], 7);
        assert!(message["params"].get("_meta").is_none(), "META-09");
    }
}

#[test]
fn log_02_and_log_03_only_what_was_asked_for() {
    let level = |level: &str| tell(json!({"io.modelcontextprotocol/logLevel": level}));
    let messages = Events::open(fixture::address(), &level("error")).rest();
    assert_eq!(methods(&messages), ["notifications/message", "response"]);
    assert_eq!(messages[0]["params"]["level"], "alert");
    // Nothing to stream: JSON.
    level("emergency").send().result();
    tell(json!({})).send().result();
}

#[test]
fn a_28_what_the_client_does_not_accept_is_not_sent() {
    let post = tell(json!({"progressToken": "t"}));
    post.clone().set("Accept", "application/json").send().result();
    post.clone().set("Accept", "application/json, text/event-stream;q=0").send().result();
    let messages = Events::open(fixture::address(), &post.set("Accept", "text/event-stream")).rest();
    assert_eq!(methods(&messages).last(), Some(&"response"));
    let list = Post::request("tools/list", json!({})).set("Accept", "text/event-stream");
    let messages = Events::open(fixture::address(), &list).rest();
    assert_eq!(methods(&messages), ["response"]);
    // Refusals are JSON whatever is accepted.
    let refused = Post::request("nope", json!({})).set("Accept", "text/event-stream").send();
    assert_eq!(refused.refusal(), (404, -32601));
}

#[test]
fn ord_12_refusals_come_before_a_stream_begins() {
    let mut meta = m0();
    meta["progressToken"] = json!(1);
    let answer = Post::request("tools/call", json!({"name": "ask", "_meta": meta})).send();
    assert_eq!(answer.refusal(), (400, -32021));
}

#[test]
fn http_12_closing_the_stream_cancels_the_request() {
    let (address, counters) = fixture::start(&CONTRACT);
    let mut meta = m0();
    meta["progressToken"] = json!(1);
    let mut events = Events::open(address, &Post::request("tools/call", json!({"name": "sleep_aloud", "_meta": meta})));
    assert_eq!(events.next().unwrap()["method"], "notifications/progress");
    drop(events);
    let deadline = Instant::now() + Duration::from_secs(20);
    while !counters.cancelled.is_cancelled() && Instant::now() < deadline {
        std::thread::yield_now();
    }
    assert!(counters.cancelled.is_cancelled());
    assert_eq!(counters.dropped.load(Ordering::SeqCst), 1);
}

pub(crate) fn listen(notifications: Value) -> Post {
    Post::request("subscriptions/listen", json!({"notifications": notifications}))
}

fn change(address: SocketAddr) {
    Post::call("change", json!({})).send_to(address).result();
}

#[test]
fn sub_03_and_sub_04_the_acknowledgement_comes_first_with_what_is_honoured() {
    let (address, _) = fixture::start(&CHANGING);
    let wish = json!({
        "toolsListChanged": true,
        "promptsListChanged": true,
        "resourcesListChanged": true,
        "resourceSubscriptions": ["test://a", "test://unknown"],
    });
    for (id, post) in
        [(json!(1), listen(wish.clone())), (json!("s1"), listen(wish).edit(|body| body["id"] = json!("s1")))]
    {
        let mut events = Events::open(address, &post);
        let acknowledged = events.next().unwrap();
        assert_eq!(
            acknowledged,
            json!({
                "jsonrpc": "2.0",
                "method": "notifications/subscriptions/acknowledged",
                "params": {
                    "_meta": {"io.modelcontextprotocol/subscriptionId": id},
                    "notifications": {"toolsListChanged": true, "resourceSubscriptions": ["test://a"]},
                },
            })
        );
        change(address);
        let told: Vec<Value> = (0..3).map(|_| events.next().unwrap()).collect();
        assert_eq!(
            methods(&told),
            ["notifications/tools/list_changed", "notifications/resources/updated", "notifications/resources/updated"]
        );
        for message in &told {
            assert_eq!(message["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"], id);
        }
        let uris: Vec<&Value> = told[1..].iter().map(|message| &message["params"]["uri"]).collect();
        assert_eq!(uris, [&json!("test://a"), &json!("test://a/below")], "RSC-10");
    }
}

#[test]
fn a_21_and_a_45_nothing_honoured_is_acknowledged_and_stays_open() {
    let mut events =
        Events::open(fixture::address(), &listen(json!({"toolsListChanged": true, "resourceSubscriptions": []})));
    assert_eq!(events.next().unwrap()["params"]["notifications"], json!({}));
    change(fixture::address());
    events.stream.set_read_timeout(Some(Duration::from_millis(200))).unwrap();
    let mut byte = [0];
    let silent = events.stream.read(&mut byte).unwrap_err();
    assert!(matches!(silent.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut));
}

#[test]
fn a_45_a_file_that_cannot_be_read_is_not_watched() {
    let (address, _) = fixture::start(&CHANGING);
    let wish = json!(["file:///srv/a/b", "file:///srv/a/../../etc", "file:///srv/%2e%2e/b", "file:///srv//etc"]);
    let acknowledged = Events::open(address, &listen(json!({"resourceSubscriptions": wish}))).next().unwrap();
    assert_eq!(acknowledged["params"]["notifications"], json!({"resourceSubscriptions": ["file:///srv/a/b"]}));
}

#[test]
fn sub_01_the_filter_has_its_shape() {
    for params in [
        json!({}),
        json!({"notifications": null}),
        json!({"notifications": []}),
        json!({"notifications": {"toolsListChanged": 1}}),
        json!({"notifications": {"resourceSubscriptions": "test://a"}}),
        json!({"notifications": {"resourceSubscriptions": [1]}}),
    ] {
        assert_eq!(Post::request("subscriptions/listen", params.clone()).send().refusal(), (400, -32602), "{params}");
    }
    let answer = listen(json!({})).set("Accept", "application/json").send();
    assert_eq!((answer.refusal(), answer.json()["id"].clone()), ((406, -32600), json!(1)));
}

#[test]
fn a_slow_reader_finds_one_notice_of_each_kind() {
    let (address, _) = fixture::start(&CHANGING);
    let mut events =
        Events::open(address, &listen(json!({"toolsListChanged": true, "resourceSubscriptions": ["test://b"]})));
    events.next().unwrap();
    for _ in 0..2000 {
        change(address);
    }
    // Some notices were written before the socket was full; far from all of 4,000.
    events.stream.set_read_timeout(Some(Duration::from_millis(500))).unwrap();
    let mut seen = 0;
    let mut buffer = [0; 65536];
    while let Ok(read) = events.stream.read(&mut buffer) {
        seen += read;
    }
    assert!(seen > 0);
}

#[tokio::test]
async fn sub_08_a_server_that_ends_answers_its_listeners() {
    let counters: &'static Counters = Box::leak(Box::default());
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let service = Service::new(Fixture::new(&CHANGING, counters));
    let server = tokio::spawn(serve_until(service, listener, async {
        let _ = stopped.await;
    }));
    let opening = tokio::task::spawn_blocking(move || {
        let mut events = Events::open(address, &listen(json!({})));
        events.next().unwrap();
        events
    });
    let events = opening.await.unwrap();
    stop.send(()).unwrap();
    let rest = tokio::task::spawn_blocking(move || events.rest()).await.unwrap();
    assert_eq!(
        rest,
        [json!({"jsonrpc": "2.0", "id": 1, "result": {
            "resultType": "complete",
            "_meta": {
                "io.modelcontextprotocol/subscriptionId": 1,
                "io.modelcontextprotocol/serverInfo": {"name": "fixture", "version": "1.2.3"},
            },
        }})]
    );
    tokio::time::timeout(Duration::from_secs(20), server).await.unwrap().unwrap();
}

fn listen_line(id: &str) -> String {
    let params = json!({"notifications": {"toolsListChanged": true}, "_meta": m0()});
    json!({"jsonrpc": "2.0", "id": id, "method": "subscriptions/listen", "params": params}).to_string()
}

#[tokio::test]
async fn sub_07_and_sub_09_listening_over_stdio() {
    let mut running = Running::start(&CHANGING);
    for id in ["l1", "l2"] {
        running.send(&listen_line(id)).await;
        assert_eq!(running.receive().await["method"], "notifications/subscriptions/acknowledged");
    }
    running.send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"l1"}}"#).await;
    let params = json!({"name": "change", "_meta": m0()});
    running.send(&json!({"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": params}).to_string()).await;
    let mut told = [running.receive().await, running.receive().await];
    told.sort_by_key(|message| message.get("id").is_some());
    assert_eq!(told[0]["method"], "notifications/tools/list_changed");
    assert_eq!(told[0]["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"], "l2");
    assert_eq!(told[1]["id"], 3);
    let rest = running.end().await;
    assert_eq!(rest.len(), 2, "{rest:?}");
    assert_eq!(
        rest[0],
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {
            "_meta": {"io.modelcontextprotocol/subscriptionId": "l2"},
            "requestId": "l2",
        }})
    );
    assert_eq!((&rest[1]["id"], &rest[1]["result"]["resultType"]), (&json!("l2"), &json!("complete")));
}
