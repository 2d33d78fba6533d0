//! `bindings`: the types and validators of one revision as one Rust file.

use std::path::Path;

use mcp_codegen::bindings::bindings;
use mcp_codegen::diagnostic::Diagnostics;
use mcp_codegen::load::Revision;
use mcp_codegen::output::{FileSystem, is_listed, write_file};
use mcp_codegen::source::Sources;

use super::arguments::Bindings;
use super::folder;
use super::screen::Screen;
use super::{Exit, Stop};

pub(super) fn run(verb: &Bindings, screen: &mut Screen) -> Result<Exit, Stop> {
    folder::must_be_schema(&verb.schema)?;
    let mut sources = Sources::default();
    let mut findings = Diagnostics::default();
    let text = Revision::named(&verb.schema, verb.overlay.as_deref(), &mut findings)
        .and_then(|revision| bindings(&mut sources, &revision.schema, revision.overlay.as_ref(), &mut findings));
    let Some(text) = text.filter(|_| !findings.has_errors()) else {
        return Err(Stop::Input(sources, findings));
    };
    screen.findings(&sources, &findings)?;
    if verb.output == Path::new("-") {
        screen.print(&text)?;
    } else {
        // The mark is that of `generate` as well, whose files its lock lists.
        let ours = |old: &[u8]| old.starts_with(mcp_codegen::format::MARK.as_bytes()) && !is_listed(&verb.output);
        write_file(&verb.output, text.as_bytes(), |old| verb.force || ours(old), &mut FileSystem)?;
    }
    Ok(Exit::Fine)
}
