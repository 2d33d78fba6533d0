//! `schema`: the JSON Schema of the manifest.

use mcp_codegen::manifest;

use super::screen::Screen;
use super::{Exit, Stop};

pub(super) fn run(screen: &mut Screen) -> Result<Exit, Stop> {
    screen.print(manifest::SCHEMA)?;
    Ok(Exit::Fine)
}
