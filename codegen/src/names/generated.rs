//! Names that generated code has of its own.

/// What a generated module has beside the names of its tools: methods of the trait and the client,
/// and types. As a stem, `Tool` would give the runtime's `ToolOutput` again.
pub const GENERATED: &[&str] = &[
    "Client",
    "ClientError",
    "Content",
    "Context",
    "Router",
    "Server",
    "Tool",
    "ToolError",
    "ToolOutput",
    "http",
    "in_process",
    "mcp",
    "new",
    "runtime",
    "stdio",
];
