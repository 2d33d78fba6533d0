//! What a manifest may state already, and what nothing is generated from yet.
//!
//! One list: whoever builds the runtime part of an entry takes the entry away.

use serde_json::Value;

use super::section::Section;
use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use crate::document::child;

/// A part of a manifest whose runtime part is still to come.
#[derive(Clone, Copy, Debug)]
pub struct Later {
    /// Keys from the root; `*` stands for every element of an array.
    pub path: &'static [&'static str],
    /// What a reader must know.
    pub means: &'static str,
    /// An error where going on would leave something open that the author closed.
    pub severity: Severity,
}

/// The list.
pub const LATER: &[Later] =
    &[Later { path: &["legacy"], means: "only the revision of `protocol` is served", severity: Severity::Warning }];

/// Says where a manifest states something of the list. An empty list or object states nothing.
pub(super) fn report(root: &Section<'_>, found: &mut Diagnostics) {
    for later in LATER {
        walk(root, &root.document.value, String::new(), later.path, later, found);
    }
}

fn walk(root: &Section<'_>, value: &Value, pointer: String, path: &[&str], later: &Later, found: &mut Diagnostics) {
    let Some((first, rest)) = path.split_first() else {
        let empty =
            value.as_array().is_some_and(Vec::is_empty) || value.as_object().is_some_and(serde_json::Map::is_empty);
        if value.is_null() || empty {
            return;
        }
        let key = later.path.last().copied().unwrap_or_default();
        let message = format!("`{key}` is understood, but this version generates nothing from it: {}", later.means);
        let mut diagnostic = Diagnostic::warning("MAN-09", root.document.key_place(&pointer), message)
            .help(format!("take `{key}` away, or wait for the version that serves it"));
        diagnostic.severity = later.severity;
        found.push(diagnostic);
        return;
    };
    match (value, *first) {
        (Value::Array(items), "*") => {
            for (index, item) in items.iter().enumerate() {
                walk(root, item, format!("{pointer}/{index}"), rest, later, found);
            }
        }
        (Value::Object(members), key) => {
            if let Some(member) = members.get(key) {
                walk(root, member, child(&pointer, key), rest, later, found);
            }
        }
        _ => {}
    }
}
