//! Text from outside in doc comments, and tool schemas as Rust types.
#![allow(missing_docs, unreachable_pub, clippy::unwrap_used, clippy::print_stdout)]

mod common;
#[path = "typed/decisions.rs"]
mod decisions;
#[path = "typed/docs.rs"]
mod docs;
#[path = "typed/exactness.rs"]
mod exactness;
#[path = "typed/project.rs"]
mod project;
#[path = "typed/samples.rs"]
mod samples;
#[path = "typed/schemas.rs"]
mod schemas;
