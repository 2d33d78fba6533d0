//! `PAG`: lists in pages.

use super::Rule;

/// The family.
pub const RULES: &[Rule] = &[Rule {
    id: "PAG-01",
    title: "A page of a list has a size",
    legal: "[pages] with size = 50, from 1 to 4294967295 entries; no [pages] for lists of one page",
    source: "https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination",
}];
