//! A crate of generated code: written below `target`, built, asked line by line.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use mcp_codegen::emit::runtime::Parts;

/// A crate that is being written.
pub(crate) struct Crate {
    name: String,
    target: PathBuf,
    folder: PathBuf,
}

impl Crate {
    /// An empty one that depends on `serde` and `serde_json`, as generated crates do.
    pub(crate) fn new(name: &str) -> Self {
        Self::asserting(name, &BTreeSet::new())
    }

    /// The same with what decides these formats.
    pub(crate) fn asserting(name: &str, formats: &BTreeSet<&'static str>) -> Self {
        let mut dependencies = String::from(
            "serde = { version = \"1\", features = [\"derive\"] }\n\
             serde_json = { version = \"1\", features = [\"float_roundtrip\"] }\n",
        );
        for row in mcp_codegen::dependencies::deciding(formats) {
            dependencies.push_str(&row.line());
            dependencies.push('\n');
        }
        Self::depending_on(name, &dependencies)
    }

    /// An empty one with these dependencies.
    pub(crate) fn depending_on(name: &str, dependencies: &str) -> Self {
        let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/validators");
        let folder = target.join("crates").join(name);
        let _ = std::fs::remove_dir_all(folder.join("src"));
        std::fs::create_dir_all(folder.join("src")).unwrap();
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n{dependencies}\n\
             [workspace]\n\n[profile.dev]\ndebug = false\nopt-level = 0\nincremental = false\n"
        );
        std::fs::write(folder.join("Cargo.toml"), manifest).unwrap();
        Self { name: name.to_owned(), target, folder }
    }

    /// Writes a file below `src`.
    pub(crate) fn file(&self, path: &str, text: &str) {
        let file = self.folder.join("src").join(path);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    }

    /// Writes what decides these formats, declared in `validation.rs` of [`Crate::runtime`].
    pub(crate) fn formats(&self, formats: &BTreeSet<&'static str>) {
        let parts = Parts { client: false, seal: false, formats: formats.clone() };
        for (path, bytes) in mcp_codegen::emit::runtime::files(&parts).iter() {
            if path.starts_with("validation/format") || path == "validation.rs" {
                self.file(path, std::str::from_utf8(bytes).unwrap());
            }
        }
    }

    /// Copies modules of the runtime to a folder below `src`, without formats.
    pub(crate) fn runtime(&self, below: &str, modules: &[&str]) {
        let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("codegen/runtime");
        for module in modules {
            let inner = std::fs::read_dir(runtime.join(module)).into_iter().flatten();
            let inner = inner.map(|entry| format!("{module}/{}", entry.unwrap().file_name().to_string_lossy()));
            let inner = inner.filter(|path| path.ends_with(".rs") && path != "validation/format.rs");
            for path in inner.chain([format!("{module}.rs")]) {
                // The long way is not here: it belongs to servers.
                let text = std::fs::read_to_string(runtime.join(&path)).unwrap();
                self.file(
                    &format!("{below}{path}"),
                    &text.replace("(super::call::arguments)", "").replace("pub mod format;\n", ""),
                );
            }
        }
    }

    /// Builds it, with warnings as errors where `main.rs` says so.
    pub(crate) fn build(self) -> Binary {
        let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args(["build", "--quiet", "--manifest-path"])
            .arg(self.folder.join("Cargo.toml"))
            .env("CARGO_TARGET_DIR", &self.target)
            .env_remove("RUSTFLAGS")
            .output()
            .unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        let (name, errors) = (&self.name, errors.chars().take(8_000).collect::<String>());
        assert!(output.status.success(), "{name} does not build:\n{errors}");
        Binary(self.target.join("debug").join(name))
    }
}

/// A crate that was built.
pub(crate) struct Binary(PathBuf);

impl Binary {
    /// Runs it: what it prints for these lines.
    pub(crate) fn ask(&self, lines: Vec<String>) -> Vec<String> {
        let mut child = Command::new(&self.0).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let writer = std::thread::spawn(move || {
            for line in lines {
                writeln!(input, "{line}").unwrap();
            }
        });
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        assert!(output.status.success(), "{} ended with {}", self.0.display(), output.status);
        String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
    }
}
