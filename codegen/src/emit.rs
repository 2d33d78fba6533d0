//! The model to Rust: one file here for one file there.

pub mod bindings;
pub mod protocol;
