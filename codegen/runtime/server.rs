//! The trait between the runtime and generated code.

use std::future::Future;

use super::context::Context;
use super::contract::Contract;
use super::subscriptions::Changes;
use super::tool::{ToolError, ToolOutput};

/// A server: its tables, and what only generated code can do because it knows the types.
///
/// Generated code implements this over the trait that the user implements. Everything that can be
/// decided from the tables (envelope, metadata, headers, version, method, names, capabilities) has
/// been decided before a function of this trait is called.
pub trait Server: Send + Sync + 'static {
    /// The tables.
    fn contract(&self) -> &'static Contract;

    /// The handle by which the application says what has changed, if it made one; asked for once.
    fn changes(&self) -> Changes {
        Changes::new()
    }

    /// Calls the tool at this place of [`Contract::tools`].
    ///
    /// `arguments` is the JSON text of an object: well-formed, without repeated member names, not
    /// nested deeper than the runtime allows; `{}` if the request has none. It is checked
    /// against `inputSchema` and decoded here, a fault being [`ToolError::invalid_arguments`];
    /// the output is checked against `outputSchema` here, a fault being
    /// [`ToolError::invalid_output`].
    fn call_tool(
        &self,
        tool: usize,
        arguments: &str,
        cx: &Context,
    ) -> impl Future<Output = Result<ToolOutput, ToolError>> + Send;
}
