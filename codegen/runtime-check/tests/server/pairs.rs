//! Every fault that the table of request checks knows, of each method alone, and with every other: the row that
//! stands first answers, on HTTP and, where it applies, on stdio. The requests are those that
//! `mcp-codegen request-checks --format json` prints, for the fixture.

use std::net::SocketAddr;
use std::sync::OnceLock;

use mcp_codegen::checks::{Answer, Base, Case, ELSEWHERE, Subject, Tokens, corpus};
use runtime_check::checks::request_checks;
use serde_json::{Value, json};

use super::fixture::{GUARDED, MAX_BODY, start};
use super::raw;

/// A server that asks who calls; its tool `guarded` has room for every fault of a call.
fn fixture() -> Subject {
    let call = Base::call("guarded", &json!({"region": "r", "text": "t"}))
        .unknown("no-such-tool")
        .mirrored("Mcp-Param-Region", Some("r"))
        .needing(json!({"elicitation": {}}))
        .asking("mode")
        .guarded(true)
        .unfit(json!({"region": "r"}))
        .broken(json!({"region": "r", "text": "bad"}));
    let hail = json!({"type": "ref/prompt", "name": "hail"});
    let lists = ["tools/list", "prompts/list", "resources/list", "resources/templates/list"];
    let mut bases = vec![
        call,
        Base::prompt("hail", &json!({"who": "you"}))
            .unknown("no-such-prompt")
            .lacking(json!({}))
            .guarded(true)
            .asking("mood"),
        Base::read("test://a").unknown("test://no-such-resource").guarded(true),
        Base::complete(&hail, "who").unknown("no-such-prompt").unknown_argument("no-such-argument").guarded(true),
    ];
    bases.extend(lists.map(Base::list));
    bases.extend([Base::listen(), Base::discover()]);
    Subject {
        path: GUARDED.http.path.to_owned(),
        supported: GUARDED.supported_versions.iter().map(|&version| version.to_owned()).collect(),
        max_body_bytes: MAX_BODY,
        bases,
        left_out: Vec::new(),
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
    // Of the rows that have data, that of names has it where the name is a URI.
    assert!(answer.data.is_none() || answer.check.data.is_some(), "{context}");
    assert!(answer.data.is_some() || answer.check.data.is_none() || answer.check.id == "name", "{context}");
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
    let cases = corpus(&fixture());
    let of = |method: &str, count: usize| -> Vec<&str> {
        let of_method = cases.iter().filter(|case| case.faults.len() == count && case.method == method);
        of_method.map(|case| case.faults[0].id).collect()
    };
    let elsewhere = |id| {
        ELSEWHERE.iter().any(|(step, _)| {
            checks.iter().any(|check| check.id == id && format!("{:?}", check.step) == format!("{step:?}"))
        })
    };
    let expected: Vec<&str> = checks.iter().map(|check| check.id).filter(|id| !elsewhere(*id)).collect();
    let tried = |id: &&str| cases.iter().any(|case| case.faults.len() == 1 && case.faults[0].id == *id);
    assert_eq!(expected.iter().copied().filter(|id| tried(id)).collect::<Vec<_>>(), expected);
    // What is asked of every message is tried on every method.
    let discover = of("server/discover", 1);
    assert!(discover.len() > 20, "{discover:?}");
    for base in fixture().bases {
        let own = of(base.method, 1);
        assert!(discover.iter().all(|id| own.contains(id)), "{}: {own:?}", base.method);
    }
    for (method, ids) in [
        ("tools/call", &["header-name", "params", "name", "header-param", "client-capability", "authorization"][..]),
        ("tools/call", &["request-state", "input-responses", "arguments", "output"]),
        ("prompts/get", &["header-name", "params", "name", "authorization", "request-state"]),
        ("resources/read", &["header-name", "params", "name", "authorization", "request-state"]),
        ("completion/complete", &["params", "name", "authorization"]),
        ("subscriptions/listen", &["http-accept-events", "params"]),
        ("resources/templates/list", &["params", "cursor"]),
    ] {
        assert!(ids.iter().all(|id| of(method, 1).contains(id)), "{method}: {:?}", of(method, 1));
    }
    assert!(of("tools/call", 2).len() > 400 && of("resources/read", 2).len() >= 9, "pairs have gone");
}

#[test]
fn ord_01_of_two_faults_the_earlier_row_answers_over_http() {
    for case in corpus(&fixture()) {
        let answer = raw::exchange(address(), &case.request.bytes());
        let context =
            format!("{} {:?}: {} {}", case.method, names(&case), answer.status, String::from_utf8_lossy(&answer.body));
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
        let context = format!("{} {:?}: {lines:?}", case.method, names(&case));
        assert_eq!(lines.len(), usize::from(expected.message), "{context}");
        for line in &lines {
            compare(expected, line, &context);
        }
    }
    assert!(tried > 150, "{tried}");
}
