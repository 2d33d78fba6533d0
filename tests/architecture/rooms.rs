//! Small rooms: a file is about one thing, and its head says which.

use crate::sources::{Source, below, with_extension};

/// No file is longer.
const WALL: usize = 500;

/// Half of the files are not longer.
const MEDIAN: usize = 200;

fn lines(source: &Source) -> usize {
    source.text.lines().count()
}

#[test]
fn no_file_is_a_hall() {
    let all = [below("codegen"), below("tests")].concat_sources();
    let halls: Vec<_> = all
        .iter()
        .filter(|source| lines(source) > WALL)
        .map(|source| format!("{}: {} lines", source.path, lines(source)))
        .collect();
    assert!(halls.is_empty(), "over {WALL} lines; split by concept:\n{}", halls.join("\n"));
}

#[test]
fn most_files_are_small() {
    let mut counts: Vec<_> = below("codegen").iter().map(lines).collect();
    counts.sort_unstable();
    let median = counts[counts.len() / 2];
    assert!(median < MEDIAN, "the median is {median} lines");
}

#[test]
fn every_file_says_what_it_is_about() {
    let heads = ["codegen/src", "codegen/runtime", "tests"].map(below).concat_sources();
    let silent: Vec<_> =
        heads.iter().filter(|source| !source.text.starts_with("//! ")).map(|source| source.path.as_str()).collect();
    assert!(silent.is_empty(), "no `//!` at the head:\n{}", silent.join("\n"));
}

/// Of ours and of what is written for others: tokens and templates are texts here.
#[test]
fn every_lint_that_is_allowed_has_its_reason() {
    let all = [below("codegen"), with_extension("templates", "txt"), below("generated/src")].concat_sources();
    let mut silent = Vec::new();
    for source in &all {
        let attributes = ["#[allow(", "#![allow(", "#[expect(", "#![expect("];
        for (at, _) in attributes.iter().flat_map(|attribute| source.text.match_indices(attribute)) {
            let end = source.text[at..].find(")]").unwrap() + at;
            if !source.text[at..end].contains("reason = ") {
                silent.push(format!("{}:{}", source.path, source.text[..at].lines().count() + 1));
            }
        }
    }
    assert!(silent.is_empty(), "no `reason`:\n{}", silent.join("\n"));
}

trait ConcatSources {
    fn concat_sources(self) -> Vec<Source>;
}

impl<const N: usize> ConcatSources for [Vec<Source>; N] {
    fn concat_sources(self) -> Vec<Source> {
        self.into_iter().flatten().collect()
    }
}
