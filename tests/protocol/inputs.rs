//! Schemas for the tests.

use mcp_codegen::diagnostic::Diagnostics;
use mcp_codegen::revision::{self, Loaded, SchemaRef, Text};
use mcp_codegen::source::Sources;

use crate::common::shared;

pub(crate) const REVISIONS: &[&str] = &["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];

/// The text of a published schema, where it is at hand.
pub(crate) fn published(revision: &str) -> Option<String> {
    let path = shared(&format!("mcp/schema/{revision}/schema.json"))?;
    Some(std::fs::read_to_string(path).unwrap())
}

/// A schema file with its overlay, or the findings, rendered.
pub(crate) fn load(schema: &SchemaRef, overlay: Option<&Text>) -> Result<Loaded, String> {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let loaded = revision::load(&mut sources, schema, overlay, &mut diagnostics);
    match loaded {
        Some(loaded) if !diagnostics.has_errors() => Ok(loaded),
        _ => Err(findings(&sources, &diagnostics)),
    }
}

/// One line for each finding.
pub(crate) fn findings(sources: &Sources, diagnostics: &Diagnostics) -> String {
    let line = |d: &mcp_codegen::diagnostic::Diagnostic| {
        let place = d.place.map_or_else(String::new, |place| {
            let (line, column) = sources.line_col(place);
            format!("{}:{line}:{column}: ", sources.get(place.file).name)
        });
        format!("{place}{} {}", d.rule, d.message)
    };
    diagnostics.sorted().iter().map(line).collect::<Vec<_>>().join("\n")
}

#[allow(dead_code)]
pub(crate) fn built_in(revision: &str) -> Loaded {
    load(&SchemaRef::BuiltIn(revision.to_owned()), None).unwrap_or_else(|findings| panic!("{revision}:\n{findings}"))
}

#[allow(dead_code)]
pub(crate) fn text(name: &str, text: &str) -> Text {
    Text { name: name.to_owned(), text: text.to_owned() }
}
