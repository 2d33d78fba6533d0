//! What a server does not send: what is not declared, what comes too late, what was removed.

use std::path::Path;

use runtime_check::metadata::LogLevel;
use serde_json::json;

use super::fixture::{self, CHANGING, CONTRACT, FULL};
use super::raw::{Post, m0};
use super::stdio::{Running, line};
use super::streams::{Events, listen, methods};

#[test]
fn log_01_a_server_that_does_not_declare_logging_sends_no_entries() {
    let mut meta = m0();
    meta["io.modelcontextprotocol/logLevel"] = json!("debug");
    meta["progressToken"] = json!(1);
    let post = Post::request("tools/call", json!({"name": "tell", "_meta": meta}));
    let (address, _) = fixture::start(&FULL);
    let messages = Events::open(address, &post).rest();
    assert_eq!(methods(&messages)[..1], ["notifications/progress"]);
    assert!(!methods(&messages).contains(&"notifications/message"));
    let messages = Events::open(fixture::address(), &post).rest();
    assert_eq!(methods(&messages)[..1], ["notifications/message"], "one that does sends them");
}

#[test]
fn http_08_what_belongs_to_a_request_stays_on_its_stream() {
    let (address, _) = fixture::start(&CHANGING);
    let mut listening = Events::open(address, &listen(json!({"toolsListChanged": true})));
    listening.next().unwrap();
    let mut meta = m0();
    meta["progressToken"] = json!("t");
    let post = Post::request("tools/call", json!({"name": "tell", "_meta": meta}));
    assert!(methods(&Events::open(address, &post).rest()).contains(&"notifications/progress"));
    Post::call("change", json!({})).send_to(address).result();
    assert_eq!(listening.next().unwrap()["method"], "notifications/tools/list_changed");
}

#[tokio::test]
async fn prg_02_a_report_after_the_result_is_dropped() {
    let mut meta = m0();
    meta["progressToken"] = json!("t");
    meta["io.modelcontextprotocol/logLevel"] = json!("debug");
    let mut running = Running::start(&CONTRACT);
    running.send(&line(1, "tools/call", json!({"name": "late", "_meta": meta}))).await;
    assert!(running.receive().await["result"].is_object());
    let kept = running.counters().kept.lock().unwrap().take().unwrap();
    kept.progress(1.0, None, None);
    kept.log(LogLevel::Alert, None, "too late");
    assert!(running.end().await.is_empty());
}

#[test]
fn prg_04_without_a_token_nothing_is_reported_and_many_reports_become_few() {
    Post::call("busy", json!({})).send_to(fixture::address()).result();
    let mut meta = m0();
    meta["progressToken"] = json!("t");
    let post = Post::request("tools/call", json!({"name": "busy", "_meta": meta}));
    let messages = Events::open(fixture::address(), &post).rest();
    assert_eq!(methods(&messages), ["notifications/progress", "response"]);
    assert_eq!(messages[0]["params"]["progress"], 10_000, "the last of them");
}

/// The runtime's sources on the server's side.
fn sources() -> Vec<(String, String)> {
    let mut due = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime")];
    let mut found = Vec::new();
    while let Some(folder) = due.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.ends_with("client") {
                due.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") && !path.ends_with("client.rs") {
                found.push((path.display().to_string(), std::fs::read_to_string(&path).unwrap()));
            }
        }
    }
    assert!(found.len() > 50);
    found
}

#[test]
fn err_09_and_leg_11_what_was_retired_is_nowhere_to_be_sent() {
    for word in [
        "32002",
        "32042",
        "notifications/initialized",
        "notifications/roots/list_changed",
        "notifications/elicitation/complete",
        "elicitationId",
    ] {
        for (path, text) in sources() {
            assert!(!text.contains(word), "{path} has {word}");
        }
    }
}

#[test]
fn case_89_codes_are_those_of_the_schema_and_no_others() {
    let code = |text: &str| text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<String>();
    let all: Vec<(String, String)> = sources().into_iter().map(|(path, text)| (path, code(&text))).collect();
    for (path, text) in &all {
        assert!(!text.contains("messages/listen"), "{path}");
        // The end of a range that is refused is no code that is sent.
        for (at, _) in
            text.match_indices("-320").filter(|(at, _)| !["..=", " to "].iter().any(|end| text[..*at].ends_with(end)))
        {
            let number: String = text[at + 1..].chars().take_while(char::is_ascii_digit).collect();
            assert!(number.len() != 5 || number.as_str() >= "32020", "{path} has -{number}");
        }
    }
    for known in ["-32020", "-32021", "-32022", "-32700", "-32600", "-32601", "-32602", "-32603"] {
        assert!(all.iter().any(|(_, text)| text.contains(known)), "{known}");
    }
}
