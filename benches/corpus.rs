//! How long it takes to generate a server with the tools of the corpus: `cargo bench --bench corpus`.
//!
//! In process, from reading the manifest to the text of every file. Prints medians of whole passes;
//! nothing is asserted, a loaded machine proves nothing.
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]

use std::path::Path;
use std::time::{Duration, Instant};

use mcp_codegen::diagnostic::Diagnostics;
use mcp_codegen::source::Sources;
use serde_json::{Value, json};

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    let Ok(files) = std::fs::read_dir(&folder) else {
        println!("skipped: there is no corpus beside the repository");
        return;
    };
    let mut paths: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    paths.sort();
    let mut tools: Vec<Value> = Vec::new();
    for path in paths {
        let document: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        tools.extend(document["tools"].as_array().unwrap().iter().cloned());
    }
    let place = tempfile::tempdir().unwrap();
    let manifest = |name: &str, copies: usize| {
        let copied = (0..copies).flat_map(|_| &tools).cloned().enumerate().map(|(number, mut tool)| {
            // Servers of the corpus share names; one server may not.
            tool["name"] = json!(format!("t{number}_{}", tool["name"].as_str().unwrap()));
            tool
        });
        let path = place.path().join(name);
        std::fs::write(&path, json!({"tools": copied.collect::<Vec<_>>()}).to_string()).unwrap();
        path
    };
    let once = manifest("once.json", 1);
    let twice = manifest("twice.json", 2);
    println!("{} tools, {} bytes of Rust", tools.len(), generate(&once));
    let (once, twice) = medians(|| generate(&once), || generate(&twice));
    println!("once  {once:>9.1?}");
    println!("twice {twice:>9.1?}   {:.2} times", twice.as_secs_f64() / once.as_secs_f64());
}

/// Generates everything; the number of bytes.
fn generate(manifest: &Path) -> usize {
    let mut found = Diagnostics::default();
    let generated = mcp_codegen::generate(manifest, &mut Sources::default(), &mut found);
    generated.unwrap().files.iter().map(|(_, bytes)| bytes.len()).sum()
}

fn medians(mut one: impl FnMut() -> usize, mut other: impl FnMut() -> usize) -> (Duration, Duration) {
    let (mut ones, mut others) = (Vec::new(), Vec::new());
    for _ in 0..7 {
        ones.push(timed(&mut one));
        others.push(timed(&mut other));
    }
    ones.sort();
    others.sort();
    (ones[ones.len() / 2], others[others.len() / 2])
}

fn timed(run: &mut impl FnMut() -> usize) -> Duration {
    let start = Instant::now();
    std::hint::black_box(run());
    start.elapsed()
}
