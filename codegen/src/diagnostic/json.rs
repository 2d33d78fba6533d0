//! Findings as one JSON document, for other programs.

use serde::Serialize;

use super::location::{Location, Locator};
use super::{Diagnostic, Severity, safe};
use crate::source::Sources;

#[derive(Serialize)]
struct Report<'a> {
    errors: usize,
    warnings: usize,
    diagnostics: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct Entry<'a> {
    rule: &'a str,
    severity: &'static str,
    message: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    label: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<Location>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related: Vec<Related<'a>>,
}

#[derive(Serialize)]
struct Related<'a> {
    message: &'a str,
    place: Location,
}

/// The sorted findings.
pub(super) fn render(sources: &Sources, found: &[Diagnostic]) -> String {
    let locator = Locator::new(sources, found);
    let count = |severity| found.iter().filter(|diagnostic| diagnostic.severity == severity).count();
    let report = Report {
        errors: count(Severity::Error),
        warnings: count(Severity::Warning),
        diagnostics: found.iter().map(|diagnostic| entry(&locator, diagnostic)).collect(),
    };
    super::json_text(&report, safe::json)
}

fn entry<'a>(locator: &Locator<'_>, diagnostic: &'a Diagnostic) -> Entry<'a> {
    Entry {
        rule: diagnostic.rule,
        severity: diagnostic.severity.word(),
        message: &diagnostic.message,
        label: &diagnostic.label,
        help: diagnostic.help.as_deref(),
        place: diagnostic.place.map(|place| locator.locate(place)),
        related: diagnostic
            .related
            .iter()
            .map(|(place, words)| Related { message: words, place: locator.locate(*place) })
            .collect(),
    }
}
