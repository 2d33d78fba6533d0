//! The command line: help, exit codes, what is printed where, hostile circumstances.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::common::golden;
use crate::tree::{Tree, write};

/// The built program, without colours and in a fixed locale.
fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mcp-codegen"));
    command.env_remove("CLICOLOR_FORCE").env_remove("RUST_BACKTRACE").stdin(Stdio::null());
    command
}

pub fn run(args: &[&str]) -> Output {
    program().args(args).output().unwrap()
}

pub fn run_in(dir: &Path, args: &[&str]) -> Output {
    program().current_dir(dir).args(args).output().unwrap()
}

pub fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A new crate in a folder of its own.
pub(crate) fn weather() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let made = run_in(dir.path(), &["new", "weather"]);
    assert_eq!(code(&made), 0, "{}", stderr(&made));
    dir
}

const VERBS: [&str; 10] =
    ["new", "generate", "check", "lint", "bindings", "dump-ir", "explain", "vendor", "schema", "request-checks"];

#[test]
fn every_verb_has_help_with_an_example() {
    let mut text = stdout(&run(&["--help"]));
    for verb in VERBS {
        let help = run(&[verb, "--help"]);
        assert_eq!(code(&help), 0, "{verb}");
        assert!(stdout(&help).contains("Example") && stdout(&help).contains(&format!("mcp-codegen {verb}")), "{verb}");
        text += &format!("\n$ mcp-codegen {verb} --help\n{}", stdout(&help));
    }
    golden("output/help.golden", &text);
}

#[test]
fn mistakes_of_the_command_line_are_exit_2_on_stderr() {
    for args in
        [&[][..], &["frobnicate"], &["lint"], &["new"], &["explain", "--loud"], &["lint", "x.toml", "--format", "xml"]]
    {
        let output = run(args);
        assert_eq!(code(&output), 2, "{args:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{args:?}");
    }
}

#[test]
fn new_makes_a_crate_that_is_fresh_and_says_what_to_do() {
    let dir = weather();
    let checked = run_in(dir.path(), &["check", "weather"]);
    assert_eq!(code(&checked), 0, "{}", stdout(&checked));
    assert_eq!(code(&run_in(&dir.path().join("weather"), &["check"])), 0);
    for path in
        ["Cargo.toml", "README.md", "mcp.toml", "src/main.rs", "src/tools.rs", "tests/smoke.rs", "src/mcp/mod.rs"]
    {
        assert!(dir.path().join("weather").join(path).is_file(), "{path}");
    }
    let again = run_in(dir.path(), &["new", "weather"]);
    assert_eq!(code(&again), 2);
    assert!(stderr(&again).contains("[OUT-05]"), "{}", stderr(&again));
}

#[test]
fn new_that_fails_leaves_nothing_behind() {
    let dir = tempfile::tempdir().unwrap();
    write(dir.path(), "bad.toml", "[[tools]]\nname = 7\n");
    assert_eq!(code(&run_in(dir.path(), &["new", "a/b", "--manifest", "bad.toml"])), 2);
    assert_eq!(code(&run_in(dir.path(), &["new", "a/b", "--manifest", "none.toml"])), 2);
    write(dir.path(), "file", "");
    assert_eq!(code(&run_in(dir.path(), &["new", "file"])), 2);
    assert_eq!(code(&run_in(dir.path(), &["new", "file/below"])), 2);
    assert_eq!(Tree::of(dir.path()).0.into_keys().collect::<Vec<_>>(), ["bad.toml", "file"]);
}

#[test]
fn new_copies_a_manifest_in_its_syntax_with_the_schemas_that_it_refers_to() {
    let dir = tempfile::tempdir().unwrap();
    let schema = r#"{"type":"object","required":["q"],"properties":{"q":{"type":"string"}}}"#;
    write(dir.path(), "in/schemas/ask.json", schema);
    write(
        dir.path(),
        "in/desk.yaml",
        "# kept as it is\nserver: { name: desk, version: '1' }\ntools:\n- name: ask\n  inputSchema: { $ref: schemas/ask.json }\n",
    );
    let made = run_in(dir.path(), &["new", "Front Desk", "--manifest", "in/desk.yaml"]);
    assert_eq!(code(&made), 0, "{}", stderr(&made));
    let made = dir.path().join("Front Desk");
    assert_eq!(fs::read(made.join("mcp.yaml")).unwrap(), fs::read(dir.path().join("in/desk.yaml")).unwrap());
    assert_eq!(fs::read_to_string(made.join("schemas/ask.json")).unwrap(), schema);
    assert!(fs::read_to_string(made.join("Cargo.toml")).unwrap().contains("name = \"front-desk\""));
    assert_eq!(code(&run_in(&made, &["check"])), 0);
    assert_eq!(code(&run_in(dir.path(), &["check", "Front Desk"])), 0);
}

#[test]
fn a_captured_tools_list_makes_a_crate_that_is_fresh() {
    let dir = tempfile::tempdir().unwrap();
    write(dir.path(), "captured.json", r#"{"tools":[{"name":"echo","inputSchema":{"type":"object"}}]}"#);
    let made = run_in(dir.path(), &["new", "echo-server", "--manifest", "captured.json"]);
    assert_eq!(code(&made), 0, "{}", stderr(&made));
    assert_eq!(code(&run_in(dir.path(), &["check", "echo-server"])), 0);
    assert_eq!(code(&run_in(&dir.path().join("echo-server"), &["check"])), 0);
}

#[test]
fn check_names_what_is_stale_and_the_command_that_mends_it() {
    let dir = weather();
    let root = dir.path().join("weather");
    let manifest = fs::read_to_string(root.join("mcp.toml")).unwrap();
    fs::write(root.join("mcp.toml"), manifest.replace("Typical weather of a city", "The weather of a city")).unwrap();
    let before = Tree::of(&root);
    let stale = run_in(dir.path(), &["check", "weather"]);
    assert_eq!(code(&stale), 1);
    assert!(stdout(&stale).contains("stale        src/mcp/"), "{}", stdout(&stale));
    assert!(!stdout(&stale).contains("write"), "{}", stdout(&stale));
    assert!(stderr(&stale).contains("mcp-codegen generate weather"), "{}", stderr(&stale));
    assert_eq!(Tree::of(&root), before);

    let dry = run_in(&root, &["generate", "--dry-run"]);
    assert_eq!((code(&dry), Tree::of(&root) == before), (0, true));
    assert!(stdout(&dry).contains("user-owned   src/tools.rs"), "{}", stdout(&dry));
    assert_eq!(code(&run_in(&root, &["generate"])), 0);
    assert_eq!(code(&run_in(&root, &["check"])), 0);

    let manifest = fs::read_to_string(root.join("mcp.toml")).unwrap();
    fs::write(root.join("mcp.toml"), manifest.replace("name = \"get_weather\"", "name = \"tell_weather\"")).unwrap();
    fs::remove_file(root.join("src/mcp/client.rs")).unwrap();
    let renamed = stdout(&run_in(&root, &["check"]));
    for line in [
        "left-over    src/mcp/tools/get_weather.rs",
        "missing      src/mcp/tools/tell_weather.rs",
        "missing      src/mcp/client.rs",
        "stale        src/mcp/contract.rs",
        "stale        mcp-codegen.lock",
    ] {
        assert!(renamed.contains(line), "{line}\n{renamed}");
    }
}

#[test]
fn a_comment_in_the_manifest_changes_nothing() {
    let dir = weather();
    let path = dir.path().join("weather/mcp.toml");
    fs::write(&path, format!("# another comment\n{}", fs::read_to_string(&path).unwrap())).unwrap();
    assert_eq!(code(&run_in(dir.path(), &["check", "weather"])), 0);
}

#[test]
fn an_edited_generated_file_is_reported_and_only_force_overwrites_it() {
    let dir = weather();
    let root = dir.path().join("weather");
    let path = root.join("src/mcp/mod.rs");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, format!("{text}// mine\n")).unwrap();
    let checked = run_in(&root, &["check"]);
    assert_eq!(code(&checked), 1);
    assert!(stdout(&checked).contains("edited       src/mcp/mod.rs"), "{}", stdout(&checked));
    let refused = run_in(&root, &["generate"]);
    assert_eq!(code(&refused), 2);
    assert!(stderr(&refused).contains("[OUT-01]") && stderr(&refused).contains("--force"), "{}", stderr(&refused));
    assert_eq!(fs::read_to_string(&path).unwrap(), format!("{text}// mine\n"));
    assert_eq!(code(&run_in(&root, &["generate", "--force"])), 0);
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn a_checkout_with_other_line_ends_is_fresh() {
    let dir = weather();
    let root = dir.path().join("weather");
    for (path, text) in Tree::of(&root).texts() {
        assert!(!text.contains('\r'), "{path} has carriage returns");
        fs::write(root.join(path), text.replace('\n', "\r\n")).unwrap();
    }
    let checked = run_in(&root, &["check"]);
    assert_eq!(code(&checked), 0, "{}{}", stdout(&checked), stderr(&checked));
}

#[test]
fn generate_prints_a_stub_of_each_new_tool() {
    let dir = weather();
    let root = dir.path().join("weather");
    let manifest = fs::read_to_string(root.join("mcp.toml")).unwrap();
    fs::write(
        root.join("mcp.toml"),
        manifest + "\n[[tools]]\nname = \"get_tide\"\ninputSchema = { type = \"object\" }\n",
    )
    .unwrap();
    let dry = run_in(&root, &["generate", "--dry-run"]);
    let done = run_in(&root, &["generate"]);
    for output in [&dry, &done] {
        assert_eq!(code(output), 0);
        let advice = stderr(output);
        assert!(advice.contains("async fn get_tide("), "{advice}");
        assert!(!advice.contains("get_weather"), "{advice}");
    }
    assert!(!stderr(&run_in(&root, &["generate"])).contains("async fn"), "only once");
}

#[test]
fn generate_names_the_methods_that_are_gone() {
    let dir = weather();
    let root = dir.path().join("weather");
    let manifest = fs::read_to_string(root.join("mcp.toml")).unwrap();
    fs::write(root.join("mcp.toml"), manifest.replace("name = \"list_cities\"", "name = \"list_towns\"")).unwrap();
    let done = run_in(&root, &["generate"]);
    let advice = stderr(&done);
    assert_eq!(code(&done), 0);
    assert!(advice.contains("async fn list_towns(") && advice.contains("has to lose: `list_cities`"), "{advice}");
    assert!(!stderr(&run_in(&root, &["generate"])).contains("has to lose"), "only once");
}

#[test]
fn generate_says_which_dependency_is_missing_and_leaves_cargo_toml_alone() {
    let dir = weather();
    let root = dir.path().join("weather");
    let path = root.join("Cargo.toml");
    let text = fs::read_to_string(&path).unwrap().replace("bytes = \"1\"\n", "");
    fs::write(&path, &text).unwrap();
    let done = run_in(&root, &["generate"]);
    assert_eq!(code(&done), 0);
    assert!(stderr(&done).contains("[OUT-10]") && stderr(&done).contains("bytes = \"1\""), "{}", stderr(&done));
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn a_folder_has_exactly_one_manifest() {
    let dir = weather();
    let root = dir.path().join("weather");
    fs::write(root.join("mcp.json"), "{}").unwrap();
    for verb in ["generate", "check"] {
        let two = run_in(&root, &[verb]);
        assert_eq!(code(&two), 2);
        assert!(stderr(&two).contains("[OUT-08]") && stderr(&two).contains("mcp.toml, mcp.json"), "{}", stderr(&two));
        let none = run_in(dir.path(), &[verb]);
        assert_eq!(code(&none), 2);
        assert!(stderr(&none).contains("[OUT-08]"), "{}", stderr(&none));
    }
}

#[test]
fn lint_has_three_exit_codes_and_four_formats() {
    let dir = weather();
    let root = dir.path().join("weather");
    write(dir.path(), "bad.toml", "colour = 1\n[[tools]]\nname = 7\n");
    write(dir.path(), "worse.toml", "[[tools]\n");
    let fine = run_in(&root, &["lint", "mcp.toml"]);
    assert_eq!(code(&fine), 0, "{}", stdout(&fine));
    let bad = run_in(dir.path(), &["lint", "weather/mcp.toml", "bad.toml", "worse.toml"]);
    assert_eq!(code(&bad), 1);
    for place in ["bad.toml:1:1", "bad.toml:3:8", "worse.toml:1:"] {
        assert!(stdout(&bad).contains(place), "{place} in {}", stdout(&bad));
    }
    assert_eq!(code(&run_in(dir.path(), &["lint", "none.toml"])), 2);
    for format in ["json", "sarif"] {
        let output = run_in(dir.path(), &["lint", "bad.toml", "--format", format]);
        assert_eq!(code(&output), 1);
        serde_json::from_slice::<serde_json::Value>(&output.stdout).unwrap();
    }
    let github = run_in(dir.path(), &["lint", "bad.toml", "--format", "github"]);
    assert!(stdout(&github).starts_with("::error file=bad.toml"), "{}", stdout(&github));
}

#[test]
fn explain_knows_every_rule_that_a_finding_names() {
    for rule in mcp_codegen::rules::FAMILIES.iter().flat_map(|family| family.iter()) {
        let output = run(&["explain", &rule.id.to_lowercase()]);
        assert_eq!(code(&output), 0, "{}", rule.id);
        for part in [rule.id, rule.title, rule.legal, rule.source] {
            assert!(stdout(&output).contains(part), "{}: {part}", rule.id);
        }
    }
    let list = stdout(&run(&["explain"]));
    assert_eq!(list.lines().count(), mcp_codegen::rules::FAMILIES.iter().map(|family| family.len()).sum::<usize>());
    let unknown = run(&["explain", "OUT-1"]);
    assert_eq!(code(&unknown), 2);
    assert!(stderr(&unknown).contains("OUT-01"), "{}", stderr(&unknown));
}

#[test]
fn colour_goes_to_a_terminal_only() {
    let dir = tempfile::tempdir().unwrap();
    write(dir.path(), "bad.toml", "colour = 1\n");
    for output in [
        run_in(dir.path(), &["lint", "bad.toml"]),
        run_in(dir.path(), &["check"]),
        run(&["frobnicate"]),
        run(&["--help"]),
    ] {
        assert!(!output.stdout.contains(&0x1b) && !output.stderr.contains(&0x1b));
    }
}

#[test]
fn a_reader_that_goes_away_is_no_fault() {
    let mut child = program().args(["explain"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((code(&output), stderr(&output).as_str()), (0, ""));
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_exit_2() {
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let output = program().args(["explain"]).stdout(full).output().unwrap();
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).starts_with("mcp-codegen: cannot write the output"), "{}", stderr(&output));
}

#[test]
fn paths_may_have_spaces_and_any_letters() {
    let dir = tempfile::tempdir().unwrap();
    for name in ["mit Leerzeichen", "größe", "日本語", "it's", "-dash", "a\"b", "$(x)"] {
        let made = run_in(dir.path(), &["new", "--", name]);
        assert_eq!(code(&made), 0, "{name}: {}", stderr(&made));
        assert_eq!(code(&run_in(dir.path(), &["check", "--", name])), 0, "{name}");
        let mut manifest = dir.path().join(name);
        manifest.push("mcp.toml");
        assert_eq!(code(&program().arg("lint").arg(&manifest).output().unwrap()), 0, "{name}");
    }
}

#[cfg(unix)]
#[test]
fn a_path_need_not_be_utf_8() {
    use std::os::unix::ffi::OsStrExt as _;
    let dir = tempfile::tempdir().unwrap();
    let name = std::ffi::OsStr::from_bytes(b"caf\xe9");
    for verb in ["new", "check"] {
        let output = program().current_dir(dir.path()).arg(verb).arg(name).output().unwrap();
        assert_eq!(code(&output), 0, "{verb}: {}", stderr(&output));
    }
}

#[test]
fn the_same_bytes_in_another_folder_locale_and_time_zone() {
    let (one, other) = (weather(), tempfile::tempdir().unwrap());
    let dir = other.path().join("deep er/ünd");
    fs::create_dir_all(&dir).unwrap();
    let made = program()
        .current_dir(&dir)
        .args(["new", "weather"])
        .envs([
            ("LC_ALL", "tr_TR.UTF-8"),
            ("LANG", "ja_JP"),
            ("TZ", "Asia/Kathmandu"),
            ("HOME", "/nowhere"),
            ("HOSTNAME", "elsewhere"),
        ])
        .output()
        .unwrap();
    assert_eq!(code(&made), 0, "{}", stderr(&made));
    let texts = Tree::of(&one.path().join("weather")).texts();
    assert_eq!(texts, Tree::of(&dir.join("weather")).texts());
    for (path, text) in texts {
        assert!(!text.contains(one.path().to_str().unwrap()) && !text.contains(env!("CARGO_MANIFEST_DIR")), "{path}");
    }
}

#[test]
fn no_formatter_of_the_machine_counts() {
    let (one, other) = (weather(), tempfile::tempdir().unwrap());
    write(other.path(), "rustfmt.toml", "this is not toml [");
    let made = program().current_dir(other.path()).args(["new", "weather"]).env("PATH", "").output().unwrap();
    assert_eq!(code(&made), 0, "{}", stderr(&made));
    assert_eq!(Tree::of(&one.path().join("weather")).texts(), Tree::of(&other.path().join("weather")).texts());
}

#[test]
fn dump_ir_prints_json_for_a_revision_or_a_manifest() {
    let dir = weather();
    let protocol = run(&["dump-ir"]);
    assert_eq!(code(&protocol), 0, "{}", stderr(&protocol));
    let value: serde_json::Value = serde_json::from_slice(&protocol.stdout).unwrap();
    assert_eq!((&value["protocol"]["revision"], &value["contract"]), (&"2026-07-28".into(), &serde_json::Value::Null));
    let contract = run_in(dir.path(), &["dump-ir", "--manifest", "weather/mcp.toml"]);
    let value: serde_json::Value = serde_json::from_slice(&contract.stdout).unwrap();
    assert_eq!(value["contract"]["tools"][0]["name"], "get_weather");
    assert_eq!(code(&run(&["dump-ir", "none.json"])), 2);
}

#[test]
fn schema_prints_a_json_schema() {
    let output = run(&["schema"]);
    let schema: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(jsonschema::meta::is_valid(&schema));
}

/// A pipe without a writer would be waited for, a device read without end.
#[cfg(unix)]
#[test]
fn doc_05_what_is_no_file_is_refused_and_never_waited_for() {
    let dir = weather();
    let root = dir.path();
    for pipe in ["pipe.json", "weather/pipe.json"] {
        assert!(Command::new("mkfifo").arg(root.join(pipe)).status().unwrap().success());
    }
    write(root, "ref.toml", "[[tools]]\nname = \"t\"\ninputSchema = { \"$ref\" = \"pipe.json\" }\n");
    write(root, "draft.toml", "protocol = { schema = \"pipe.json\" }\n");
    std::os::unix::fs::symlink("/dev/zero", root.join("zero.json")).unwrap();
    for (args, exit, what) in [
        (&["lint", "pipe.json"][..], 2, "[DOC-05]"),
        (&["lint", "zero.json"], 2, "[DOC-05]"),
        (&["lint", "weather"], 2, "[DOC-0"),
        (&["lint", "ref.toml"], 1, "[DOC-05]"),
        (&["lint", "draft.toml"], 1, "not a file"),
        (&["bindings", "pipe.json", "-o", "x.rs"], 2, "not a file"),
        (&["bindings", "2026-07-28", "-o", "x.rs", "--overlay", "zero.json"], 2, "not a file"),
        (&["vendor", "pipe.json", "--revision", "r", "--into", "s"], 2, "not a file"),
        (&["dump-ir", "zero.json"], 2, "not a file"),
        (&["new", "other", "--manifest", "pipe.json"], 2, "[DOC-05]"),
    ] {
        let output = run_in(root, args);
        let said = stdout(&output) + &stderr(&output);
        assert_eq!(code(&output), exit, "{args:?}: {said}");
        assert!(said.contains(what), "{args:?}: {said}");
    }
    let lock = root.join("weather/mcp-codegen.lock");
    fs::remove_file(&lock).unwrap();
    fs::rename(root.join("weather/pipe.json"), &lock).unwrap();
    let output = run_in(root, &["generate", "weather"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("[OUT-02]"), "{}", stderr(&output));
}

/// With the right hash, so that nothing but the path speaks against a removal.
#[test]
fn out_04_a_lock_that_lists_what_was_never_generated_removes_nothing() {
    let dir = weather();
    let root = dir.path().join("weather");
    write(&root, ".git/config", "[core]\n");
    let lock = fs::read_to_string(root.join("mcp-codegen.lock")).unwrap();
    for path in ["Cargo.toml", "src/main.rs", "src/tools.rs", "mcp.toml", ".git/config", "src/mcp-codegen.rs"] {
        if path == "src/mcp-codegen.rs" {
            write(&root, path, "// mine\n");
        }
        let hash = mcp_codegen::output::hash(&fs::read(root.join(path)).unwrap());
        let edited = lock.replace("[files]\n", &format!("[files]\n\"{path}\" = \"{hash}\"\n"));
        write(&root, "mcp-codegen.lock", &edited);
        let before = Tree::of(&root);
        for args in [&["generate"][..], &["generate", "--force"], &["check"]] {
            let output = run_in(&root, args);
            assert_eq!(code(&output), 2, "{path} {args:?}: {}", stdout(&output));
            assert!(stderr(&output).contains("[OUT-04]"), "{path}: {}", stderr(&output));
            assert_eq!(Tree::of(&root), before, "{path} {args:?}");
        }
    }
}
