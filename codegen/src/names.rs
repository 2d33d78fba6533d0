//! Wire names to Rust names.
//!
//! Comes in: the names of one scope, all at once, as they stand on the wire. Goes out: for each of
//! them an ASCII identifier, never raw, that no other name of the scope and no reserved word has.
//! Always holds: what a name becomes depends on the set of names alone, not on their order; no
//! suffix is a running number, because a name that is added later must not shift what an older
//! one means to code that was written against it.

mod generated;
mod spelling;
mod words;

use std::collections::{BTreeMap, BTreeSet};

pub use self::generated::{GENERATED, IMPORTED};

/// What an identifier is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A struct, enum, trait or alias: `GetWeatherArgs`; never the name of something in the prelude.
    Type,
    /// A variant of an enum: `ReadOnly`.
    Variant,
    /// A field: `ttl_ms`.
    Field,
    /// A function, method or argument: `get_weather`.
    Function,
    /// A module, and the file of that name: `get_weather`.
    Module,
    /// A constant: `GET_WEATHER`.
    Const,
}

/// The identifier of one name that stands alone.
#[must_use]
pub fn ident(kind: Kind, wire: &str) -> String {
    spelling::candidate(kind, wire, 0)
}

/// The identifiers of all names of a scope; `reserved` are taken already.
#[must_use]
pub fn assign<'a>(kind: Kind, wires: impl IntoIterator<Item = &'a str>, reserved: &[&str]) -> BTreeMap<String, String> {
    let families = assign_families(&[kind], wires, reserved);
    families.into_iter().filter_map(|(wire, mut names)| Some((wire, names.pop()?))).collect()
}

/// Several identifiers for each name, one for every kind: a tool is a method, a module and the stem
/// of some types, and where one of these needs another spelling, all of them get it.
///
/// Identifiers of one kind differ from one another; so do their upper and lower case forms, for the
/// sake of file systems.
#[must_use]
pub fn assign_families<'a>(
    kinds: &[Kind],
    wires: impl IntoIterator<Item = &'a str>,
    reserved: &[&str],
) -> BTreeMap<String, Vec<String>> {
    let wires: BTreeSet<&str> = wires.into_iter().collect();
    let mut levels: BTreeMap<&str, usize> = wires.iter().map(|wire| (*wire, 0)).collect();
    loop {
        let mut clashing = BTreeSet::new();
        for kind in kinds {
            let mut groups: BTreeMap<String, Vec<&str>> = BTreeMap::new();
            for (wire, level) in &levels {
                let name = spelling::candidate(*kind, wire, *level);
                if reserved.contains(&name.as_str()) {
                    clashing.insert(*wire);
                }
                let folded = if *kind == Kind::Module { name.to_lowercase() } else { name };
                groups.entry(folded).or_default().push(wire);
            }
            for group in groups.values().filter(|group| group.len() > 1) {
                let keeps =
                    group.iter().copied().filter_map(|wire| Some((exact(kinds, wire, levels[wire])?, wire))).min();
                clashing.extend(group.iter().filter(|wire| keeps.is_none_or(|(_, keeper)| keeper != **wire)));
            }
        }
        if clashing.is_empty() {
            break;
        }
        for wire in clashing {
            *levels.entry(wire).or_default() += 1;
        }
    }
    let names = |wire: &str, level| kinds.iter().map(|kind| spelling::candidate(*kind, wire, level)).collect();
    levels.iter().map(|(wire, level)| ((*wire).to_owned(), names(wire, *level))).collect()
}

/// The first kind in which a name is its own identifier: of names that clash, such a one keeps it.
fn exact(kinds: &[Kind], wire: &str, level: usize) -> Option<usize> {
    kinds.iter().position(|kind| spelling::candidate(*kind, wire, level) == wire)
}

#[cfg(test)]
mod tests;
