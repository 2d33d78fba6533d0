//! What a request that passed the checks asks for.

use super::context::Text;
use super::metadata::Metadata;
use super::pages::List;
use super::prompt::CompletionRequest;
use super::resource::ResourceRequest;
use super::subscriptions::Filter;

/// A request that may be carried out.
#[derive(Debug)]
pub(super) struct Call {
    /// The JSON text of its id, as it came (ENV-05).
    pub(super) id: Text,
    pub(super) metadata: Metadata,
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
