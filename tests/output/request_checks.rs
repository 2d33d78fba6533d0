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

    // Of what a manifest has each method is tried, also where only a template says what can be read.
    let manifest = "[server]\nname = \"notes\"\nversion = \"1\"\n\
        [[resourceTemplates]]\nuriTemplate = \"note:/{day}/{+path}{?draft}\"\nname = \"note\"\n\
        types = { day = \"integer\", draft = \"boolean\" }\ncomplete = [\"path\"]\n\
        [[prompts]]\nname = \"sum up\"\narguments = [{ name = \"day\", required = true }]\n";
    write(dir.path(), "notes.toml", manifest);
    let notes = run_in(dir.path(), &["request-checks", "--format", "json", "--manifest", "notes.toml"]);
    let notes: serde_json::Value = serde_json::from_slice(&notes.stdout).unwrap();
    let methods = [
        "completion/complete",
        "prompts/get",
        "prompts/list",
        "resources/list",
        "resources/read",
        "resources/templates/list",
        "server/discover",
        "subscriptions/listen",
    ];
    assert_eq!(ids(&notes["corpus"], "method"), methods.map(str::to_owned).into());
    let unknown = |method: &str| {
        let mut cases = notes["corpus"].as_array().unwrap().iter();
        let case =
            cases.find(|case| case["method"] == method && case["faults"] == serde_json::json!(["name"])).unwrap();
        (case["request"]["headers"].as_array().unwrap().last().unwrap().clone(), case["http"]["data"].clone())
    };
    let uri = "test://no-such-resource";
    let named = |value: &str| serde_json::json!(["Mcp-Name", value]);
    assert_eq!(unknown("resources/read"), (named(uri), serde_json::json!({"uri": uri})));
    assert_eq!(unknown("prompts/get"), (named("no-such-prompt"), serde_json::Value::Null));
    assert_eq!(code(&run_in(dir.path(), &["request-checks", "--format", "json", "--manifest", "none.toml"])), 2);
}

#[test]
fn what_is_not_tried_says_why() {
    let dir = tempfile::tempdir().unwrap();
    let reasons = |tools: &str| {
        let manifest = format!("[server]\nname = \"n\"\nversion = \"1\"\n{tools}");
        write(dir.path(), "n.toml", &manifest);
        let printed = run_in(dir.path(), &["request-checks", "--format", "json", "--manifest", "n.toml"]);
        let printed: serde_json::Value = serde_json::from_slice(&printed.stdout).unwrap();
        let untried = printed["untried"].as_array().unwrap().clone();
        move |check: &str| {
            let row = untried.iter().find(|row| row["check"] == check);
            row.map(|row| row["reason"].as_str().unwrap().to_owned()).unwrap_or_default()
        }
    };
    let none = "the contract says of no request that it would fail it";
    let bare = reasons("");
    assert_eq!([bare("arguments"), bare("header-param"), bare("http-credentials")], [none; 3]);

    // No sample follows a pattern.
    let code = "{ type = \"string\", pattern = \"^[a-z]{7}$\", x-mcp-header = \"Code\" }";
    let schema = format!("{{ type = \"object\", required = [\"code\"], properties = {{ code = {code} }} }}");
    let odd = reasons(&format!(
        "[[tools]]\nname = \"a\"\ninputSchema = {schema}\n[[tools]]\nname = \"b\"\ninputSchema = {schema}\n"
    ));
    let why = "no arguments could be made up that fit its schema for certain: tool \"a\", tool \"b\"";
    assert_eq!([odd("arguments"), odd("header-param"), odd("request-state")], [why; 3]);
    assert_eq!(odd("client-capability"), none);

    let open = reasons("[[tools]]\nname = \"any\"\nscopes = [\"x\"]\ninputSchema = { type = \"object\" }\n");
    assert_eq!(open("arguments"), "no arguments could be made up that do not fit its schema for certain: tool \"any\"");
    assert_eq!(open("authorization"), "the requests carry no credentials, because no contract says who calls");
}
