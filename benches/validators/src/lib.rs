//! The generated validators, compiled once for all benches.

use serde_json::Value;

/// One schema and its validator.
pub struct Case {
    /// Where the schema is from.
    pub name: &'static str,
    /// Its text.
    pub schema: &'static str,
    /// Yes or no.
    pub is_valid: fn(&Value) -> bool,
    /// The first error, dropped after it was made; `None` for a valid value.
    pub first_error: fn(&Value) -> Option<()>,
}

/// Schemas whose code is weighed, not run.
pub struct Weight {
    /// Where they are from.
    pub name: &'static str,
    /// How many schemas.
    pub tools: usize,
    /// How many different subschemas each has, in sum.
    pub subschemas: usize,
    /// The file of what `mcp-codegen` writes.
    pub generated: &'static str,
    /// The file for the macro.
    pub by_macro: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/weights.rs"));

#[allow(clippy::all, clippy::pedantic, dead_code, unused_imports, missing_docs)]
mod generated {
    use std::hint::black_box;

    use super::Case;

    include!(concat!(env!("OUT_DIR"), "/generated.rs"));
}

pub use generated::{CASES, validation};
