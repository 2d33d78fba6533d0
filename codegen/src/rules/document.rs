//! `DOC`: the text of an input, before anything is known of its meaning.

use super::Rule;

/// The family.
pub const RULES: &[Rule] = &[
    Rule {
        id: "DOC-01",
        title: "The text is not JSON, TOML or YAML, as its extension says",
        legal: "JSON as RFC 8259 defines it (no comments, no trailing commas), TOML, YAML 1.2 (no tags, one document)",
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
    Rule {
        id: "DOC-04",
        title: "The extension of a file says none of the syntaxes that are read",
        legal: ".toml, .yaml, .yml or .json",
        source: "this project: a syntax is chosen by extension, never guessed",
    },
    Rule {
        id: "DOC-05",
        title: "A file cannot be read",
        legal: "a file that exists and may be read",
        source: "this project",
    },
    Rule {
        id: "DOC-06",
        title: "A file is not UTF-8",
        legal: "UTF-8, with or without a byte order mark",
        source: "RFC 8259 section 8.1; toml.io; yaml.org",
    },
    Rule {
        id: "DOC-07",
        title: "A value that JSON does not have",
        legal: "null, booleans, finite numbers, text, arrays, objects with text as keys; dates as text (\"2026-07-28\"), \
                no YAML tags or merge keys, one document a file, aliases that copy at most 100,000 values",
        source: "RFC 8259 section 3; yaml.org section 10.3",
    },
    Rule {
        id: "DOC-08",
        title: "An integer is too large to be held exactly",
        legal: "integers from -2^63 to 2^64-1, and larger ones that a 64-bit float holds exactly",
        source: "RFC 8259 section 6",
    },
];
