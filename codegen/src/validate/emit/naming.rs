//! Names of functions: the last part of the pointer that says anything.

use std::collections::BTreeMap;

use proc_macro2::Ident;
use quote::format_ident;

use super::facts::Facts;
use crate::names::{self, Kind};
use crate::validate::program::Id;
use crate::validate::{Program, pointer};

/// The function of each node that needs one.
pub(super) struct Names(BTreeMap<Id, Ident>);

/// Names that generated modules use for something else: entry points, modules, local variables.
const TAKEN: &[&str] = &[
    "at",
    "branch",
    "branches",
    "check",
    "comma",
    "depth",
    "first",
    "fused",
    "held",
    "index",
    "is_valid",
    "item",
    "items",
    "known",
    "marks",
    "member",
    "members",
    "missing",
    "name",
    "next",
    "number",
    "object",
    "out",
    "quiet",
    "read",
    "reader",
    "report",
    "serde_json",
    "std",
    "stop",
    "tag",
    "text",
    "validation",
    "value",
    "write",
];

impl Names {
    pub(super) fn of(program: &Program, facts: &Facts) -> Self {
        let reached: Vec<Id> = (0..program.nodes.len()).filter(|id| facts.is_named(*id)).collect();
        // Short names first; those that clash get more of the pointer, and at last a number.
        let mut chosen: BTreeMap<Id, String> = BTreeMap::new();
        let mut used: BTreeMap<String, usize> = BTreeMap::new();
        let mut open = reached;
        for parts in 1..=3 {
            let mut groups: BTreeMap<String, Vec<Id>> = BTreeMap::new();
            for id in open.drain(..) {
                groups.entry(candidate(&program.nodes[id].place, parts)).or_default().push(id);
            }
            for (name, ids) in groups {
                match ids.as_slice() {
                    [id] if !used.contains_key(&name) && !TAKEN.contains(&name.as_str()) => {
                        used.insert(name.clone(), 1);
                        chosen.insert(*id, name);
                    }
                    _ => open.extend(ids),
                }
            }
        }
        open.sort_unstable();
        for id in open {
            // `self_` and `type_` end in the `_` that the number brings along.
            let base = candidate(&program.nodes[id].place, 1).trim_end_matches('_').to_owned();
            let name = loop {
                let count = used.entry(base.clone()).or_insert(1);
                *count += 1;
                let name = format!("{base}_{count}");
                if !used.contains_key(&name) {
                    break name;
                }
            };
            used.insert(name.clone(), 1);
            chosen.insert(id, name);
        }
        Self(chosen.into_iter().map(|(id, name)| (id, format_ident!("{name}"))).collect())
    }

    pub(super) fn get(&self, id: Id) -> Option<&Ident> {
        self.0.get(&id)
    }
}

/// A name from the last `parts` tokens that are more than a keyword or a number.
fn candidate(place: &str, parts: usize) -> String {
    const SILENT: &[&str] = &["properties", "$defs", "definitions", "patternProperties"];
    let (document, pointer) = place.split_once('#').unwrap_or(("", place));
    let mut tokens: Vec<String> = pointer::tokens(pointer).collect();
    tokens.insert(0, document.rsplit('/').next().unwrap_or_default().to_owned());
    let (mut words, mut left) = (Vec::new(), parts);
    for (index, token) in tokens.iter().enumerate().rev() {
        let in_map = index > 0 && tokens.get(index - 1).is_some_and(|parent| SILENT.contains(&parent.as_str()));
        if !in_map && SILENT.contains(&token.as_str()) {
            continue;
        }
        words.push(token.as_str());
        let says_something = in_map || !token.chars().all(|c| c.is_ascii_digit()) && !is_keyword(token);
        left -= usize::from(says_something);
        if left == 0 {
            break;
        }
    }
    words.reverse();
    let text = words.join(" ");
    let text = if text.trim().is_empty() { "root" } else { text.trim() };
    let name = names::ident(Kind::Function, text);
    let is_taken =
        TAKEN.contains(&name.as_str()) || ["mark_", "read_", "write_"].iter().any(|prefix| name.starts_with(prefix));
    if is_taken { format!("{name}_schema") } else { name }
}

fn is_keyword(token: &str) -> bool {
    crate::validate::keyword::KEYWORDS.iter().any(|keyword| keyword.name == token)
}

/// A place as it may stand in a doc comment, between backticks.
pub(super) fn in_docs(place: &str) -> String {
    let safe = place.chars().map(|c| if c.is_ascii_graphic() && c != '`' { c } else { '?' });
    safe.take(160).collect()
}
