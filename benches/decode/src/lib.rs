//! What is compared: generated code, and the macro of the `jsonschema` crate.
#![allow(clippy::all, clippy::pedantic, dead_code, unused_imports, missing_docs)]

/// Generated code, and the part of the runtime that it calls.
pub mod decode {
    include!(concat!(env!("OUT_DIR"), "/decode/mod.rs"));
}

include!(concat!(env!("OUT_DIR"), "/list.rs"));

/// The tools of a server.
pub struct Weight {
    pub name: &'static str,
    pub tools: usize,
    pub subschemas: usize,
    /// Bytes of each.
    pub types: usize,
    pub checks: usize,
    pub readers: usize,
    /// A file with readers.
    pub with: &'static str,
    /// The same without.
    pub without: &'static str,
}
