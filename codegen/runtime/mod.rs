//! The hand-written part of every generated crate.
//!
//! It knows no generated type: generated code fills in the tables of [`contract`] and implements
//! [`Server`](server::Server); [`http`] and [`stdio`] serve it.
//! Only `super::` paths inside, so that the files work as a crate, as a module of a user's crate
//! and from `OUT_DIR`.

pub mod cancellation;
pub mod client;
pub mod content;
#[allow(dead_code)]
pub mod context;
pub mod contract;
pub mod http;
#[allow(dead_code)]
pub mod metadata;
pub mod principal;
pub mod server;
pub mod stdio;
#[allow(dead_code)]
pub mod tool;

#[allow(dead_code)]
mod capabilities;
#[allow(dead_code)]
mod json;
#[allow(dead_code)]
mod notification;
#[allow(dead_code)]
mod number;
#[allow(dead_code)]
mod outbox;
