//! See `src/value.rs`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| mcp_codegen_fuzz::value::holds(bytes));
