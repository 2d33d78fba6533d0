//! `TOOL`: names, and the members that MCP gives a type.

use std::collections::BTreeMap;

use serde_json::Value;

use super::Lint;
use crate::diagnostic::Diagnostic;
use crate::manifest::Section;

/// Hints of `annotations`.
const HINTS: &[&str] = &["destructiveHint", "idempotentHint", "openWorldHint", "readOnlyHint"];

pub(super) fn check(lint: &mut Lint<'_>) {
    let mut first = BTreeMap::new();
    for (pointer, name) in named(&lint.manifest.document.value) {
        let at = format!("{pointer}/name");
        check_name(lint, name, &at);
        let place = lint.place(&at);
        match (first.get(name), place) {
            (Some(before), Some(place)) => lint.found.push(
                Diagnostic::error("TOOL-05", place, format!("two tools are called `{name}`"))
                    .help("a name is unique in a server; upper and lower case count")
                    .related(*before, "it stands here first"),
            ),
            (None, Some(place)) => {
                first.insert(name, place);
            }
            _ => {}
        }
        check_members(lint, &pointer);
    }
}

/// Every tool that has a name, also those that are of no use because something else is wrong with them.
fn named(document: &Value) -> Vec<(String, &str)> {
    let tools = document.get("tools").and_then(Value::as_array).into_iter().flatten().enumerate();
    tools.filter_map(|(index, tool)| Some((format!("/tools/{index}"), tool.get("name")?.as_str()?))).collect()
}

fn check_name(lint: &mut Lint<'_>, name: &str, at: &str) {
    let help = "1 to 128 of A-Z, a-z, 0-9, `_`, `-` and `.`";
    let length = name.chars().count();
    if name.is_empty() || length > 128 {
        lint.warning("TOOL-05", at, format!("a tool name of {length} characters: hosts refuse it"), help);
    } else if let Some(c) = name.chars().find(|c| !c.is_ascii_alphanumeric() && !"_-.".contains(*c)) {
        lint.warning("TOOL-05", at, format!("`{c}` in a tool name: hosts refuse it"), help);
    }
}

fn check_members(lint: &mut Lint<'_>, pointer: &str) {
    let document = &lint.manifest.document;
    let Some(tool) = Section::at(document, pointer, "TOOL-04", lint.found) else { return };
    for key in ["title", "description"] {
        tool.text(key, lint.found);
    }
    if let Some(annotations) = tool.section("annotations", "TOOL-04", lint.found) {
        annotations.text("title", lint.found);
        for hint in HINTS {
            annotations.flag(hint, lint.found);
        }
    }
}
