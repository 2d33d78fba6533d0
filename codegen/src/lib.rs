//! Contract-first MCP for Rust: the published schema and a manifest of tools in, typed messages,
//! validators, a server and a client out.

pub mod analyze;
pub mod bindings;
pub mod dependencies;
pub mod diagnostic;
pub mod docs;
pub mod document;
pub mod dump;
pub mod emit;
pub mod format;
pub mod ir;
pub mod lint;
pub mod lower;
pub mod manifest;
pub mod names;
pub mod output;
pub mod overlay;
pub mod revision;
pub mod rules;
#[cfg(feature = "cli")]
pub mod scaffold;
pub mod schema;
pub mod source;
pub mod typed;
pub mod validate;
