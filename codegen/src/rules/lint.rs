//! `LINT`: legal, but some host, dialect or reader takes it for something else.

use super::Rule;

/// The family.
pub const RULES: &[Rule] = &[
    Rule {
        id: "LINT-01",
        title: "Choices and conditions at the root of the arguments",
        legal: "legal and enforced; some hosts drop the tool, so say it in `description` or inside `properties` where they matter",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/server/tools",
    },
    Rule {
        id: "LINT-02",
        title: "Tool names that hosts cannot tell apart",
        legal: "names that differ in more than case and the signs `.`, `-`, `_`",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/server/tools",
    },
    Rule {
        id: "LINT-03",
        title: "`nullable` is no keyword of JSON Schema",
        legal: "type = [\"string\", \"null\"]",
        source: "https://json-schema.org/draft/2020-12/json-schema-validation section 6.1.1",
    },
    Rule {
        id: "LINT-04",
        title: "Draft-07 ignores what stands beside `$ref`",
        legal: "allOf = [{ \"$ref\" = \"…\" }] with other keywords beside, or draft 2020-12",
        source: "https://json-schema.org/draft-07/json-schema-core section 8.3",
    },
    Rule {
        id: "LINT-05",
        title: "A default that its own schema refuses",
        legal: "a default that the schema accepts",
        source: "https://json-schema.org/draft/2020-12/json-schema-validation section 9.2",
    },
    Rule {
        id: "LINT-06",
        title: "A format that is not asserted, though formats are",
        legal: "date, date-time, duration, email, hostname, ipv4, ipv6, iri, iri-reference, json-pointer, regex, time, uri, uri-reference, uri-template, uuid; any other is an annotation, which clients see and nothing checks",
        source: "https://json-schema.org/draft/2020-12/json-schema-validation section 7.2.3",
    },
];
