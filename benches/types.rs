//! How long it takes to make the Rust types of the corpus: `cargo bench --bench types`.
//!
//! Prints medians of whole passes; nothing is asserted, a loaded machine proves nothing.
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]

use std::path::Path;
use std::time::{Duration, Instant};

use mcp_codegen::{format, typed};
use serde_json::Value;

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    let Ok(files) = std::fs::read_dir(&folder) else {
        println!("skipped: there is no corpus beside the repository");
        return;
    };
    let mut schemas: Vec<Value> = Vec::new();
    for file in files {
        let document: Value = serde_json::from_str(&std::fs::read_to_string(file.unwrap().path()).unwrap()).unwrap();
        for tool in document["tools"].as_array().unwrap() {
            schemas.extend(["inputSchema", "outputSchema"].iter().filter_map(|key| tool.get(*key).cloned()));
        }
    }
    let twice: Vec<Value> = schemas.iter().chain(&schemas).cloned().collect();
    let huge = branches(4_000);
    let types =
        |schemas: &[Value]| schemas.iter().map(|schema| typed::types("Root", "", schema).items).collect::<Vec<_>>();
    let text =
        |schemas: &[Value]| types(schemas).into_iter().map(|items| format::rust_file(items).len()).sum::<usize>();
    println!("{} schemas, {} bytes of Rust", schemas.len(), text(&schemas));
    println!("types                    {:>9.1?}", median(|| types(&schemas).len()));
    println!("types, twice the schemas {:>9.1?}", median(|| types(&twice).len()));
    println!("types, laid out          {:>9.1?}", median(|| text(&schemas)));
    println!("oneOf of 4,000           {:>9.1?}", median(|| types(std::slice::from_ref(&huge)).len()));
}

fn branches(count: usize) -> Value {
    let branch = |index: usize| {
        let properties = serde_json::json!({"k": {"const": format!("v{index}")}, "n": {"type": "integer"}});
        serde_json::json!({"type": "object", "properties": properties, "required": ["k"]})
    };
    let all: Vec<Value> = (0..count).map(branch).collect();
    serde_json::json!({"type": "object", "properties": {"r": {"oneOf": all}}})
}

fn median(mut run: impl FnMut() -> usize) -> Duration {
    let mut times: Vec<Duration> = (0..7)
        .map(|_| {
            let start = Instant::now();
            std::hint::black_box(run());
            start.elapsed()
        })
        .collect();
    times.sort();
    times[times.len() / 2]
}
