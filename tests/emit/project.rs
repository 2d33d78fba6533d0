//! A crate around generated code, compiled by the cargo that runs the tests.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use mcp_codegen::output::FileSet;

/// A crate under `target/tmp`; all of them share one target directory, so that dependencies compile once.
pub struct Project {
    root: PathBuf,
}

impl Project {
    pub fn new(name: &str) -> Self {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("emit").join(name);
        if root.exists() {
            std::fs::remove_dir_all(&root).unwrap();
        }
        let checked = include_str!("../../generated/Cargo.toml");
        let dependencies = checked.split_once("[dependencies]").unwrap().1;
        // Those of its tests are its own.
        let dependencies = dependencies.split("[dev-dependencies]").next().unwrap();
        let project = Self { root };
        let mut toml =
            format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n");
        write!(toml, "\n[profile.dev]\ndebug = false\nincremental = false\n\n[dependencies]{dependencies}").unwrap();
        project.file("Cargo.toml", &toml);
        project
    }

    pub fn file(&self, path: &str, text: &str) {
        let path = self.root.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    pub fn files(&self, files: &FileSet, under: &str) {
        for (path, bytes) in files.iter() {
            let path = self.root.join(under).join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, bytes).unwrap();
        }
    }

    pub fn drop_folder(&self, path: &str) {
        std::fs::remove_dir_all(self.root.join(path)).unwrap();
    }

    /// Runs cargo in the crate.
    pub fn cargo(&self, arguments: &[&str]) -> Output {
        // The versions that the workspace has locked: no network, and what was compiled already is used again.
        std::fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.lock"), self.root.join("Cargo.lock")).unwrap();
        let mut command = Command::new(env!("CARGO"));
        command.args(arguments).current_dir(&self.root).env_remove("RUSTFLAGS");
        command.env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("emit-target"));
        command.output().unwrap()
    }

    /// Runs cargo, which has to succeed.
    pub fn succeeds(&self, arguments: &[&str]) -> String {
        let output = self.cargo(arguments);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "cargo {arguments:?} in {}:\n{stderr}", self.root.display());
        String::from_utf8_lossy(&output.stdout).into_owned()
    }
}
