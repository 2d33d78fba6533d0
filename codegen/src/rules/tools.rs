//! `TOOL`: tools.

use super::Rule;

/// The family.
pub const RULES: &[Rule] = &[
    Rule {
        id: "TOOL-04",
        title: "A tool has a name and an input schema",
        legal: "name = \"get_weather\" and inputSchema = { type = \"object\", … }; without parameters { type = \"object\", additionalProperties = false }; title and description are text, hints true or false",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/server/tools; https://modelcontextprotocol.io/specification/2026-07-28/schema#tool",
    },
    Rule {
        id: "TOOL-05",
        title: "A tool name is unique, and of letters that hosts accept",
        legal: "1 to 128 of A-Z, a-z, 0-9, `_`, `-`, `.`; case counts; each name once",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/server/tools",
    },
];
