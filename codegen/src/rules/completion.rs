//! `CMP`: completion.

use super::Rule;

/// The family.
pub const RULES: &[Rule] = &[Rule {
    id: "CMP-01",
    title: "What can be completed is an argument or a variable",
    legal: "complete = [\"city\"] in a prompt that has the argument `city`, or in a resource template with the variable {city}; the capability `completions` follows from it",
    source: "https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion",
}];
