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

    /// Key and definition of each entry, sorted by key.
    fn entries(self, contract: &Contract) -> Vec<(&'static str, &'static str)> {
        match self {
            Self::Prompts => contract.prompts.iter().map(|prompt| (prompt.name, prompt.definition)).collect(),
            Self::Resources => contract.resources.iter().map(|resource| (resource.uri, resource.definition)).collect(),
            Self::ResourceTemplates => contract
                .resource_templates
                .iter()
                .map(|template| (template.uri_template, template.definition))
                .collect(),
            Self::Tools => contract.tools.iter().map(|tool| (tool.name, tool.definition)).collect(),
        }
    }

    /// Where the page behind a cursor begins; `None` if this server did not give out such a cursor for
    /// this list.
    pub(super) fn start(self, contract: &Contract, cursor: &str) -> Option<usize> {
        let text = String::from_utf8(URL_SAFE_NO_PAD.decode(cursor).ok()?).ok()?;
        let before = text.strip_prefix(self.member())?.strip_prefix(':')?;
        Some(self.entries(contract).partition_point(|(key, _)| *key <= before))
    }

    /// The page that begins here, as the JSON text of an object.
    pub(super) fn page(self, contract: &Contract, from: usize) -> String {
        let entries = self.entries(contract);
        let rest = entries.get(from..).unwrap_or_default();
        let (page, next) = match rest.split_at_checked(contract.page_size) {
            Some((page, more)) if !page.is_empty() && !more.is_empty() => (page, page.last()),
            _ => (rest, None),
        };
        let definitions: Vec<&str> = page.iter().map(|(_, definition)| *definition).collect();
        let next = next.map_or(String::new(), |(key, _)| {
            let cursor = URL_SAFE_NO_PAD.encode(format!("{}:{key}", self.member()));
            format!(r#","nextCursor":"{cursor}""#)
        });
        format!(r#"{{"{}":[{}]{next}}}"#, self.member(), definitions.join(","))
    }
}
