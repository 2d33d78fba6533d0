//! Faults say where they are and what was expected.

use serde_json::json;

use crate::bindings::{Answer, ask};

fn fault(of: &str, value: serde_json::Value) -> (String, String) {
    match ask("2026-07-28", &[(of.to_owned(), value)]).remove(0) {
        Answer::Refused { pointer, message, .. } => (pointer, message),
        Answer::Accepted { encoded, .. } => panic!("accepted as {encoded}"),
    }
}

fn meta() -> serde_json::Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    })
}

#[test]
fn a_fault_has_a_json_pointer_and_the_expected_kind() {
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": 5, "_meta": meta() } });
    for of in ["CallToolRequest", "ClientRequest"] {
        let (pointer, message) = fault(of, call.clone());
        assert_eq!(pointer, "/params/name");
        assert!(message.contains("integer `5`, expected a string"), "{message}");
    }
}

#[test]
fn a_pointer_leads_through_arrays_maps_and_odd_names() {
    let asked = json!({ "a/b ~: c": { "method": "sampling/createMessage", "params": {
        "maxTokens": 1, "messages": [{ "role": "user", "content": { "type": "text", "text": "t" } }, { "role": "user" }] } } });
    let (pointer, message) = fault("InputRequests", asked);
    assert_eq!(pointer, "/a~1b ~0: c/params/messages/1");
    assert!(message.starts_with("missing member `content`"), "{message}");
}

#[test]
fn a_member_that_is_missing_is_named() {
    let (pointer, message) = fault(
        "CallToolRequest",
        json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "_meta": meta() } }),
    );
    assert_eq!((pointer.as_str(), message.split(" at line").next().unwrap()), ("/params", "missing member `name`"));
}

#[test]
fn a_result_type_of_no_core_value_is_kept_only_where_extensions_may_define_it() {
    let response = |result: serde_json::Value| json!({ "jsonrpc": "2.0", "id": 1, "result": result });
    let other = json!({ "resultType": "example.com/later", "task": { "id": "t" } });
    match ask("2026-07-28", &[("CallToolResultResponse".to_owned(), response(other.clone()))]).remove(0) {
        Answer::Accepted { encoded, debug, .. } => {
            assert_eq!(encoded, response(other.clone()));
            assert!(debug.contains("result: Other("), "{debug}");
        }
        Answer::Refused { pointer, message, .. } => panic!("{pointer}: {message}"),
    }
    let (pointer, _) = fault("ListToolsResultResponse", response(other));
    assert_eq!(pointer, "/result/resultType");
}

#[test]
fn res_04_a_result_without_a_type_is_a_final_one_and_res_05_never_another() {
    let response = |result: serde_json::Value| json!({ "jsonrpc": "2.0", "id": 1, "result": result });
    match ask("2026-07-28", &[("CallToolResultResponse".to_owned(), response(json!({ "content": [] })))]).remove(0) {
        Answer::Accepted { debug, .. } => assert!(debug.contains("result: CallTool("), "{debug}"),
        Answer::Refused { pointer, message, .. } => panic!("{pointer}: {message}"),
    }
    let (pointer, message) = fault("ReadResourceResultResponse", response(json!({ "resultType": "complete" })));
    assert_eq!(pointer, "/result");
    assert!(message.starts_with("missing member"), "{message}");
}

#[test]
fn mrt_03_a_result_that_asks_for_nothing_is_refused() {
    let (_, message) = fault("InputRequiredResult", json!({ "resultType": "input_required" }));
    assert!(message.contains("`inputRequests` `requestState`"), "{message}");
}

#[test]
fn numbers_are_exact_and_integers_may_be_written_as_fractions() {
    let questions: Vec<_> = [json!(7.0), json!(1e300), json!(u64::MAX), json!(i64::MIN), json!("7")]
        .into_iter()
        .map(|id| ("RequestId".to_owned(), id))
        .collect();
    for ((_, id), answer) in questions.iter().zip(ask("2026-07-28", &questions)) {
        assert!(matches!(&answer, Answer::Accepted { encoded, .. } if encoded == id), "{id}: {answer:?}");
    }
    fault("RequestId", json!(7.5));
    fault("RequestId", json!(null));
}

#[test]
fn null_is_not_absence_and_survives_where_it_is_legal() {
    let legal = json!({ "content": [], "resultType": "complete", "structuredContent": null });
    match ask("2026-07-28", &[("CallToolResult".to_owned(), legal.clone())]).remove(0) {
        Answer::Accepted { encoded, .. } => assert_eq!(encoded, legal),
        answer => panic!("{answer:?}"),
    }
    let (pointer, _) = fault("CallToolResult", json!({ "content": [], "resultType": "complete", "isError": null }));
    assert_eq!(pointer, "/isError");
}

#[test]
fn batches_of_2025_03_26_are_messages() {
    let request = json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" });
    let response = json!({ "jsonrpc": "2.0", "id": 1, "result": { "x": 1 } });
    let ask = |value: serde_json::Value| ask("2025-03-26", &[("JSONRPCMessage".to_owned(), value)]).remove(0);
    for (value, variant) in [(json!([request.clone()]), "Request"), (json!([response.clone()]), "Response")] {
        match ask(value.clone()) {
            Answer::Accepted { encoded, debug, .. } => {
                assert_eq!(encoded, value);
                assert!(debug.contains(variant), "{debug}");
            }
            answer => panic!("{answer:?}"),
        }
    }
    assert!(matches!(ask(json!([request, response])), Answer::Refused { .. }), "a batch does not mix both");
}
