//! `HDR`: arguments that are mirrored into headers.

use super::Rule;

/// The family.
pub const RULES: &[Rule] = &[
    Rule {
        id: "HDR-14",
        title: "A header name is a token",
        legal: "one or more of A-Z, a-z, 0-9 and !#$%&'*+-.^_`|~, such as \"Region\"",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http; RFC 9110 section 5.6.2",
    },
    Rule {
        id: "HDR-15",
        title: "A header name is unique in a tool",
        legal: "each name once in the whole inputSchema; upper and lower case do not count",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http; RFC 9110 section 5.1",
    },
    Rule {
        id: "HDR-16",
        title: "A mirrored argument is text, an integer or a boolean",
        legal: "type = \"string\", \"integer\" or \"boolean\", said by the property itself: no list of types, no `number`, no `$ref`",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http",
    },
    Rule {
        id: "HDR-17",
        title: "A mirrored integer fits into 53 bits",
        legal: "minimum and maximum within -9007199254740991 and 9007199254740991; larger values are refused when they are sent",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http; RFC 8259 section 6",
    },
    Rule {
        id: "HDR-18",
        title: "A mirrored argument may be nested, through `properties` alone",
        legal: "properties.place.properties.zone is legal; some clients hide a tool that uses it",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http",
    },
    Rule {
        id: "HDR-19",
        title: "No mirrored argument below arrays, choices, conditions or references",
        legal: "a property that is reached from the root through `properties`; nothing below items, oneOf, anyOf, allOf, not, if, then, else, $ref, $defs",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http",
    },
    Rule {
        id: "HDR-20",
        title: "No mirrored argument anywhere else",
        legal: "a property that is reached from the root through `properties`; not the root itself, nothing below additionalProperties, patternProperties, propertyNames, dependentSchemas, nothing in outputSchema",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http",
    },
    Rule {
        id: "HDR-24",
        title: "Nothing sensitive in headers",
        legal: "arguments that proxies and logs may see: no passwords, keys, tokens, personal data",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http",
    },
];
