//! Names that generated code has of its own.

/// Types that only some generated modules have. No tool has such a name, since its types have
/// suffixes, but a server may.
pub const IMPORTED: &[&str] = &[
    "Authorization",
    "Authorizer",
    "Elicited",
    "Input",
    "Outcome",
    "Principal",
    "ResourceMetadata",
    "Unauthenticated",
];

/// What a generated module has beside the names of its tools: methods of the trait and the client,
/// and types. As a stem, `Tool` would give the runtime's `ToolOutput` again.
pub const GENERATED: &[&str] = &[
    "Changes",
    "Client",
    "ClientError",
    "Content",
    "Context",
    "H",
    "Http",
    "Route",
    "Router",
    "S",
    "Server",
    "Settings",
    "Stdio",
    "T",
    "Tcp",
    "Tool",
    "ToolError",
    "ToolOutput",
    "Transport",
    "http",
    "in_process",
    // Methods that every type has by value: `client.into(…)` would find them first.
    "into",
    "into_mcp",
    "mcp",
    "new",
    "runtime",
    "stdio",
    "try_into",
];
