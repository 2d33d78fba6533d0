//! `lint`: every problem of some manifests in one run.

use mcp_codegen::diagnostic::{self, Diagnostics};
use mcp_codegen::source::Sources;
use mcp_codegen::{document, manifest};

use super::arguments::{Format, Lint};
use super::screen::Screen;
use super::{Exit, Stop};

pub(super) fn run(verb: &Lint, screen: &mut Screen) -> Result<Exit, Stop> {
    let mut sources = Sources::default();
    let mut findings = Diagnostics::default();
    let mut unread = false;
    for path in &verb.files {
        // Each file gets a sink of its own: an error in one must not hide what is in the next.
        let mut found = Diagnostics::default();
        match manifest::open(&mut sources, path, &mut found) {
            Some(manifest) => drop(mcp_codegen::analyze_from(&manifest, &mut sources, &mut found)),
            None => unread |= document::file_bytes(path).is_err(),
        }
        findings.extend(found);
    }
    let format = match verb.format {
        Format::Text => diagnostic::Format::Text,
        Format::Json => diagnostic::Format::Json,
        Format::Sarif => diagnostic::Format::Sarif,
        Format::Github => diagnostic::Format::Github,
    };
    let color = matches!(verb.format, Format::Text);
    screen.print(&diagnostic::render(format, &sources, &findings, color))?;
    Ok(match (unread, findings.has_errors()) {
        (true, _) => Exit::Failed,
        (false, true) => Exit::Findings,
        (false, false) => Exit::Fine,
    })
}
