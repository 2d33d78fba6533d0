//! Which tool a finding is in: a captured list may be one long line.

use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::Document;
use crate::manifest::Manifest;
use crate::source::Place;

/// The findings; those inside of a tool that have no label yet get its name and the JSON Pointer
/// from there.
pub(super) fn label(manifest: &Manifest, found: Diagnostics) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = found.into_iter().collect();
    if found.is_empty() {
        return found;
    }
    let pointers = pointers(&manifest.document);
    let names: BTreeMap<&str, &str> =
        manifest.tools.iter().map(|tool| (tool.pointer.as_str(), tool.name.as_str())).collect();
    for finding in found.iter_mut().filter(|finding| finding.label.is_empty()) {
        let Some(pointer) = finding.place.and_then(|place| pointers.get(&place)) else { continue };
        let Some(below) = pointer.strip_prefix("/tools/").and_then(|rest| rest.find('/')) else { continue };
        let (tool, inside) = pointer.split_at("/tools/".len() + below);
        let Some(name) = names.get(tool) else { continue };
        // A member of the tool itself stands near its name, or the message has it.
        let is_member = inside.matches('/').count() == 1;
        if !(is_member && (inside == "/name" || finding.message.contains(&format!("`{name}`")))) {
            finding.label = format!("tool `{name}`, {inside}");
        }
    }
    found
}

/// The JSON Pointer of each place; of a schema file that several tools name, the first tool's.
fn pointers(document: &Document) -> BTreeMap<Place, &str> {
    let mut pointers = BTreeMap::new();
    for (pointer, part) in document.parts() {
        for place in part.key.into_iter().chain([part.value]) {
            pointers.entry(place).or_insert(pointer);
        }
    }
    pointers
}
