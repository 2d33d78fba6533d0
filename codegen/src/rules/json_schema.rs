//! `JSC`: the schemas of tools as JSON Schema.

use super::Rule;

/// The family.
pub const RULES: &[Rule] = &[
    Rule {
        id: "JSC-02",
        title: "The dialect is supported",
        legal: "no `$schema` (draft 2020-12), \"https://json-schema.org/draft/2020-12/schema\" or \"http://json-schema.org/draft-07/schema#\"",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/basic; https://json-schema.org/draft/2020-12/json-schema-core section 8.1.1",
    },
    Rule {
        id: "JSC-03",
        title: "A schema is valid in its dialect",
        legal: "each keyword with the values that its dialect allows, such as type = \"object\"",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/basic; https://json-schema.org/draft/2020-12/json-schema-validation",
    },
    Rule {
        id: "JSC-04",
        title: "Nothing is fetched from a network",
        legal: "references within the schema (\"#/$defs/Place\"); put what stands elsewhere into `$defs`",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/basic",
    },
    Rule {
        id: "JSC-05",
        title: "A reference that cannot be resolved makes a schema unusable",
        legal: "references within the schema (\"#/$defs/Place\")",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/basic",
    },
    Rule {
        id: "JSC-06",
        title: "A schema has bounds",
        legal: "nesting and size within the limits; repeat parts by `$defs` and `$ref`",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/basic",
    },
    Rule {
        id: "JSC-07",
        title: "The arguments of a tool are an object",
        legal: "type = \"object\" at the root of inputSchema, spelled out; any other keyword beside it",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/server/tools; https://modelcontextprotocol.io/specification/2026-07-28/schema#tool",
    },
    Rule {
        id: "JSC-10",
        title: "A reference leads to something",
        legal: "a JSON Pointer or anchor that exists: \"#/$defs/Place\"",
        source: "https://json-schema.org/draft/2020-12/json-schema-core section 8.2.3",
    },
    Rule {
        id: "JSC-11",
        title: "A schema does not refer to itself for the same value",
        legal: "recursion by way of a member or an item: a tree whose children are trees",
        source: "https://json-schema.org/draft/2020-12/json-schema-core section 9.4.1",
    },
    Rule {
        id: "JSC-12",
        title: "A pattern is a regular expression of ECMA-262",
        legal: "such as \"^[a-z]+$\"",
        source: "https://json-schema.org/draft/2020-12/json-schema-core section 6.4; ECMA-262 section 22.2.1",
    },
];
