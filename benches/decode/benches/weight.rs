//! What readers weigh: `cargo bench --manifest-path benches/decode/Cargo.toml --bench weight`.
//!
//! Bytes of the generated code, and the processor time that `rustc` takes for readers, unoptimised and optimised: what
//! tools take with them less what they take without. The rows of servers have all of their tools. An argument keeps
//! the rows whose names contain it.
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout, clippy::cast_precision_loss)]

#[path = "../../weight/compiler.rs"]
mod compiler;

use std::path::Path;

use compiler::Compiler;
use decode_bench::{WEIGHTS, Weight};

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let compiler = Compiler::new(Path::new(env!("CARGO_MANIFEST_DIR")), &["serde", "serde_json", "decode_bench"]);
    println!(
        "| Schemas | tools | subschemas | types, bytes | checks | readers | readers / subschema | rustc for readers, unoptimised | a tool | optimised | a tool |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    for Weight { name, tools, subschemas, types, checks, readers, with, without } in WEIGHTS {
        if !wanted.is_empty() && !wanted.iter().any(|text| name.contains(text)) {
            continue;
        }
        let more =
            |optimise| compiler.seconds(Path::new(with), optimise) - compiler.seconds(Path::new(without), optimise);
        let (plain, optimised) = (more(false), more(true));
        println!(
            "| {name} | {tools} | {subschemas} | {types} | {checks} | {readers} | {:.0} | {plain:.2} s | {:.3} s | {optimised:.2} s | {:.3} s |",
            *readers as f64 / *subschemas as f64,
            plain / *tools as f64,
            optimised / *tools as f64,
        );
    }
}
