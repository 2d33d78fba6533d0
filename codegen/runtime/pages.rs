//! The lists of a server, their pages, and the cursors between them (PAG-01 to PAG-04).
//!
//! A cursor holds the key of the last entry before it. It stays good when entries come and go, and
//! needs no memory.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::contract::Contract;

/// A list that a server gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum List {
    Prompts,
    Resources,
    ResourceTemplates,
    Tools,
}

impl List {
    /// All lists.
    pub(super) const ALL: [Self; 4] = [Self::Prompts, Self::Resources, Self::ResourceTemplates, Self::Tools];

    /// The list that this method gives.
    pub(super) fn of_method(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|list| list.method() == name)
    }

    /// The method that gives it.
    pub(super) fn method(self) -> &'static str {
        match self {
            Self::Prompts => "prompts/list",
            Self::Resources => "resources/list",
            Self::ResourceTemplates => "resources/templates/list",
            Self::Tools => "tools/list",
        }
    }

    /// The member of the result that holds it.
    fn member(self) -> &'static str {
        match self {
            Self::Prompts => "prompts",
            Self::Resources => "resources",
            Self::ResourceTemplates => "resourceTemplates",
            Self::Tools => "tools",
        }
    }

    /// How many entries there are.
    fn count(self, contract: &Contract) -> usize {
        match self {
            Self::Prompts => contract.prompts.len(),
            Self::Resources => contract.resources.len(),
            Self::ResourceTemplates => contract.resource_templates.len(),
            Self::Tools => contract.tools.len(),
        }
    }

    /// Key and definition of an entry; they are sorted by key.
    fn entry(self, contract: &Contract, place: usize) -> Option<(&'static str, &'static str)> {
        match self {
            Self::Prompts => contract.prompts.get(place).map(|prompt| (prompt.name, prompt.definition)),
            Self::Resources => contract.resources.get(place).map(|resource| (resource.uri, resource.definition)),
            Self::ResourceTemplates => {
                contract.resource_templates.get(place).map(|template| (template.uri_template, template.definition))
            }
            Self::Tools => contract.tools.get(place).map(|tool| (tool.name, tool.definition)),
        }
    }

    /// Where the page behind a cursor begins; `None` if this server did not give out such a cursor for
    /// this list.
    pub(super) fn start(self, contract: &Contract, cursor: &str) -> Option<usize> {
        let text = String::from_utf8(URL_SAFE_NO_PAD.decode(cursor).ok()?).ok()?;
        let before = text.strip_prefix(self.member())?.strip_prefix(':')?;
        let mut start = 0;
        while self.entry(contract, start).is_some_and(|(key, _)| key <= before) {
            start += 1;
        }
        Some(start)
    }

    /// The page that begins here, as the JSON text of an object.
    pub(super) fn page(self, contract: &Contract, from: usize) -> String {
        let count = self.count(contract);
        let end = if contract.page_size == 0 { count } else { count.min(from.saturating_add(contract.page_size)) };
        let mut page = format!("{{\"{}\":[", self.member());
        let mut last = "";
        for place in from..end {
            let Some((key, definition)) = self.entry(contract, place) else { break };
            page.push_str(if place > from { "," } else { "" });
            page.push_str(definition);
            last = key;
        }
        page.push(']');
        if end < count {
            let cursor = URL_SAFE_NO_PAD.encode(format!("{}:{last}", self.member()));
            page.push_str(",\"nextCursor\":\"");
            page.push_str(&cursor);
            page.push('"');
        }
        page.push('}');
        page
    }
}
