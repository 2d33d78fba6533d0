//! Every rule that a diagnostic may name: what it means, what is legal, where that is written.
//!
//! Flat tables, one file for each family of ids. `mcp-codegen explain` prints from here, and a test
//! compares the ids with those that the sources use.

pub mod asks;
pub mod authorization;
pub mod cache;
pub mod completion;
pub mod document;
pub mod headers;
pub mod icons;
pub mod json_schema;
pub mod lint;
pub mod manifest;
pub mod meta;
pub mod output;
pub mod overlay;
pub mod pages;
pub mod prompts;
pub mod resources;
pub mod schema;
pub mod tools;
pub mod typed;

/// One rule.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Id: a requirement's (`HDR-14`) or one of our own families (`DOC`, `SCH`, `OVL`, `MAN`, `TYP`, `OUT`).
    pub id: &'static str,
    /// One line.
    pub title: &'static str,
    /// What is legal, with an example.
    pub legal: &'static str,
    /// Where the rule comes from: a page of the specification, an RFC section, or this project.
    pub source: &'static str,
}

/// All tables; a family is added here.
pub const FAMILIES: &[&[Rule]] = &[
    asks::RULES,
    authorization::RULES,
    cache::RULES,
    completion::RULES,
    document::RULES,
    headers::RULES,
    icons::RULES,
    json_schema::RULES,
    lint::RULES,
    manifest::RULES,
    meta::RULES,
    output::RULES,
    overlay::RULES,
    pages::RULES,
    schema::RULES,
    prompts::RULES,
    resources::RULES,
    tools::RULES,
    typed::RULES,
];

/// The rule of an id, upper or lower case.
#[must_use]
pub fn find(id: &str) -> Option<&'static Rule> {
    FAMILIES.iter().flat_map(|family| family.iter()).find(|rule| rule.id.eq_ignore_ascii_case(id))
}
