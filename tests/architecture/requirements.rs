//! `tests/requirements.toml`: every requirement has a test that shows it, or the reason why not; `tests/cases.toml`:
//! every public failure of a server has one.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde::Deserialize;
use syn::visit::Visit;

use crate::common::shared;
use crate::sources::below;

/// What the file says of one requirement. At least one of the three is there.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Entry {
    /// Functions, by name; folders of `tests/manifest/lint`, as `lint/NAME`.
    #[serde(default)]
    tests: Vec<String>,
    /// What is not there yet.
    not_yet: Option<String>,
    /// Whose it is, if not the generator's and its output's.
    not_ours: Option<String>,
}

fn map() -> BTreeMap<String, Entry> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/requirements.toml");
    toml::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// The names of all test functions.
#[derive(Default)]
struct Tests(BTreeSet<String>);

impl Visit<'_> for Tests {
    fn visit_item_fn(&mut self, function: &syn::ItemFn) {
        let is_test =
            |attribute: &syn::Attribute| attribute.path().segments.last().is_some_and(|last| last.ident == "test");
        if function.attrs.iter().any(is_test) {
            self.0.insert(function.sig.ident.to_string());
        }
    }
}

fn tests() -> BTreeSet<String> {
    let mut tests = Tests::default();
    for folder in ["tests", "generated/tests", "codegen"] {
        for source in below(folder) {
            tests.visit_file(&syn::parse_file(&source.text).unwrap());
        }
    }
    tests.0
}

/// The ids in the table of the requirements.
fn required() -> Option<BTreeSet<String>> {
    let text = fs::read_to_string(shared("spec/requirements.md")?).unwrap();
    let rows = text.lines().filter_map(|line| {
        let cells: Vec<&str> = line.split(" | ").collect();
        let id = cells.first()?.strip_prefix("| ")?;
        let is_row = cells.len() >= 6 && ["MUST", "SHOULD", "MAY"].contains(cells.get(2)?);
        (is_row && is_id(id)).then(|| id.to_owned())
    });
    Some(rows.collect())
}

fn is_id(text: &str) -> bool {
    text.split_once('-').is_some_and(|(family, number)| {
        family.bytes().all(|byte| byte.is_ascii_uppercase())
            && number.len() == 2
            && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// The ids that a test's name mentions: `hdr_31_to_33_…`, `prm_02_and_prm_03_…`, `hdr_04_05_…`.
fn mentioned(name: &str, families: &BTreeSet<&str>) -> BTreeSet<String> {
    let words: Vec<String> = name.split('_').map(str::to_ascii_uppercase).collect();
    let number = |word: &String| word.parse::<u8>().ok().filter(|_| word.len() == 2);
    let mut found = BTreeSet::new();
    let mut family = None;
    let mut last = None;
    let mut range = false;
    for word in &words {
        match (family, number(word)) {
            (Some(family), Some(number)) => {
                let first = last.filter(|_| range).map_or(number, |last: u8| last + 1);
                found.extend((first..=number).map(|number| format!("{family}-{number:02}")));
                (last, range) = (Some(number), false);
            }
            _ if families.contains(word.as_str()) => family = families.get(word.as_str()).copied(),
            _ if word == "TO" => range = true,
            _ => (family, last, range) = (None, None, false),
        }
    }
    found
}

#[test]
fn every_requirement_has_an_entry_and_no_other_has() {
    let map = map();
    assert_eq!(map.len(), 315);
    for (id, entry) in &map {
        let reasons = [&entry.not_yet, &entry.not_ours];
        let given = reasons.iter().filter(|reason| reason.is_some()).count();
        assert!(!entry.tests.is_empty() || given == 1, "{id} has neither a test nor a reason");
        assert!(given <= 1, "{id}: it is not there yet, or it is not ours");
        assert!(reasons.into_iter().flatten().all(|reason| reason.len() > 10), "{id}: say why");
        assert!(entry.tests.is_empty() || entry.not_ours.is_none(), "{id} is not ours and has tests");
        let unique: BTreeSet<_> = entry.tests.iter().collect();
        assert_eq!(unique.len(), entry.tests.len(), "{id} names a test twice");
    }
    let Some(required) = required() else { return };
    assert_eq!(map.into_keys().collect::<BTreeSet<_>>(), required);
}

#[test]
fn every_test_that_is_named_exists_and_those_that_name_an_id_are_listed_there() {
    let (map, tests) = (map(), tests());
    let lints = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/manifest/lint");
    let mut wrong = Vec::new();
    for (id, entry) in &map {
        for name in &entry.tests {
            let there = match name.strip_prefix("lint/") {
                Some(folder) => lints.join(folder).is_dir(),
                None => tests.contains(name),
            };
            if !there {
                wrong.push(format!("{id}: there is no test {name}"));
            }
        }
    }
    let families: BTreeSet<&str> = map.keys().filter_map(|id| id.split('-').next()).collect();
    for name in &tests {
        for id in mentioned(name, &families) {
            if map.get(&id).is_some_and(|entry| !entry.tests.contains(name)) {
                wrong.push(format!("{id}: {name} says that it shows it; list it there, or call it otherwise"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_public_failure_of_the_server_has_a_test() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases.toml");
    let map: BTreeMap<String, Vec<String>> = toml::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let tests = tests();
    for (case, named) in &map {
        assert!(!named.is_empty(), "case {case} names no test");
        for name in named {
            assert!(tests.contains(name), "case {case}: there is no test {name}");
        }
    }
    let Some(cases) = shared("cases.md") else { return };
    let text = fs::read_to_string(cases).unwrap();
    let (from, to) = (text.find("## Group 3").unwrap(), text.find("## Group 5").unwrap());
    let numbers = text[from..to].lines().filter_map(|line| line.split_once(". **")).map(|(number, _)| number);
    assert_eq!(map.into_keys().collect::<BTreeSet<_>>(), numbers.map(str::to_owned).collect());
}
