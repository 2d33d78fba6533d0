//! The protocol from schema to bindings: the five published revisions, their copies, the official
//! examples, and what must be refused.
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]

#[path = "common/mod.rs"]
mod common;
#[path = "common/sample.rs"]
mod sample;
#[path = "common/seed.rs"]
mod seed;

#[path = "protocol/bindings.rs"]
mod bindings;
#[path = "protocol/examples.rs"]
mod examples;
#[path = "protocol/faults.rs"]
mod faults;
#[path = "protocol/hostile.rs"]
mod hostile;
#[path = "protocol/inputs.rs"]
mod inputs;
#[path = "protocol/model.rs"]
mod model;
#[path = "protocol/mutants.rs"]
mod mutants;
#[path = "protocol/samples.rs"]
mod samples;
#[path = "protocol/vendored.rs"]
mod vendored;
