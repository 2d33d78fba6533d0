//! The folder of a crate: its manifest, and where the generated module goes.

use std::path::Path;

use mcp_codegen::Generated;
use mcp_codegen::diagnostic::{Diagnostic, Diagnostics, safe};
use mcp_codegen::document;
use mcp_codegen::output::Wanted;
use mcp_codegen::source::Sources;

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

/// Refuses a manifest where the schema of a revision belongs.
pub(super) fn must_be_schema(path: &Path) -> Result<(), Diagnostics> {
    let (mut sources, mut unread) = (Sources::default(), Diagnostics::default());
    let read = document::open(&mut sources, path, &path.to_string_lossy(), &mut unread);
    let is_manifest = read.is_some_and(|read| {
        let has = |key| read.value.get(key).is_some();
        (has("tools") || has("server")) && !has("$defs") && !has("definitions")
    });
    if !is_manifest {
        return Ok(());
    }
    let (message, mut findings) =
        (format!("{} is a manifest, not the schema of a revision", path.display()), Diagnostics::default());
    findings.push(Diagnostic::error("OUT-11", None, message).help(format!(
        "`mcp-codegen dump-ir --manifest {}` shows what is generated from it; `mcp-codegen generate` does",
        quoted(path)
    )));
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
    if !text.contains(safe::is_hostile) {
        return format!("'{}'", text.replace('\'', r"'\''"));
    }
    // As bash, zsh and POSIX 2024 read it, with nothing that a terminal would act on.
    let escaped = text.chars().map(|c| match c {
        '\'' | '\\' => format!("\\{c}"),
        c if safe::is_hostile(c) => {
            let mut bytes = [0; 4];
            c.encode_utf8(&mut bytes).bytes().map(|byte| format!("\\{byte:03o}")).collect()
        }
        c => c.to_string(),
    });
    format!("$'{}'", escaped.collect::<String>())
}
