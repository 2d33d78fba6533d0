//! `request-checks`: the table of request checks, and requests that try it.

use std::path::Path;

use mcp_codegen::checks::{self, Subject};
use mcp_codegen::diagnostic::Diagnostics;
use mcp_codegen::source::Sources;
use mcp_codegen::{manifest, scaffold};

use super::arguments::{ChecksFormat, RequestChecks};
use super::screen::Screen;
use super::{Exit, Stop};

pub(super) fn run(verb: &RequestChecks, screen: &mut Screen) -> Result<Exit, Stop> {
    let text = match verb.format {
        ChecksFormat::Md => checks::markdown(),
        ChecksFormat::Json => checks::json(&subject(verb.manifest.as_deref(), screen)?),
    };
    screen.print(&text)?;
    Ok(Exit::Fine)
}

/// The server of a manifest; without one that of the example.
fn subject(path: Option<&Path>, screen: &mut Screen) -> Result<Subject, Stop> {
    let mut sources = Sources::default();
    let mut findings = Diagnostics::default();
    let manifest = match path {
        Some(path) => manifest::open(&mut sources, path, &mut findings),
        None => {
            manifest::from_text(&mut sources, Path::new("weather/mcp.toml"), scaffold::EXAMPLE_MANIFEST, &mut findings)
        }
    };
    let model = manifest.and_then(|manifest| mcp_codegen::analyze_from(&manifest, &mut sources, &mut findings));
    let Some(contract) =
        model.as_ref().and_then(|model| Some((&model.ir.protocol.revision, model.ir.contract.as_ref()?)))
    else {
        return Err(Stop::Input(sources, findings));
    };
    screen.findings(&sources, &findings)?;
    Ok(Subject::of(contract.0, contract.1))
}
