//! Packages of other ecosystems, installed from the lock files beside this file.
//!
//! In: `tests/clients/<name>/`; out: `target/clients/<name>/`, made anew when a file that went into it changed.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::{Mutex, PoisonError},
};

/// Tests run side by side and share what is installed.
static INSTALLING: Mutex<()> = Mutex::new(());

/// Whether this run is to meet the official clients; says so when it is not.
pub fn required(test: &str) -> bool {
    let required = std::env::var_os("MCP_CODEGEN_REQUIRE_CLIENTS").is_some();
    if !required {
        println!("skipped: {test} installs packages of other languages; set MCP_CODEGEN_REQUIRE_CLIENTS=1 to run it");
    }
    required
}

/// `tests/clients/<name>` of this checkout.
pub fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients").join(name)
}

/// `target/clients/<name>`, wherever the target directory of this run is.
pub fn target(name: &str) -> PathBuf {
    // CARGO_TARGET_TMPDIR is `<target>/tmp`.
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap().join("clients").join(name)
}

/// The interpreter of a virtual environment that holds the official Python client.
pub fn python() -> PathBuf {
    let home = target("python");
    install("python", &["requirements.txt"], |home| {
        run(Command::new("python3").args(["-m", "venv", "environment"]).current_dir(home));
        run(Command::new("environment/bin/python")
            .args(["-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check"])
            .args(["--no-deps", "--requirement", "requirements.txt"])
            .current_dir(home));
    });
    home.join("environment/bin/python")
}

/// A folder whose `node_modules` holds what `tests/clients/<name>/package-lock.json` names.
/// `scripts` are copied beside it, because Node resolves packages from the place of the importing file.
pub fn node_modules(name: &str, scripts: &[&str]) -> PathBuf {
    let files: Vec<&str> = ["package.json", "package-lock.json", ".npmrc"].iter().chain(scripts).copied().collect();
    install(name, &files, |home| run(Command::new("npm").arg("ci").current_dir(home)));
    target(name)
}

/// Fills `target/clients/<name>` once per content of `files`.
fn install(name: &str, files: &[&str], fill: impl FnOnce(&Path)) {
    let _installing = INSTALLING.lock().unwrap_or_else(PoisonError::into_inner);
    let home = target(name);
    let mut wanted = String::new();
    for file in files {
        let text = fs::read_to_string(source(name).join(file)).unwrap();
        wanted.push_str(&format!("==== {file}\n{text}"));
    }
    let done = home.join("installed");
    if fs::read_to_string(&done).is_ok_and(|found| found == wanted) {
        return;
    }
    if home.exists() {
        fs::remove_dir_all(&home).unwrap();
    }
    fs::create_dir_all(&home).unwrap();
    for file in files {
        fs::copy(source(name).join(file), home.join(file)).unwrap();
    }
    fill(&home);
    fs::write(&done, wanted).unwrap();
}

/// Runs a command to its end; a failure shows what it printed.
fn run(command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?} does not start: {error}"));
    assert!(
        output.status.success(),
        "{command:?}: {}\n{}\n{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}
