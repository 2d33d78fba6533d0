//! The hand-written part of every generated crate.
//!
//! It knows no generated type: generated code fills in the tables of `contract` and implements
//! `server::Server`; `http` and `stdio` serve it.
//! Only `super::` paths inside, so that the files work as a crate, as a module of a user's crate
//! and from `OUT_DIR`.

pub mod authorization;
pub mod call;
pub mod cancellation;
pub mod checks;
pub mod client;
pub mod completion;
pub mod content;
pub mod context;
pub mod contract;
pub mod elicitation;
pub mod entries;
pub mod failure;
pub mod fused;
pub mod headers;
pub mod http;
pub mod input;
pub mod metadata;
pub mod principal;
pub mod prompt;
pub mod rate;
pub mod resource;
pub mod serialize;
pub mod server;
pub mod stdio;
pub mod subscriptions;
pub mod texts;
pub mod tool;
pub mod typed;
pub mod validation;

mod capabilities;
mod endpoint;
mod json;
mod notification;
mod number;
mod observe;
mod operation;
mod outbox;
mod pages;
mod panic;
mod rpc;
mod seal;
mod structured;
mod termination;
mod trace;
mod unheld;
mod uri_template;
pub mod wire;
