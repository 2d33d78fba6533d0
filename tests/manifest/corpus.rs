//! The tools of real servers, read as they were captured.

use std::path::PathBuf;

use mcp_codegen::diagnostic::{Diagnostics, Format, render};
use mcp_codegen::lint::lint;
use mcp_codegen::lower::contract::lower;
use mcp_codegen::manifest;
use mcp_codegen::source::Sources;

use crate::common::shared;

fn files() -> Vec<PathBuf> {
    let Some(directory) = shared("corpus") else { return Vec::new() };
    let mut files: Vec<_> = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert_eq!(files.len(), 15);
    files
}

#[test]
fn every_captured_list_is_a_manifest_without_errors() {
    let mut tools = 0;
    for file in files() {
        let (mut sources, mut found) = (Sources::default(), Diagnostics::default());
        let manifest = manifest::open(&mut sources, &file, &mut found).unwrap();
        lint(&manifest, &mut found);
        assert!(!found.has_errors(), "{}", render(Format::Text, &sources, &found, false));
        let contract = lower(&manifest);
        assert_eq!(contract.tools.len(), manifest.tools.len());
        assert_eq!(manifest.files, [file]);
        let mut names: Vec<_> = contract.tools.iter().map(|tool| &tool.rust).collect();
        let all = names.len();
        names.sort_by(|a, b| a.method.cmp(&b.method));
        names.dedup_by(|a, b| a.method == b.method || a.module == b.module || a.args == b.args);
        assert_eq!(names.len(), all);
        tools += all;
    }
    assert!(tools == 222 || files().is_empty());
}
