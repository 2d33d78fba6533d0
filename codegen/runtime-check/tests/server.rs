//! The server half of the runtime, from outside: bytes in, bytes out.
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]

#[path = "server/authorization.rs"]
mod authorization;
#[path = "server/envelope.rs"]
mod envelope;
#[path = "server/features.rs"]
mod features;
#[path = "server/fixture.rs"]
mod fixture;
#[path = "server/header_encoding.rs"]
mod header_encoding;
#[path = "server/headers.rs"]
mod headers;
#[path = "server/input.rs"]
mod input;
#[path = "server/metadata.rs"]
mod metadata;
#[path = "server/methods.rs"]
mod methods;
#[path = "server/pairs.rs"]
mod pairs;
#[path = "server/raw.rs"]
mod raw;
#[path = "server/stdio.rs"]
mod stdio;
#[path = "server/streams.rs"]
mod streams;
#[path = "server/transport.rs"]
mod transport;
