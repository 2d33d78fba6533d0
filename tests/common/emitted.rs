//! Whether a server may emit a message, by the published schema and what the specification adds.
//!
//! Every peer of a server in these tests hands each message that it receives to [`assert_legal`], so
//! that no test can see an illegal one and not fail. The schema is the one in `schema/`, which a test
//! derives from the published file, with the overlay applied.
#![allow(dead_code, missing_docs, unreachable_pub, clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock};

use mcp_codegen::ir::protocol::{Direction, Protocol};
use mcp_codegen::revision::{self, Loaded, SchemaRef};
use serde_json::{Value, json};

const REVISION: &str = "2026-07-28";

fn loaded() -> &'static Loaded {
    static LOADED: OnceLock<Loaded> = OnceLock::new();
    LOADED.get_or_init(|| {
        let (mut sources, mut found) = Default::default();
        revision::load(&mut sources, &SchemaRef::BuiltIn(REVISION.to_owned()), None, &mut found).unwrap()
    })
}

/// What of a value does not fit a definition of the schema.
fn faults(definition: &str, value: &Value) -> Vec<String> {
    static VALIDATORS: Mutex<BTreeMap<String, jsonschema::Validator>> = Mutex::new(BTreeMap::new());
    // A test that fails while it holds the lock fails for itself alone.
    let mut validators = VALIDATORS.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let validator = validators.entry(definition.to_owned()).or_insert_with(|| {
        let mut schema = loaded().document.value.clone();
        schema["$ref"] = json!(format!("#/$defs/{definition}"));
        jsonschema::options().should_validate_formats(true).build(&schema).unwrap()
    });
    validator.iter_errors(value).map(|fault| format!("{definition}: {}: {fault}", fault.instance_path())).collect()
}

/// Fails unless the message is one that a server may send: to a request of this method, where it is known.
pub fn assert_legal(method: Option<&str>, message: &Value) {
    let protocol = &loaded().protocol;
    let found = match (message.get("method").and_then(Value::as_str), message.get("result"), message.get("error")) {
        (Some(name), None, None) => notification(protocol, name, message),
        (None, Some(result), None) => response(protocol, method, message, result),
        (None, None, Some(error)) => refusal(protocol, message, error),
        _ => vec!["a message is a notification, a result or an error".to_owned()],
    };
    assert!(found.is_empty(), "a server must not send this:\n{message:#}\n{}", found.join("\n"));
}

/// Fails unless the line is the whole of one legal message.
pub fn assert_legal_text(method: Option<&str>, text: &str) -> Value {
    assert!(!text.contains(['\n', '\r']), "STD-01: more than one line: {text:?}");
    let message = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text:?}"));
    assert_legal(method, &message);
    message
}

/// ENV-08, ENV-09: no id, and a method that a server may send.
fn notification(protocol: &Protocol, name: &str, message: &Value) -> Vec<String> {
    let mut found = faults("JSONRPCNotification", message);
    if message.get("id").is_some() {
        found.push("ENV-09: a server sends no requests".to_owned());
    }
    match protocol.methods.get(name) {
        Some(method) if matches!(method.direction, Direction::ToClient | Direction::Both) => {
            found.extend(faults(&method.message, message));
        }
        _ => found.push(format!("LEG-11: a server does not send {name}")),
    }
    let subscribed = message.pointer("/params/_meta/io.modelcontextprotocol~1subscriptionId").is_some();
    let request_scoped = matches!(name, "notifications/progress" | "notifications/message");
    if subscribed == request_scoped {
        found.push("META-09: the notifications of a listen stream, and no others, have a subscriptionId".to_owned());
    }
    found
}

/// RES-01 to RES-05, META-07, CCH-01, CCH-03: the type of a result follows from its method and `resultType`.
fn response(protocol: &Protocol, method: Option<&str>, message: &Value, result: &Value) -> Vec<String> {
    let mut found = faults("JSONRPCResultResponse", message);
    let info = result.pointer("/_meta/io.modelcontextprotocol~1serverInfo");
    match info {
        Some(info) => found.extend(faults("Implementation", info)),
        None => found.push("META-07: a result says which server it is from".to_owned()),
    }
    let known = method.and_then(|name| protocol.methods.get(name));
    match (result["resultType"].as_str(), known) {
        (Some("complete"), Some(method)) => {
            let complete = method.message.replace("Request", "Result");
            found.extend(faults(&complete, result));
        }
        (Some("complete"), None) => found.extend(faults("ServerResult", result)),
        (Some("input_required"), _) => {
            found.extend(faults("InputRequiredResult", result));
            if known.is_some_and(|method| !method.may_ask) {
                found.push("MRT-02: this method may not ask".to_owned());
            }
            if result.get("ttlMs").is_some() || result.get("cacheScope").is_some() {
                found.push("CCH-03: a question is not cacheable".to_owned());
            }
        }
        _ => found.push("RES-01: a result has a type that is known".to_owned()),
    }
    found
}

/// ENV-06, ENV-07, ERR-07, ERR-09: codes that are defined, or the application's own.
fn refusal(protocol: &Protocol, message: &Value, error: &Value) -> Vec<String> {
    let mut found = faults("JSONRPCErrorResponse", message);
    let code = error["code"].as_i64().unwrap_or_default();
    match protocol.errors.iter().find(|known| known.code == code) {
        Some(known) => found.extend(known.of.iter().flat_map(|of| faults_of_error(of, message, error))),
        None if (-32768..=-32000).contains(&code) => found.push(format!("ERR-07: {code} is reserved")),
        None => {}
    }
    let text = error["message"].as_str().unwrap_or_default();
    if text.is_empty() || text.chars().any(|c| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')) {
        found.push("ENV-07: an error says on one line what is wrong".to_owned());
    }
    found
}

/// Some definitions describe the whole response, some the member `error`.
fn faults_of_error(definition: &str, message: &Value, error: &Value) -> Vec<String> {
    let pointer = format!("/$defs/{definition}/properties/error");
    let whole = loaded().document.value.pointer(&pointer).is_some();
    faults(definition, if whole { message } else { error })
}
