//! What hostile schemas and values cost: `cargo bench --bench hostile` prints a table.
//!
//! For each schema: the time to generate its validator, the memory that this takes beyond the schema's own, and the
//! bytes of it; the processor time and memory that `rustc -O` takes for it; and the time that one hostile value takes.
//! Memory is the most that a process had, each row and each step a process of its own. An argument keeps the cases whose names contain it. Works below `target/hostile`.
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
    /// Made when it is needed: the memory of one row is not that of all.
    schema: fn() -> Value,
    /// Rust, with `json!` in scope.
    value: &'static str,
}

fn main() {
    if std::env::var_os("HOSTILE_RUSTC").is_some() {
        return compile_watched();
    }
    let work = match std::env::var("HOSTILE_GENERATE") {
        Ok(name) => Box::new(move || generate(&name)) as Box<dyn FnOnce() + Send>,
        Err(_) => Box::new(table),
    };
    // Values this deep need a deep stack to be made and dropped, whoever does it.
    let all = std::thread::Builder::new().stack_size(256 << 20).spawn(work).expect("a thread starts").join();
    assert!(all.is_ok(), "a case failed");
}

fn table() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    println!(
        "| Schema | to generate, its memory | Rust | `rustc -O`, its memory | value | memory | `is_valid`, `check` | verdict |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---|");
    let chosen = |case: &Case| wanted.is_empty() || wanted.iter().any(|text| case.name.contains(text.as_str()));
    for case in cases().iter().filter(|case| chosen(case)) {
        println!("{}", row(case));
    }
}

/// In a process of its own: writes the validator of a case, or says why there is none.
fn generate(name: &str) {
    let case = cases().into_iter().find(|case| case.name == name).expect("a case of this name");
    let schema = (case.schema)();
    // From here on the peak is that of generating, with the schema that stands there: what made the schema is gone.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
    let before = peak("self");
    let start = Instant::now();
    let made = validator(&schema).map(mcp_codegen::format::rust_file);
    let taken = format!("{}, {}", shown(start.elapsed()), shown_bytes(peak("self").saturating_sub(before)));
    match made {
        Ok(text) => {
            write(&case, &text);
            println!("{taken}");
        }
        Err(invalid) => {
            let fault = invalid.faults.first().map(|fault| format!("{}: {}", fault.rule, fault.message));
            println!("{taken} | refused, {}", fault.unwrap_or_default().replace('|', "\\|"));
        }
    }
}

fn row(case: &Case) -> String {
    let own = std::env::current_exe().expect("a path of our own");
    let made = Command::new(&own).env("HOSTILE_GENERATE", case.name).output().expect("it starts");
    assert!(made.status.success(), "{}: {}", case.name, String::from_utf8_lossy(&made.stderr));
    let made = String::from_utf8_lossy(&made.stdout).trim().to_owned();
    if made.contains("refused") {
        return format!("| {} | {made} | | | | | |", case.name);
    }
    let folder = folder(case);
    let bytes = std::fs::metadata(folder.join("src/checks.rs")).map_or(0, |file| file.len());
    let memory = folder.join("memory");
    let status = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["build", "--release", "--quiet", "--manifest-path"])
        .arg(folder.join("Cargo.toml"))
        .env("CARGO_TARGET_DIR", root().join("target/hostile/target"))
        .env("RUSTC_WORKSPACE_WRAPPER", own)
        .env("HOSTILE_RUSTC", &memory)
        .status()
        .expect("cargo starts");
    assert!(status.success(), "{} does not build", case.name);
    let run =
        Command::new(root().join("target/hostile/target/release").join(crate_name(case))).output().expect("it starts");
    assert!(run.status.success(), "{}: {}", case.name, String::from_utf8_lossy(&run.stderr));
    let watched = std::fs::read_to_string(memory).unwrap_or_default();
    let (seconds, compiler) = watched.split_once(' ').unwrap_or(("?", "0"));
    let text = String::from_utf8_lossy(&run.stdout).into_owned();
    let seen: Vec<&str> = text.trim().split('\t').collect();
    let [size, most, quiet, loud, verdict] = seen.as_slice() else { panic!("{}: {text}", case.name) };
    let number = |text: &str| text.parse::<u64>().unwrap_or_default();
    let time = |text: &str| shown(Duration::from_nanos(number(text)));
    format!(
        "| {} | {made} | {} | {seconds} s, {} | {} | {} | {}, {} | {verdict} |",
        case.name,
        shown_bytes(bytes),
        shown_bytes(number(compiler)),
        shown_bytes(number(size)),
        shown_bytes(number(most) * 1_024),
        time(quiet),
        time(loud),
    )
}

/// The most memory that a process had, in bytes.
fn peak(process: &str) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kibibytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kibibytes.unwrap_or_default() * 1_024
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn crate_name(case: &Case) -> String {
    String::from("case_")
        + &case
            .name
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' })
            .collect::<String>()
}

fn folder(case: &Case) -> PathBuf {
    root().join("target/hostile").join(crate_name(case))
}

fn write(case: &Case, items: &str) {
    let folder = folder(case);
    std::fs::create_dir_all(folder.join("src")).expect("a folder below target");
    let manifest = format!(
        "[package]\nname = \"{}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\nserde_json = \"1\"\n\n[workspace]\n",
        crate_name(case)
    );
    let mut main = String::from("#![allow(warnings)]\nuse serde_json::{Value, json};\nmod checks;\n");
    let _ = writeln!(main, "fn value() -> Value {{ {} }}", case.value);
    main.push_str(
        "fn main() {
    // Values this deep need a deep stack to be made and dropped, whoever does it.
    std::thread::Builder::new().stack_size(256 << 20).spawn(made).unwrap().join().unwrap();
}

fn made() {
    let value = value();
    let size = value.to_string().len();
    std::thread::scope(|scope| {
        let work = || checked(&value, size);
        std::thread::Builder::new().stack_size(2 << 20).spawn_scoped(scope, work).unwrap().join().unwrap();
    });
}

fn checked(value: &Value, size: usize) {
    let start = std::time::Instant::now();
    let valid = checks::is_valid(value);
    let quiet = start.elapsed().as_nanos();
    let start = std::time::Instant::now();
    let told = checks::check(value).err().map(|v| v.iter().last().map(|v| v.keyword).unwrap_or_default());
    let loud = start.elapsed().as_nanos();
    let verdict = match told {
        None => \"valid\",
        Some(\"bounds\") => \"bound\",
        Some(_) => \"invalid\",
    };
    assert_eq!(valid, told.is_none());
    let status = std::fs::read_to_string(\"/proc/self/status\").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix(\"VmHWM:\")).unwrap_or_default();
    let peak = peak.split_whitespace().next().unwrap_or_default();
    println!(\"{size}\\t{peak}\\t{quiet}\\t{loud}\\t{verdict}\");
}
",
    );
    std::fs::write(folder.join("Cargo.toml"), manifest).expect("a file below target");
    std::fs::write(folder.join("src/checks.rs"), items).expect("a file below target");
    std::fs::write(folder.join("src/main.rs"), main).expect("a file below target");
}

/// As the wrapper of rustc: runs it, and notes its seconds and the most memory that it had.
fn compile_watched() {
    let mut args = std::env::args_os().skip(1);
    let rustc = args.next().expect("cargo names the compiler");
    let start = Instant::now();
    let mut child = Command::new(rustc).args(args).spawn().expect("the compiler starts");
    let mut most = 0;
    let status = loop {
        most = most.max(peak(&child.id().to_string()));
        match child.try_wait().expect("it is our child") {
            Some(status) => break status,
            None => std::thread::sleep(Duration::from_millis(10)),
        }
    };
    if let Some(file) = std::env::var_os("HOSTILE_RUSTC") {
        let _ = std::fs::write(file, format!("{:.1} {most}", processor().unwrap_or(start.elapsed().as_secs_f64())));
    }
    std::process::exit(status.code().unwrap_or(1));
}

/// Processor time of all children that have ended, where the system tells: hundredths of a second since the start.
fn processor() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = text.rsplit(')').next()?.split_whitespace().collect();
    Some((fields.get(13)?.parse::<f64>().ok()? + fields.get(14)?.parse::<f64>().ok()?) / 100.0)
}

/// Two figures that count, at least.
fn figures(number: f64) -> String {
    if number < 10.0 { format!("{number:.1}") } else { format!("{number:.0}") }
}

fn shown(time: Duration) -> String {
    let nanoseconds = time.as_nanos() as f64;
    let units = [(1e9, "s"), (1e6, "ms"), (1e3, "µs")];
    let unit = units.into_iter().find(|(unit, _)| nanoseconds >= *unit);
    let (unit, name) = unit.unwrap_or((1.0, "ns"));
    format!("{} {name}", figures(nanoseconds / unit))
}

fn shown_bytes(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} bytes"),
        1_000..1_000_000 => format!("{} KB", figures(bytes as f64 / 1e3)),
        _ => format!("{} MB", figures(bytes as f64 / 1e6)),
    }
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

/// Nothing tells them apart, and no two do the same.
fn different(count: usize) -> Value {
    let branch = |n: usize| {
        json!({
            "properties": { format!("m{n}"): { "type": "integer" }, format!("n{n}"): { "minLength": n } },
            "required": [format!("m{n}")],
        })
    };
    json!({ "anyOf": (0..count).map(branch).collect::<Vec<_>>() })
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

/// Each level is asked twice: as an array of at least none, and of at most 99.
fn grid() -> Value {
    let arm = |bound: &str, n: u32| json!({ "type": "array", "items": { "$ref": "#/$defs/n" }, bound: n });
    json!({ "$ref": "#/$defs/n", "$defs": { "n": { "anyOf": [arm("minItems", 0), arm("maxItems", 99)] } } })
}

fn wide() -> Value {
    let wide: Map<String, Value> = (0..2_000).map(|n| (format!("m{n}"), json!({ "type": "integer" }))).collect();
    json!({
        "properties": wide,
        "anyOf": [{ "patternProperties": { "^a": true } }, { "required": ["m1"] }],
        "unevaluatedProperties": { "type": "integer" },
    })
}

fn records() -> Value {
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
    })
}

fn cases() -> Vec<Case> {
    let case = |name, schema, value| Case { name, schema, value };
    vec![
        case("`oneOf` of 10,000 tags", || tagged(10_000), "json!({ \"k\": \"v9999\", \"n\": \"x\" })"),
        case(
            "`oneOf` of 10,000 without tags",
            || untagged(10_000),
            "(0..200).map(|n| (format!(\"m{}\", n * 50), json!(1))).collect()",
        ),
        case(
            "`anyOf` of 10,000 that differ in two members",
            || different(10_000),
            "(0..200).map(|n| (format!(\"m{}\", n * 50), json!(1))).collect()",
        ),
        case("nesting of 10,000", || (0..10_000).fold(json!({}), |inner, _| wrap("not", inner)), "json!(1)"),
        case(
            "`$ref` over the network (case 46)",
            || json!({ "$ref": "https://json-schema.org/draft-07/schema#" }),
            "json!(1)",
        ),
        case(
            "`$ref` to itself, a value 10,000 deep",
            || json!({ "type": ["array", "integer"], "items": { "$ref": "#" } }),
            "(0..10_000).fold(json!(1), |inner, _| Value::Array(vec![inner]))",
        ),
        case("pattern `^(a+)+$`", || json!({ "pattern": "^(a+)+$" }), "json!(\"a\".repeat(1 << 20) + \"!\")"),
        case("pattern `^(?=(a+)+$)b`", || json!({ "pattern": "^(?=(a+)+$)b" }), "json!(\"a\".repeat(1 << 20) + \"!\")"),
        case(
            "`anyOf` of two, each asking the next level (case 28)",
            grid,
            "(0..22).fold(json!(\"x\"), |inner, _| json!([inner]))",
        ),
        case("`$ref` that doubles, 20 levels", || doubling(20), "(0..20).fold(json!(111), |inner, _| json!([inner]))"),
        case(
            "`uniqueItems`, 400,000 items",
            || json!({ "items": { "type": "object" }, "uniqueItems": true }),
            "(0..400_000).map(|n| json!({ \"id\": n, \"same\": \"text\" })).collect()",
        ),
        case(
            "`unevaluatedProperties`, 2,000 known, 500,000 there",
            wide,
            "(0..500_000).map(|n| (format!(\"m{n}\"), json!(n))).collect()",
        ),
        case(
            "`unevaluatedItems`, 1,000,000 items",
            || {
                json!({
                    "prefixItems": [{ "type": "integer" }],
                    "anyOf": [{ "contains": { "type": "string" } }, { "items": { "type": "boolean" } }],
                    "unevaluatedItems": { "type": "integer" },
                })
            },
            "(0..1_000_000).map(|n| if n % 2 == 0 { json!(n) } else { json!(\"item\") }).collect()",
        ),
        case(
            "records",
            records,
            "(0..170_000).map(|n| json!({ \"id\": n, \"name\": format!(\"berth-{n}\"), \"tags\": [\"red\", \"green\"] })).collect()",
        ),
    ]
}
