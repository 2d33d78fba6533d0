//! The door of a `build.rs`: one line there, one line where the module goes, nothing checked in.
//!
//! Comes in: the path of a manifest. Goes out: `OUT_DIR/mcp/**`, the same bytes that the command
//! line writes to `src/mcp/`; `OUT_DIR/mcp.rs`, which includes them; and for cargo, the exact list of
//! files that were read, and what `Cargo.toml` lacks. Always holds: problems are errors of cargo with file and line; what has not
//! changed is not written, so that nothing is compiled again for nothing.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::dependencies::Needs;
use crate::diagnostic::{self, Diagnostic, Diagnostics, Format, Severity};
use crate::output::{FileSet, FileSystem, Mode, Plan, Wanted, is_portable_path};
use crate::source::Sources;

/// Generates the module of a manifest from a build script.
///
/// ```no_run
/// // build.rs: fn main() {
/// mcp_codegen::build("mcp.toml")
/// // }
/// ```
///
/// In the crate, where the module should be:
///
/// ```ignore
/// mod mcp {
///     include!(concat!(env!("OUT_DIR"), "/mcp.rs"));
/// }
/// ```
///
/// (This crate is a build dependency, so a macro of it cannot be used there.)
///
/// Ends the process with code 1 when the manifest has errors; they are printed for cargo.
pub fn build(manifest: impl Into<PathBuf>) {
    Builder::new(manifest).run();
}

/// [`build()`] with options.
///
/// ```no_run
/// // build.rs: fn main() {
/// mcp_codegen::Builder::new("contracts/weather.toml").module("weather").deny_warnings(true).run();
/// // }
/// ```
#[derive(Clone, Debug)]
pub struct Builder {
    manifest: PathBuf,
    out_dir: Option<PathBuf>,
    module: String,
    deny_warnings: bool,
    rerun_if_changed: bool,
}

/// What a run did.
#[derive(Clone, Debug)]
pub struct Built {
    /// Every file that was read: the manifest, then what it refers to.
    pub files_read: Vec<PathBuf>,
    /// The file to include.
    pub include: PathBuf,
    /// Warnings, as lines for cargo.
    pub warnings: String,
    /// What decides which crates it needs ([`needed`](crate::dependencies::needed)).
    pub needs: Needs,
}

/// Why nothing was generated.
#[derive(Clone, Debug)]
pub struct BuildError {
    sources: Sources,
    findings: Diagnostics,
    /// What was read before it failed, as far as it exists.
    pub files_read: Vec<PathBuf>,
}

impl BuildError {
    /// The findings as lines for cargo: `cargo::error=mcp.toml:3:1: …`.
    #[must_use]
    pub fn for_cargo(&self) -> String {
        diagnostic::render(Format::Cargo, &self.sources, &self.findings, false)
    }
}

impl std::fmt::Display for BuildError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&diagnostic::render(Format::Text, &self.sources, &self.findings, false))
    }
}

impl std::error::Error for BuildError {}

impl Builder {
    /// Starts from the path of a manifest, relative to the folder of the package.
    #[must_use]
    pub fn new(manifest: impl Into<PathBuf>) -> Self {
        Self {
            manifest: manifest.into(),
            out_dir: None,
            module: "mcp".to_owned(),
            deny_warnings: false,
            rerun_if_changed: true,
        }
    }

    /// Where to write; cargo's `OUT_DIR` without.
    #[must_use]
    pub fn out_dir(mut self, folder: impl Into<PathBuf>) -> Self {
        self.out_dir = Some(folder.into());
        self
    }

    /// Name of the folder and of the file to include, `mcp` without: two manifests in one package
    /// need two names.
    #[must_use]
    pub fn module(mut self, name: impl Into<String>) -> Self {
        self.module = name.into();
        self
    }

    /// Whether warnings fail the build too.
    #[must_use]
    pub fn deny_warnings(mut self, deny: bool) -> Self {
        self.deny_warnings = deny;
        self
    }

    /// Whether [`Builder::run`] prints `cargo::rerun-if-changed` for each file that was read, which
    /// it does without being asked. Printing one makes cargo ignore all other files of the package;
    /// a build script that depends on more has to print its own.
    #[must_use]
    pub fn rerun_if_changed(mut self, print: bool) -> Self {
        self.rerun_if_changed = print;
        self
    }

    /// Generates, prints what cargo has to know, and ends the process with code 1 on errors.
    #[allow(clippy::print_stdout, reason = "the standard output of a build script is read by cargo")]
    pub fn run(&self) {
        match self.generate() {
            Ok(built) => {
                print!("{}{}{}", self.reruns(&built.files_read), built.warnings, self.missing_dependencies(&built))
            }
            Err(error) => {
                print!("{}{}", self.reruns(&error.files_read), error.for_cargo());
                eprintln!("{error}");
                std::process::exit(1);
            }
        }
    }

    /// Generates and prints nothing.
    ///
    /// # Errors
    /// When the manifest has errors, or warnings if those are denied; when something cannot be
    /// written.
    pub fn generate(&self) -> Result<Built, BuildError> {
        let mut sources = Sources::default();
        let mut findings = Diagnostics::default();
        let generated = crate::generate(&self.manifest, &mut sources, &mut findings);
        let Some(generated) = generated.filter(|_| !(self.deny_warnings && has_warnings(&findings))) else {
            let files_read = existing(&sources);
            return Err(BuildError { sources, findings, files_read });
        };
        match self.write(&generated) {
            Ok(include) => Ok(Built {
                needs: generated.model.needs(),
                files_read: generated.model.files_read,
                include,
                warnings: diagnostic::render(Format::Cargo, &sources, &findings, false),
            }),
            Err(more) => {
                findings.extend(more);
                Err(BuildError { sources, findings, files_read: generated.model.files_read })
            }
        }
    }

    fn write(&self, generated: &crate::Generated) -> Result<PathBuf, Diagnostics> {
        let module = &self.module;
        let out_dir = self.out_dir.clone().or_else(|| std::env::var_os("OUT_DIR").map(PathBuf::from));
        let wrong = |message: &str, help: &str| {
            let mut findings = Diagnostics::default();
            findings.push(Diagnostic::error("OUT-09", None, message).help(help));
            findings
        };
        let out_dir =
            out_dir.ok_or_else(|| wrong("OUT_DIR is not set", "run from a build script, or give Builder::out_dir"))?;
        if !is_portable_path(module) || module.contains('/') {
            return Err(wrong(
                &format!("{module:?} cannot name a folder"),
                "give Builder::module a name such as \"mcp\"",
            ));
        }
        let mut files = FileSet::new();
        files.add(format!("{module}.rs"), format!("include!(\"{module}/mod.rs\");\n"));
        files.extend(generated.files.clone().under(module));
        let wanted = Wanted {
            generated: files,
            inputs: generated.model.inputs(),
            methods: generated.model.methods(),
            lock: format!("{module}.lock"),
            // The module's file stands beside its folder.
            folder: String::new(),
            user: BTreeMap::new(),
        };
        // The folder is cargo's: what stands there is nobody's work.
        Plan::compute(&out_dir, &wanted)?.apply(Mode::Write { force: true }, &mut FileSystem)?;
        Ok(out_dir.join(format!("{module}.rs")))
    }

    /// For cargo, what the package's `Cargo.toml` lacks: without it, rustc names every use of a crate
    /// and never the line to add. Where something is lacking, the script runs again when that file
    /// changes; cargo would repeat the warnings otherwise.
    fn missing_dependencies(&self, built: &Built) -> String {
        let Some(folder) = std::env::var_os("CARGO_MANIFEST_DIR") else {
            return String::new();
        };
        let lines = std::fs::read_to_string(Path::new(&folder).join("Cargo.toml"))
            .ok()
            .and_then(|text| crate::dependencies::missing(&text, &built.needs).ok())
            .filter(|lines| !lines.is_empty());
        let Some(lines) = lines else {
            return String::new();
        };
        let mut text = self.reruns(&[PathBuf::from("Cargo.toml")]);
        text.push_str("cargo::warning=the generated code needs under [dependencies] of Cargo.toml [OUT-10]:\n");
        for line in lines {
            let _ = writeln!(text, "cargo::warning=    {line}");
        }
        text
    }

    fn reruns(&self, files: &[PathBuf]) -> String {
        let mut lines = String::new();
        for file in files.iter().filter(|_| self.rerun_if_changed) {
            let _ = writeln!(lines, "cargo::rerun-if-changed={}", file.display());
        }
        lines
    }
}

/// The files behind the sources of a run that failed. A path that is no file (what is built in, or
/// missing) is left out: to cargo, a missing path has always changed.
fn existing(sources: &Sources) -> Vec<PathBuf> {
    sources.files().iter().map(|source| PathBuf::from(&source.name)).filter(|path| Path::is_file(path)).collect()
}

fn has_warnings(findings: &Diagnostics) -> bool {
    findings.sorted().iter().any(|finding| finding.severity == Severity::Warning)
}
