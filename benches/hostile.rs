//! What hostile schemas and values cost: `cargo bench --bench hostile` prints a table.
//!
//! For each schema: the time to generate its validator and the bytes of it, the time and memory that
//! `rustc -O` takes for it, and the time that one hostile value takes. Works below `target/hostile`.
#![allow(clippy::print_stdout, reason = "a table is what it is for")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use mcp_codegen::validator;
use serde_json::{Map, Value, json};

/// A schema, and the expression of a value that is made to hurt.
struct Case {
    name: &'static str,
    schema: Value,
    /// Rust, with `json!` in scope.
    value: &'static str,
}

fn main() {
    if std::env::var_os("HOSTILE_RUSTC").is_some() {
        return compile_watched();
    }
    // Values this deep need a deep stack to be made and dropped, whoever does it.
    let all = std::thread::Builder::new().stack_size(256 << 20).spawn(table).expect("a thread starts").join();
    assert!(all.is_ok(), "a case failed");
}

fn table() {
    println!("| schema | bytes | to generate | Rust | `rustc -O` | its memory | value | to check | verdict |");
    println!("|---|---|---|---|---|---|---|---|---|");
    for case in cases() {
        println!("{}", row(&case));
    }
}

fn row(case: &Case) -> String {
    let size = case.schema.to_string().len();
    let start = Instant::now();
    let made = validator(&case.schema);
    let text = match made {
        Ok(items) => mcp_codegen::format::rust_file(items),
        Err(invalid) => {
            let fault =
                invalid.faults.first().map(|fault| format!("{}: {}", fault.rule, fault.message)).unwrap_or_default();
            return format!("| {} | {size} | {} | refused: {fault} | | | | | |", case.name, shown(start.elapsed()));
        }
    };
    let generated = start.elapsed();
    let bytes = text.len();
    let folder = write(case, &text);
    let build = Instant::now();
    let memory = folder.join("memory");
    let status = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["build", "--release", "--quiet", "--manifest-path"])
        .arg(folder.join("Cargo.toml"))
        .env("CARGO_TARGET_DIR", root().join("target/hostile/target"))
        .env("RUSTC_WORKSPACE_WRAPPER", std::env::current_exe().expect("a path of our own"))
        .env("HOSTILE_RUSTC", &memory)
        .status()
        .expect("cargo starts");
    assert!(status.success(), "{} does not build", case.name);
    let built = build.elapsed();
    let run =
        Command::new(root().join("target/hostile/target/release").join(crate_name(case))).output().expect("it starts");
    assert!(run.status.success(), "{}: {}", case.name, String::from_utf8_lossy(&run.stderr));
    let mebibytes = std::fs::read_to_string(memory).unwrap_or_default();
    format!(
        "| {} | {size} | {} | {} KB | {} | {} MB | {} |",
        case.name,
        shown(generated),
        bytes / 1_000,
        shown(built),
        mebibytes.trim(),
        String::from_utf8_lossy(&run.stdout).trim()
    )
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn crate_name(case: &Case) -> String {
    case.name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' }).collect::<String>()
        + "_"
}

fn write(case: &Case, items: &str) -> PathBuf {
    let folder = root().join("target/hostile").join(crate_name(case));
    std::fs::create_dir_all(folder.join("src")).expect("a folder below target");
    let manifest = format!(
        "[package]\nname = \"{}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\nserde_json = \"1\"\n\n[workspace]\n",
        crate_name(case)
    );
    let mut main = String::from("#![allow(warnings)]\nuse serde_json::{Value, json};\nmod checks;\n");
    let _ = writeln!(main, "fn value() -> Value {{ {} }}", case.value);
    main.push_str(
        "fn main() {
    let work = || {
        let value = value();
        let size = value.to_string().len();
        let start = std::time::Instant::now();
        let valid = checks::is_valid(&value);
        let quiet = start.elapsed();
        let start = std::time::Instant::now();
        let told = checks::check(&value).err().map(|v| v.iter().last().map(|v| v.keyword).unwrap_or_default());
        let loud = start.elapsed();
        let status = std::fs::read_to_string(\"/proc/self/status\").unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix(\"VmHWM:\")).unwrap_or_default().trim().to_owned();
        println!(\"{size} bytes, {peak} in all | {quiet:.1?}, told in {loud:.1?} | {valid}{}\", told.map(|k| format!(\" (`{k}`)\")).unwrap_or_default());
        // Values this deep need a deep stack to be dropped, whoever drops them.
        std::mem::forget(value);
    };
    std::thread::Builder::new().stack_size(2 << 20).spawn(work).unwrap().join().unwrap();
}
",
    );
    std::fs::write(folder.join("Cargo.toml"), manifest).expect("a file below target");
    std::fs::write(folder.join("src/checks.rs"), items).expect("a file below target");
    std::fs::write(folder.join("src/main.rs"), main).expect("a file below target");
    folder
}

/// As the wrapper of rustc: runs it, and notes the most memory that it had.
fn compile_watched() {
    let mut args = std::env::args_os().skip(1);
    let rustc = args.next().expect("cargo names the compiler");
    let mut child = Command::new(rustc).args(args).spawn().expect("the compiler starts");
    let mut most = 0;
    let status = loop {
        let text = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let peak =
            text.lines().find_map(|line| line.strip_prefix("VmHWM:")?.split_whitespace().next()?.parse::<u64>().ok());
        most = most.max(peak.unwrap_or_default());
        match child.try_wait().expect("it is our child") {
            Some(status) => break status,
            None => std::thread::sleep(Duration::from_millis(10)),
        }
    };
    if let Some(file) = std::env::var_os("HOSTILE_RUSTC") {
        let _ = std::fs::write(file, (most / 1_024).to_string());
    }
    std::process::exit(status.code().unwrap_or(1));
}

fn shown(time: Duration) -> String {
    format!("{:.1?}", time)
}

/// Without `json!`, which would copy all that is inside.
fn wrap(name: &str, inner: Value) -> Value {
    Value::Object([(name.to_owned(), inner)].into_iter().collect())
}

fn tagged(count: usize) -> Value {
    let branch = |n: usize| json!({ "type": "object", "properties": { "k": { "const": format!("v{n}") }, "n": { "type": "integer" } }, "required": ["k"] });
    json!({ "oneOf": (0..count).map(branch).collect::<Vec<_>>() })
}

fn untagged(count: usize) -> Value {
    json!({ "oneOf": (0..count).map(|n| json!({ "required": [format!("m{n}")] })).collect::<Vec<_>>() })
}

/// Each level asks the next one twice.
fn doubling(levels: usize) -> Value {
    let mut definitions = Map::new();
    for level in 0..levels {
        let inner = json!({ "$ref": format!("#/$defs/d{}", level + 1) });
        let either = json!([{ "items": inner, "minItems": 1 }, { "items": inner, "maxItems": 9 }]);
        definitions.insert(format!("d{level}"), json!({ "type": "array", "anyOf": either }));
    }
    definitions.insert(format!("d{levels}"), json!({ "type": "string" }));
    json!({ "$ref": "#/$defs/d0", "$defs": definitions })
}

fn cases() -> Vec<Case> {
    let case = |name, schema, value| Case { name, schema, value };
    let arm = |bound: &str, n: u32| json!({ "type": "array", "items": { "$ref": "#/$defs/n" }, bound: n });
    let grid = json!({ "$ref": "#/$defs/n", "$defs": { "n": { "anyOf": [arm("minItems", 0), arm("maxItems", 99)] } } });
    let deep = (0..10_000).fold(json!({}), |inner, _| wrap("not", inner));
    let wide: Map<String, Value> = (0..2_000).map(|n| (format!("m{n}"), json!({ "type": "integer" }))).collect();
    let all = vec![
        case("oneOf of 10,000 tags", tagged(10_000), "json!({ \"k\": \"v9999\", \"n\": \"x\" })"),
        case(
            "oneOf of 10,000 without tags",
            untagged(10_000),
            "(0..200).map(|n| (format!(\"m{}\", n * 50), json!(1))).collect()",
        ),
        case("nesting of 10,000", deep, "json!(1)"),
        case("pattern ^(a+)+$", json!({ "pattern": "^(a+)+$" }), "json!(\"a\".repeat(1 << 20) + \"!\")"),
        case("pattern ^(?=(a+)+$)b", json!({ "pattern": "^(?=(a+)+$)b" }), "json!(\"a\".repeat(1 << 20) + \"!\")"),
        case("case 28 value of 22 levels", grid, "(0..22).fold(json!(\"x\"), |inner, _| json!([inner]))"),
        case("doubling $ref of 20 levels", doubling(20), "(0..20).fold(json!(111), |inner, _| json!([inner]))"),
        case(
            "uniqueItems",
            json!({ "items": { "type": "object" }, "uniqueItems": true }),
            "(0..400_000).map(|n| json!({ \"id\": n, \"same\": \"text\" })).collect()",
        ),
        case(
            "unevaluatedProperties",
            json!({ "properties": wide, "anyOf": [{ "patternProperties": { "^a": true } }, { "required": ["m1"] }], "unevaluatedProperties": { "type": "integer" } }),
            "(0..500_000).map(|n| (format!(\"m{n}\"), json!(n))).collect()",
        ),
        case(
            "records of 10 MB",
            json!({
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "id": { "type": "integer", "minimum": 0 },
                        "name": { "type": "string", "pattern": "^[a-z]+-[0-9]+$", "maxLength": 40 },
                        "tags": { "type": "array", "items": { "enum": ["red", "green"] }, "uniqueItems": true },
                    },
                    "required": ["id", "name"],
                    "additionalProperties": false,
                },
            }),
            "(0..170_000).map(|n| json!({ \"id\": n, \"name\": format!(\"berth-{n}\"), \"tags\": [\"red\", \"green\"] })).collect()",
        ),
    ];
    all
}
