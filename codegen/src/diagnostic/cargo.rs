//! Findings as messages of a build script.

use super::location::Locator;
use super::{Diagnostic, Severity, safe};
use crate::source::Sources;

/// The sorted findings, a `cargo::error=` or `cargo::warning=` line for each.
pub(super) fn render(sources: &Sources, found: &[Diagnostic]) -> String {
    let locator = Locator::new(sources, found);
    let mut out = String::new();
    for diagnostic in found {
        let key = match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let place = diagnostic.place.map(|place| locator.locate(place)).map_or_else(String::new, |location| {
            format!("{}:{}:{}: ", safe::line(&location.file), location.line, location.column)
        });
        let message = diagnostic.labelled_message();
        let message = safe::line(&message);
        let help = diagnostic.help.as_deref().map_or_else(String::new, |help| format!("; help: {}", safe::line(help)));
        out += &format!("cargo::{key}={place}{message} [{}]{help}\n", diagnostic.rule);
    }
    out
}
