//! Contract-first MCP for Rust: the published schema and a manifest of tools in, typed messages,
//! validators, a server and a client out.

pub mod analyze;
pub mod bindings;
mod build;
#[cfg(feature = "cli")]
pub mod checks;
pub mod dependencies;
pub mod diagnostic;
pub mod docs;
pub mod document;
pub mod dump;
pub mod emit;
pub mod format;
pub mod fused;
pub mod generated;
pub mod ir;
pub mod lint;
pub mod literal;
pub mod load;
pub mod lower;
pub mod manifest;
pub mod names;
pub mod output;
pub mod overlay;
pub mod revision;
pub mod rules;
#[cfg(feature = "cli")]
pub mod scaffold;
pub mod schema;
pub mod source;
pub mod typed;
pub mod validate;

use std::path::Path;

pub use build::{BuildError, Builder, Built, build};
pub use generated::{Generated, Model};
pub use validate::{validator, validator_with, validators};

use diagnostic::Diagnostics;
use manifest::Manifest;
use source::Sources;

/// A manifest in, the generated module out; nothing is written.
///
/// `None` when `found` has errors. What is only odd is a warning there.
pub fn generate(path: &Path, sources: &mut Sources, found: &mut Diagnostics) -> Option<Generated> {
    let manifest = manifest::open(sources, path, found)?;
    emit_from(&manifest, sources, found)
}

/// [`generate()`] from a manifest that was read already.
pub fn emit_from(manifest: &Manifest, sources: &mut Sources, found: &mut Diagnostics) -> Option<Generated> {
    let model = analyze_from(manifest, sources, found)?;
    let files = emit::module(&model.ir, &model.facts);
    Some(Generated { model, files })
}

/// Everything up to emission: what `lint` shows and `dump-ir` prints.
pub fn analyze_from(manifest: &Manifest, sources: &mut Sources, found: &mut Diagnostics) -> Option<Model> {
    lint::lint(manifest, found);
    let contract = (!found.has_errors()).then(|| lower::contract::lower(manifest));
    let revision = load::Revision::chosen(&manifest.protocol, found)?;
    let protocol = revision.protocol(sources, found);
    if let (manifest::ProtocolChoice::Files { .. }, Some(protocol)) = (&manifest.protocol, &protocol) {
        lint::served(manifest, &protocol.revision, found);
    }
    let ir = ir::Ir { protocol: protocol?, contract: Some(contract?) };
    let locate = |tool: &str, pointer: &str| manifest.locate(tool, pointer);
    let facts = analyze::analyze(&ir, &locate, found)?;
    let files_read = [manifest.files.clone(), revision.files_read].concat();
    (!found.has_errors()).then_some(Model { ir, facts, files_read })
}
