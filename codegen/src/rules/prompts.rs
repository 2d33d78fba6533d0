//! `PRM`: prompts.

use super::Rule;

/// The family.
pub const RULES: &[Rule] = &[Rule {
    id: "PRM-02",
    title: "A prompt has a name, and so has each of its arguments",
    legal: "{ name = \"greet\", arguments = [{ name = \"who\", required = true }] }; names once; types of arguments it has: string, integer, number or boolean",
    source: "https://modelcontextprotocol.io/specification/2026-07-28/server/prompts; https://modelcontextprotocol.io/specification/2026-07-28/schema#prompt",
}];
