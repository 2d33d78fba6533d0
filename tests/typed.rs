//! Text from outside in doc comments, and tool schemas as Rust types.
#![allow(missing_docs, unreachable_pub, clippy::unwrap_used, clippy::print_stdout)]

mod common;
#[path = "typed/corpus.rs"]
mod corpus;
#[path = "typed/docs.rs"]
mod docs;
#[path = "typed/project.rs"]
mod project;
#[path = "typed/samples.rs"]
mod samples;
