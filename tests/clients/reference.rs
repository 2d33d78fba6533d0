//! The official clients and the outputs of the reference server.
//!
//! Both clients check `structuredContent` against the listed `outputSchema` with validators of their own,
//! and raise an exception at what does not fit: what they report was accepted by two more implementations.

use std::{path::Path, process::Command};

use serde_json::{Value, json};

use crate::{
    installed,
    scripts::{python, report, typescript},
    server,
};

/// The tools that answer with each JSON type; none needs an argument.
const TOOLS: [&str; 8] =
    ["out_anything", "out_array", "out_boolean", "out_nested", "out_nullable", "out_number", "out_string", "out_tree"];

#[test]
fn the_python_client_accepts_output_of_every_json_type() {
    if installed::required("the official Python client against the reference server") {
        accepts(python);
    }
}

#[test]
fn the_typescript_client_accepts_output_of_every_json_type() {
    if installed::required("the official TypeScript client against the reference server") {
        accepts(typescript);
    }
}

fn accepts(client: fn() -> Command) {
    let executable = server::build(&Path::new(env!("CARGO_MANIFEST_DIR")).join("generated"), None);
    let running = server::Running::start(&executable);
    let calls: Vec<Value> = TOOLS.iter().map(|name| json!({"name": name, "arguments": {}})).collect();
    let plan = json!({"revision": "2026-07-28", "list": true, "calls": calls});
    let mut over_http = plan.clone();
    over_http["url"] = json!(format!("http://{}/mcp", running.address));
    let mut over_stdio = plan;
    over_stdio["command"] = json!([executable]);

    let over_http = report(&mut client(), &over_http);
    let calls = over_http["calls"].as_array().unwrap();
    assert_eq!(calls.len(), TOOLS.len());
    for (name, call) in TOOLS.iter().zip(calls) {
        let result = call["result"].as_object().unwrap_or_else(|| panic!("{name}: {call:#}"));
        assert_ne!(result.get("isError"), Some(&json!(true)), "{name}: {call:#}");
        assert!(result.contains_key("structuredContent"), "{name}: {call:#}");
    }
    assert_eq!(calls[4]["result"]["structuredContent"], Value::Null, "null is an output like any other");

    assert_eq!(report(&mut client(), &over_stdio), over_http, "stdio answers what HTTP answers");
}
