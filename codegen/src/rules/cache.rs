//! `CCH`: cache hints.

use super::Rule;

/// The family.
pub const RULES: &[Rule] = &[
    Rule {
        id: "CCH-02",
        title: "Cache hints have two members",
        legal: "ttlMs: a whole number, not negative; cacheScope: \"public\" or \"private\"",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching",
    },
    Rule {
        id: "CCH-05",
        title: "A public list is for everybody",
        legal: "cacheScope = \"private\" for a list that depends on the caller",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching",
    },
];
