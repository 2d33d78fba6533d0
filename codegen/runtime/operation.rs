//! What a request that passed the checks asks for.

use super::context::Text;
use super::contract::Contract;
use super::input::Input;
use super::metadata::Metadata;
use super::pages::List;
use super::prompt::CompletionRequest;
use super::resource::ResourceRequest;
use super::seal::Binding;
use super::subscriptions::Filter;

/// A request that may be carried out.
#[derive(Debug)]
pub(super) struct Call {
    /// The JSON text of its id, as it came (ENV-05).
    pub(super) id: Text,
    pub(super) metadata: Metadata,
    pub(super) input: Input,
    pub(super) operation: Operation,
}

/// The methods, with what they need.
#[derive(Debug)]
pub(super) enum Operation {
    /// `server/discover`.
    Discover,
    /// A list, from the entry at this place.
    List { list: List, from: usize },
    /// `subscriptions/listen`, to what is honoured of the wish.
    Listen { filter: Filter },
    /// `tools/call` of the tool at this place.
    CallTool { tool: usize, arguments: Option<Text> },
    /// `resources/read`.
    ReadResource(ResourceRequest),
    /// `prompts/get` of the prompt at this place.
    GetPrompt { prompt: usize, arguments: Option<Text> },
    /// `completion/complete`.
    Complete(CompletionRequest),
}

impl Operation {
    /// What a state of this request is bound to, if it may have one (MRT-02).
    pub(super) fn binding<'r>(&'r self, contract: &'r Contract, principal: Option<&'r str>) -> Option<Binding<'r>> {
        let object = |arguments: &'r Option<Text>| arguments.as_ref().map_or("{}", Text::as_str);
        let (method, name, arguments) = match self {
            Self::CallTool { tool, arguments } => ("tools/call", contract.tools.get(*tool)?.name, object(arguments)),
            Self::GetPrompt { prompt, arguments } => {
                ("prompts/get", contract.prompts.get(*prompt)?.name, object(arguments))
            }
            Self::ReadResource(request) => ("resources/read", request.uri(), "{}"),
            Self::Discover | Self::List { .. } | Self::Listen { .. } | Self::Complete(_) => return None,
        };
        Some(Binding { principal, method, name, arguments })
    }
}
