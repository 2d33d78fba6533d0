//! The table and the corpus as text.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::corpus::{Answer, Case, corpus};
use super::faults::ELSEWHERE;
use super::left_out::reason;
use super::subject::Subject;
use super::table::{CHECKS, Check, Transports};
use crate::schema::vendor::canonical;

/// The table for people.
#[must_use]
pub fn markdown() -> String {
    let mut text = String::from(
        "# Request checks\n\n\
         Made in this order; the first that fails answers.\n\n\
         | # | Check | What holds of a message that passes | On | HTTP | JSON-RPC | `error.data` | Requirements |\n\
         |---|---|---|---|---|---|---|---|\n",
    );
    for (place, check) in CHECKS.iter().enumerate() {
        let (status, message) = match (check.answer.code, check.answer.is_error, check.on) {
            (Some(code), _, Transports::Stdio) => ("–".to_owned(), code.to_string()),
            (Some(code), ..) => (check.answer.status.to_string(), code.to_string()),
            (None, true, _) => (check.answer.status.to_string(), "result, `isError`".to_owned()),
            (None, false, _) => (check.answer.status.to_string(), "none".to_owned()),
        };
        let data = check.data.map_or(String::new(), |data| format!("`{data}`"));
        let _ = writeln!(
            text,
            "| {} | `{}` | {} | {} | {status} | {message} | {data} | {} |",
            place + 1,
            check.id,
            check.checks.replace('|', "\\|"),
            on(check),
            check.requirements.join(", "),
        );
    }
    text
}

/// The table and the corpus of a server, for programs.
#[must_use]
pub fn json(subject: &Subject) -> String {
    let corpus = corpus(subject);
    let tried = |check: &Check| corpus.iter().any(|case| case.faults.iter().any(|fault| fault.id == check.id));
    let untried: Vec<Value> = CHECKS
        .iter()
        .filter(|check| !tried(check))
        .map(|check| {
            let elsewhere = ELSEWHERE.iter().find(|(step, _)| *step == check.step);
            let reason = elsewhere.map_or_else(|| reason(subject, check.step), |(_, reason)| (*reason).to_owned());
            json!({"check": check.id, "reason": reason})
        })
        .collect();
    canonical(&json!({
        "checks": CHECKS.iter().map(row).collect::<Vec<_>>(),
        "corpus": corpus.iter().map(case).collect::<Vec<_>>(),
        "untried": untried,
    }))
}

fn on(check: &Check) -> &'static str {
    match check.on {
        Transports::Both => "both",
        Transports::Http => "HTTP",
        Transports::Stdio => "stdio",
    }
}

fn row(check: &Check) -> Value {
    let mut row = json!({
        "id": check.id,
        "checks": check.checks,
        "on": on(check),
        "isError": check.answer.is_error,
        "requirements": check.requirements,
    });
    if check.on != Transports::Stdio {
        row["status"] = json!(check.answer.status);
    }
    if let Some(code) = check.answer.code {
        row["code"] = json!(code);
    }
    if let Some(data) = check.data {
        row["data"] = json!(data);
    }
    row
}

fn case(case: &Case) -> Value {
    let request = &case.request;
    let mut body = json!({
        "method": request.method,
        "target": request.target,
        "headers": request.fields.iter().map(|(name, value)| [name, value]).collect::<Vec<_>>(),
        "framing": if request.chunked { "chunked" } else { "length" },
        "body": request.text,
    });
    if request.blanks > 0 {
        body["blanksAfterBody"] = json!(request.blanks);
    }
    let mut http = answer(&case.http);
    http["status"] = json!(case.http.check.answer.status);
    let mut shown = json!({
        "method": case.method,
        "faults": case.faults.iter().map(|check| check.id).collect::<Vec<_>>(),
        "request": body,
        "http": http,
    });
    if let Some(stdio) = &case.stdio {
        shown["stdio"] = answer(stdio);
    }
    shown
}

fn answer(answer: &Answer) -> Value {
    let mut shown = Map::new();
    shown.insert("check".to_owned(), json!(answer.check.id));
    shown.insert("message".to_owned(), json!(answer.message));
    if !answer.message {
        return Value::Object(shown);
    }
    if let Some(id) = &answer.id {
        shown.insert("id".to_owned(), id.clone());
    }
    match answer.check.answer.code {
        Some(code) => shown.insert("code".to_owned(), json!(code)),
        None => shown.insert("isError".to_owned(), json!(answer.check.answer.is_error)),
    };
    if let Some(data) = &answer.data {
        shown.insert("data".to_owned(), data.clone());
    }
    Value::Object(shown)
}
