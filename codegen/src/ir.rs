//! The one model between reading and writing: plain, sorted data.
//!
//! Comes in: from `lower`. Goes out: to `analyze` and `emit`, and as stable JSON to `dump-ir`.
//! Always holds: every name is decided (no emitter makes one up), every union has a dispatch,
//! every collection is sorted or ordered on purpose; no tokens, no positions.

pub mod asks;
pub mod contract;
pub mod entries;
pub mod protocol;

use serde::Serialize;

/// Everything that one run generates from.
#[derive(Clone, Debug, Serialize)]
pub struct Ir {
    /// The messages of one revision of MCP.
    pub protocol: protocol::Protocol,
    /// The user's server; absent for bindings alone.
    pub contract: Option<contract::Contract>,
}
