//! Validators, from outside: schemas in, generated code compiled and run, verdicts and words compared.
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]

mod common;

#[path = "validate/compiled.rs"]
mod compiled;
#[path = "validate/suite.rs"]
mod suite;
