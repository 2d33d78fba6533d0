//! `MRT`, `ELI`, `DEP`: what a tool asks of the client.

use super::Rule;

/// The family.
pub const RULES: &[Rule] = &[
    Rule {
        id: "MRT-04",
        title: "A tool asks by one of three methods",
        legal: "{ method = \"elicitation/create\", params = { … } }; sampling/createMessage and roots/list are legal, and deprecated",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr",
    },
    Rule {
        id: "ELI-04",
        title: "A form is flat",
        legal: "requestedSchema = { type = \"object\", properties = { … } } whose properties are string, number, integer, boolean, or arrays of choices",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation",
    },
    Rule {
        id: "ELI-07",
        title: "Secrets are not asked for by form",
        legal: "mode = \"url\" for passwords, keys and tokens",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation",
    },
    Rule {
        id: "DEP-01",
        title: "Deprecated parts are not for new code",
        legal: "neither roots, nor sampling, nor logging, nor includeContext of this or all servers",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/deprecated",
    },
];
