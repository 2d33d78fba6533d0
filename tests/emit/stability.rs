//! The same model gives the same bytes, and a tool more changes lines of that tool alone.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::pipeline::generate_tools;

fn tool(name: &str) -> Value {
    let schema = json!({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]});
    json!({"name": name, "description": format!("Does {name}."), "inputSchema": schema, "outputSchema": schema})
}

fn texts(tools: &[&str]) -> BTreeMap<String, String> {
    let tools: Vec<Value> = tools.iter().map(|name| tool(name)).collect();
    let files = generate_tools(&Value::Array(tools)).files;
    files.iter().map(|(path, bytes)| (path.to_owned(), String::from_utf8(bytes.to_vec()).unwrap())).collect()
}

#[test]
fn two_runs_and_another_order_give_the_same_bytes() {
    let first = texts(&["alpha", "beta", "gamma"]);
    assert!(first == texts(&["alpha", "beta", "gamma"]), "a second run differs");
    assert!(first == texts(&["gamma", "alpha", "beta"]), "the order of the manifest shows");
}

#[test]
fn a_tool_more_changes_lines_of_that_tool_alone() {
    for (before, after) in [
        (&["alpha", "gamma"][..], &["alpha", "beta", "gamma"][..]),
        (&["alpha", "beta"], &["alpha", "beta", "gamma"]),
        (&["beta", "gamma"], &["alpha", "beta", "gamma"]),
    ] {
        let (old, new) = (texts(before), texts(after));
        let added = after.iter().find(|name| !before.contains(name)).unwrap();
        for (path, text) in &new {
            let Some(old) = old.get(path) else {
                assert_eq!(path, &format!("tools/{added}.rs"));
                continue;
            };
            let mut lines = text.lines();
            for line in old.lines() {
                assert!(lines.any(|new| new == line), "{path}: with {added} the line is gone or changed: {line}");
            }
        }
        assert!(old.keys().all(|path| new.contains_key(path)));
    }
}
