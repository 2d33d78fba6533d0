//! `dump-ir`: the model that is generated from, as JSON.

use mcp_codegen::diagnostic::Diagnostics;
use mcp_codegen::dump::dump;
use mcp_codegen::ir::Ir;
use mcp_codegen::load::Revision;
use mcp_codegen::source::Sources;
use mcp_codegen::{lint, lower, manifest};

use super::arguments::DumpIr;
use super::folder;
use super::screen::Screen;
use super::{Exit, Stop};

pub(super) fn run(verb: &DumpIr, screen: &mut Screen) -> Result<Exit, Stop> {
    if let Some(schema) = &verb.schema {
        folder::must_be_schema(schema)?;
    }
    let mut sources = Sources::default();
    let mut findings = Diagnostics::default();
    let ir = model(verb, &mut sources, &mut findings).filter(|_| !findings.has_errors());
    let Some(ir) = ir else {
        return Err(Stop::Input(sources, findings));
    };
    screen.findings(&sources, &findings)?;
    screen.print(&dump(&ir))?;
    Ok(Exit::Fine)
}

fn model(verb: &DumpIr, sources: &mut Sources, found: &mut Diagnostics) -> Option<Ir> {
    let manifest = match &verb.manifest {
        Some(path) => Some(manifest::open(sources, path, found)?),
        None => None,
    };
    if let Some(manifest) = &manifest {
        lint::lint(manifest, found);
        // The names of a contract are decided on the ground that the manifest has no errors.
        if found.has_errors() {
            return None;
        }
    }
    let contract = manifest.as_ref().map(lower::contract::lower);
    let revision = match (&verb.schema, &manifest) {
        (Some(schema), _) => Revision::named(schema, verb.overlay.as_deref(), found)?,
        (None, Some(manifest)) => Revision::chosen(&manifest.protocol, found)?,
        (None, None) => Revision::newest(),
    };
    Some(Ir { protocol: revision.protocol(sources, found)?, contract })
}
