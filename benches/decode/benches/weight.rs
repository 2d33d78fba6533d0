//! What readers weigh: `cargo bench --manifest-path benches/decode/Cargo.toml --bench weight`.
//!
//! Bytes of the generated code, and the processor time that `rustc` takes for readers, unoptimised and optimised: what
//! tools take with them less what they take without. The rows of servers have all of their tools. An argument keeps
//! the rows whose names contain it.
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout, clippy::cast_precision_loss)]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use decode_bench::{WEIGHTS, Weight};
use serde_json::Value;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let compiler = Compiler::new();
    println!(
        "| Schemas | tools | subschemas | types, bytes | checks | readers | readers / subschema | rustc for readers, unoptimised | a tool | optimised | a tool |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    for Weight { name, tools, subschemas, types, checks, readers, with, without } in WEIGHTS {
        if !wanted.is_empty() && !wanted.iter().any(|text| name.contains(text)) {
            continue;
        }
        let more =
            |optimise| compiler.seconds(Path::new(with), optimise) - compiler.seconds(Path::new(without), optimise);
        let (plain, optimised) = (more(false), more(true));
        println!(
            "| {name} | {tools} | {subschemas} | {types} | {checks} | {readers} | {:.0} | {plain:.2} s | {:.3} s | {optimised:.2} s | {:.3} s |",
            *readers as f64 / *subschemas as f64,
            plain / *tools as f64,
            optimised / *tools as f64,
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
            .args(["build", "--quiet", "--release", "--message-format=json", "--manifest-path"])
            .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml"))
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let (mut externs, mut dependencies) = (Vec::new(), PathBuf::new());
        for line in String::from_utf8(output.stdout).unwrap().lines() {
            let artifact: Value = serde_json::from_str(line).unwrap();
            let name = artifact["target"]["name"].as_str();
            // What build scripts use is compiled without optimization.
            let wanted = matches!(name, Some("serde" | "serde_json" | "decode_bench"))
                && artifact["profile"]["opt_level"] == "3";
            let file = artifact["filenames"].as_array().into_iter().flatten().filter_map(Value::as_str);
            if let (Some(name), true, Some(file)) =
                (name, wanted, file.into_iter().find(|file| file.ends_with(".rlib")))
            {
                externs.push(format!("{name}={file}"));
                dependencies = Path::new(file).parent().unwrap().to_owned();
            }
        }
        let folder = std::env::temp_dir().join(format!("decode-weight-{}", std::process::id()));
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
