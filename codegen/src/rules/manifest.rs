//! `MAN`: the manifest's own keys.

use super::Rule;

/// The family.
pub const RULES: &[Rule] = &[
    Rule {
        id: "MAN-01",
        title: "A manifest is an object",
        legal: "an object with the members of a server: `server`, `tools`, …; or a captured answer to `tools/list`",
        source: "this project: the manifest",
    },
    Rule {
        id: "MAN-02",
        title: "An own key is not known",
        legal: "the keys that `mcp-codegen schema` lists; what belongs to MCP or JSON Schema may have members that nobody here knows",
        source: "this project: a misspelled key must not be ignored",
    },
    Rule {
        id: "MAN-03",
        title: "An own key has another JSON type",
        legal: "the type that `mcp-codegen schema` gives",
        source: "this project: the manifest",
    },
    Rule {
        id: "MAN-04",
        title: "A schema file cannot be used",
        legal: "{ \"$ref\" = \"schemas/search.json\" }: a path below the directory of the manifest, with `/`, without `..`, without other keys beside it; .json, .toml, .yaml or .yml; never an address",
        source: "this project: nothing is fetched, and no file elsewhere is opened",
    },
    Rule {
        id: "MAN-05",
        title: "A revision of the protocol is not said as one",
        legal: "\"2026-07-28\"; or { schema = \"draft.json\", overlay = \"draft.toml\" } with files below the directory of the manifest",
        source: "this project: the manifest",
    },
    Rule {
        id: "MAN-06",
        title: "A server has a name and a version",
        legal: "[server] with name = \"weather\" and version = \"0.1.0\", neither empty; a captured list may leave `server` away",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/schema#implementation",
    },
    Rule {
        id: "MAN-07",
        title: "A Rust name that cannot be used",
        legal: "a function name in snake_case, such as \"get_weather\": no keyword, not the name of something that generated code has, not that of another tool, resource or prompt",
        source: "this project: names are decided once, before anything is written",
    },
    Rule {
        id: "MAN-08",
        title: "A member of an entry is nearly a known one",
        legal: "the members of MCP's Tool, and asks, scopes, rustName; of its Resource, and rustName; of its ResourceTemplate or Prompt, and complete, rustName, types; others are passed on to clients as they stand",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/schema#tool",
    },
    Rule {
        id: "MAN-09",
        title: "Nothing is generated from this part yet",
        legal: "the part may stand; what a reader must know is in the message",
        source: "this project: what is not served is said, not ignored",
    },
    Rule {
        id: "MAN-10",
        title: "A captured answer that is not the whole list",
        legal: "{\"tools\": […]}, or the whole JSON-RPC response {\"jsonrpc\": \"2.0\", \"id\": 1, \"result\": {\"tools\": […]}}, all pages put together",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination",
    },
    Rule {
        id: "MAN-11",
        title: "What the HTTP transport starts from is not legal",
        legal: "path = \"/mcp\"; allowedOrigins = [\"https://app.example.com\"]; allowedHosts = [\"mcp.example.com:8443\"]; maxBodyBytes from 1 to 4294967295",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http; RFC 6454 section 6.2; RFC 9110 section 7.2",
    },
    Rule {
        id: "MAN-12",
        title: "A revision for which no server is made",
        legal: "protocol = \"2026-07-28\", or no `protocol`; or { schema = \"draft.json\", overlay = \"draft.toml\" } of a revision after it. Older ones are for `mcp-codegen bindings`",
        source: "this project: servers and clients speak one revision",
    },
];
