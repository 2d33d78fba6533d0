//! Where a manifest lies, and which revisions of MCP it speaks.

use std::path::{Component, Path, PathBuf};

use serde_json::Value;

use super::files::{Files, fault};
use super::keys;
use super::section::{Section, wrong_type};
use crate::diagnostic::{Diagnostic, Diagnostics};

/// The revision of MCP that a manifest asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProtocolChoice {
    /// The newest built in.
    Newest,
    /// A revision by its date.
    Revision(String),
    /// A schema that is not built in.
    Files {
        /// The schema.
        schema: PathBuf,
        /// What the schema does not say.
        overlay: Option<PathBuf>,
    },
}

/// The path as it is shown: as it was given, with `/`, and without `./` before it.
pub(super) fn displayed(path: &Path) -> String {
    let path = path.to_string_lossy().replace('\\', "/");
    path.trim_start_matches("./").to_owned()
}

/// The name of a server whose manifest does not name it.
pub(super) fn default_name(path: &Path) -> String {
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let stem = stem.strip_suffix(".tools").unwrap_or(stem);
    if !matches!(stem, "" | "mcp" | "manifest" | "tools" | "tools-list" | "tools_list") {
        return stem.to_owned();
    }
    // From above or from within, the directory has the same name; one that is still to be made has
    // the name that it was given.
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let parent = std::fs::canonicalize(parent).unwrap_or_else(|_| parent.to_path_buf());
    let directory = match parent.components().next_back() {
        Some(Component::Normal(name)) => name.to_str(),
        _ => None,
    };
    directory.unwrap_or("server").to_owned()
}

/// `protocol`: a revision, or the files of one that is not built in.
pub(super) fn protocol(root: &Section<'_>, files: &Files, found: &mut Diagnostics) -> ProtocolChoice {
    match root.get("protocol") {
        None => ProtocolChoice::Newest,
        Some(Value::String(revision)) => {
            if is_revision(revision) {
                return ProtocolChoice::Revision(revision.clone());
            }
            found.push(not_a_revision(revision).at(root.place("protocol")));
            ProtocolChoice::Newest
        }
        Some(Value::Object(_)) => described(root, files, found).unwrap_or(ProtocolChoice::Newest),
        Some(other) => {
            let expected = "a revision such as \"2026-07-28\", or { schema, overlay }";
            wrong_type(root.document, "/protocol", "MAN-05", expected, other, found);
            ProtocolChoice::Newest
        }
    }
}

fn described(root: &Section<'_>, files: &Files, found: &mut Diagnostics) -> Option<ProtocolChoice> {
    let section = root.section("protocol", "MAN-05", found)?;
    section.refuse_unknown(keys::PROTOCOL, found);
    let mut file = |key: &str| {
        let path = section.text(key, found)?;
        if let Some((message, help)) = fault(path) {
            found.push(Diagnostic::error("MAN-05", section.place(key), message).help(help));
            return None;
        }
        Some(files.join(path))
    };
    let (schema, overlay) = (file("schema"), file("overlay"));
    if section.get("schema").is_none() {
        found.push(
            Diagnostic::error("MAN-05", root.place("protocol"), "`schema` is missing: the JSON Schema of the revision")
                .help("protocol = { schema = \"draft.json\", overlay = \"draft.toml\" }, or \"2026-07-28\""),
        );
    }
    Some(ProtocolChoice::Files { schema: schema?, overlay })
}

/// `legacy`: revisions served beside the one of `protocol`.
pub(super) fn legacy(root: &Section<'_>, found: &mut Diagnostics) -> Vec<String> {
    let mut revisions = Vec::new();
    for (pointer, revision) in root.texts("legacy", found) {
        let place = root.document.place(&pointer);
        if !is_revision(revision) {
            found.push(not_a_revision(revision).at(place));
        } else if revisions.contains(&revision.to_owned()) {
            found.push(Diagnostic::error("MAN-05", place, format!("`{revision}` stands twice")).help("once is enough"));
        } else {
            revisions.push(revision.to_owned());
        }
    }
    revisions
}

fn is_revision(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    parts.iter().map(|part| part.len()).eq([4, 2, 2])
        && parts.iter().all(|part| part.bytes().all(|b| b.is_ascii_digit()))
}

fn not_a_revision(text: &str) -> Diagnostic {
    Diagnostic::error("MAN-05", None, format!("`{text}` is not a revision of MCP"))
        .help("a revision is a date, such as \"2026-07-28\"")
}
