//! The build.rs door, as a library call: its options, what it reads, what it writes.

use std::fs;
use std::path::{Path, PathBuf};

use mcp_codegen::Builder;

use crate::cli::{code, run_in, stderr, stdout};
use crate::tree::{Tree, write};

const MANIFEST: &str = "\
protocol = \"2026-07-28\"
[server]
name = \"desk\"
version = \"1\"
[[tools]]
name = \"ask\"
description = \"Asks\"
inputSchema = { \"$ref\" = \"schemas/ask.json\" }
";

struct Package {
    dir: tempfile::TempDir,
}

impl Package {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        write(dir.path(), "mcp.toml", MANIFEST);
        write(dir.path(), "schemas/ask.json", r#"{"type":"object","properties":{"q":{"type":"string"}}}"#);
        write(dir.path(), "schemas/unused.json", "{}");
        fs::create_dir(dir.path().join("out")).unwrap();
        Self { dir }
    }

    fn path(&self, path: &str) -> PathBuf {
        self.dir.path().join(path)
    }

    fn builder(&self) -> Builder {
        Builder::new(self.path("mcp.toml")).out_dir(self.path("out"))
    }
}

fn names(paths: &[PathBuf], root: &Path) -> Vec<String> {
    paths.iter().map(|path| path.strip_prefix(root).unwrap().to_str().unwrap().to_owned()).collect()
}

#[test]
fn exactly_the_files_that_were_read_are_reported() {
    let package = Package::new();
    let built = package.builder().generate().unwrap();
    assert_eq!(names(&built.files_read, package.dir.path()), ["mcp.toml", "schemas/ask.json"]);
}

#[test]
fn the_file_to_include_includes_the_module() {
    let package = Package::new();
    let built = package.builder().generate().unwrap();
    assert_eq!(built.include, package.path("out/mcp.rs"));
    assert_eq!(fs::read_to_string(&built.include).unwrap(), "include!(\"mcp/mod.rs\");\n");
    assert!(package.path("out/mcp/mod.rs").is_file());
}

#[test]
fn a_module_can_have_another_name_beside_the_first() {
    let package = Package::new();
    package.builder().generate().unwrap();
    let built = package.builder().module("second").generate().unwrap();
    assert_eq!(built.include, package.path("out/second.rs"));
    assert!(package.path("out/mcp/mod.rs").is_file() && package.path("out/second/mod.rs").is_file());
    for name in ["", "..", "a/b", "con", "/x"] {
        let error = package.builder().module(name).generate().unwrap_err();
        assert!(error.for_cargo().contains("[OUT-09]"), "{name}: {error}");
    }
}

#[test]
fn what_has_not_changed_is_not_written() {
    let package = Package::new();
    package.builder().generate().unwrap();
    let before = Tree::of(&package.path("out"));
    package.builder().generate().unwrap();
    assert_eq!(Tree::of(&package.path("out")), before);
}

#[test]
fn what_is_not_generated_any_more_goes_and_what_was_touched_comes_back() {
    let package = Package::new();
    package.builder().generate().unwrap();
    let first = Tree::of(&package.path("out")).texts();
    let more = "[[tools]]\nname = \"tell\"\ninputSchema = { type = \"object\" }\n";
    write(package.dir.path(), "mcp.toml", &format!("{MANIFEST}{more}"));
    package.builder().generate().unwrap();
    assert!(Tree::of(&package.path("out")).texts().len() > first.len());
    write(package.dir.path(), "mcp.toml", MANIFEST);
    write(&package.path("out"), "mcp/mod.rs", "touched");
    package.builder().generate().unwrap();
    assert_eq!(Tree::of(&package.path("out")).texts(), first);
}

#[test]
fn errors_are_lines_of_cargo_with_file_and_line() {
    let package = Package::new();
    write(package.dir.path(), "mcp.toml", &MANIFEST.replace("name = \"ask\"", "name = 7"));
    let error = package.builder().generate().unwrap_err();
    let line = error.for_cargo();
    assert!(line.starts_with("cargo::error=") && line.contains("mcp.toml:6:8: "), "{line}");
    assert!(error.files_read.contains(&package.path("mcp.toml")));
    assert_eq!(Tree::of(&package.path("out")).0.len(), 0);
    let missing = Builder::new(package.path("none.toml")).out_dir(package.path("out")).generate().unwrap_err();
    assert!(missing.files_read.is_empty(), "a missing path would be stale for ever");
}

/// It would compile, and nobody could talk to it.
#[test]
fn no_server_is_made_for_an_older_revision_by_name_or_by_file() {
    let package = Package::new();
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema/2025-11-25/schema.json");
    write(package.dir.path(), "schemas/older.json", &fs::read_to_string(schema).unwrap());
    for protocol in ["\"2024-11-05\"", "\"2025-11-25\"", "{ schema = \"schemas/older.json\" }"] {
        write(package.dir.path(), "mcp.toml", &MANIFEST.replace("\"2026-07-28\"", protocol));
        let line = package.builder().generate().unwrap_err().for_cargo();
        assert!(line.contains("mcp.toml:1:12: ") && line.contains("[MAN-12]"), "{protocol}: {line}");
        for (verb, exit) in
            [(&["lint", "mcp.toml"][..], 1), (&["generate"], 2), (&["new", "x", "--manifest", "mcp.toml"], 2)]
        {
            let output = run_in(package.dir.path(), verb);
            let said = stdout(&output) + &stderr(&output);
            assert_eq!((code(&output), said.contains("error[MAN-12]")), (exit, true), "{verb:?} {protocol}: {said}");
        }
    }
    assert!(!package.path("x").exists() && !package.path("src").exists());
    assert_eq!(Tree::of(&package.path("out")).0.len(), 0);
}

#[test]
fn the_bytes_are_those_of_the_command_line() {
    let package = Package::new();
    package.builder().generate().unwrap();
    let generated = std::process::Command::new(env!("CARGO_BIN_EXE_mcp-codegen"))
        .arg("generate")
        .arg(package.dir.path())
        .output()
        .unwrap();
    assert!(generated.status.success(), "{}", String::from_utf8_lossy(&generated.stderr));
    assert_eq!(Tree::of(&package.path("out/mcp")).texts(), Tree::of(&package.path("src/mcp")).texts());
}

#[test]
fn the_same_bytes_twice_in_a_process() {
    let (one, other) = (Package::new(), Package::new());
    one.builder().generate().unwrap();
    other.builder().generate().unwrap();
    assert_eq!(Tree::of(&one.path("out")).texts(), Tree::of(&other.path("out")).texts());
}

/// A build script of one line, run as cargo runs one: here the test itself, started again.
#[test]
fn dependencies_that_the_package_lacks_are_warnings_of_cargo() {
    const NAME: &str = "door::dependencies_that_the_package_lacks_are_warnings_of_cargo";
    if std::env::var_os("OUT_DIR_OF_DOOR_TEST").is_some() {
        mcp_codegen::build("mcp.toml");
        return;
    }
    let package = Package::new();
    let printed = |cargo_toml: &str| {
        write(package.dir.path(), "Cargo.toml", cargo_toml);
        let output = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", NAME, "--nocapture"])
            .current_dir(package.dir.path())
            .env("OUT_DIR_OF_DOOR_TEST", "1")
            .env("OUT_DIR", package.path("out"))
            .env("CARGO_MANIFEST_DIR", package.dir.path())
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let complete: String = mcp_codegen::dependencies::DEPENDENCIES.iter().map(|row| row.line() + "\n").collect();
    let complete = format!("[dependencies]\n{complete}");
    let fine = printed(&complete);
    assert!(fine.contains("cargo::rerun-if-changed=mcp.toml\n"), "{fine}");
    assert!(!fine.contains("OUT-10") && !fine.contains("Cargo.toml"), "{fine}");
    let lacking = printed(&complete.replace("bytes = \"1\"\n", ""));
    let expected = "cargo::rerun-if-changed=Cargo.toml\n\
                    cargo::warning=the generated code needs under [dependencies] of Cargo.toml [OUT-10]:\n\
                    cargo::warning=    bytes = \"1\"\n";
    assert!(lacking.contains(expected), "{lacking}");
}
