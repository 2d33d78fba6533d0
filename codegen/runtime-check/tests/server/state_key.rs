//! What a server says of the key that seals its state: it makes one where the environment has none.

use std::fmt::Debug;
use std::sync::{Arc, Mutex};

use runtime_check::contract::Contract;
use runtime_check::stdio::serve_streams;
use serde_json::json;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

use super::fixture::{CONTRACT, FIXED, Fixture, tool};
use super::stdio::line;

static PLAIN: Contract =
    Contract { tools: &[tool("echo", r#"{"name":"echo","inputSchema":{"type":"object"}}"#)], ..FIXED };

/// Takes the warnings of the thread that it collects on.
#[derive(Clone, Default)]
struct Warnings(Arc<Mutex<Vec<String>>>);

impl Visit for Warnings {
    fn record_debug(&mut self, _: &Field, value: &dyn Debug) {
        self.0.lock().unwrap().push(format!("{value:?}"));
    }
}

impl Subscriber for Warnings {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() == Level::WARN
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        event.record(&mut self.clone());
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

/// What is warned of by a server that starts, takes a state that it never sealed, twice, and ends.
async fn warnings_of(contract: &'static Contract, tool: &str) -> Vec<String> {
    let server = Fixture::new(contract, Box::leak(Box::default()));
    let warnings = Warnings::default();
    let guard = tracing::subscriber::set_default(warnings.clone());
    let params = json!({"name": tool, "requestState": "AAAA", "_meta": super::raw::m0()});
    let input = [line(1, "tools/call", params.clone()), line(2, "tools/call", params)].join("\n");
    let mut output = Vec::new();
    serve_streams(server, input.as_bytes(), &mut output).await.unwrap();
    drop(guard);
    assert_eq!(String::from_utf8(output).unwrap().matches("-32602").count(), 2);
    let warnings = warnings.0.lock().unwrap();
    warnings.clone()
}

#[tokio::test]
async fn a_key_that_is_made_is_warned_of_once() {
    let warnings = warnings_of(&CONTRACT, "confirm").await;
    assert!(matches!(warnings.as_slice(), [warning] if warning.contains("MCP_STATE_KEY")), "{warnings:?}");
}

#[tokio::test]
async fn a_server_that_asks_for_nothing_needs_no_key() {
    assert!(!PLAIN.asks());
    assert_eq!(warnings_of(&PLAIN, "echo").await, Vec::<String>::new());
}
