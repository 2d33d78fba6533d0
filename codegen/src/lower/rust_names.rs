//! The Rust names of resources, templates, prompts and their completion.
//!
//! Tools were named before, and keep their names; of the others, one that its author chose stands and
//! the rest make room. What a method is called decides what its types are called: `read_note` takes
//! `ReadNoteArgs`.

use std::collections::{BTreeMap, BTreeSet};

use crate::manifest::{Entry, Manifest};
use crate::names::{self, Kind};

/// The names that are taken: methods, and the stems of types.
#[derive(Debug)]
pub(super) struct Taken(BTreeSet<String>);

/// The method of an entry, and the stem of its types.
#[derive(Clone, Debug)]
pub(super) struct EntryNames {
    pub(super) method: String,
    pub(super) stem: String,
}

impl Taken {
    /// What generated code has anyway, and these.
    pub(super) fn new(names: impl IntoIterator<Item = String>) -> Self {
        Self(names::GENERATED.iter().map(|name| (*name).to_owned()).chain(names).collect())
    }

    /// Names of entries, by what they are addressed by. `wires` tell them apart.
    pub(super) fn assign<'a>(
        &mut self,
        prefix: &str,
        entries: impl IntoIterator<Item = &'a Entry>,
        wires: &BTreeMap<&str, &str>,
    ) -> BTreeMap<String, EntryNames> {
        let (chosen, others): (Vec<_>, Vec<_>) =
            entries.into_iter().partition(|entry: &&Entry| entry.rust_name.is_some());
        let mut all = BTreeMap::new();
        for entry in chosen {
            let method = format!("{prefix}{}", entry.rust_name.as_deref().unwrap_or_default());
            self.add(&mut all, &entry.id, EntryNames { stem: names::ident(Kind::Type, &method), method });
        }
        let prefixed: BTreeMap<String, &str> = others
            .iter()
            .map(|entry| {
                let id = entry.id.as_str();
                (format!("{prefix}{}", wires.get(id).copied().unwrap_or(id)), id)
            })
            .collect();
        let reserved: Vec<&str> = self.0.iter().map(String::as_str).collect();
        let names =
            names::assign_families(&[Kind::Function, Kind::Type], prefixed.keys().map(String::as_str), &reserved);
        for (wire, id) in &prefixed {
            if let Some([method, stem]) = names.get(wire).map(Vec::as_slice) {
                self.add(&mut all, id, EntryNames { method: method.clone(), stem: stem.clone() });
            }
        }
        all
    }

    fn add(&mut self, all: &mut BTreeMap<String, EntryNames>, id: &str, mut names: EntryNames) {
        self.0.extend([names.method.clone(), names.stem.clone()]);
        // `Self_` is spelled so only because `Self` alone is a keyword.
        names.stem.truncate(names.stem.trim_end_matches('_').len());
        all.insert(id.to_owned(), names);
    }
}

/// The names that authors of entries chose, methods and stems: tools without a name of that kind make
/// room for them.
pub(super) fn chosen_by_entries(manifest: &Manifest) -> Vec<String> {
    let lists = [
        (&manifest.resources, ["read_"].as_slice()),
        (&manifest.resource_templates, &["read_", "complete_resource_"]),
        (&manifest.prompts, &["get_prompt_", "complete_prompt_"]),
    ];
    let mut names = Vec::new();
    for (entries, prefixes) in lists {
        for name in entries.iter().filter_map(|entry| entry.rust_name.as_deref()) {
            for method in prefixes.iter().map(|prefix| format!("{prefix}{name}")) {
                names.extend([names::ident(Kind::Type, &method), method]);
            }
        }
    }
    names
}

/// What tells entries apart, by what they are addressed by: their name, where no other has it. Names
/// of resources need not be unique, URIs are.
pub(super) fn wires(entries: &[&Entry]) -> BTreeMap<String, String> {
    let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
    for entry in entries {
        *uses.entry(&entry.name).or_default() += 1;
        if entry.id != entry.name {
            *uses.entry(&entry.id).or_default() += 1;
        }
    }
    let wire = |entry: &Entry| if uses.get(entry.name.as_str()) == Some(&1) { &entry.name } else { &entry.id }.clone();
    entries.iter().map(|entry| (entry.id.clone(), wire(entry))).collect()
}
