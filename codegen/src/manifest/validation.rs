//! `validation`: how the schemas of tools are checked, and within which bounds (JSC-04, JSC-06).

use std::collections::BTreeMap;

use serde_json::Value;

use super::files::Files;
use super::keys;
use super::section::{Section, wrong_type};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::child;
use crate::source::Sources;

/// The `validation` section. What is absent is as the runtime has it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Validation {
    /// Whether `format` is asserted, not only noted.
    pub assert_format: bool,
    /// How many subschemas may be open inside one another.
    pub max_depth: Option<u64>,
    /// How many steps one check may take.
    pub max_steps: Option<u64>,
    /// How many faults are told.
    pub max_errors: Option<u64>,
    /// Documents that a `$ref` may lead to, by their address.
    pub documents: BTreeMap<String, Value>,
}

/// The bounds: key, the most that is legal, and why.
const BOUNDS: &[(&str, u64, &str)] = &[
    ("maxDepth", 1_024, "1 to 1024: each level takes stack, and threads have little of it"),
    ("maxSteps", 10_000_000_000, "1 to 10000000000: about ten million steps take a tenth of a second"),
    ("maxErrors", 10_000, "1 to 10000: all of them go into one answer"),
];

pub(super) fn read(
    root: &Section<'_>,
    files: &mut Files,
    sources: &mut Sources,
    found: &mut Diagnostics,
) -> Validation {
    let mut validation = Validation::default();
    let Some(section) = root.section("validation", "JSC-14", found) else { return validation };
    section.refuse_unknown(keys::VALIDATION, found);
    validation.assert_format = section.flag("assertFormat", found).unwrap_or_default();
    let mut bounds = BOUNDS.iter().map(|(key, most, help)| {
        let bound = section.whole(key, "JSC-14", found)?;
        if (1..=*most).contains(&bound) {
            return Some(bound);
        }
        let message = format!("`{key}` of {bound} accepts nothing, or is no bound");
        found.push(Diagnostic::error("JSC-14", section.place(key), message).help(*help));
        None
    });
    validation.max_depth = bounds.next().flatten();
    validation.max_steps = bounds.next().flatten();
    validation.max_errors = bounds.next().flatten();
    drop(bounds);
    if let Some(listed) = section.section("documents", "JSC-14", found) {
        validation.documents = documents(&listed, files, sources, found);
    }
    validation
}

/// Each document under the address that references have for it, in a file beside the manifest.
fn documents(
    section: &Section<'_>,
    files: &mut Files,
    sources: &mut Sources,
    found: &mut Diagnostics,
) -> BTreeMap<String, Value> {
    let mut documents = BTreeMap::new();
    for (address, path) in section.members() {
        let pointer = child(&section.pointer, address);
        if !is_address(address) {
            let message = format!("`{address}` is no address of a document");
            found.push(Diagnostic::error("JSC-14", section.document.key_place(&pointer), message).help(
                "an absolute URI without fragment, as `$ref` or `$id` spells it: \"https://example.com/port.json\"",
            ));
        }
        let Value::String(path) = path else {
            wrong_type(section.document, &pointer, "JSC-14", "the path of a file beside the manifest", path, found);
            continue;
        };
        if let Some(document) = files.schema(path, section.document.place(&pointer), sources, found) {
            documents.insert(address.clone(), document.value);
        }
    }
    documents
}

fn is_address(text: &str) -> bool {
    fluent_uri::Uri::parse(text).is_ok_and(|uri| uri.fragment().is_none())
}
