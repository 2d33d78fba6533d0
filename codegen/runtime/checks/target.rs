//! What a request names: a tool, or an entry.

use super::super::context::Text;
use super::super::json::push_escaped;
use super::super::operation::Operation;
use super::envelope::shortened;
use super::message::Member;
use super::{Exchange, Fault};

impl Exchange<'_, '_> {
    pub(super) fn name(&mut self) -> Result<(), Fault> {
        let operation = match self.method.map(|method| method.name) {
            Some("tools/call") => self.tool_named()?,
            Some("prompts/get" | "resources/read" | "completion/complete") => match self.contract.entries {
                Some(entries) => (entries.named.0)(self)?,
                None => return Err("the contract has no such entries".into()),
            },
            _ => return Ok(()),
        };
        self.operation = Some(operation);
        Ok(())
    }

    fn tool_named(&self) -> Result<Operation, Fault> {
        let name = self.message.string(Member::Name).unwrap_or_default();
        let Some(tool) = self.contract.tool_index(&name) else {
            return Err(format!("there is no tool \"{}\"", shortened(&name)).into());
        };
        Ok(Operation::CallTool { tool, arguments: self.arguments() })
    }

    pub(super) fn arguments(&self) -> Option<Text> {
        self.message.member(Member::Arguments).map(|arguments| Text::of(self.bytes, arguments))
    }
}

/// `data` of a fault about a URI (RSC-03).
pub(in super::super) fn uri_data(uri: &str) -> String {
    let mut data = String::from("{\"uri\":");
    push_escaped(&mut data, uri);
    data.push('}');
    data
}
