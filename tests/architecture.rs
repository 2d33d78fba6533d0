//! The rules of ARCHITECTURE.md, read off the sources.
#![allow(missing_docs, unreachable_pub, clippy::unwrap_used, clippy::print_stdout)]

mod common;

#[path = "architecture/imports.rs"]
mod imports;
#[path = "architecture/outside.rs"]
mod outside;
#[path = "architecture/requirements.rs"]
mod requirements;
#[path = "architecture/rooms.rs"]
mod rooms;
#[path = "architecture/sources.rs"]
mod sources;
