//! Bindings as a user has them: written to a crate of their own, compiled with warnings denied, and
//! asked to decode and encode.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use mcp_codegen::bindings::bindings;
use mcp_codegen::diagnostic::Diagnostics;
use mcp_codegen::ir::protocol::{self, Dispatch, Protocol};
use mcp_codegen::names::{Kind, ident};
use mcp_codegen::revision::SchemaRef;
use mcp_codegen::source::Sources;
use serde_json::Value;

use crate::inputs::{REVISIONS, findings, load, published, text};

/// What the driver said of one value.
#[derive(Debug)]
pub(crate) enum Answer {
    /// It was decoded; what the validator says, what it was encoded to, the beginning of its `Debug` form.
    Accepted { valid: bool, encoded: Value, debug: String },
    /// It was refused; what the validator says, JSON Pointer and reason.
    Refused { valid: bool, pointer: String, message: String },
}

/// The schema of a revision: published where it is at hand, else the copy.
pub(crate) fn schema_of(revision: &str) -> SchemaRef {
    published(revision).map_or_else(
        || SchemaRef::BuiltIn(revision.to_owned()),
        |published| SchemaRef::File(text("schema.json", &published)),
    )
}

fn bindings_of(schema: &SchemaRef) -> String {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    bindings(&mut sources, schema, None, &mut diagnostics)
        .unwrap_or_else(|| panic!("{}", findings(&sources, &diagnostics)))
}

fn module(revision: &str) -> String {
    format!("r{}", revision.replace('-', "_"))
}

/// Builds the crate with the bindings of all revisions once, and gives the path of its driver.
fn driver() -> &'static Path {
    static DRIVER: OnceLock<PathBuf> = OnceLock::new();
    DRIVER.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bindings");
        std::fs::create_dir_all(folder.join("src")).unwrap();
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        put(&folder.join("Cargo.lock"), &std::fs::read_to_string(root.join("Cargo.lock")).unwrap());
        put(
            &folder.join("Cargo.toml"),
            "[package]\nname = \"bindings\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\nserde = \"1\"\nserde_json = \"1\"\n\n[workspace]\n",
        );
        let mut lib = String::from("//! Bindings of every revision.\n#![deny(missing_docs, warnings)]\n");
        for revision in REVISIONS {
            let name = module(revision);
            put(&folder.join(format!("src/{name}.rs")), &bindings_of(&schema_of(revision)));
            writeln!(lib, "/// MCP {revision}.\npub mod {name};").unwrap();
        }
        // The same bytes can be included: they begin with nothing that only a file may begin with.
        lib.push_str("/// Included.\npub mod included {\n    include!(\"r2026_07_28.rs\");\n}\n");
        put(&folder.join("src/lib.rs"), &lib);
        put(&folder.join("src/main.rs"), &driver_source());
        let built = Command::new(env!("CARGO"))
            .args(["build", "--quiet", "--offline"])
            .current_dir(&folder)
            .env("CARGO_TARGET_DIR", folder.join("target"))
            .env_remove("RUSTFLAGS")
            .output()
            .unwrap();
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        folder.join("target/debug").join(format!("bindings{}", std::env::consts::EXE_SUFFIX))
    })
}

/// Writes a file where it is another one, so that cargo builds no more than it must.
fn put(path: &Path, text: &str) {
    if std::fs::read_to_string(path).ok().as_deref() != Some(text) {
        std::fs::write(path, text).unwrap();
    }
}

/// Reads `TYPE\tJSON` lines and answers each.
fn driver_source() -> String {
    let mut arms = String::new();
    for revision in REVISIONS {
        let protocol = load(&schema_of(revision), None).unwrap().protocol;
        for (id, rust) in asked(revision, &protocol) {
            let (revision_, validator) = (module(revision), ident(Kind::Module, &id));
            writeln!(arms, "            \"{revision} {id}\" => ask!(name, json, {revision_}, {rust}, {validator}),")
                .unwrap();
        }
    }
    format!(
        "use std::io::BufRead;
fn answer<T: serde::Serialize + std::fmt::Debug>(
    name: &str,
    read: Result<T, (String, String)>,
    valid: bool,
    roundtrip: impl Fn(T) -> bool,
) {{
    match read {{
        Ok(value) => {{
            let debug: String = format!(\"{{value:?}}\").chars().take(400).collect();
            match serde_json::to_string(&value) {{
                Ok(text) => println!(\"ok\\t{{valid}}\\t{{text}}\\t{{debug}}\"),
                Err(error) => println!(\"unwritable\\t{{error}}\\t\"),
            }}
            assert!(roundtrip(value), \"{{name}}: from_value differs from from_str\");
        }}
        Err((pointer, message)) => println!(\"no\\t{{valid}}\\t{{pointer}}\\t{{}}\", message.replace(['\\n', '\\t'], \" \")),
    }}
}}
macro_rules! ask {{
    ($name:ident, $json:ident, $revision:ident, $type:ident, $validator:ident) => {{
        answer(
            $name,
            bindings::$revision::wire::from_str::<bindings::$revision::$type>($json).map_err(|e| (e.pointer, e.message)),
            bindings::$revision::validators::$validator::is_valid(&serde_json::from_str($json).unwrap()),
            |value| {{
                bindings::$revision::wire::from_value(serde_json::from_str($json).unwrap())
                    .is_ok_and(|other: bindings::$revision::$type| other == value)
            }},
        )
    }};
}}
fn main() {{
    for line in std::io::stdin().lock().lines() {{
        let line = line.unwrap();
        let (name, json) = line.split_once('\\t').unwrap();
        match name {{
{arms}            name => panic!(\"no type {{name}}\"),
        }}
    }}
}}
"
    )
}

/// The definitions that can be decoded, with their Rust names.
pub(crate) fn readable(protocol: &Protocol) -> BTreeMap<String, String> {
    let by_caller =
        |kind: &protocol::Kind| matches!(kind, protocol::Kind::Union(union) if union.dispatch == Dispatch::ByCaller);
    protocol
        .types
        .iter()
        .filter(|(id, def)| !id.contains('.') && !by_caller(&def.kind))
        .map(|(id, def)| (id.clone(), def.rust.clone()))
        .collect()
}

/// Those of them that the driver knows. Each type costs compile time: of older revisions they are the messages, which lead to
/// all others.
pub(crate) fn asked(revision: &str, protocol: &Protocol) -> BTreeMap<String, String> {
    let mut all = readable(protocol);
    if revision != "2026-07-28" {
        all.retain(|id, _| ["JSONRPCMessage", "ClientRequest", "ServerRequest"].contains(&id.as_str()));
    }
    all
}

/// What the bindings of a revision make of values, each for a definition.
pub(crate) fn ask(revision: &str, questions: &[(String, Value)]) -> Vec<Answer> {
    let mut child =
        Command::new(driver()).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut input = String::new();
    for (id, value) in questions {
        writeln!(input, "{revision} {id}\t{value}").unwrap();
    }
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    let _ = writer.join().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<Answer> = text
        .lines()
        .map(|line| {
            let mut parts = line.splitn(4, '\t');
            let mut next = || parts.next().unwrap().to_owned();
            match next().as_str() {
                "ok" => Answer::Accepted {
                    valid: next() == "true",
                    encoded: serde_json::from_str(&next()).unwrap(),
                    debug: next(),
                },
                "no" => Answer::Refused { valid: next() == "true", pointer: next(), message: next() },
                other => panic!("{other}: {line}"),
            }
        })
        .collect();
    assert_eq!(answers.len(), questions.len());
    answers
}

#[test]
fn bindings_of_all_revisions_compile_without_warnings() {
    assert!(driver().exists());
}

#[test]
fn bindings_do_not_begin_with_what_only_a_file_may_begin_with() {
    for revision in REVISIONS {
        let text = bindings_of(&SchemaRef::BuiltIn((*revision).to_owned()));
        let first = text.lines().find(|line| !line.is_empty() && !line.starts_with("// ")).unwrap();
        assert!(!first.starts_with("//!") && !first.starts_with("#!["), "{first}");
        assert!(!text.contains("crate::") || text.matches("crate::").count() == 0, "{revision} names `crate::`");
        assert!(!text.contains("untagged)]") && !text.contains("flatten)]"), "{revision}");
    }
}
