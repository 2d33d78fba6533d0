//! `request-checks`: the table as it is read, and the corpus as programs read it.

use std::collections::BTreeSet;

use crate::cli::{code, run, run_in, stderr, stdout};
use crate::common::golden;
use crate::tree::write;

#[test]
fn request_checks_prints_the_table_and_requests_that_try_it() {
    let table = run(&["request-checks"]);
    assert_eq!(code(&table), 0, "{}", stderr(&table));
    golden("output/request-checks.golden.md", &stdout(&table));

    let json = run(&["request-checks", "--format", "json"]);
    assert_eq!(code(&json), 0, "{}", stderr(&json));
    assert_eq!(json.stdout, run(&["request-checks", "--format", "json"]).stdout, "the same bytes on every run");
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    let ids = |list: &serde_json::Value, name: &str| -> BTreeSet<String> {
        list.as_array().unwrap().iter().map(|row| row[name].as_str().unwrap().to_owned()).collect()
    };
    // Each row is tried, or it is said why not.
    let mut seen = ids(&json["untried"], "check");
    for case in json["corpus"].as_array().unwrap() {
        let faults = case["faults"].as_array().unwrap();
        assert!(matches!(faults.len(), 1 | 2), "{case}");
        seen.extend(faults.iter().map(|fault| fault.as_str().unwrap().to_owned()));
        assert!(faults.contains(&case["http"]["check"]), "{case}");
    }
    assert_eq!(seen, ids(&json["checks"], "id"));

    let dir = tempfile::tempdir().unwrap();
    write(dir.path(), "bare.toml", "[server]\nname = \"bare\"\nversion = \"1\"\n[http]\npath = \"/m\"\n");
    let bare = run_in(dir.path(), &["request-checks", "--format", "json", "--manifest", "bare.toml"]);
    assert_eq!(code(&bare), 0, "{}", stderr(&bare));
    let bare: serde_json::Value = serde_json::from_slice(&bare.stdout).unwrap();
    assert!(ids(&bare["untried"], "check").contains("arguments"));
    assert_eq!(bare["corpus"][0]["request"]["target"], "/m");
    assert_eq!(code(&run_in(dir.path(), &["request-checks", "--format", "json", "--manifest", "none.toml"])), 2);
}
