//! Every fault that the table of request checks knows, alone and with every other: the row that
//! stands first answers, on HTTP and, where it applies, on stdio. The requests are those that
//! `mcp-codegen request-checks --format json` prints, for the fixture.

use std::net::SocketAddr;
use std::sync::OnceLock;

use mcp_codegen::checks::{Answer, Call, Case, ELSEWHERE, Subject, Tokens, corpus};
use runtime_check::checks::request_checks;
use serde_json::{Value, json};

use super::fixture::{GUARDED, MAX_BODY, start};
use super::raw;

/// A server that asks who calls; its tool `guarded` has room for every fault of a call.
fn fixture() -> Subject {
    let call = Call {
        tool: "guarded".to_owned(),
        arguments: json!({"region": "r", "text": "t"}),
        fields: vec![("Mcp-Param-Region".to_owned(), "r".to_owned())],
        mirrored: Some("Mcp-Param-Region".to_owned()),
        capabilities: json!({"elicitation": {}}),
        asks: Some("mode".to_owned()),
        scoped: true,
        unfit: Some(json!({"region": "r"})),
        broken: Some(json!({"region": "r", "text": "bad"})),
    };
    Subject {
        path: GUARDED.http.path.to_owned(),
        supported: GUARDED.supported_versions.iter().map(|&version| version.to_owned()).collect(),
        max_body_bytes: MAX_BODY,
        list: Some("tools/list".to_owned()),
        calls: vec![call],
        tokens: Some(Tokens {
            good: "all".to_owned(),
            poor: "none".to_owned(),
            unverifiable: Some("outage".to_owned()),
        }),
    }
}

fn address() -> SocketAddr {
    static ADDRESS: OnceLock<SocketAddr> = OnceLock::new();
    *ADDRESS.get_or_init(|| start(&GUARDED).0)
}

fn names(case: &Case) -> Vec<&str> {
    case.faults.iter().map(|check| check.id).collect()
}

/// Compares a message with what is documented of it.
fn compare(answer: &Answer, message: &Value, context: &str) {
    match answer.check.answer.code {
        Some(code) => assert_eq!(message["error"]["code"], code, "{context}"),
        None => assert_eq!(message["result"]["isError"], answer.check.answer.is_error, "{context}"),
    }
    assert_eq!(message.get("id"), answer.id.as_ref(), "{context}");
    assert_eq!(message["error"].get("data"), answer.data.as_ref(), "{context}");
    assert_eq!(answer.data.is_some(), answer.check.data.is_some(), "{context}");
}

#[test]
fn what_is_printed_is_the_table_that_is_executed() {
    assert_eq!(format!("{:?}", mcp_codegen::checks::table::CHECKS), format!("{:?}", request_checks()));
}

#[test]
fn the_table_has_one_row_for_each_check_and_the_corpus_a_fault_for_each_row() {
    let checks = request_checks();
    for (place, check) in checks.iter().enumerate() {
        let later = &checks[place + 1..];
        assert!(!later.iter().any(|other| other.id == check.id || other.step == check.step), "{}", check.id);
    }
    let alone: Vec<&str> =
        corpus(&fixture()).iter().filter(|case| case.faults.len() == 1).map(|case| case.faults[0].id).collect();
    let elsewhere = |id| {
        ELSEWHERE.iter().any(|(step, _)| {
            checks.iter().any(|check| check.id == id && format!("{:?}", check.step) == format!("{step:?}"))
        })
    };
    let expected: Vec<&str> = checks.iter().map(|check| check.id).filter(|id| !elsewhere(*id)).collect();
    assert_eq!(alone, expected);
    assert!(corpus(&fixture()).len() > 450, "pairs have gone");
}

#[test]
fn ord_01_of_two_faults_the_earlier_row_answers_over_http() {
    for case in corpus(&fixture()) {
        let answer = raw::exchange(address(), &case.request.bytes());
        let context = format!("{:?}: {} {}", names(&case), answer.status, String::from_utf8_lossy(&answer.body));
        assert_eq!(answer.status, case.http.check.answer.status, "{context}");
        if case.http.message {
            compare(&case.http, &answer.json(), &context);
        } else {
            assert!(answer.body.is_empty(), "{context}");
        }
    }
}

#[tokio::test]
async fn ord_01_of_two_faults_the_earlier_row_answers_over_stdio() {
    let mut tried = 0;
    for case in corpus(&fixture()) {
        let Some(expected) = &case.stdio else { continue };
        tried += 1;
        let lines = super::stdio::exchange(&GUARDED, case.request.message().as_bytes()).await;
        let context = format!("{:?}: {lines:?}", names(&case));
        assert_eq!(lines.len(), usize::from(expected.message), "{context}");
        for line in &lines {
            compare(expected, line, &context);
        }
    }
    assert!(tried > 150, "{tried}");
}
