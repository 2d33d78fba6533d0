//! Schema files beside the manifest.
//!
//! `inputSchema`, `outputSchema` and the `requestedSchema` of a form may be `{ "$ref": "schemas/x.json" }`: a path below the
//! directory of the manifest, with `/` on every system. It is not a `$ref` of JSON Schema, so it
//! has no fragment and no siblings. Absolute paths, `..` and addresses are refused before anything
//! is opened.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde_json::Value;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::{self, Document, Format, child};
use crate::source::{Place, Sources};

/// The files of one manifest.
pub(super) struct Files {
    directory: PathBuf,
    /// The manifest's name up to its last slash.
    prefix: String,
    /// What was read, in order.
    pub(super) read: Vec<PathBuf>,
    documents: BTreeMap<String, Option<Document>>,
    /// JSON Pointers of tools that name a file which is of no use.
    broken: BTreeSet<String>,
}

impl Files {
    pub(super) fn new(directory: PathBuf, manifest: &str) -> Self {
        let prefix = manifest.rfind('/').map_or("", |slash| &manifest[..=slash]).to_owned();
        Self { directory, prefix, read: Vec::new(), documents: BTreeMap::new(), broken: BTreeSet::new() }
    }

    /// A path that a manifest names, from where the manifest was named.
    pub(super) fn join(&self, relative: &str) -> PathBuf {
        relative.split('/').fold(self.directory.clone(), |path, part| path.join(part))
    }

    /// JSON Pointers of tools that name a file which is of no use.
    pub(super) fn broken(&self) -> &BTreeSet<String> {
        &self.broken
    }

    /// Puts every schema file in the place of its reference.
    pub(super) fn graft_schemas(&mut self, document: &mut Document, sources: &mut Sources, found: &mut Diagnostics) {
        for (owner, pointer) in places(&document.value) {
            let Some(path) = reference(document, &pointer, found) else { continue };
            let at = document.place(&format!("{pointer}/$ref"));
            match self.schema(&path, at, sources, found) {
                Some(schema) => {
                    document.graft(&pointer, &schema);
                }
                None => {
                    self.broken.insert(owner);
                }
            }
        }
    }

    /// The document in a file that a manifest names at `at`, read once.
    pub(super) fn schema(
        &mut self,
        path: &str,
        at: Option<Place>,
        sources: &mut Sources,
        found: &mut Diagnostics,
    ) -> Option<Document> {
        if let Some(known) = self.documents.get(path) {
            return known.clone();
        }
        let read = match fault(path) {
            Some((message, help)) => {
                found.push(Diagnostic::error("MAN-04", at, message).help(help));
                None
            }
            None => self.open(path, at, sources, found),
        };
        self.documents.insert(path.to_owned(), read.clone());
        read
    }

    fn open(
        &mut self,
        path: &str,
        at: Option<Place>,
        sources: &mut Sources,
        found: &mut Diagnostics,
    ) -> Option<Document> {
        let name = format!("{}{path}", self.prefix);
        let on_disk = self.join(path);
        if let Err(error) = std::fs::metadata(&on_disk) {
            let reason = document::reason(&error);
            found.push(
                Diagnostic::error("MAN-04", at, format!("the schema file {name} cannot be read: {reason}"))
                    .help("paths count from the directory of the manifest"),
            );
            return None;
        }
        self.read.push(on_disk.clone());
        document::open(sources, &on_disk, &name, found)
    }
}

/// The JSON Pointers of what may be asked for, and of each schema in it: those of tools, and of forms.
fn places(document: &Value) -> Vec<(String, String)> {
    let mut places = Vec::new();
    for list in ["tools", "prompts", "resources", "resourceTemplates"] {
        let items = document.get(list).and_then(Value::as_array).into_iter().flatten();
        for (index, item) in items.enumerate() {
            let owner = format!("/{list}/{index}");
            if list == "tools" {
                places.extend(["inputSchema", "outputSchema"].map(|key| (owner.clone(), format!("{owner}/{key}"))));
            }
            for key in item.get("asks").and_then(Value::as_object).into_iter().flat_map(|asks| asks.keys()) {
                let form = format!("{}/params/requestedSchema", child(&format!("{owner}/asks"), key));
                places.push((owner.clone(), form));
            }
        }
    }
    places
}

/// The path in `{ "$ref": path }`, where it stands in the place of a schema and names a file.
fn reference(document: &Document, pointer: &str, found: &mut Diagnostics) -> Option<String> {
    let members = document.value.pointer(pointer)?.as_object()?;
    let target = members.get("$ref")?.as_str()?;
    if target.starts_with('#') {
        return None;
    }
    if members.len() == 1 {
        return Some(target.to_owned());
    }
    // With siblings it is a `$ref` of JSON Schema, to a document that nobody fetches.
    if fault(target).is_none() {
        found.push(
            Diagnostic::error("MAN-04", document.place(&format!("{pointer}/$ref")), "a schema file stands alone")
                .label("this names a file")
                .help("keep `$ref` as the only key and put the other keys into the file"),
        );
    }
    None
}

/// Why a reference names no file beside the manifest: what is wrong, and what to do.
pub(super) fn fault(path: &str) -> Option<(String, &'static str)> {
    let parts: Vec<&str> = path.split('/').collect();
    let has_scheme = path.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b))
    });
    let beside = "name a file below the directory of the manifest, such as \"schemas/search.json\"";
    if has_scheme || path.starts_with("//") {
        return Some((format!("`{path}` is an address: nothing is fetched, and no file is opened by URL"), beside));
    }
    if path.starts_with('/') || path.contains('\\') || parts.contains(&"..") {
        return Some((format!("`{path}` may lie outside the directory of the manifest"), beside));
    }
    if path.contains('#') {
        return Some((format!("`{path}` has a fragment: a schema file is taken whole"), "give the part its own file"));
    }
    if path.is_empty() {
        return Some(("no schema file is named here".to_owned(), beside));
    }
    if parts.iter().any(|part| part.is_empty() || *part == ".") || path.chars().any(char::is_control) {
        return Some((format!("`{path}` is not a path"), beside));
    }
    if Format::of(path).is_none() {
        return Some((
            format!("the extension of `{path}` says no syntax"),
            "name the file .json, .toml, .yaml or .yml",
        ));
    }
    None
}
