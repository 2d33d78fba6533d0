//! `explain`: what a rule means, what is legal, and where that is written.

use std::fmt::Write as _;

use mcp_codegen::diagnostic::{Diagnostic, Diagnostics, did_you_mean};
use mcp_codegen::rules::{self, Rule};

use super::arguments::Explain;
use super::screen::Screen;
use super::{Exit, Stop};

pub(super) fn run(verb: &Explain, screen: &mut Screen) -> Result<Exit, Stop> {
    let text = match &verb.rule {
        None => list(),
        // `[HDR-14]`, as it stands in a finding, is as good as HDR-14.
        Some(id) => match rules::find(id.trim_matches(['[', ']', ' '])) {
            Some(rule) => explain(rule),
            None => return Err(unknown(id).into()),
        },
    };
    screen.print(&text)?;
    Ok(Exit::Fine)
}

fn list() -> String {
    let mut text = String::new();
    for rule in rules::FAMILIES.iter().flat_map(|family| family.iter()) {
        let _ = writeln!(text, "{:<8} {}", rule.id, rule.title);
    }
    text
}

fn explain(rule: &Rule) -> String {
    format!("{}: {}\n\nLegal:  {}\nSource: {}\n", rule.id, rule.title, rule.legal, rule.source)
}

fn unknown(id: &str) -> Diagnostics {
    let ids = rules::FAMILIES.iter().flat_map(|family| family.iter()).map(|rule| rule.id);
    let near = did_you_mean(&id.to_ascii_uppercase(), ids);
    let mut findings = Diagnostics::default();
    findings.push(
        Diagnostic::error("OUT-11", None, format!("there is no rule {id:?}{near}"))
            .help("`mcp-codegen explain` without a rule lists all of them"),
    );
    findings
}
