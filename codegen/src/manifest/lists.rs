//! `resources`, `resourceTemplates` and `prompts`: as their lists return them, and what only the
//! author knows.

use std::collections::BTreeMap;

use serde_json::Value;

use super::section::Section;
use super::{Entry, TextType, keys};
use crate::diagnostic::{Diagnostic, Diagnostics, nearest};

/// One of the lists.
pub(super) struct List {
    key: &'static str,
    /// What an entry is called.
    what: &'static str,
    /// The member by which an entry is addressed.
    id: &'static str,
    rule: &'static str,
    /// The members that MCP gives an entry.
    members: &'static [&'static str],
    /// The members that only a manifest gives it.
    own: &'static [&'static str],
}

pub(super) const RESOURCES: List = List {
    key: "resources",
    what: "resource",
    id: "uri",
    rule: "RSC-02",
    members: keys::RESOURCE,
    own: keys::RESOURCE_OWN,
};
pub(super) const RESOURCE_TEMPLATES: List = List {
    key: "resourceTemplates",
    what: "resource template",
    id: "uriTemplate",
    rule: "RSC-02",
    members: keys::RESOURCE_TEMPLATE,
    own: keys::RESOURCE_TEMPLATE_OWN,
};
pub(super) const PROMPTS: List =
    List { key: "prompts", what: "prompt", id: "name", rule: "PRM-02", members: keys::PROMPT, own: keys::PROMPT_OWN };

/// The entries that can be addressed; what is wrong with others is in `found`.
pub(super) fn read(root: &Section<'_>, list: &List, found: &mut Diagnostics) -> Vec<Entry> {
    let pointers = root.list(list.key, found);
    pointers
        .iter()
        .filter_map(|pointer| entry(&Section::at(root.document, pointer, list.rule, found)?, list, found))
        .collect()
}

fn entry(section: &Section<'_>, list: &List, found: &mut Diagnostics) -> Option<Entry> {
    warn_of_near_misses(section, list, found);
    let name = required(section, list, "name", found);
    let id = if list.id == "name" { name.clone() } else { required(section, list, list.id, found) };
    let has = |key: &str| list.own.contains(&key);
    let rust_name = section.text("rustName", found).map(str::to_owned);
    let complete = if has("complete") { section.texts("complete", found) } else { Vec::new() };
    let types = if has("types") { types(section, list, found) } else { BTreeMap::new() };
    let asks = section.section("asks", "MAN-03", found);
    let asks = asks.iter().flat_map(|asks| asks.members()).map(|(key, ask)| (key.clone(), ask.clone())).collect();
    let scopes = section.texts("scopes", found).into_iter().map(|(_, scope)| scope.to_owned()).collect();
    let mut definition = section.members().clone();
    definition.retain(|key, _| !list.own.contains(&key.as_str()));
    Some(Entry {
        pointer: section.pointer.clone(),
        id: id?,
        name: name?,
        definition: Value::Object(definition),
        rust_name,
        complete: complete.into_iter().map(|(_, argument)| argument.to_owned()).collect(),
        types,
        asks,
        scopes,
    })
}

fn required(section: &Section<'_>, list: &List, key: &str, found: &mut Diagnostics) -> Option<String> {
    if section.get(key).is_none() {
        let place = section.document.place(&section.pointer);
        let also = if list.id == "name" { String::new() } else { format!(" and `{}`", list.id) };
        found.push(
            Diagnostic::error(list.rule, place, format!("this {} has no `{key}`", list.what))
                .help(format!("a {} has `name`{also}", list.what)),
        );
    }
    section.text(key, found).map(str::to_owned)
}

/// `types`: what the texts of arguments and variables stand for.
fn types(section: &Section<'_>, list: &List, found: &mut Diagnostics) -> BTreeMap<String, TextType> {
    let mut types = BTreeMap::new();
    let Some(own) = section.section("types", "MAN-03", found) else { return types };
    for name in own.members().keys() {
        let Some(text) = own.text(name, found) else { continue };
        if let Some((_, kind)) = TextType::ALL.iter().find(|(spelled, _)| *spelled == text) {
            types.insert(name.clone(), *kind);
        } else {
            let names = TextType::ALL.map(|(spelled, _)| format!("\"{spelled}\"")).join(", ");
            found.push(
                Diagnostic::error(list.rule, own.place(name), format!("`{text}` is no type of a text"))
                    .help(format!("one of {names}")),
            );
        }
    }
    types
}

/// Unknown members of an entry pass through; one that is nearly a known one is hardly meant to, unless that is there as
/// well: then it is no misspelling of it.
fn warn_of_near_misses(section: &Section<'_>, list: &List, found: &mut Diagnostics) {
    let known = || list.members.iter().chain(list.own).copied();
    for key in section.members().keys().filter(|key| known().all(|name| name != key.as_str())) {
        if let Some(meant) = nearest(key, known()).filter(|meant| section.get(meant).is_none()) {
            let place = section.document.key_place(&section.child(key));
            found.push(
                Diagnostic::warning(
                    "MAN-08",
                    place,
                    format!("`{key}` is no member of a {}; did you mean `{meant}`?", list.what),
                )
                .help("members that MCP does not know are passed on to clients as they stand"),
            );
        }
    }
}
