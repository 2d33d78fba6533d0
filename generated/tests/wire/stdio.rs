//! The same server on its standard streams: codes without statuses, no header rules.

use std::collections::HashMap;
use std::process::Stdio;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::process::Command;

use super::emitted::assert_legal_text;
use super::peer::{call, request};

/// Runs the server on this input; gives each line that it wrote.
pub async fn run(input: &[u8]) -> Vec<Value> {
    let mut child =
        Command::new(env!("CARGO_BIN_EXE_harbour")).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let all = input.to_vec();
    // Beside the reading: more answers may come than a pipe holds.
    let written = tokio::spawn(async move { stdin.write_all(&all).await });
    let output = child.wait_with_output().await.unwrap();
    written.await.unwrap().unwrap();
    assert!(output.status.success(), "{:?}", output.status);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(!text.contains('\r') && (text.is_empty() || text.ends_with('\n')));
    let asked: HashMap<Value, String> = input
        .split(|byte| *byte == b'\n')
        .filter_map(|line| serde_json::from_slice(line).ok())
        .filter_map(|message: Value| Some((message.get("id")?.clone(), message["method"].as_str()?.to_owned())))
        .collect();
    let method = |line: &str| asked.get(serde_json::from_str::<Value>(line).ok()?.get("id")?).map(String::as_str);
    text.lines().map(|line| assert_legal_text(method(line), line)).collect()
}

pub fn with_id(mut message: Value, id: i64) -> String {
    message["id"] = json!(id);
    format!("{message}\n")
}

pub fn by_id(answers: &[Value], id: i64) -> &Value {
    answers.iter().find(|answer| answer["id"] == id).unwrap_or_else(|| panic!("no answer to {id}: {answers:?}"))
}

#[tokio::test]
async fn std_05_calls_need_no_headers() {
    let input = with_id(call("tide_level", json!({"gauge": "north", "offset_cm": 2})), 1)
        + &with_id(call("tide_level", json!({"gauge": 1})), 2)
        + &with_id(call("gauge_read", json!({"reading": 101})), 3)
        + &with_id(request("tools/list", json!({})), 4)
        + &with_id(request("nope", json!({})), 5)
        + &with_id(call("out_nullable", json!({})), 6);
    let answers = run(input.as_bytes()).await;
    assert_eq!(answers.len(), 6);
    assert_eq!(by_id(&answers, 1)["result"]["structuredContent"], json!({"level_cm": 90}));
    assert_eq!(by_id(&answers, 2)["result"]["isError"], json!(true));
    assert_eq!(by_id(&answers, 3)["error"]["code"], json!(-32603));
    assert_eq!(
        by_id(&answers, 4)["result"]["tools"].as_array().unwrap().len(),
        super::mcp::contract::CONTRACT.tools.len()
    );
    assert_eq!(by_id(&answers, 5)["error"]["code"], json!(-32601));
    assert_eq!(by_id(&answers, 6)["result"].as_object().unwrap().get("structuredContent"), Some(&Value::Null));
}

#[cfg(unix)]
#[tokio::test]
async fn std_02_what_a_handler_prints_is_no_message_and_what_it_starts_takes_none() {
    // More than one read takes, so that what the handler's process finds is not merely the end.
    let rest: String = (2..200).map(|id| with_id(call("dock_ping", json!({})), id)).collect();
    let input = with_id(call("fail_as", json!({"way": "print"})), 1) + &rest;
    let answers = run(input.as_bytes()).await;
    assert_eq!(answers.len(), 199);
    assert_eq!(by_id(&answers, 1)["result"]["content"][0]["text"], json!("as you wished: true"));
}

#[tokio::test]
async fn a_handler_that_panics_does_not_end_the_others() {
    let input = with_id(call("fail_as", json!({"way": "panic"})), 1) + &with_id(call("dock_ping", json!({})), 2);
    let answers = run(input.as_bytes()).await;
    assert_eq!(by_id(&answers, 1)["error"]["code"], json!(-32603));
    assert_eq!(by_id(&answers, 2)["result"]["content"][0]["text"], json!("here"));
}

/// A server that is told to end, by closing its input or by a signal, while nobody reads its output.
#[cfg(unix)]
async fn ends_unread(tell: impl FnOnce(u32, tokio::process::ChildStdin)) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_harbour"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    for id in 0..200 {
        // Far more than a pipe holds.
        stdin.write_all(with_id(request("tools/list", json!({})), id).as_bytes()).await.unwrap();
    }
    // One byte of an answer: the server is up and has its signal handlers. Nothing is read after it.
    let mut first = [0];
    child.stdout.as_mut().unwrap().read_exact(&mut first).await.unwrap();
    tell(child.id().unwrap(), stdin);
    let ended = tokio::time::timeout(std::time::Duration::from_secs(30), child.wait()).await;
    assert!(ended.expect("it ends").unwrap().success());
}

#[cfg(unix)]
#[tokio::test]
async fn std_08_the_end_of_the_input_is_the_end_even_if_nobody_reads() {
    ends_unread(|_, stdin| drop(stdin)).await;
}

#[cfg(unix)]
#[tokio::test]
async fn std_07_a_signal_is_the_end_even_if_nobody_reads() {
    let mut open = None;
    ends_unread(|process, stdin| {
        open = Some(stdin);
        let told = std::process::Command::new("kill").args(["-TERM", &process.to_string()]).status().unwrap();
        assert!(told.success());
    })
    .await;
}
