//! Every rule that a diagnostic may name: what it means, what is legal, where that is written.
//!
//! Flat tables, one file for each family of ids. `mcp-codegen explain` prints from here, and a test
//! compares the ids with those that the sources use.

pub mod asks;
pub mod cache;
pub mod document;
pub mod headers;
pub mod icons;
pub mod json_schema;
pub mod lint;
pub mod manifest;
pub mod meta;
pub mod output;
pub mod prompts;
pub mod resources;
pub mod tools;

use crate::diagnostic::nearest;

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
    cache::RULES,
    document::RULES,
    headers::RULES,
    icons::RULES,
    json_schema::RULES,
    lint::RULES,
    manifest::RULES,
    meta::RULES,
    output::RULES,
    prompts::RULES,
    resources::RULES,
    tools::RULES,
];

/// The rule of an id, upper or lower case.
#[must_use]
pub fn find(id: &str) -> Option<&'static Rule> {
    FAMILIES.iter().flat_map(|family| family.iter()).find(|rule| rule.id.eq_ignore_ascii_case(id))
}

/// What a rule means, for a person: title, what is legal, where that is written.
///
/// # Errors
/// When there is no such rule: one line that says which there are.
pub fn explain(id: &str) -> Result<String, String> {
    if let Some(rule) = find(id) {
        return Ok(format!("{}: {}\n\nLegal: {}\nSource: {}\n", rule.id, rule.title, rule.legal, rule.source));
    }
    let ids = || FAMILIES.iter().flat_map(|family| family.iter()).map(|rule| rule.id);
    let family = id.split('-').next().unwrap_or_default().to_ascii_uppercase();
    let kin: Vec<&str> = ids().filter(|id| id.split('-').next() == Some(family.as_str())).collect();
    Err(if !kin.is_empty() {
        format!("there is no rule {}; of this family there are {}", crate::diagnostic::safe::line(id), kin.join(", "))
    } else if let Some(meant) = nearest(id, ids()) {
        format!("there is no rule {}; did you mean {meant}?", crate::diagnostic::safe::line(id))
    } else {
        format!(
            "there is no rule {}; a rule is called as diagnostics show it, such as HDR-14",
            crate::diagnostic::safe::line(id)
        )
    })
}
