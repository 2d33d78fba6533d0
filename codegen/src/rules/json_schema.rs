//! `JSC`: schemas of arguments and results, as the standard and MCP want them.

use super::Rule;

/// The family.
pub const RULES: &[Rule] = &[
    Rule {
        id: "JSC-02",
        title: "The schema is of a dialect, or needs a vocabulary, that is not supported",
        legal: "`$schema` is https://json-schema.org/draft/2020-12/schema, which is also meant when it is absent, or http://json-schema.org/draft-07/schema#; or a bundled meta-schema made of the vocabularies of 2020-12",
        source: "MCP 2026-07-28, basic: JSON Schema usage; JSON Schema 2020-12 Core, section 8.1",
    },
    Rule {
        id: "JSC-03",
        title: "The schema is not valid in its own dialect",
        legal: "each keyword has the form that the meta-schema gives it, such as `\"type\": \"object\"`, `\"minimum\": 0`, `\"required\": [\"city\"]`",
        source: "MCP 2026-07-28, basic: JSON Schema usage; JSON Schema 2020-12 Validation; draft-07 Validation",
    },
    Rule {
        id: "JSC-04",
        title: "A reference leads to an address in a network or to a file",
        legal: "references stay in the document (`#/$defs/name`) or lead to documents bundled with it; nothing is ever fetched",
        source: "MCP 2026-07-28, tools: security considerations",
    },
    Rule {
        id: "JSC-05",
        title: "A reference leads to a document that is not there",
        legal: "the document is bundled under the address that the reference resolves to, against `$id` where there is one",
        source: "JSON Schema 2020-12 Core, section 8.2.3",
    },
    Rule {
        id: "JSC-06",
        title: "The schema is too deep or too large",
        legal: "at most 256 levels of nesting, 256 subschemas after one another for the same value, 100,000 subschemas in all",
        source: "MCP 2026-07-28, tools: security considerations; this project's bounds",
    },
    Rule {
        id: "JSC-07",
        title: "The arguments of a tool are not said to be an object",
        legal: "type = \"object\" at the root of inputSchema, spelled out; any other keyword beside it",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/server/tools; https://modelcontextprotocol.io/specification/2026-07-28/schema#tool",
    },
    Rule {
        id: "JSC-10",
        title: "A reference leads to a place that does not exist",
        legal: "a JSON Pointer to a schema of the document (`#/$defs/name`), or the name of an anchor (`#name`)",
        source: "JSON Schema 2020-12 Core, section 8.2; RFC 6901",
    },
    Rule {
        id: "JSC-11",
        title: "The schema refers to itself without going down into the value",
        legal: "a recursive reference stands below `properties`, `items` or another keyword for members or items, so that every round reads a smaller value",
        source: "JSON Schema 2020-12 Core, section 9.4.1",
    },
    Rule {
        id: "JSC-12",
        title: "A pattern is not legal ECMA-262",
        legal: "the grammar of ECMA-262 section 22.2.1 (flag `u`, else annex B): no possessive quantifiers, no flags inside a pattern (`(?i:`, of ES2025), no `\\A` or `\\z`",
        source: "JSON Schema 2020-12 Core, section 6.4; ECMA-262",
    },
    Rule {
        id: "JSC-13",
        title: "Two schemas have the same address",
        legal: "each `$id`, resolved against the one around it, stands once in a schema and the documents bundled with it",
        source: "JSON Schema 2020-12 Core, sections 8.2.1 and 9.1.2: the result of a duplicate is undefined",
    },
    Rule {
        id: "JSC-14",
        title: "What the manifest says about validation is not legal",
        legal: "[validation] with assertFormat = true; maxDepth from 1 to 1024, maxSteps from 1 to 10000000000, maxErrors from 1 to 10000; documents = { \"https://example.com/port.json\" = \"schemas/port.json\" }, absolute addresses without fragment and files below the directory of the manifest",
        source: "this project: the bounds of JSC-06, and documents for JSC-04 and JSC-05",
    },
];
