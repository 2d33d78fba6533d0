//! Text from outside in doc comments, and tool schemas as Rust types.
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]

#[path = "typed/docs.rs"]
mod docs;
