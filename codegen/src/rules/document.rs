//! `DOC`: the text of an input, before anything is known of its meaning.

use super::Rule;

/// The family.
pub const RULES: &[Rule] = &[
    Rule {
        id: "DOC-01",
        title: "The text is not JSON, TOML or YAML, as its extension says",
        legal: "JSON as RFC 8259 defines it (no comments, no trailing commas), TOML 1.0, YAML 1.2 without anchors to itself",
        source: "RFC 8259; toml.io; yaml.org",
    },
    Rule {
        id: "DOC-02",
        title: "A member name stands twice in one object",
        legal: "each name once: readers disagree which of two counts",
        source: "RFC 8259 section 4",
    },
    Rule {
        id: "DOC-03",
        title: "Arrays and objects are nested too deep",
        legal: "at most 200 levels",
        source: "this project: depth is bounded wherever input is read",
    },
];
