//! The head of a tool's method in user code, laid out as rustfmt does.

use super::text::Ident;
use crate::ir::contract::Tool;

/// Where rustfmt breaks lines when nobody says otherwise.
const WIDTH: usize = 100;

/// `async fn get_weather(&self, args: …, _cx: &Context) -> Result<…, ToolError>`, indented by four.
#[must_use]
pub fn signature(tool: &Tool) -> String {
    let (method, args, output) =
        (Ident::new(&tool.rust.method), Ident::new(&tool.rust.args), Ident::new(&tool.rust.output));
    let params = ["&self".to_owned(), format!("args: mcp::{args}"), "_cx: &Context".to_owned()];
    let result = format!("Result<mcp::{output}, ToolError>");
    let line = format!("    async fn {method}({}) -> {result}", params.join(", "));
    if line.len() + " {".len() <= WIDTH {
        return line;
    }
    let params: String = params.iter().map(|param| format!("        {param},\n")).collect();
    format!("    async fn {method}(\n{params}    ) -> {result}")
}

/// A whole method that compiles and says that it is not written yet.
#[must_use]
pub fn stub(tool: &Tool) -> String {
    format!(
        "{} {{\n        Err(ToolError::failed(format!(\"not implemented yet; called with {{args:?}}\")))\n    }}\n",
        signature(tool)
    )
}
