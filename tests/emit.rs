//! Emission: what is generated compiles, is clean, checks what it should, and changes as little as it can.
#![allow(missing_docs, unreachable_pub, clippy::unwrap_used, clippy::print_stdout)]

mod common;
#[path = "emit/corpus.rs"]
mod corpus;
#[path = "common/emitted.rs"]
mod emitted;
#[path = "emit/entries.rs"]
mod entries;
#[path = "emit/permission.rs"]
mod permission;
#[path = "emit/pipeline.rs"]
mod pipeline;
#[path = "emit/project.rs"]
mod project;
#[path = "emit/readme.rs"]
mod readme;
#[path = "emit/reference.rs"]
mod reference;
#[path = "emit/sample.rs"]
mod sample;
#[path = "emit/stability.rs"]
mod stability;
#[path = "emit/text.rs"]
mod text;
#[path = "emit/told.rs"]
mod told;
#[path = "emit/use_sites.rs"]
mod use_sites;
