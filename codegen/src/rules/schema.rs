//! `SCH`: the schema of a revision of the protocol.

use super::Rule;

/// The family.
pub const RULES: &[Rule] = &[
    Rule {
        id: "SCH-01",
        title: "A protocol schema uses a keyword that is not understood",
        legal: "type, properties, required, items, $ref, const, enum, anyOf, allOf, additionalProperties, format, minimum, maximum, minItems, maxItems, not (as {\"enum\": [...]}), and description, title, $comment",
        source: "this project: a keyword that is skipped is a rule that is silently lost",
    },
    Rule {
        id: "SCH-02",
        title: "A keyword of a protocol schema has a value of the wrong kind",
        legal: "what JSON Schema says of the keyword, such as an object under properties and an array of strings under required",
        source: "JSON Schema 2020-12, Core and Validation; draft-07",
    },
    Rule {
        id: "SCH-03",
        title: "Keywords stand together whose combination is not understood",
        legal: "one shape a schema: $ref, const, enum, anyOf, allOf, an object, an array or scalars, each with its own keywords",
        source: "this project: a combination that is read wrongly is a rule that is silently lost",
    },
    Rule {
        id: "SCH-04",
        title: "A $ref leads to no definition",
        legal: "\"#/$defs/NAME\" or \"#/definitions/NAME\" with a NAME that is defined there",
        source: "JSON Schema 2020-12, Core, section 8.2.3",
    },
    Rule {
        id: "SCH-05",
        title: "This is not a protocol schema",
        legal: "an object with $schema and either $defs or definitions",
        source: "the published schemas of MCP",
    },
    Rule {
        id: "SCH-06",
        title: "Nothing tells the variants of a union apart",
        legal: "a constant member that differs, required members that differ, or another JSON kind for each variant; else an overlay says who decides: [[union]] at = \"NAME\", decided = \"by-caller\"",
        source: "this project: a union that is decided by trial loses data",
    },
    Rule {
        id: "SCH-07",
        title: "The parts of an allOf contradict each other or are not objects",
        legal: "objects, or references to objects, whose common members agree or narrow one another",
        source: "JSON Schema 2020-12, Core, section 10.2.1.1",
    },
    Rule {
        id: "SCH-08",
        title: "A definition consists of itself",
        legal: "recursion through an array, a map or an optional member",
        source: "this project: such a value would have no end",
    },
    Rule {
        id: "SCH-09",
        title: "A union mixes variants that no Rust enum can hold apart",
        legal: "at most one variant of strings, of numbers, of booleans and of null beside arrays and objects",
        source: "this project",
    },
];
