//! `rustc` as a scale: the processor time that one file takes, with what it needs built before.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use serde_json::Value;

/// `rustc`, with what the code needs, built before.
pub struct Compiler {
    folder: PathBuf,
    dependencies: PathBuf,
    externs: Vec<String>,
}

impl Compiler {
    /// Builds the workspace in `folder`; the code that is weighed may name the crates `wanted` of it.
    pub fn new(folder: &Path, wanted: &[&str]) -> Self {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let output = Command::new(cargo)
            .args(["build", "--quiet", "--release", "--workspace", "--message-format=json", "--manifest-path"])
            .arg(folder.join("Cargo.toml"))
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let (mut externs, mut dependencies) = (Vec::new(), PathBuf::new());
        for line in String::from_utf8(output.stdout).unwrap().lines() {
            let artifact: Value = serde_json::from_str(line).unwrap();
            // What build scripts use is compiled without optimization.
            let name = artifact["target"]["name"].as_str().filter(|name| wanted.contains(name));
            let optimised = artifact["profile"]["opt_level"] == "3";
            let mut files = artifact["filenames"].as_array().into_iter().flatten().filter_map(Value::as_str);
            let library = files.find(|file| file.ends_with(".rlib"));
            if let (Some(name), true, Some(file)) = (name, optimised, library) {
                externs.push(format!("{name}={file}"));
                dependencies = Path::new(file).parent().unwrap().join("deps");
            }
        }
        let folder = std::env::temp_dir().join(format!("weight-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Self { folder, dependencies, externs }
    }

    /// The processor time of one compilation.
    pub fn seconds(&self, source: &Path, optimise: bool) -> f64 {
        let mut command = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
        command.args(["--edition=2024", "--crate-type=lib", "--crate-name=weighed", "--cap-lints=allow"]);
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
