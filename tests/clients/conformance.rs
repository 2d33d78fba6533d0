//! The official conformance suite, server leg, against the reference server in `generated/`.
//!
//! What passes today is written down in `conformance/expected.txt`, a scenario a line and under it every check
//! that is not a success. A scenario that starts to pass changes that file as much as one that starts to fail;
//! `UPDATE_GOLDEN=1` writes it anew for review.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;

use crate::{common::golden, installed, server};

/// Run by the suite but not counted by it, because its own server fails them. The revision demands what they check.
const UNCOUNTED: [&str; 3] = ["http-custom-header-server-validation", "http-header-validation", "json-schema-2020-12"];
/// How many scenarios the revision's requirement file names for servers.
const REQUIRED: usize = 37;

#[test]
fn the_reference_server_meets_the_official_suite_as_written_down() {
    if !installed::required("the official conformance suite") {
        return;
    }
    let home = installed::node_modules("conformance", &[]);
    let executable = server::build(&Path::new(env!("CARGO_MANIFEST_DIR")).join("generated"), None);
    let running = server::Running::start(executable);
    let results = tempfile::tempdir().unwrap();

    let suite = home.join("node_modules/@modelcontextprotocol/conformance/dist/index.js");
    let output = Command::new(node(&home))
        .arg(suite)
        .arg("server")
        .args(["--url", &format!("http://{}/mcp", running.address)])
        .args(["--requirements", "2026-07-28"])
        .arg("-o")
        .arg(results.path())
        .output()
        .unwrap();
    // The exit code says only whether everything passed: the checks are read instead.
    let scenarios = read(results.path());
    assert!(
        scenarios.len() >= REQUIRED,
        "the suite broke off:\n{}\n{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    golden("clients/conformance/expected.txt", &render(&scenarios));
}

/// The suite needs Node 22; where the package that brings one has no build for this machine, the one on PATH.
fn node(home: &Path) -> PathBuf {
    let brought = home.join("node_modules/.bin/node");
    if brought.exists() { brought } else { PathBuf::from("node") }
}

/// One check of a scenario: its id and its status.
type Check = (String, String);

/// The checks of every scenario of `server-<scenario>-<time>/checks.json`, without the Tasks extension.
fn read(results: &Path) -> BTreeMap<String, Vec<Check>> {
    let mut scenarios = BTreeMap::new();
    for entry in fs::read_dir(results).unwrap() {
        let folder = entry.unwrap().path();
        let Ok(text) = fs::read(folder.join("checks.json")) else { continue };
        let name = scenario(folder.file_name().unwrap().to_str().unwrap());
        if name.starts_with("tasks-") {
            continue;
        }
        let checks: Vec<Value> = serde_json::from_slice(&text).unwrap();
        let word = |check: &Value, member: &str| check[member].as_str().unwrap().to_owned();
        let checks = checks.iter().map(|check| (word(check, "id"), word(check, "status"))).collect();
        assert!(scenarios.insert(name.to_owned(), checks).is_none(), "{name} ran twice");
    }
    scenarios
}

/// `caching` of `server-caching-2026-11-30T10-23-39-479Z`.
fn scenario(folder: &str) -> &str {
    let name = folder.strip_prefix("server-").unwrap();
    let time = "-2026-11-30T10-23-39-479Z".len();
    &name[..name.len() - time]
}

fn render(scenarios: &BTreeMap<String, Vec<Check>>) -> String {
    let failed = |checks: &[Check]| checks.iter().any(|(_, status)| status == "FAILURE");
    let required = scenarios.iter().filter(|(name, _)| !UNCOUNTED.contains(&name.as_str()));
    let passed = required.filter(|(_, checks)| !failed(checks)).count();
    let mut text = format!("required scenarios without a failure: {passed} of {REQUIRED}\n\n");
    for (name, checks) in scenarios {
        let successes = checks.iter().filter(|(_, status)| status == "SUCCESS").count();
        let verdict = if failed(checks) { "fails" } else { "passes" };
        writeln!(text, "{name}: {verdict}, {successes} of {} checks succeed", checks.len()).unwrap();
        for (id, status) in checks.iter().filter(|(_, status)| status != "SUCCESS") {
            writeln!(text, "    {} {id}", status.to_lowercase()).unwrap();
        }
    }
    text
}
