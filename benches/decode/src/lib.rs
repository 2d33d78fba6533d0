//! What is compared: generated code, and the macro of the `jsonschema` crate.
#![allow(clippy::all, clippy::pedantic, dead_code, unused_imports, missing_docs)]

mod decode {
    include!(concat!(env!("OUT_DIR"), "/decode/mod.rs"));
}

include!(concat!(env!("OUT_DIR"), "/list.rs"));
