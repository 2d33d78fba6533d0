//! Which trace a request belongs to, and what a handler can send on.

use serde_json::{Value, json};

use super::raw::{Post, m0};

const PARENT: &str = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
const OTHER: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00";

/// `traceparent` and `tracestate` as the handler has them.
fn seen(meta: Value, headers: &[(&str, &str)]) -> (Value, Value) {
    let mut all = m0();
    for (name, value) in meta.as_object().unwrap() {
        all[name] = value.clone();
    }
    let mut post = Post::request("tools/call", json!({"name": "context", "_meta": all}));
    for (name, value) in headers {
        post = post.header(name, value);
    }
    let context = post.send().result()["structuredContent"].clone();
    (context["traceparent"].clone(), context["tracestate"].clone())
}

#[test]
fn meta_06_a_trace_is_carried_on_from_meta_or_else_from_the_header() {
    let state = "vendor=opaque,t1@sys=a b";
    assert_eq!(seen(json!({}), &[]), (Value::Null, Value::Null));
    assert_eq!(seen(json!({"traceparent": PARENT, "tracestate": state}), &[]), (json!(PARENT), json!(state)));
    let header = [("traceparent", OTHER), ("TraceState", "a=1"), ("tracestate", "b=2")];
    assert_eq!(seen(json!({}), &header), (json!(OTHER), json!("a=1,b=2")), "lines of a list are one");
    assert_eq!(seen(json!({"traceparent": PARENT}), &header), (json!(PARENT), Value::Null), "never from two places");
    assert_eq!(seen(json!({"traceparent": "nonsense"}), &header), (json!(OTHER), json!("a=1,b=2")));
}

#[test]
fn a_43_what_is_malformed_is_ignored() {
    for parent in [
        "",
        "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
        "00-00000000000000000000000000000000-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
        "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more",
    ] {
        assert_eq!(seen(json!({"traceparent": parent, "tracestate": "a=1"}), &[]), (Value::Null, Value::Null));
        assert_eq!(seen(json!({}), &[("traceparent", parent)]), (Value::Null, Value::Null), "{parent}");
    }
    assert_eq!(seen(json!({"traceparent": 5}), &[]).0, Value::Null);
    assert_eq!(seen(json!({}), &[("traceparent", PARENT), ("traceparent", PARENT)]).0, Value::Null, "two lines");
    let many: Vec<String> = (0..33).map(|n| format!("k{n}=v")).collect();
    for state in ["", "novalue", "a=", "=b", "A=1", "a=1,a=2", "a=b=c", "a=é", &many.join(",")] {
        let (parent, state) = seen(json!({"traceparent": PARENT, "tracestate": state}), &[]);
        assert_eq!((parent, state), (json!(PARENT), Value::Null), "the parent counts without it");
    }
    assert_eq!(seen(json!({"traceparent": PARENT, "tracestate": many[..32].join(",")}), &[]).1, many[..32].join(","));
}
