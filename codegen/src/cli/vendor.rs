//! `vendor`: the structure of a published protocol schema, taken into a repository.

use std::{fs, io};

use mcp_codegen::diagnostic::{Diagnostic, Diagnostics};
use mcp_codegen::document;
use mcp_codegen::output::{FileSystem, is_portable_path, write_file};
use mcp_codegen::schema::vendor::{record, vendor};
use mcp_codegen::source::Sources;

use super::arguments::Vendor;
use super::screen::Screen;
use super::{Exit, Stop};

pub(super) fn run(verb: &Vendor, screen: &mut Screen) -> Result<Exit, Stop> {
    let revision = verb.revision.as_str();
    if !is_portable_path(revision) || revision.contains('/') {
        return Err(failed(format!("{revision:?} cannot name a folder"), "a revision is called like 2026-07-28"));
    }
    let name = verb.published.display().to_string();
    let text = document::file_bytes(&verb.published)
        .and_then(|bytes| String::from_utf8(bytes).map_err(io::Error::other))
        .map_err(|error| failed(format!("{name} cannot be read: {error}"), "name the published file"))?;

    let mut sources = Sources::default();
    let mut findings = Diagnostics::default();
    let file = sources.add(name, text.as_str());
    let vendored =
        document::read(&sources, file, &mut findings).and_then(|document| vendor(&text, &document, &mut findings));
    let Some(vendored) = vendored.filter(|_| !findings.has_errors()) else {
        return Err(Stop::Input(sources, findings));
    };
    screen.findings(&sources, &findings)?;

    let sources_toml = verb.into.join("sources.toml");
    let recorded = fs::read_to_string(&sources_toml).unwrap_or_default();
    let schema = verb.into.join(revision).join("schema.json");
    write_file(&schema, vendored.schema.as_bytes(), |_| true, &mut FileSystem)?;
    let entry = record(&recorded, revision, &vendored.sha256);
    write_file(&sources_toml, entry.as_bytes(), |_| true, &mut FileSystem)?;
    screen.print(&format!("wrote {} and its entry in {}\n", schema.display(), sources_toml.display()))?;
    Ok(Exit::Fine)
}

fn failed(message: String, help: &str) -> Stop {
    let mut findings = Diagnostics::default();
    findings.push(Diagnostic::error("OUT-06", None, message).help(help));
    findings.into()
}
