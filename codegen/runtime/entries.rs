//! What serves resources, templates, prompts and completion, for a contract that has any.
//!
//! A contract without them names nothing of this, so that none of it is compiled: [`Entries`] is how the tables reach the
//! code, and `Server::ENTRIES` how the transports do.

use std::cmp::Reverse;
use std::fmt;

use super::checks::Naming;
use super::contract::Contract;
use super::resource::ResourceSource;
use super::uri_template;

/// What finds the entries of a contract.
#[derive(Clone, Copy)]
pub struct Entries {
    /// Where a URI is declared, wherever it leads.
    pub(super) declared: fn(&Contract, &str) -> Option<ResourceSource>,
    /// Whether a URI that is declared steps out of what is declared (RSC-06).
    pub(super) steps_out: fn(&Contract, &str, &ResourceSource) -> bool,
    /// What a request names.
    pub(super) named: Naming,
}

impl Entries {
    /// That of every contract that has entries.
    pub const SERVED: Self = Self { declared, steps_out, named: Naming::ENTRY };
}

impl fmt::Debug for Entries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Entries")
    }
}

/// As a resource, or by the most particular template that fits.
fn declared(contract: &Contract, uri: &str) -> Option<ResourceSource> {
    if let Ok(resource) = contract.resources.binary_search_by(|resource| resource.uri.cmp(uri)) {
        return Some(ResourceSource::Resource(resource));
    }
    let fitting = contract.resource_templates.iter().enumerate().filter_map(|(place, template)| {
        let variables = uri_template::variables(template.uri_template, uri)?;
        Some((uri_template::particularity(template.uri_template), Reverse(place), variables))
    });
    let (_, Reverse(place), variables) = fitting.max_by_key(|(particular, place, _)| (*particular, *place))?;
    Some(ResourceSource::Template(place, variables))
}

fn steps_out(contract: &Contract, uri: &str, source: &ResourceSource) -> bool {
    let read = match source {
        ResourceSource::Resource(_) => None,
        ResourceSource::Template(place, values) => {
            contract.resource_templates.get(*place).map(|template| (template.uri_template, values))
        }
    };
    uri_template::traverses(uri, read)
}
