//! What a request that passed the checks asks for.

use super::context::Text;
use super::metadata::Metadata;
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
    /// `tools/list`, from the entry at this place.
    ListTools { from: usize },
    /// `subscriptions/listen`, to what is honoured of the wish.
    Listen { filter: Filter },
    /// `tools/call` of the tool at this place.
    CallTool { tool: usize, arguments: Option<Text> },
}
