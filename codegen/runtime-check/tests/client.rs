//! The client half of the runtime against servers that say exactly what a test wants them to say.
#![allow(missing_docs, unreachable_pub, clippy::unwrap_used, clippy::print_stdout, reason = "tests")]

#[path = "server/captured.rs"]
mod captured;
#[path = "client/contract.rs"]
mod contract;
#[path = "client/headers.rs"]
mod headers;
#[path = "client/lists.rs"]
mod lists;
#[cfg(feature = "runtime-schemas")]
#[path = "client/schemas.rs"]
mod schemas;
#[path = "client/scripted.rs"]
mod scripted;
#[path = "client/stdio.rs"]
mod stdio;
#[path = "client/streams.rs"]
mod streams;
#[path = "client/versions.rs"]
mod versions;
