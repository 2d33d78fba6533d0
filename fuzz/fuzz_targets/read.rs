//! See `src/read.rs`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| mcp_codegen_fuzz::read::holds(bytes));
