//! What a validator weighs: `cargo bench --manifest-path benches/validators/Cargo.toml --bench weight`.
//!
//! Bytes of the generated code as a build script writes it, and the processor time that `rustc` takes for it,
//! unoptimised and optimised, beside the same for the macro of `jsonschema` 0.60.2. The rows of servers have all of
//! their tools. An argument keeps the rows whose names contain it.
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]

#[path = "../../weight/compiler.rs"]
mod compiler;

use std::path::Path;

use compiler::Compiler;
use validators_bench::{WEIGHTS, Weight};

/// Larger ones take the macro minutes.
const MOST_FOR_MACRO: usize = 400;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let compiler =
        Compiler::new(Path::new(env!("CARGO_MANIFEST_DIR")), &["serde_json", "jsonschema", "validators_bench"]);
    println!(
        "| Schemas | tools | subschemas | bytes | a subschema | seconds, unoptimised | optimised | macro, unoptimised | optimised |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|---:|");
    for Weight { name, tools, subschemas, generated, by_macro } in WEIGHTS {
        if !wanted.is_empty() && !wanted.iter().any(|text| name.contains(text)) {
            continue;
        }
        let bytes = std::fs::metadata(generated).unwrap().len();
        let seconds = |file: &str, optimise: bool| format!("{:.2}", compiler.seconds(Path::new(file), optimise));
        let of_macro = |optimise| match *subschemas > MOST_FOR_MACRO {
            true => "not run".to_owned(),
            false => seconds(by_macro, optimise),
        };
        println!(
            "| {name} | {tools} | {subschemas} | {bytes} | {:.0} | {} | {} | {} | {} |",
            bytes as f64 / *subschemas as f64,
            seconds(generated, false),
            seconds(generated, true),
            of_macro(false),
            of_macro(true),
        );
    }
}
