//! `TYP`: what the Rust types of a tool's schemas do not say. The validator checks all of it all the same.

use super::Rule;

/// The family.
pub const RULES: &[Rule] = &[
    Rule {
        id: "TYP-01",
        title: "A part of a schema does not say which kind of value it is, so its type is `serde_json::Value`",
        legal: "a `type`, such as \"string\" or [\"object\", \"null\"]; up to four kinds beside null become an enum",
        source: "this project: a type that does not hold every valid value would lose data",
    },
    Rule {
        id: "TYP-02",
        title: "The alternatives of `anyOf` or `oneOf` cannot be told apart, so one struct has the members of all",
        legal: "a member that every alternative requires, with another `const` or `enum` of strings in each",
        source: "this project: a union is decided by a discriminator, never by trying",
    },
    Rule {
        id: "TYP-03",
        title: "No types could be made of a schema, so the whole is `serde_json::Value`",
        legal: "nothing that a manifest may say leads here; please report it",
        source: "this project: the type generator is guarded",
    },
    Rule {
        id: "TYP-04",
        title: "A reference cannot be followed, so its part is `serde_json::Value`",
        legal: "`$ref` to a JSON Pointer, an anchor or an `$id` in the same schema: \"#/$defs/Place\"",
        source: "JSON Schema 2020-12, section 8.2.3; nothing is fetched",
    },
    Rule {
        id: "TYP-05",
        title: "A schema combines its parts in too many ways, so some of it is `serde_json::Value`",
        legal: "`allOf`, `anyOf` and `$ref` without levels of JSON between them nest up to 128 deep",
        source: "this project: the work is linear in the schema",
    },
];
