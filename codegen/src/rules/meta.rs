//! `META`, `VER`: names that carry a domain.

use super::Rule;

/// The family.
pub const RULES: &[Rule] = &[
    Rule {
        id: "META-01",
        title: "The prefix of a key of `_meta`",
        legal: "labels with dots between, then `/`: each starts with a letter, ends with a letter or digit, hyphens inside; advised is a domain of one's own in reverse: \"com.example/colour\"",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/basic",
    },
    Rule {
        id: "META-02",
        title: "The name of a key of `_meta`",
        legal: "starts and ends with a letter or digit; `-`, `_` and `.` inside; may be empty after a prefix",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/basic",
    },
    Rule {
        id: "META-03",
        title: "Prefixes that belong to MCP",
        legal: "any prefix whose second label is neither `mcp` nor `modelcontextprotocol`",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/basic",
    },
    Rule {
        id: "VER-05",
        title: "A capability is an object",
        legal: "tools = { listChanged = true }; flags are true or false",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/server/discover",
    },
    Rule {
        id: "VER-06",
        title: "An extension has a prefix and settings",
        legal: "extensions = { \"com.example/tasks\" = {} }: the grammar of `_meta` keys, prefix included; the value an object",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning",
    },
];
