//! `AUT`: who may call.

use super::Rule;

/// The family.
pub const RULES: &[Rule] = &[Rule {
    id: "AUT-06",
    title: "A scope is a token of OAuth",
    legal: "scopes = [\"files:read\"]: what the caller must hold, all of it; visible ASCII without spaces, quotes and backslashes; not offline_access",
    source: "https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization; RFC 6749 section 3.3",
}];
