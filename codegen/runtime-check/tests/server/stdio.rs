//! stdio: lines in, lines out.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::time::Duration;

use runtime_check::contract::Contract;
use runtime_check::stdio::{serve_streams, serve_streams_until};
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf, split,
};

use super::emitted::assert_legal_text;
use super::fixture::{CONTRACT, Counters, Fixture, MAX_BODY};
use super::raw::m0;

fn counters() -> &'static Counters {
    Box::leak(Box::default())
}

pub(crate) fn line(id: impl Into<Value>, method: &str, params: Value) -> String {
    let mut params = params;
    if params.get("_meta").is_none() {
        params["_meta"] = m0();
    }
    json!({"jsonrpc": "2.0", "id": id.into(), "method": method, "params": params}).to_string()
}

pub(crate) fn call(id: impl Into<Value>, tool: &str, arguments: Value) -> String {
    line(id, "tools/call", json!({"name": tool, "arguments": arguments}))
}

/// All that is written for an input, as bytes.
async fn transcript(contract: &'static Contract, input: &[u8]) -> Vec<u8> {
    let mut output = Vec::new();
    serve_streams(Fixture::new(contract, counters()), input, &mut output).await.unwrap();
    let mut asked = Asked::default();
    for line in input.split(|byte| *byte == b'\n') {
        asked.remember(line);
    }
    for line in String::from_utf8(output.clone()).unwrap().split_terminator('\n') {
        asked.read(line);
    }
    output
}

/// The methods of the requests so far, by id, so that each answer is held against the right type.
#[derive(Default)]
struct Asked(HashMap<Value, String>);

impl Asked {
    fn remember(&mut self, line: &[u8]) {
        let message: Value = serde_json::from_slice(line).unwrap_or_default();
        if let (Some(id), Some(method)) = (message.get("id"), message["method"].as_str()) {
            self.0.insert(id.clone(), method.to_owned());
        }
    }

    /// Reads a line that the server wrote.
    fn read(&self, line: &str) -> Value {
        let message: Value = serde_json::from_str(line).unwrap_or_default();
        let method = message.get("id").and_then(|id| self.0.get(id));
        assert_legal_text(method.map(String::as_str), line)
    }
}

/// The messages that are written for an input.
pub(crate) async fn exchange(contract: &'static Contract, input: &[u8]) -> Vec<Value> {
    let output = String::from_utf8(transcript(contract, input).await).unwrap();
    assert!(!output.contains('\r') && (output.is_empty() || output.ends_with('\n')), "{output:?}");
    output.split_terminator('\n').map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A server that goes on while the test talks to it.
pub(crate) struct Running {
    input: WriteHalf<DuplexStream>,
    output: Lines<BufReader<ReadHalf<DuplexStream>>>,
    counters: &'static Counters,
    served: tokio::task::JoinHandle<std::io::Result<()>>,
    asked: Asked,
}

impl Running {
    pub(crate) fn start(contract: &'static Contract) -> Self {
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        let counters = counters();
        let (input, output) = split(theirs);
        let served = tokio::spawn(serve_streams(Fixture::new(contract, counters), input, output));
        let (output, input) = split(ours);
        Self { input, output: BufReader::new(output).lines(), counters, served, asked: Asked::default() }
    }

    pub(crate) async fn send(&mut self, line: &str) {
        self.asked.remember(line.as_bytes());
        self.input.write_all(format!("{line}\n").as_bytes()).await.unwrap();
    }

    pub(crate) async fn receive(&mut self) -> Value {
        let line = tokio::time::timeout(Duration::from_secs(20), self.output.next_line()).await.unwrap();
        self.asked.read(&line.unwrap().unwrap())
    }
}

impl Running {
    pub(crate) fn counters(&self) -> &'static Counters {
        self.counters
    }

    /// Ends the input; what is still written.
    pub(crate) async fn end(mut self) -> Vec<Value> {
        self.input.shutdown().await.unwrap();
        let mut rest = String::new();
        self.output.into_inner().read_to_string(&mut rest).await.unwrap();
        self.served.await.unwrap().unwrap();
        rest.split_terminator('\n').map(|line| self.asked.read(line)).collect()
    }
}

fn by_id(lines: &[Value]) -> Vec<(Value, Value)> {
    let mut lines: Vec<(Value, Value)> = lines
        .iter()
        .map(|line| (line.get("id").cloned().unwrap_or(Value::Null), line["error"]["code"].clone()))
        .collect();
    lines.sort_by_key(|(id, code)| format!("{id} {code}"));
    lines
}

#[tokio::test]
async fn case_47_a_bad_line_is_answered_and_survived() {
    let input = [
        "plain words".to_owned(),
        r#"{"jsonrpc":"2.0","id":3,"method":"#.to_owned(),
        String::new(),
        " \t ".to_owned(),
        line(8, "no/such", json!({})),
        r#"{"jsonrpc":"2.0","id":9,"method":"tools/call","params":null}"#.to_owned(),
        "[]".to_owned(),
        "42".to_owned(),
        line(10, "tools/list", json!({})),
    ];
    let lines = exchange(&CONTRACT, input.join("\n").as_bytes()).await;
    let null = Value::Null;
    assert_eq!(
        by_id(&lines),
        [
            (json!(10), null.clone()),
            (json!(8), json!(-32601)),
            (json!(9), json!(-32602)),
            (null.clone(), json!(-32600)),
            (null.clone(), json!(-32600)),
            (null.clone(), json!(-32700)),
            (null, json!(-32700)),
        ]
    );
    assert!(lines.iter().all(|line| line.get("id") != Some(&Value::Null)), "an id is left out, never null");
}

#[tokio::test]
async fn case_49_lines_may_end_in_cr_lf_and_the_last_in_nothing() {
    let list = |id| line(id, "tools/list", json!({}));
    let input = format!("{}\r\n\r\n{}\r\n{}", list(1), list(2), list(3));
    let lines = exchange(&CONTRACT, input.as_bytes()).await;
    assert_eq!(by_id(&lines).iter().map(|(id, _)| id.clone()).collect::<Vec<_>>(), [json!(1), json!(2), json!(3)]);
}

#[tokio::test]
async fn std_01_bytes_that_are_no_message_are_survived() {
    let mut input = b"\xef\xbb\xbf{}\n\xff\xfe\n{\"id\":\"\xc3\x28\"}\n\0\n".to_vec();
    input.extend_from_slice(line(1, "server/discover", json!({})).as_bytes());
    let lines = exchange(&CONTRACT, &input).await;
    assert_eq!(lines.len(), 5);
    assert_eq!(lines.iter().filter(|line| line["error"]["code"] == -32700).count(), 4);
}

#[tokio::test]
async fn env_07_a_message_is_a_short_line_whatever_names_it_quotes() {
    for name in ["a\nb", "a\r\nb", "\u{85}", "\u{2028}", "\u{1}", &"x".repeat(100_000)] {
        let member = serde_json::to_string(name).unwrap();
        let input = [
            line(1, name, json!({})),
            call(2, name, json!({})),
            line(3, "prompts/get", json!({"name": name})),
            format!("{{{member}:1,{member}:2}}"),
        ];
        let answers = exchange(&CONTRACT, input.join("\n").as_bytes()).await;
        assert_eq!(answers.len(), input.len());
        for answer in answers {
            let message = answer["error"]["message"].as_str().unwrap();
            let breaks = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
            assert!(!message.contains(breaks) && message.chars().count() < 200, "{message:?}");
        }
    }
}

#[tokio::test]
async fn a_line_beyond_the_limit_is_refused_and_survived() {
    let long = call(1, "echo", json!({"text": "x".repeat(MAX_BODY)}));
    let input = format!("{long}\n{}\n{long}", call(2, "echo", json!({"text": "y"})));
    let lines = exchange(&CONTRACT, input.as_bytes()).await;
    let null = Value::Null;
    assert_eq!(by_id(&lines), [(json!(2), null.clone()), (null.clone(), json!(-32600)), (null, json!(-32600))]);
}

#[tokio::test]
async fn case_50_one_line_feed_a_message_and_no_other() {
    let input = format!("{}\n{}\n", call(1, "many_lines", json!({})), call(2, "echo", json!({"text": "a\nb\r\n"})));
    let output = transcript(&CONTRACT, input.as_bytes()).await;
    assert_eq!(output.iter().filter(|byte| **byte == b'\n').count(), 2);
    assert!(!output.contains(&b'\r'));
}

#[tokio::test]
async fn std_05_there_are_no_header_rules() {
    let lines = exchange(&CONTRACT, call(1, "sql", json!({"region": "r", "n": 3})).as_bytes()).await;
    assert_eq!(lines[0]["result"]["content"][0]["text"], "Some(\"r\") Some(3) None");
}

#[tokio::test]
async fn sta_01_capabilities_are_not_remembered() {
    let mut running = Running::start(&CONTRACT);
    let mut meta = m0();
    meta["io.modelcontextprotocol/clientCapabilities"] = json!({"elicitation": {}});
    running.send(&line(1, "tools/call", json!({"name": "ask", "_meta": meta}))).await;
    assert!(running.receive().await["result"].is_object());
    running.send(&call(2, "ask", json!({}))).await;
    assert_eq!(running.receive().await["error"]["code"], -32021);
}

#[tokio::test]
async fn sta_03_interleaved_requests_are_all_answered() {
    let mut running = Running::start(&CONTRACT);
    running.send(&call("slow", "sleep", json!({}))).await;
    for id in 0..20 {
        running.send(&call(id, "echo", json!({"text": id.to_string()}))).await;
    }
    let mut seen = Vec::new();
    for _ in 0..20 {
        let answer = running.receive().await;
        assert_eq!(answer["result"]["content"][0]["text"], answer["id"].to_string());
        seen.push(answer["id"].as_i64().unwrap());
    }
    seen.sort_unstable();
    assert_eq!(seen, (0..20).collect::<Vec<i64>>());
}

#[tokio::test]
async fn std_06_a_cancelled_request_ends_and_nothing_more_is_sent_for_it() {
    let mut running = Running::start(&CONTRACT);
    running.send(&call(3, "sleep", json!({}))).await;
    running.send(&call(4, "echo", json!({"text": "first"}))).await;
    assert_eq!(running.receive().await["id"], 4);
    while running.counters.started.load(Ordering::SeqCst) < 2 {
        tokio::task::yield_now().await;
    }
    running
        .send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3,"reason":"enough"}}"#)
        .await;
    running.counters.cancelled.cancelled().await;
    assert_eq!(running.counters.dropped.load(Ordering::SeqCst), 1);
    // The id is free again, and the next line is about that request.
    running.send(&call(3, "echo", json!({"text": "again"}))).await;
    assert_eq!(running.receive().await["result"]["content"][0]["text"], "again");
    assert_eq!(running.end().await, Vec::<Value>::new());
}

#[tokio::test]
async fn can_04_pointless_cancellations_are_ignored() {
    let cancel = |params: &str| format!(r#"{{"jsonrpc":"2.0","method":"notifications/cancelled"{params}}}"#);
    let input = [
        cancel(""),
        cancel(r#","params":{}"#),
        cancel(r#","params":{"requestId":null}"#),
        cancel(r#","params":{"requestId":99}"#),
        cancel(r#","params":[]"#),
        r#"{"jsonrpc":"2.0","method":"notifications/unknown"}"#.to_owned(),
        r#"{"jsonrpc":"1.0","method":"notifications/unknown"}"#.to_owned(),
    ];
    assert_eq!(exchange(&CONTRACT, input.join("\n").as_bytes()).await, Vec::<Value>::new());
}

#[tokio::test]
async fn a_35_an_id_that_is_in_progress_is_refused() {
    let mut running = Running::start(&CONTRACT);
    running.send(&call(1, "sleep", json!({}))).await;
    running.send(&call(1, "echo", json!({"text": "x"}))).await;
    let answer = running.receive().await;
    assert_eq!((&answer["error"]["code"], &answer["id"]), (&json!(-32600), &json!(1)));
    running.send(&call(1, "echo", json!({"text": "x"})).replace("\"id\":1", "\"id\":1.0")).await;
    assert_eq!(running.receive().await["error"]["code"], -32600, "1.0 is the same id");
    running.send(&call("1", "echo", json!({"text": "x"}))).await;
    assert_eq!(running.receive().await["id"], "1", "a string is another id");
    let with_id =
        |tool: &str, id: &str| call(0, tool, json!({"text": "x"})).replacen("\"id\":0", &format!("\"id\":{id}"), 1);
    // The same number, also beyond what a float can count.
    for (one, other) in [
        ("10000000000000000", "1e16"),
        ("-123456789012345678901234567890", "-12345678901234567890123456789.0E+1"),
        ("1E+20", "100000000000000000000.00"),
    ] {
        running.send(&with_id("sleep", one)).await;
        running.send(&with_id("echo", other)).await;
        assert_eq!(running.receive().await["error"]["code"], -32600, "{one} and {other}");
    }
    for other in ["10000000000000001", "-1e16", "1e17", "123456789012345678901234567890"] {
        running.send(&with_id("echo", other)).await;
        assert!(running.receive().await.get("result").is_some(), "{other}");
    }
}

#[tokio::test]
async fn std_08_the_server_ends_with_its_input_after_finishing_what_it_can() {
    let input = format!("{}\n{}\n", call(1, "tell", json!({})), call(2, "echo", json!({"text": "x"})));
    assert_eq!(exchange(&CONTRACT, input.as_bytes()).await.len(), 2);
    assert_eq!(exchange(&CONTRACT, b"").await, Vec::<Value>::new());
}

#[tokio::test(start_paused = true)]
async fn case_53_a_request_that_does_not_end_is_dropped_after_a_grace() {
    let counters = counters();
    let mut output = Vec::new();
    let input = call(1, "sleep", json!({}));
    let start = tokio::time::Instant::now();
    serve_streams(Fixture::new(&CONTRACT, counters), input.as_bytes(), &mut output).await.unwrap();
    assert!(start.elapsed() < Duration::from_secs(5));
    assert!(output.is_empty());
    counters.cancelled.cancelled().await;
    assert_eq!(counters.dropped.load(Ordering::SeqCst), 1);
}

#[tokio::test(start_paused = true)]
async fn std_08_a_reader_that_takes_nothing_does_not_keep_the_server() {
    let lines: String = (0..300).map(|id| call(id, "echo", json!({"text": "x"})) + "\n").collect();
    let (_unread, output) = tokio::io::duplex(64);
    let served = serve_streams(Fixture::new(&CONTRACT, counters()), lines.as_bytes(), output);
    tokio::time::timeout(Duration::from_secs(10), served).await.expect("it ends").unwrap();
}

#[tokio::test(start_paused = true)]
async fn std_08_a_reader_that_is_slow_misses_nothing_at_the_end() {
    let lines: String = (0..300).map(|id| call(id, "echo", json!({"text": "x"})) + "\n").collect();
    let (read, output) = tokio::io::duplex(64);
    let served =
        tokio::spawn(async move { serve_streams(Fixture::new(&CONTRACT, counters()), lines.as_bytes(), output).await });
    let mut answers = BufReader::with_capacity(64, read).lines();
    let mut count = 0;
    while let Some(answer) = answers.next_line().await.unwrap() {
        assert!(answer.contains("\"result\""), "{answer}");
        count += 1;
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(count, 300);
    served.await.unwrap().unwrap();
}

#[tokio::test]
async fn sub_09_a_server_that_is_told_to_end_ends_its_streams_and_answers_what_it_can() {
    let (ours, theirs) = tokio::io::duplex(1 << 20);
    let (input, output) = split(theirs);
    let (tell, told) = tokio::sync::oneshot::channel::<()>();
    let served = tokio::spawn(serve_streams_until(Fixture::new(&CONTRACT, counters()), input, output, async {
        let _ = told.await;
    }));
    let (read, mut write) = split(ours);
    let mut lines = BufReader::new(read).lines();
    let listen = line("L", "subscriptions/listen", json!({"notifications": {}}));
    write.write_all(format!("{listen}\n").as_bytes()).await.unwrap();
    assert!(lines.next_line().await.unwrap().unwrap().contains("notifications/subscriptions/acknowledged"));
    // The input stays open.
    tell.send(()).unwrap();
    let cancelled = assert_legal_text(None, &lines.next_line().await.unwrap().unwrap());
    assert_eq!(
        (&cancelled["method"], &cancelled["params"]["requestId"]),
        (&json!("notifications/cancelled"), &json!("L"))
    );
    let ended = assert_legal_text(Some("subscriptions/listen"), &lines.next_line().await.unwrap().unwrap());
    assert_eq!((&ended["id"], &ended["result"]["resultType"]), (&json!("L"), &json!("complete")));
    assert_eq!(lines.next_line().await.unwrap(), None);
    served.await.unwrap().unwrap();
}

#[tokio::test]
async fn case_53_a_reader_that_has_gone_is_a_quiet_end() {
    let mut running = Running::start(&CONTRACT);
    running.send(&call(1, "echo", json!({"text": "x"}))).await;
    running.receive().await;
    let Running { mut input, output, served, .. } = running;
    // A pipe whose reading end is closed.
    let whole = output.into_inner().into_inner();
    input.write_all(format!("{}\n", call(2, "echo", json!({"text": "x"}))).as_bytes()).await.unwrap();
    drop(whole.unsplit(input));
    served.await.unwrap().unwrap();
}

#[tokio::test]
async fn a_handler_that_panics_is_answered() {
    let input = format!("{}\n{}\n", call(1, "panic", json!({})), call(2, "echo", json!({"text": "x"})));
    let lines = exchange(&CONTRACT, input.as_bytes()).await;
    assert_eq!(by_id(&lines), [(json!(1), json!(-32603)), (json!(2), Value::Null)]);
}

#[tokio::test]
async fn prg_03_progress_and_logs_come_before_the_answer() {
    let mut meta = m0();
    meta["progressToken"] = json!("t");
    meta["io.modelcontextprotocol/logLevel"] = json!("warning");
    let lines = exchange(&CONTRACT, line(1, "tools/call", json!({"name": "tell", "_meta": meta})).as_bytes()).await;
    let (answer, notifications) = lines.split_last().unwrap();
    assert_eq!(answer["id"], 1);
    assert_eq!(
        notifications,
        [
            json!({"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "alert", "logger": "fixture", "data": {"loud": true}}}),
            json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progressToken": "t", "progress": 0.25, "total": 1}}),
            json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progressToken": "t", "progress": 0.5, "total": 1, "message": "half\nway"}}),
            json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progressToken": "t", "progress": 1, "total": 1}}),
        ]
    );
}
