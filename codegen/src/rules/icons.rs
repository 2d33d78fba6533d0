//! `ICN`: icons.

use super::Rule;

/// The family.
pub const RULES: &[Rule] = &[Rule {
    id: "ICN-01",
    title: "An icon has a source",
    legal: "src: an https URI or base64 data; sizes: \"48x48\" or \"any\"; theme: \"light\" or \"dark\"; mimeType: text",
    source: "https://modelcontextprotocol.io/specification/2026-07-28/basic; https://modelcontextprotocol.io/specification/2026-07-28/schema#icon",
}];
