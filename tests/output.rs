//! Plan, lock, atomic application; the scaffold; the command line; the build.rs door.
#![allow(missing_docs, unreachable_pub, clippy::unwrap_used, clippy::print_stdout)]

mod common;

#[path = "output/atomic.rs"]
mod atomic;
#[path = "output/bindings.rs"]
mod bindings;
#[path = "output/cli.rs"]
mod cli;
#[path = "output/door.rs"]
mod door;
#[path = "output/file_set.rs"]
mod file_set;
#[path = "output/lock.rs"]
mod lock;
#[path = "output/plan.rs"]
mod plan;
#[path = "output/request_checks.rs"]
mod request_checks;
#[path = "output/scaffold.rs"]
mod scaffold;
#[path = "output/tree.rs"]
mod tree;
#[path = "output/words.rs"]
mod words;
