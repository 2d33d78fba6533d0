//! Which arguments are mirrored into headers: the contract's table, and above it what the server
//! listed last.
//!
//! The table of the contract is right as long as server and client come from the same manifest.
//! When the server says that headers do not fit (-32020), its tools are listed again, and what the
//! list says about a tool goes before the contract (HDR-37).

use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock};

use super::super::contract::{Contract, HeaderKind};

/// One mirrored argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// Member names from the root of the arguments.
    pub path: Vec<String>,
    /// The whole field name, such as `Mcp-Param-Region`.
    pub header: String,
    /// Its JSON type.
    pub kind: HeaderKind,
}

/// The mirrored arguments of all tools.
#[derive(Debug)]
pub struct Bindings {
    contract: &'static Contract,
    listed: RwLock<BTreeMap<String, Vec<Binding>>>,
}

impl Bindings {
    pub(super) fn new(contract: &'static Contract) -> Self {
        Self { contract, listed: RwLock::default() }
    }

    /// The member of `params` that `Mcp-Name` mirrors for this method (HDR-03).
    #[must_use]
    pub fn name_member(&self, method: &str) -> Option<&'static str> {
        match self.contract.method(method) {
            Some(known) => known.name_from,
            // A client may call what the contract's own server does not serve.
            None => match method {
                "tools/call" | "prompts/get" => Some("name"),
                "resources/read" => Some("uri"),
                _ => None,
            },
        }
    }

    /// The mirrored arguments of a tool; none for a tool that nobody told of.
    #[must_use]
    pub fn of_tool(&self, tool: &str) -> Vec<Binding> {
        if let Some(listed) = self.listed.read().unwrap_or_else(PoisonError::into_inner).get(tool) {
            return listed.clone();
        }
        let known = self.contract.tool_index(tool).and_then(|index| self.contract.tools.get(index));
        known.map_or_else(Vec::new, |tool| {
            let owned = tool.headers.iter().map(|binding| Binding {
                path: binding.path.iter().map(|member| (*member).to_owned()).collect(),
                header: binding.header.to_owned(),
                kind: binding.kind,
            });
            owned.collect()
        })
    }

    /// Takes in what a list said about its tools.
    pub(super) fn learn(&self, tools: impl IntoIterator<Item = (String, Vec<Binding>)>) {
        self.listed.write().unwrap_or_else(PoisonError::into_inner).extend(tools);
    }
}
