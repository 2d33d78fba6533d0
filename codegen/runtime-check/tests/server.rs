//! The server half of the runtime, from outside: bytes in, bytes out.
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]

#[path = "server/fixture.rs"]
mod fixture;
#[path = "server/methods.rs"]
mod methods;
#[path = "server/raw.rs"]
mod raw;
