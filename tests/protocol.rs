//! The protocol from schema to bindings: the five published revisions, their copies, the official
//! examples, and what must be refused.
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]

#[path = "common/mod.rs"]
mod common;

#[path = "protocol/inputs.rs"]
mod inputs;
#[path = "protocol/revisions.rs"]
mod revisions;
#[path = "protocol/vendored.rs"]
mod vendored;
