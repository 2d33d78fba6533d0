//! One line.

fn main() {
    mcp_codegen::build("mcp.toml")
}
