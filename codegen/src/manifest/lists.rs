//! `resources`, `resourceTemplates` and `prompts`: as their lists return them.

use super::Entry;
use super::section::Section;
use crate::diagnostic::{Diagnostic, Diagnostics};

/// One of the lists.
pub(super) struct List {
    key: &'static str,
    /// What an entry is called.
    what: &'static str,
    /// The member by which an entry is addressed.
    id: &'static str,
    rule: &'static str,
}

pub(super) const RESOURCES: List = List { key: "resources", what: "resource", id: "uri", rule: "RSC-02" };
pub(super) const RESOURCE_TEMPLATES: List =
    List { key: "resourceTemplates", what: "resource template", id: "uriTemplate", rule: "RSC-02" };
pub(super) const PROMPTS: List = List { key: "prompts", what: "prompt", id: "name", rule: "PRM-02" };

/// The entries that can be addressed; what is wrong with others is in `found`.
pub(super) fn read(root: &Section<'_>, list: &List, found: &mut Diagnostics) -> Vec<Entry> {
    let pointers = root.list(list.key, found);
    pointers
        .iter()
        .filter_map(|pointer| {
            let section = Section::at(root.document, pointer, list.rule, found)?;
            let mut id = None;
            for key in ["name", list.id] {
                if section.get(key).is_none() {
                    let place = section.document.place(pointer);
                    found.push(
                        Diagnostic::error(list.rule, place, format!("this {} has no `{key}`", list.what))
                            .help(format!("a {} has `name`{}", list.what, also(list.id))),
                    );
                }
                id = section.text(key, found).map(str::to_owned);
                if list.id == "name" {
                    break;
                }
            }
            Some(Entry { pointer: pointer.clone(), id: id?, definition: section.members().clone().into() })
        })
        .collect()
}

fn also(id: &str) -> String {
    if id == "name" { String::new() } else { format!(" and `{id}`") }
}
