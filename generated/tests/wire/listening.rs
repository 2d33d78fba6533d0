//! `subscriptions/listen`: what changes in the harbour reaches who listens, over HTTP and over stdio.

use std::process::Stdio;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Lines};
use tokio::net::TcpStream;
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

use super::emitted::assert_legal_text;
use super::peer::{call, called, request, start};

const TIDES: &str = "harbour://tides/today";
const SUBSCRIPTION: &str = "/params/_meta/io.modelcontextprotocol~1subscriptionId";

/// A request to be told of these changes; `id` is any that a request may have.
fn listen(id: impl Into<Value>, notifications: Value) -> Value {
    let mut listen = request("subscriptions/listen", json!({"notifications": notifications}));
    listen["id"] = id.into();
    listen
}

fn is_update_of_tides(message: &Value, id: &Value) -> bool {
    message["method"] == "notifications/resources/updated"
        && message["params"]["uri"] == TIDES
        && message.pointer(SUBSCRIPTION) == Some(id)
}

/// The stream of a listen request over HTTP.
struct Events(BufReader<TcpStream>);

impl Events {
    async fn open(address: &str, listen: &Value) -> Self {
        let body = listen.to_string();
        let head = format!(
            "POST /mcp HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
             Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\n\
             Mcp-Method: subscriptions/listen\r\n\r\n",
            body.len()
        );
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(format!("{head}{body}").as_bytes()).await.unwrap();
        Self(BufReader::new(stream))
    }

    /// The next message, between the frames of the transfer encoding.
    async fn next(&mut self) -> Value {
        let mut line = String::new();
        loop {
            line.clear();
            assert_ne!(self.0.read_line(&mut line).await.unwrap(), 0, "the stream has ended");
            if let Some(event) = line.strip_prefix("data: ") {
                return assert_legal_text(Some("subscriptions/listen"), event.trim_end_matches('\n'));
            }
        }
    }
}

#[tokio::test]
async fn rsc_10_an_update_reaches_who_watches_the_resource_and_nobody_else() {
    let server = start().await;
    let watched = json!({
        "resourceSubscriptions": [TIDES, "test://static-text", "harbour://berth/7", "harbour://nowhere"],
        "toolsListChanged": true,
    });
    let mut watching = Events::open(&server, &listen("s1", watched)).await;
    let mut others = Events::open(&server, &listen(2, json!({"toolsListChanged": true}))).await;
    let acknowledged = watching.next().await;
    assert_eq!(acknowledged["method"], "notifications/subscriptions/acknowledged");
    assert_eq!(
        acknowledged["params"]["notifications"],
        json!({"resourceSubscriptions": ["harbour://berth/7", TIDES, "test://static-text"], "toolsListChanged": true}),
        "what is declared, or fits a template"
    );
    assert_eq!(others.next().await["params"]["notifications"], json!({"toolsListChanged": true}));

    called(&server, "sluice_move", json!({"gate": 1, "open": true})).await.text();
    let update = watching.next().await;
    assert!(is_update_of_tides(&update, &json!("s1")), "{update}");

    // Nobody asked to be told of prompts, and one of the two asked for tools alone.
    called(&server, "test_trigger_prompt_change", json!({})).await.text();
    called(&server, "test_trigger_tool_change", json!({})).await.text();
    for (events, id) in [(&mut watching, json!("s1")), (&mut others, json!(2))] {
        let change = events.next().await;
        assert_eq!(change["method"], "notifications/tools/list_changed");
        assert_eq!(change.pointer(SUBSCRIPTION), Some(&id), "SUB-05");
    }
}

/// The harbour as a child that goes on while the test talks to it.
struct Harbour {
    child: Child,
    input: Option<ChildStdin>,
    output: Lines<BufReader<ChildStdout>>,
}

impl Harbour {
    fn start() -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_harbour"));
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true).spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { input: child.stdin.take(), output, child }
    }

    async fn send(&mut self, mut message: Value, id: i64) {
        if id != 0 {
            message["id"] = json!(id);
        }
        self.input.as_mut().unwrap().write_all(format!("{message}\n").as_bytes()).await.unwrap();
    }

    async fn next(&mut self) -> Value {
        let line = self.output.next_line().await.unwrap().expect("a line");
        assert_legal_text(None, &line)
    }

    /// The messages up to the answer to this id, which is the last.
    async fn up_to(&mut self, id: i64) -> Vec<Value> {
        let mut messages = vec![self.next().await];
        while messages.last().is_some_and(|last| last["id"] != id) {
            messages.push(self.next().await);
        }
        messages
    }
}

#[tokio::test]
async fn sub_07_and_rsc_10_a_resource_is_watched_on_stdio_until_that_is_cancelled() {
    let mut harbour = Harbour::start();
    let watched = json!({"resourceSubscriptions": [TIDES]});
    harbour.send(listen(7, watched.clone()), 7).await;
    let acknowledged = harbour.next().await;
    assert_eq!(acknowledged["params"]["notifications"], watched);
    assert_eq!(acknowledged.pointer(SUBSCRIPTION), Some(&json!(7)));

    harbour.send(call("sluice_move", json!({"gate": 1})), 8).await;
    let (first, second) = (harbour.next().await, harbour.next().await);
    let updates = [&first, &second].into_iter().filter(|message| is_update_of_tides(message, &json!(7)));
    assert_eq!(updates.count(), 1, "{first} {second}");

    let cancel = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}});
    harbour.send(cancel, 0).await;
    harbour.send(call("sluice_move", json!({"gate": 1})), 9).await;
    harbour.send(call("dock_ping", json!({})), 10).await;
    let mut answered = harbour.up_to(9).await;
    if answered.iter().all(|message| message["id"] != 10) {
        answered.extend(harbour.up_to(10).await);
    }
    assert!(answered.iter().all(|message| message.get("method").is_none()), "{answered:?}");
}

#[tokio::test]
async fn sub_08_and_sub_09_the_end_of_the_server_is_said_to_who_listens_on_stdio() {
    let mut harbour = Harbour::start();
    harbour.send(listen(3, json!({"toolsListChanged": true})), 3).await;
    harbour.next().await;
    drop(harbour.input.take());
    let cancelled = harbour.next().await;
    assert_eq!(
        (&cancelled["method"], &cancelled["params"]["requestId"]),
        (&json!("notifications/cancelled"), &json!(3))
    );
    let line = harbour.output.next_line().await.unwrap().unwrap();
    let result = assert_legal_text(Some("subscriptions/listen"), &line);
    assert_eq!((&result["id"], &result["result"]["resultType"]), (&json!(3), &json!("complete")));
    assert_eq!(harbour.output.next_line().await.unwrap(), None, "and nothing after it");
    assert!(harbour.child.wait().await.unwrap().success());
}
