//! What a request that passed the checks asks for.

use super::completion::{CompletionRequest, CompletionSubject};
use super::context::Text;
use super::contract::Contract;
use super::input::Input;
use super::pages::List;
use super::resource::{ResourceRequest, ResourceSource};
use super::seal::Binding;
use super::subscriptions::Filter;

/// A request that may be carried out.
#[derive(Debug)]
pub(super) struct Call {
    /// The JSON text of its id, as it came (ENV-05).
    pub(super) id: Text,
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
    /// The method.
    pub(super) fn method(&self) -> &'static str {
        match self {
            Self::Discover => "server/discover",
            Self::List { list, .. } => list.method(),
            Self::Listen { .. } => "subscriptions/listen",
            Self::CallTool { .. } => "tools/call",
            Self::ReadResource(_) => "resources/read",
            Self::GetPrompt { .. } => "prompts/get",
            Self::Complete(_) => "completion/complete",
        }
    }

    /// What it is about, by the name that the contract has for it: of a template the template, not the URI.
    pub(super) fn declared_name(&self, contract: &Contract) -> Option<&'static str> {
        let prompt = |place: usize| contract.prompts.get(place).map(|prompt| prompt.name);
        let template = |place: usize| contract.resource_templates.get(place).map(|template| template.uri_template);
        match self {
            Self::CallTool { tool, .. } => contract.tools.get(*tool).map(|tool| tool.name),
            Self::GetPrompt { prompt: place, .. } => prompt(*place),
            Self::ReadResource(request) => match request.source() {
                ResourceSource::Resource(place) => contract.resources.get(*place).map(|resource| resource.uri),
                ResourceSource::Template(place, _) => template(*place),
            },
            Self::Complete(request) => match request.subject() {
                CompletionSubject::Prompt(place) => prompt(place),
                CompletionSubject::ResourceTemplate(place) => template(place),
            },
            Self::Discover | Self::List { .. } | Self::Listen { .. } => None,
        }
    }

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

    /// What of the contract it needs.
    pub(super) fn needs(&self, contract: &'static Contract) -> Needs {
        let prompt = |place: usize| {
            let prompt = contract.prompts.get(place);
            prompt.map(|item| Needs::new(item.required_capabilities, item.asks, item.scopes))
        };
        let template = |place: usize| {
            let template = contract.resource_templates.get(place);
            template.map(|item| Needs::new(item.required_capabilities, item.asks, item.scopes))
        };
        let needs = match self {
            Self::CallTool { tool, .. } => {
                let tool = contract.tools.get(*tool);
                tool.map(|item| Needs::new(item.required_capabilities, item.asks, item.scopes))
            }
            Self::GetPrompt { prompt: place, .. } => prompt(*place),
            Self::ReadResource(request) => match request.source() {
                ResourceSource::Resource(place) => {
                    let resource = contract.resources.get(*place);
                    resource.map(|item| Needs::new(item.required_capabilities, item.asks, item.scopes))
                }
                ResourceSource::Template(place, _) => template(*place),
            },
            // Who may not have a thing may not have its arguments guessed; nothing is asked for that.
            Self::Complete(request) => match request.subject() {
                CompletionSubject::Prompt(place) => prompt(place),
                CompletionSubject::ResourceTemplate(place) => template(place),
            }
            .map(|needs| Needs::new("{}", &[], needs.scopes)),
            Self::Discover | Self::List { .. } | Self::Listen { .. } => None,
        };
        needs.unwrap_or(Needs::new("{}", &[], &[]))
    }
}

/// What of the contract an operation needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Needs {
    /// Of the client, as the JSON text of a `ClientCapabilities`.
    pub(super) capabilities: &'static str,
    /// The keys of what may be asked of the client.
    pub(super) asks: &'static [&'static str],
    /// Of the caller.
    pub(super) scopes: &'static [&'static str],
}

impl Needs {
    const fn new(capabilities: &'static str, asks: &'static [&'static str], scopes: &'static [&'static str]) -> Self {
        Self { capabilities, asks, scopes }
    }
}
