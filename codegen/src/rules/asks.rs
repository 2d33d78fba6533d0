//! `MRT`, `ELI`, `DEP`: what a tool asks of the client.

use super::Rule;

/// The family.
pub const RULES: &[Rule] = &[
    Rule {
        id: "MRT-04",
        title: "A tool asks by one of three methods",
        legal: "{ method = \"elicitation/create\", params = { … } }, and optional = true if clients that cannot be asked are served too; what params leave away of the required members, the tool says for each call; sampling/createMessage and roots/list are legal, and deprecated",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr",
    },
    Rule {
        id: "ELI-03",
        title: "Elicitation has a message, and the members of one mode",
        legal: "a form: message and requestedSchema; mode = \"url\": message and url; message and url may be left to the tool",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation",
    },
    Rule {
        id: "ELI-04",
        title: "A form is flat",
        legal: "requestedSchema = { type = \"object\", properties = { … }, required = [ … ] } whose properties are string (minLength, maxLength, format of date, date-time, email, uri), number or integer (minimum, maximum), boolean, one choice (enum, or oneOf of const and title) or several (an array whose items have enum, or anyOf of const and title)",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation",
    },
    Rule {
        id: "ELI-06",
        title: "An address that users are sent to can be opened",
        legal: "url = \"https://…\" with a host; http while a server is tried out; or no url, and the tool says it for each call",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation",
    },
    Rule {
        id: "ELI-07",
        title: "Secrets are not asked for by form",
        legal: "mode = \"url\" for passwords, keys and tokens",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation",
    },
    Rule {
        id: "SMP-03",
        title: "Results of tools stand alone",
        legal: "a message of the user with tool_result blocks has no other block",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/client/sampling",
    },
    Rule {
        id: "SMP-04",
        title: "Each call of a tool has its result in the next message",
        legal: "after a message of the assistant with tool_use blocks, one of the user with a tool_result for each `id`",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/client/sampling",
    },
    Rule {
        id: "SMP-05",
        title: "A message for a model has a role and content",
        legal: "{ role = \"user\", content = { type = \"text\", text = \"…\" } }; role is user or assistant",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/client/sampling",
    },
    Rule {
        id: "DEP-01",
        title: "Deprecated parts are not for new code",
        legal: "neither roots, nor sampling, nor logging, nor includeContext of this or all servers",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/deprecated",
    },
];
