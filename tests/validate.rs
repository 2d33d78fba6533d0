//! Validators, from outside: schemas in, generated code compiled and run, verdicts and words compared.
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]

#[path = "common/mod.rs"]
mod common;
#[path = "common/sample.rs"]
mod sample;
#[path = "common/seed.rs"]
mod seed;

#[path = "validate/cases.rs"]
mod cases;
#[path = "validate/compiled.rs"]
mod compiled;
#[path = "validate/corpus.rs"]
mod corpus;
#[path = "validate/defaults.rs"]
mod defaults;
#[path = "validate/faults.rs"]
mod faults;
#[path = "validate/formats.rs"]
mod formats;
#[path = "validate/fused.rs"]
mod fused;
#[path = "validate/hostile.rs"]
mod hostile;
#[path = "validate/large.rs"]
mod large;
#[path = "validate/members.rs"]
mod members;
#[path = "validate/program.rs"]
mod program;
#[path = "validate/random.rs"]
mod random;
#[path = "validate/readers.rs"]
mod readers;
#[path = "validate/schemas.rs"]
mod schemas;
#[path = "validate/spelling.rs"]
mod spelling;
#[path = "validate/standalone.rs"]
mod standalone;
#[path = "validate/suite.rs"]
mod suite;
#[path = "validate/written.rs"]
mod written;
