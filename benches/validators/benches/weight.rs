//! What a validator weighs: `cargo bench --manifest-path benches/validators/Cargo.toml --bench weight`.
//!
//! Bytes of the generated code as a build script writes it, and the processor time that `rustc` takes for it,
//! unoptimised and optimised, beside the same for the macro of `jsonschema` 0.60.2. The rows of servers have all of
//! their tools. An argument keeps the rows whose names contain it.
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use serde_json::Value;
use validators_bench::{WEIGHTS, Weight};

/// Larger ones take the macro minutes.
const MOST_FOR_MACRO: usize = 400;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let compiler = Compiler::new();
    println!(
        "| Schemas | tools | subschemas | bytes | bytes / subschema | rustc, unoptimised | optimised | macro, unoptimised | optimised |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|");
    for Weight { name, tools, subschemas, generated, by_macro } in WEIGHTS {
        if !wanted.is_empty() && !wanted.iter().any(|text| name.contains(text)) {
            continue;
        }
        let bytes = std::fs::metadata(generated).unwrap().len();
        let seconds = |file: &str, optimise: bool| format!("{:.2} s", compiler.seconds(Path::new(file), optimise));
        let of_macro = |optimise| match *subschemas > MOST_FOR_MACRO {
            true => "-".to_owned(),
            false => seconds(by_macro, optimise),
        };
        println!(
            "| {name} | {tools} | {subschemas} | {bytes} | {:.0} | {} | {} | {} | {} |",
            bytes as f64 / *subschemas as f64,
            seconds(generated, false),
            seconds(generated, true),
            of_macro(false),
            of_macro(true),
        );
    }
}

/// `rustc`, with what the code needs, built before.
struct Compiler {
    folder: PathBuf,
    dependencies: PathBuf,
    externs: Vec<String>,
}

impl Compiler {
    fn new() -> Self {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let output = Command::new(cargo)
            .args(["build", "--quiet", "--release", "--workspace", "--message-format=json", "--manifest-path"])
            .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml"))
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let (mut externs, mut dependencies) = (Vec::new(), PathBuf::new());
        for line in String::from_utf8(output.stdout).unwrap().lines() {
            let artifact: Value = serde_json::from_str(line).unwrap();
            let (name, package) = (artifact["target"]["name"].as_str(), artifact["package_id"].as_str());
            // Build scripts have a `serde_json` of their own, which is not optimised.
            let wanted = artifact["profile"]["opt_level"] == "3"
                && matches!(
                    (name, package),
                    (Some("serde_json" | "validators_bench"), _) | (Some("jsonschema"), Some(_))
                );
            let file = artifact["filenames"].as_array().into_iter().flatten().filter_map(Value::as_str);
            if let (Some(name), true, Some(file)) =
                (name, wanted, file.into_iter().find(|file| file.ends_with(".rlib")))
            {
                externs.push(format!("{name}={file}"));
                dependencies = Path::new(file).parent().unwrap().to_owned();
            }
        }
        let folder = std::env::temp_dir().join(format!("validators-weight-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Self { folder, dependencies: dependencies.join("deps"), externs }
    }

    /// The processor time of one compilation.
    fn seconds(&self, source: &Path, optimise: bool) -> f64 {
        let mut command = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
        command.args(["--edition=2024", "--crate-type=lib", "--crate-name=tools", "--cap-lints=allow"]);
        command.args(["-C", if optimise { "opt-level=3" } else { "opt-level=0" }, "-L"]);
        command.arg(format!("dependency={}", self.dependencies.display()));
        for library in &self.externs {
            command.args(["--extern", library]);
        }
        command.arg("--out-dir").arg(&self.folder).arg(source);
        let (start, before) = (Instant::now(), children());
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        match (before, children()) {
            (Some(before), Some(after)) => after - before,
            _ => start.elapsed().as_secs_f64(),
        }
    }
}

impl Drop for Compiler {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// User time of all processes that have ended, where the system tells: hundredths of a second since the start.
fn children() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = text.rsplit(')').next()?.split_whitespace().collect();
    Some(fields.get(13)?.parse::<f64>().ok()? / 100.0)
}
