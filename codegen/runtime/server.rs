//! The trait between the runtime and generated code.

use std::future::Future;

use super::authorization::Authorization;
use super::completion::{Completion, CompletionRequest};
use super::context::Context;
use super::contract::Contract;
use super::failure::RequestError;
use super::input::{Input, Outcome};
use super::prompt::PromptMessages;
use super::rate::Rate;
use super::resource::{ResourceContents, ResourceRequest};
use super::subscriptions::Changes;
use super::tool::{ToolError, ToolOutput};

/// A server: its tables, and what only generated code can do because it knows the types.
///
/// Generated code implements this over the trait that the user implements. Everything that can be
/// decided from the tables (envelope, metadata, headers, version, method, names, capabilities) has
/// been decided before a function of this trait is called.
pub trait Server: Send + Sync + 'static {
    /// Whether the contract has resources, templates or prompts. Where it has none, nothing that would answer for them
    /// is compiled.
    const ENTRIES: bool = true;

    /// Whether anything in the contract asks the client for input. Where nothing does, nothing that would ask is
    /// compiled.
    const ASKS: bool = true;

    /// The tables.
    fn contract(&self) -> &'static Contract;

    /// The handle by which the application says what has changed, if it made one; asked for once.
    fn changes(&self) -> Changes {
        Changes::new()
    }

    /// Who says who calls and what they may do, if somebody does; asked for once. Without, everybody is
    /// served, but what has scopes in the contract is refused.
    fn authorization(&self) -> Option<Authorization> {
        None
    }

    /// How often one caller may call tools, if there is a limit; asked for once (TOOL-17).
    fn call_rate(&self) -> Option<Rate> {
        None
    }

    /// How often one caller may ask for completion, if there is a limit; asked for once (CMP-05).
    fn completion_rate(&self) -> Option<Rate> {
        None
    }

    /// Calls the tool at this place of [`Contract::tools`].
    ///
    /// `arguments` is the JSON text of an object: well-formed, without repeated member names, not
    /// nested deeper than the runtime allows; `{}` if the request has none. It is checked
    /// against `inputSchema` and decoded here, a fault being [`ToolError::invalid_arguments`];
    /// the output is checked against `outputSchema` here, a fault being
    /// [`ToolError::invalid_output`]. `input` is for tools that may ask: its answers are checked
    /// and decoded here too, before the arguments.
    fn call_tool(
        &self,
        tool: usize,
        arguments: &str,
        input: &Input,
        cx: &Context,
    ) -> impl Future<Output = Result<Outcome<ToolOutput>, ToolError>> + Send;

    /// Reads a resource that is declared or fits a template. `file:` URIs that step out of
    /// their path, or whose variables would when appended to one, have been refused (RSC-06).
    fn read_resource(
        &self,
        request: &ResourceRequest,
        input: &Input,
        cx: &Context,
    ) -> impl Future<Output = Result<Outcome<ResourceContents>, RequestError>> + Send {
        let _ = (request, input, cx);
        async { Err(RequestError::not_found()) }
    }

    /// Fills in the prompt at this place of [`Contract::prompts`].
    ///
    /// `arguments` is the JSON text of an object all of whose members are strings, and that has all
    /// that are required; `{}` if the request has none.
    fn get_prompt(
        &self,
        prompt: usize,
        arguments: &str,
        input: &Input,
        cx: &Context,
    ) -> impl Future<Output = Result<Outcome<PromptMessages>, RequestError>> + Send {
        let _ = (prompt, arguments, input, cx);
        async { Err(RequestError::not_found()) }
    }

    /// Suggests values for an argument of a prompt or a variable of a template.
    fn complete(
        &self,
        request: &CompletionRequest,
        cx: &Context,
    ) -> impl Future<Output = Result<Completion, RequestError>> + Send {
        let _ = (request, cx);
        async { Ok(Completion::default()) }
    }
}
