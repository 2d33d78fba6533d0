//! Every key that a manifest gives a meaning of its own.
//!
//! `schema/manifest.schema.json` names the same keys; a test compares them.

/// At the root. Beside the own keys, what MCP puts around a list (`_meta`, `resultType`, …) is
/// accepted, so that a captured result is a manifest as it is.
pub const ROOT: &[&str] = &[
    "$schema",
    "_meta",
    "cache",
    "cacheScope",
    "http",
    "legacy",
    "nextCursor",
    "pages",
    "prompts",
    "protocol",
    "resourceTemplates",
    "resources",
    "resultType",
    "server",
    "tools",
    "ttlMs",
    "validation",
];

/// In `protocol`, where it is an object.
pub const PROTOCOL: &[&str] = &["overlay", "schema"];

/// In `server`: the members of MCP's `Implementation`, `instructions` and `capabilities`.
pub const SERVER: &[&str] =
    &["capabilities", "description", "icons", "instructions", "name", "title", "version", "websiteUrl"];

/// In `cache`, beside the cacheable methods: what counts for all of them.
pub const CACHE: &[&str] = &["cacheScope", "ttlMs"];

/// In `http`.
pub const HTTP: &[&str] = &["allowedHosts", "allowedOrigins", "maxBodyBytes", "path"];

/// In `validation`.
pub const VALIDATION: &[&str] = &["assertFormat", "documents", "maxDepth", "maxErrors", "maxSteps"];

/// In a tool: what only the author knows. Removed from the tool that `tools/list` shows.
pub const TOOL_OWN: &[&str] = &["asks", "rustName", "scopes"];

/// In a tool: the members of MCP's `Tool`.
pub const TOOL: &[&str] =
    &["_meta", "annotations", "description", "execution", "icons", "inputSchema", "name", "outputSchema", "title"];

/// In one of `asks`: what MCP puts into an input request, and whether clients can do without it.
pub const ASK: &[&str] = &["method", "optional", "params"];

/// In `pages`.
pub const PAGES: &[&str] = &["size"];

/// In a resource: what only the author knows. Removed from what `resources/list` shows.
pub const RESOURCE_OWN: &[&str] = &["asks", "rustName", "scopes"];

/// In a resource: the members of MCP's `Resource`.
pub const RESOURCE: &[&str] =
    &["_meta", "annotations", "description", "icons", "mimeType", "name", "size", "title", "uri"];

/// In a resource template: what only the author knows: the variables that can be completed, and
/// what their texts stand for.
pub const RESOURCE_TEMPLATE_OWN: &[&str] = &["asks", "complete", "rustName", "scopes", "types"];

/// In a resource template: the members of MCP's `ResourceTemplate`.
pub const RESOURCE_TEMPLATE: &[&str] =
    &["_meta", "annotations", "description", "icons", "mimeType", "name", "title", "uriTemplate"];

/// In a prompt: what only the author knows: the arguments that can be completed, and what their
/// texts stand for.
pub const PROMPT_OWN: &[&str] = &["asks", "complete", "rustName", "scopes", "types"];

/// In a prompt: the members of MCP's `Prompt`.
pub const PROMPT: &[&str] = &["_meta", "arguments", "description", "icons", "name", "title"];

/// In the schema of an argument: the header that mirrors it (HDR-13).
pub const HEADER_ANNOTATION: &str = "x-mcp-header";
