//! What a manifest says of texts: which arguments and variables can be completed (`CMP-01`), and what
//! they stand for.

use super::Lint;
use crate::document::child;
use crate::manifest::Entry;

/// Checks `complete` and `types` of an entry whose texts are called `known`; `what` they are.
pub(super) fn check(lint: &mut Lint<'_>, entry: &Entry, known: &[&str], what: &str, rule: &'static str) {
    let legal = if known.is_empty() {
        format!("it has no {what} at all")
    } else {
        format!("its {what}s are {}", known.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", "))
    };
    for (place, name) in entry.complete.iter().enumerate() {
        if !known.contains(&name.as_str()) {
            let message = format!("`{name}` is no {what} of `{}`, so it cannot be completed", entry.id);
            lint.error("CMP-01", &format!("{}/complete/{place}", entry.pointer), message, legal.clone());
        }
    }
    for name in entry.types.keys() {
        if !known.contains(&name.as_str()) {
            let message = format!("`{name}` is no {what} of `{}`, so it has no type", entry.id);
            lint.error(rule, &child(&format!("{}/types", entry.pointer), name), message, legal.clone());
        }
    }
}
