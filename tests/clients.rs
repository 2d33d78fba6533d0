//! Clients that nobody here wrote, against servers that the generator made.
//!
//! In: lock files under `tests/clients/`; out of them each test installs what it needs into `target/clients/`.
//! Without `MCP_CODEGEN_REQUIRE_CLIENTS` in the environment a test says that it is skipped and why;
//! with it, a missing interpreter, package or network fails the test.
#![allow(missing_docs, unreachable_pub, clippy::unwrap_used, clippy::print_stdout)]

mod common;
#[path = "common/emitted.rs"]
mod emitted;

#[path = "clients/conformance.rs"]
mod conformance;
#[path = "clients/installed.rs"]
mod installed;
#[path = "clients/locks.rs"]
mod locks;
#[path = "clients/official.rs"]
mod official;
#[path = "clients/recorder.rs"]
mod recorder;
#[path = "clients/reference.rs"]
mod reference;
#[path = "clients/scripts.rs"]
mod scripts;
#[path = "clients/server.rs"]
mod server;
