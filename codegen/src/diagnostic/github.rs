//! Findings as workflow commands of GitHub Actions: annotations on the lines of a change.

use super::location::Locator;
use super::{Diagnostic, safe};
use crate::source::Sources;

/// The sorted findings, a line for each.
pub(super) fn render(sources: &Sources, found: &[Diagnostic]) -> String {
    let locator = Locator::new(sources, found);
    let mut out = String::new();
    for diagnostic in found {
        let place = diagnostic.place.map(|place| locator.locate(place)).map_or_else(String::new, |location| {
            let file = property(&location.file);
            let mut at = format!("file={file},line={},endLine={}", location.line, location.end_line);
            // Columns count only for a range within one line.
            if location.line == location.end_line {
                let last = location.end_column.saturating_sub(1).max(location.column);
                at += &format!(",col={},endColumn={last}", location.column);
            }
            at + ","
        });
        let mut message = data(&diagnostic.labelled_message());
        if let Some(help) = &diagnostic.help {
            message += "%0A";
            message += &data(&format!("help: {help}"));
        }
        out += &format!("::{} {place}title={}::{message}\n", diagnostic.severity.word(), property(diagnostic.rule));
    }
    out
}

fn data(text: &str) -> String {
    safe::line(text).replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
