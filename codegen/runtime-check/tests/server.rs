//! The server half of the runtime, from outside: bytes in, bytes out.
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout, reason = "tests")]

#[path = "server/authorization.rs"]
mod authorization;
#[path = "server/captured.rs"]
mod captured;
#[path = "../../../tests/common/emitted.rs"]
mod emitted;
#[path = "server/envelope.rs"]
mod envelope;
#[path = "server/features.rs"]
mod features;
#[path = "server/fixture.rs"]
mod fixture;
#[path = "server/guarded.rs"]
mod guarded;
#[path = "server/header_encoding.rs"]
mod header_encoding;
#[path = "server/headers.rs"]
mod headers;
#[path = "server/in_process.rs"]
mod in_process;
#[path = "server/input.rs"]
mod input;
#[path = "server/limits.rs"]
mod limits;
#[path = "server/metadata.rs"]
mod metadata;
#[path = "server/methods.rs"]
mod methods;
#[path = "server/observed.rs"]
mod observed;
#[path = "server/order.rs"]
mod order;
#[path = "server/pairs.rs"]
mod pairs;
#[path = "server/patience.rs"]
mod patience;
#[path = "server/quiet.rs"]
mod quiet;
#[path = "server/raw.rs"]
mod raw;
#[path = "server/replayed.rs"]
mod replayed;
#[path = "server/state_key.rs"]
mod state_key;
#[path = "server/stdio.rs"]
mod stdio;
#[path = "server/streams.rs"]
mod streams;
#[path = "server/traces.rs"]
mod traces;
#[path = "server/transport.rs"]
mod transport;
