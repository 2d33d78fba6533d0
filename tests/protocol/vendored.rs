//! The copies in `schema/` are the published files without their prose.

use std::path::Path;

use mcp_codegen::diagnostic::Diagnostics;
use mcp_codegen::document;
use mcp_codegen::schema::vendor;
use mcp_codegen::source::Sources;

use crate::common::golden;
use crate::inputs::{REVISIONS, findings, published};

#[test]
fn copies_are_derived_from_the_published_files() {
    let mut sums = String::new();
    for revision in REVISIONS {
        let Some(text) = published(revision) else { return };
        let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
        let file = sources.add("schema.json", text.clone());
        let document = document::read(&sources, file, &mut diagnostics).unwrap();
        let vendored = vendor::vendor(&text, &document, &mut diagnostics)
            .unwrap_or_else(|| panic!("{revision}:\n{}", findings(&sources, &diagnostics)));
        golden(Path::new("../schema").join(revision).join("schema.json"), &vendored.schema);
        sums = vendor::record(&sums, revision, &vendored.sha256);
    }
    golden("../schema/sources.toml", &sums);
}

#[test]
fn prose_goes_and_members_called_like_prose_stay() {
    let schema: serde_json::Value = serde_json::from_str(
        r#"{"$comment":"a","$defs":{"title":{"title":"b","type":"object","description":"c",
            "properties":{"title":{"type":"string","description":"d"},"$comment":{"$ref":"e"}},
            "required":["title"]},"description":{"enum":["title"],"type":"string"}}}"#,
    )
    .unwrap();
    let kept: serde_json::Value = serde_json::from_str(
        r#"{"$defs":{"title":{"type":"object","properties":{"title":{"type":"string"},"$comment":{"$ref":"e"}},
            "required":["title"]},"description":{"enum":["title"],"type":"string"}}}"#,
    )
    .unwrap();
    assert_eq!(vendor::structure(&schema), kept);
}

#[test]
fn canonical_text_does_not_depend_on_the_order_of_keys() {
    let one: serde_json::Value = serde_json::from_str(r#"{"b":{"d":1,"c":[2]},"a":null}"#).unwrap();
    assert_eq!(
        vendor::canonical(&one),
        "{\n  \"a\": null,\n  \"b\": {\n    \"c\": [\n      2\n    ],\n    \"d\": 1\n  }\n}\n"
    );
}

#[test]
fn sums_are_recorded_once_for_each_revision() {
    let once = vendor::record("", "2026-07-28", "aa");
    let again = vendor::record(&once, "2025-11-25", "bb");
    let replaced = vendor::record(&again, "2026-07-28", "cc");
    assert_eq!(
        vendor::recorded(&replaced),
        [("2025-11-25".to_owned(), "bb".to_owned()), ("2026-07-28".to_owned(), "cc".to_owned())]
    );
}
