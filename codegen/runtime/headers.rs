//! Body values in HTTP header fields: how they are written, read and compared.
//!
//! The client half is [`encode_text`] and [`encode_argument`]; the server half is private to the
//! request checks. Both read the same [`HeaderBinding`](super::contract::HeaderBinding)s.

mod compare;
mod decode;
mod encode;
mod fields;

pub(super) use compare::{argument, exact, named, recognised};
pub(super) use decode::decode;
pub use encode::{NotMirrored, encode_argument, encode_text};
pub(super) use fields::{Field, Fields};

/// Carries `_meta["io.modelcontextprotocol/protocolVersion"]` (HDR-01).
pub const PROTOCOL_VERSION: &str = "MCP-Protocol-Version";
/// Carries `method` (HDR-02).
pub const METHOD: &str = "Mcp-Method";
/// Carries `params.name` or `params.uri` (HDR-03).
pub const NAME: &str = "Mcp-Name";

/// What a value begins with that stands in Base64; it ends with [`SUFFIX`]. Case counts (HDR-30).
const PREFIX: &str = "=?base64?";
/// What a value ends with that stands in Base64.
const SUFFIX: &str = "?=";
