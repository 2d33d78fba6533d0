//! The faulty requests of `mcp-codegen request-checks --format json`, at the server that the
//! generator made: over a socket, and in one process that reads them all from its standard input.

use std::collections::BTreeMap;
use std::path::Path;

use mcp_codegen::checks::{Answer, Case, Subject, corpus};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::peer::{Answer as Given, assert_legal_answer, start};
use super::stdio::run;

/// The cases of this crate's own contract.
fn cases() -> Vec<Case> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("mcp.toml");
    let (mut sources, mut found) = Default::default();
    let generated = mcp_codegen::generate(&manifest, &mut sources, &mut found).unwrap();
    let ir = generated.model.ir;
    let mut subject = Subject::of(&ir.protocol.revision, ir.contract.as_ref().unwrap());
    // No contract says which output does not fit; the handler of this tool lets its caller choose.
    let gauge = subject.bases.iter_mut().find(|base| base.name() == Some("gauge_read")).unwrap();
    *gauge = gauge.clone().broken(json!({"reading": 101}));
    corpus(&subject)
}

fn names(case: &Case) -> Vec<&str> {
    case.faults.iter().map(|check| check.id).collect()
}

fn compare(expected: &Answer, message: &Value, context: &str) {
    match expected.check.answer.code {
        Some(code) => assert_eq!(message["error"]["code"], code, "{context}"),
        None => assert_eq!(message["result"]["isError"], expected.check.answer.is_error, "{context}"),
    }
    assert_eq!(message.get("id"), expected.id.as_ref(), "{context}");
    assert_eq!(message["error"].get("data"), expected.data.as_ref(), "{context}");
}

async fn replay(address: &str, case: &Case) -> Given {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let mut request = case.request.clone();
    // The server would keep the connection.
    request.fields.push(("Connection".to_owned(), "close".to_owned()));
    stream.write_all(&request.bytes()).await.unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await.unwrap();
    let answer = String::from_utf8(bytes).unwrap();
    assert_legal_answer(&case.request.text, &answer);
    Given::parse(&answer)
}

#[tokio::test]
async fn ord_01_each_pair_of_faults_is_answered_as_documented_over_http() {
    let address = start().await;
    for case in cases() {
        let given = replay(&address, &case).await;
        let context = format!("{} {:?}: {given:?}", case.method, names(&case));
        assert_eq!(given.status, case.http.check.answer.status, "{context}");
        if case.http.message {
            compare(&case.http, &given.body, &context);
        } else {
            assert_eq!(given.body, Value::Null, "{context}");
        }
    }
}

#[tokio::test]
async fn ord_01_each_pair_of_faults_is_answered_as_documented_over_stdio() {
    // An id for each case, where the case leaves it to us; where it does not, what is answered has none.
    let mut input = String::new();
    let mut with_id = BTreeMap::new();
    let mut without: BTreeMap<String, usize> = BTreeMap::new();
    for (place, case) in cases().into_iter().enumerate() {
        let Some(expected) = &case.stdio else { continue };
        let message = case.request.message().replacen("\"id\":1,", &format!("\"id\":{place},"), 1);
        input += &format!("{message}\n");
        if expected.message && expected.id.is_some() {
            with_id.insert(place as u64, case);
        } else if let (true, Some(code)) = (expected.message, expected.check.answer.code) {
            *without.entry(code.to_string()).or_default() += 1;
        }
    }
    assert!(with_id.len() > 100 && without.len() > 1, "{} {without:?}", with_id.len());
    for answer in run(input.as_bytes()).await {
        let Some(id) = answer.get("id") else {
            let code = answer["error"]["code"].to_string();
            *without.entry(code).or_default() -= 1;
            continue;
        };
        let case = with_id.remove(&id.as_u64().unwrap()).unwrap_or_else(|| panic!("nobody asked: {answer}"));
        let Some(expected) = &case.stdio else { continue };
        let mut answer = answer;
        answer["id"] = json!(1);
        compare(expected, &answer, &format!("{} {:?}: {answer}", case.method, names(&case)));
    }
    assert!(with_id.is_empty(), "not answered: {:?}", with_id.values().map(names).collect::<Vec<_>>());
    assert!(without.values().all(|left| *left == 0), "without an id: {without:?}");
}
