//! Every lint, by the whole text that a person reads: a case is a folder with a manifest and
//! `expected.txt`.

use std::path::{Path, PathBuf};

use mcp_codegen::diagnostic::{Diagnostics, Format, render};
use mcp_codegen::lint::lint;
use mcp_codegen::manifest;
use mcp_codegen::source::Sources;

use crate::common::golden;

const CASES: &str = "tests/manifest/lint";

fn cases() -> Vec<PathBuf> {
    let mut cases: Vec<_> = std::fs::read_dir(CASES).unwrap().map(|entry| entry.unwrap().path()).collect();
    cases.sort();
    cases
}

fn manifest_of(case: &Path) -> PathBuf {
    let names = ["mcp.toml", "mcp.yaml", "mcp.yml", "mcp.json"];
    names.iter().map(|name| case.join(name)).find(|path| path.exists()).unwrap()
}

fn linted(path: &Path) -> (Sources, Diagnostics) {
    let (mut sources, mut found) = (Sources::default(), Diagnostics::default());
    if let Some(manifest) = manifest::open(&mut sources, path, &mut found) {
        lint(&manifest, &mut found);
    }
    (sources, found)
}

#[test]
fn every_case_reads_as_expected() {
    let cases = cases();
    assert!(cases.len() > 40);
    for case in cases {
        let (sources, found) = linted(&manifest_of(&case));
        let name = case.file_name().unwrap().to_string_lossy().into_owned();
        golden(format!("manifest/lint/{name}/expected.txt"), &render(Format::Text, &sources, &found, false));
        let perfect = name.starts_with("perfect");
        assert_eq!(found.sorted().is_empty(), perfect, "{name}");
    }
}

#[test]
fn an_unknown_member_is_no_misspelling_of_one_that_is_there() {
    let path = Path::new(CASES).join("man-08-near-misses/mcp.json");
    let text = std::fs::read_to_string(&path).unwrap();
    let (_, found) = linted(&path);
    let told: Vec<String> = found.sorted().into_iter().map(|finding| finding.message.clone()).collect();
    for (name, meant, is_told) in
        [("descripton", "description", true), ("titles", "title", false), ("inputschema", "inputSchema", false)]
    {
        assert!(text.contains(&format!("\"{name}\"")), "{name}");
        let message = format!("`{name}` is no member of a tool; did you mean `{meant}`?");
        assert_eq!(told.contains(&message), is_told, "{name}: {told:?}");
    }
}

#[test]
fn every_finding_of_a_readable_manifest_has_a_place_and_help() {
    for case in cases() {
        let (_, found) = linted(&manifest_of(&case));
        for finding in found.sorted() {
            assert!(finding.place.is_some(), "{}: {}", case.display(), finding.message);
            let types = finding.message.contains(" must be ") || finding.message.contains("belongs here");
            assert!(finding.help.is_some() || types, "{}: {}", case.display(), finding.message);
        }
    }
}
