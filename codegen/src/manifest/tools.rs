//! `tools`: as `tools/list` returns them, and what only the author knows.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::section::{Section, kind};
use super::{Tool, keys};
use crate::diagnostic::{Diagnostic, Diagnostics, nearest};

/// The tools that have a name and schemas; what is wrong with others is in `found`.
pub(super) fn read(root: &Section<'_>, broken: &BTreeSet<String>, found: &mut Diagnostics) -> Vec<Tool> {
    let pointers = root.list("tools", found);
    let tools = pointers.iter().filter_map(|pointer| {
        let tool = tool(&Section::at(root.document, pointer, "TOOL-04", found)?, found);
        tool.filter(|_| !broken.contains(pointer))
    });
    tools.collect()
}

fn tool(section: &Section<'_>, found: &mut Diagnostics) -> Option<Tool> {
    warn_of_near_misses(section, found);
    let name = section.text("name", found).map(str::to_owned);
    if section.get("name").is_none() {
        let place = section.document.place(&section.pointer);
        found.push(Diagnostic::error("TOOL-04", place, "this tool has no `name`").help("name = \"get_weather\""));
    }
    let shown = name.as_deref().unwrap_or("of this place");
    let input_schema = schema(section, "inputSchema", shown, found);
    if section.get("inputSchema").is_none() {
        let place = section.document.place(&section.pointer);
        found.push(
            Diagnostic::error("TOOL-04", place, format!("the tool `{shown}` has no `inputSchema`"))
                .help("a tool without parameters: inputSchema = { type = \"object\", additionalProperties = false }"),
        );
    }
    let output_schema = schema(section, "outputSchema", shown, found);
    let asks = section.section("asks", "MAN-03", found);
    let asks: BTreeMap<String, Value> =
        asks.iter().flat_map(|asks| asks.members()).map(|(key, ask)| (key.clone(), ask.clone())).collect();
    let scopes = section.texts("scopes", found).into_iter().map(|(_, scope)| scope.to_owned()).collect();
    let rust_name = section.text("rustName", found).map(str::to_owned);
    let mut definition = section.members().clone();
    definition.retain(|key, _| !keys::TOOL_OWN.contains(&key.as_str()));
    Some(Tool {
        pointer: section.pointer.clone(),
        name: name?,
        definition: Value::Object(definition),
        input_schema: input_schema?,
        output_schema,
        asks,
        scopes,
        rust_name,
    })
}

/// A schema that is an object: MCP has no other at the root.
fn schema(section: &Section<'_>, key: &str, tool: &str, found: &mut Diagnostics) -> Option<Value> {
    let value = section.get(key)?;
    if value.is_object() {
        return Some(value.clone());
    }
    found.push(
        Diagnostic::error(
            "TOOL-04",
            section.place(key),
            format!("`{key}` of the tool `{tool}` must be a JSON Schema object, not {}", kind(value)),
        )
        .help(if key == "inputSchema" {
            "a tool without parameters: { type = \"object\", additionalProperties = false }"
        } else {
            "leave `outputSchema` away for a tool without structured results"
        }),
    );
    None
}

/// Unknown members of a tool pass through; one that is nearly a known one is hardly meant to, unless that is there as well:
/// then it is no misspelling of it.
fn warn_of_near_misses(section: &Section<'_>, found: &mut Diagnostics) {
    let known = || keys::TOOL.iter().chain(keys::TOOL_OWN).copied();
    for key in section.members().keys().filter(|key| known().all(|name| name != key.as_str())) {
        if let Some(meant) = nearest(key, known()).filter(|meant| section.get(meant).is_none()) {
            let place = section.document.key_place(&section.child(key));
            found.push(
                Diagnostic::warning(
                    "MAN-08",
                    place,
                    format!("`{key}` is no member of a tool; did you mean `{meant}`?"),
                )
                .help("members that MCP does not know are passed on to clients as they stand"),
            );
        }
    }
}
