//! `META`: keys of `_meta`, and the grammar that extension identifiers share with them.

use super::Lint;
use crate::diagnostic::Diagnostic;
use crate::document::child;
use crate::manifest::Section;

/// Last labels that show a domain which was not reversed.
const TOP_LEVEL: &[&str] = &["ai", "app", "com", "dev", "io", "net", "org"];

pub(super) fn check(lint: &mut Lint<'_>) {
    let manifest = lint.manifest;
    let entries = manifest.resources.iter().chain(&manifest.resource_templates).chain(&manifest.prompts);
    let owners = manifest.tools.iter().map(|tool| &tool.pointer).chain(entries.map(|entry| &entry.pointer));
    for owner in owners {
        let at = format!("{owner}/_meta");
        let Some(meta) = Section::at(&manifest.document, &at, "META-01", lint.found) else { continue };
        for key in meta.members().keys() {
            check_key(lint, key, &child(&at, key));
        }
    }
}

/// One key: an optional prefix, and a name.
pub(super) fn check_key(lint: &mut Lint<'_>, key: &str, at: &str) {
    let place = lint.key_place(at);
    if let Some((rule, message)) = fault(key) {
        lint.found.push(Diagnostic::error(rule, place, message).help("such as \"com.example/colour\" or \"colour\""));
        return;
    }
    let Some((prefix, _)) = key.split_once('/') else { return };
    let labels: Vec<&str> = prefix.split('.').collect();
    if matches!(labels.as_slice(), [_, "mcp" | "modelcontextprotocol", ..]) {
        lint.found.push(
            Diagnostic::error("META-03", place, format!("the prefix `{prefix}/` belongs to MCP"))
                .help("use a domain of your own in reverse: \"com.example/…\""),
        );
    } else if let [first, .., last] = labels.as_slice()
        && TOP_LEVEL.contains(last)
        && !TOP_LEVEL.contains(first)
    {
        let reversed: Vec<&str> = labels.iter().rev().copied().collect();
        lint.found.push(
            Diagnostic::warning("META-01", place, format!("`{prefix}` reads like a domain that was not reversed"))
                .help(format!("the advised form is \"{}/…\"", reversed.join("."))),
        );
    }
}

/// What is wrong with the form of a key.
pub(super) fn fault(key: &str) -> Option<(&'static str, String)> {
    let name = match key.split_once('/') {
        None => key,
        Some((prefix, name)) => {
            if let Some(label) = prefix.split('.').find(|label| !is_label(label)) {
                let label = if label.is_empty() { "nothing".to_owned() } else { format!("`{label}`") };
                return Some(("META-01", format!("{label} is no label of a prefix: in `{key}`")));
            }
            name
        }
    };
    let inner = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    let ends =
        name.starts_with(|c: char| c.is_ascii_alphanumeric()) && name.ends_with(|c: char| c.is_ascii_alphanumeric());
    let fits = name.is_empty() || (ends && name.chars().all(inner));
    (!fits).then(|| ("META-02", format!("`{name}` is no name of a key of `_meta`")))
}

/// Starts with a letter, ends with a letter or digit, hyphens inside.
fn is_label(label: &str) -> bool {
    label.starts_with(|c: char| c.is_ascii_alphabetic())
        && label.ends_with(|c: char| c.is_ascii_alphanumeric())
        && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
}
