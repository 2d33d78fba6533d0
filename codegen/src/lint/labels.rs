//! Which tool a finding is in: a captured list may be one long line.

use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::Document;
use crate::manifest::Manifest;
use crate::source::Place;

/// The findings; those inside of a tool that have no label yet get its name and the JSON Pointer
/// from there.
pub(super) fn label(manifest: &Manifest, found: Diagnostics) -> Vec<Diagnostic> {
    let found: Vec<Diagnostic> = found.into_iter().collect();
    if found.is_empty() {
        return found;
    }
    let pointers = pointers(&manifest.document);
    let names: BTreeMap<&str, &str> =
        manifest.tools.iter().map(|tool| (tool.pointer.as_str(), tool.name.as_str())).collect();
    let labelled = found.into_iter().map(|finding| match label_of(&finding, &pointers, &names) {
        Some(label) => finding.label(label),
        None => finding,
    });
    labelled.collect()
}

fn label_of(finding: &Diagnostic, pointers: &BTreeMap<Place, &str>, names: &BTreeMap<&str, &str>) -> Option<String> {
    let pointer = pointers.get(&finding.place.filter(|_| finding.label.is_empty())?)?;
    let (tool, inside) = pointer.split_at("/tools/".len() + pointer.strip_prefix("/tools/")?.find('/')?);
    let name = names.get(tool)?;
    // A member of the tool itself stands near its name, or the message has it.
    let is_member = inside.matches('/').count() == 1;
    let is_named = inside == "/name" || finding.message.contains(&format!("`{name}`"));
    (!(is_member && is_named)).then(|| format!("tool `{name}`, {inside}"))
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
