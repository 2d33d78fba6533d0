//! The table of rules against the sources that name them.

use std::collections::BTreeSet;
use std::path::Path;

use mcp_codegen::diagnostic::explain;
use mcp_codegen::rules::FAMILIES;

/// Every rule id that stands in quotes in the sources of the generator, outside of the tables.
fn used() -> BTreeSet<String> {
    let mut used = BTreeSet::new();
    let mut open = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("codegen/src")];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            if !path.ends_with("rules") {
                open.extend(std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
            }
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        for quoted in text.lines().filter(|line| !line.trim_start().starts_with("//")).flat_map(|line| line.split('"'))
        {
            let is_id = quoted.split_once('-').is_some_and(|(family, number)| {
                (2..=5).contains(&family.len())
                    && family.bytes().all(|b| b.is_ascii_uppercase())
                    && number.len() == 2
                    && number.bytes().all(|b| b.is_ascii_digit())
            });
            if is_id {
                used.insert(quoted.to_owned());
            }
        }
    }
    used
}

#[test]
fn every_rule_that_is_used_has_a_row_and_every_row_is_used() {
    let rows: Vec<&str> = FAMILIES.iter().flat_map(|family| family.iter()).map(|rule| rule.id).collect();
    let unique: BTreeSet<String> = rows.iter().map(|id| (*id).to_owned()).collect();
    assert_eq!(unique.len(), rows.len(), "no id has two rows");
    let used = used();
    assert!(used.contains("HDR-14"), "the sources are searched at all");
    let without_row: Vec<_> = used.difference(&unique).collect();
    let unused: Vec<_> = unique.difference(&used).filter(|id| !id.starts_with("OUT-")).collect();
    assert!(without_row.is_empty() && unused.is_empty(), "without a row: {without_row:?}; never used: {unused:?}");
}

#[test]
fn rows_say_something() {
    for rule in FAMILIES.iter().flat_map(|family| family.iter()) {
        assert!(rule.title.len() > 10 && rule.legal.len() > 5 && rule.source.len() > 5, "{}", rule.id);
        assert!(!rule.title.ends_with('.'), "{}: a title is no sentence with a full stop", rule.id);
    }
}

#[test]
fn explain_knows_rules_in_any_case_and_helps_with_others() {
    let text = explain("hdr-14").unwrap();
    assert!(text.starts_with("HDR-14: A header name is a token\n\nLegal: one or more"), "{text}");
    assert!(text.contains("\nSource: https://modelcontextprotocol.io/specification/2026-07-28/"), "{text}");
    assert!(explain("HDR-99").unwrap_err().contains("HDR-14, HDR-15"));
    assert!(explain("HDR14").unwrap_err().contains("did you mean HDR-14?"));
    assert!(!explain("\u{1b}[2J").unwrap_err().contains('\u{1b}'));
}
