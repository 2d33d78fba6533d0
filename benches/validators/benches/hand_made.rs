//! The three hand-made schemas, each contender by itself: for a profiler, and for a change under work.
#![allow(missing_docs, clippy::unwrap_used)]

use divan::{Bencher, black_box};
use serde_json::Value;
use validators_bench::{CASES, Case};

const NAMES: [&str; 3] = ["small", "mid", "large"];

fn main() {
    divan::main();
}

fn case(name: &str) -> (&'static Case, by_macro::Functions) {
    CASES
        .iter()
        .zip(by_macro::ALL)
        .find(|(case, _)| case.name == name)
        .map(|(case, by_macro)| (case, *by_macro))
        .unwrap()
}

/// The first instance, which is valid.
fn value(name: &str) -> Value {
    let file = match name {
        "small" => include_str!("../schemas/small.json"),
        "mid" => include_str!("../schemas/mid.json"),
        _ => include_str!("../schemas/large.json"),
    };
    serde_json::from_str::<Value>(file).unwrap()["instances"][0].take()
}

#[divan::bench(args = NAMES)]
fn generated(bencher: Bencher<'_, '_>, name: &str) {
    let (run, value) = (case(name).0.is_valid, value(name));
    bencher.bench_local(|| run(black_box(&value)));
}

#[divan::bench(args = NAMES)]
fn macro_of_jsonschema(bencher: Bencher<'_, '_>, name: &str) {
    let (run, value) = (case(name).1.0, value(name));
    bencher.bench_local(|| run(black_box(&value)));
}

#[divan::bench(args = NAMES)]
fn run_time(bencher: Bencher<'_, '_>, name: &str) {
    let schema: Value = serde_json::from_str(case(name).0.schema).unwrap();
    let validator = jsonschema::options().should_validate_formats(false).build(&schema).unwrap();
    let value = value(name);
    bencher.bench_local(|| validator.is_valid(black_box(&value)));
}
