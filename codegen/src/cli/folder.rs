//! The folder of a crate: its manifest, and where the generated module goes.

use std::path::Path;

use mcp_codegen::Generated;
use mcp_codegen::diagnostic::{Diagnostic, Diagnostics};
use mcp_codegen::output::Wanted;

/// The names that a manifest may have.
pub(super) const MANIFESTS: [&str; 3] = ["mcp.toml", "mcp.yaml", "mcp.json"];

/// Where the generated module goes.
const MODULE: &str = "src/mcp";

/// The one manifest of a folder.
pub(super) fn manifest(dir: &Path) -> Result<&'static str, Diagnostics> {
    let found: Vec<_> = MANIFESTS.into_iter().filter(|name| dir.join(name).symlink_metadata().is_ok()).collect();
    let mut findings = Diagnostics::default();
    match found[..] {
        [name] => return Ok(name),
        [] => findings.push(
            Diagnostic::error("OUT-08", None, format!("there is no manifest in {}", dir.display()))
                .help("it is mcp.toml, mcp.yaml or mcp.json; `mcp-codegen new DIR` makes a crate with one"),
        ),
        _ => findings.push(
            Diagnostic::error(
                "OUT-08",
                None,
                format!("{} has more than one manifest: {}", dir.display(), found.join(", ")),
            )
            .help("keep one of them"),
        ),
    }
    Err(findings)
}

/// The generated files of a crate, and what goes into its lock.
pub(super) fn wanted(generated: &Generated) -> Wanted {
    Wanted {
        generated: generated.files.clone().under(MODULE),
        inputs: generated.model.inputs(),
        methods: generated.model.methods(),
        folder: MODULE.to_owned(),
        ..Wanted::default()
    }
}

/// A path as a shell takes it.
pub(super) fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    if !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || "/._-+:@%".contains(c)) {
        return text;
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}
