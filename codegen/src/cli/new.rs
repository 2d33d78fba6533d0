//! `new`: the crate of a server in a new folder.

use std::fs;
use std::io::ErrorKind;
use std::path::{Component, Path};

use mcp_codegen::Generated;
use mcp_codegen::dependencies::{self, Dependency, OPTIONAL, SCAFFOLD};
use mcp_codegen::diagnostic::{Diagnostic, Diagnostics};
use mcp_codegen::output::{FileSet, FileSystem, Mode, Plan, Wanted, is_portable_path};
use mcp_codegen::scaffold::{self, CrateName, Scaffold};
use mcp_codegen::source::Sources;
use mcp_codegen::{document, manifest};

use super::arguments::New;
use super::folder;
use super::plan::{self, Intent};
use super::screen::Screen;
use super::{Exit, Stop};

pub(super) fn run(verb: &New, screen: &mut Screen) -> Result<Exit, Stop> {
    must_be_empty(&verb.dir)?;
    let mut sources = Sources::default();
    let mut findings = Diagnostics::default();
    let name = manifest_name(verb.manifest.as_deref());
    // What a captured list takes from the name of its file must be the same when it is read again.
    let home = verb.dir.join(name);
    let manifest = match &verb.manifest {
        Some(path) => manifest::open_as(&mut sources, path, &home, &mut findings),
        None => manifest::from_text(&mut sources, &home, scaffold::EXAMPLE_MANIFEST, &mut findings),
    };
    let generated = manifest.and_then(|manifest| mcp_codegen::emit_from(&manifest, &mut sources, &mut findings));
    let Some(generated) = generated else {
        return Err(Stop::Input(sources, findings));
    };
    screen.findings(&sources, &findings)?;

    let mut files = scaffolded(verb, name, &generated);
    match &verb.manifest {
        Some(path) => copy(path, name, &generated, &mut files)?,
        None => files.add(name, scaffold::EXAMPLE_MANIFEST),
    }
    let user = files.iter().map(|(path, bytes)| (path.to_owned(), Some(bytes.to_vec()))).collect();
    let plan = Plan::compute(&verb.dir, &Wanted { user, ..folder::wanted(&generated) })?;
    plan.apply(Mode::Write { force: false }, &mut FileSystem)?;

    screen.print(&plan::shown(&plan, Intent { judges: false, writes: true, force: false, all: false }))?;
    let dir = folder::quoted(&verb.dir);
    screen.error(&format!("\nmade; now: cd {dir} && cargo run -- --http 127.0.0.1:8080\n"))?;
    Ok(Exit::Fine)
}

/// Refuses everything but nothing and an empty folder.
fn must_be_empty(dir: &Path) -> Result<(), Diagnostics> {
    let what = match fs::read_dir(dir).map(|mut entries| entries.next().is_none()) {
        Ok(true) => return Ok(()),
        Ok(false) => "is not empty".to_owned(),
        Err(error) if error.kind() == ErrorKind::NotFound && dir.symlink_metadata().is_err() => return Ok(()),
        Err(error) if error.kind() == ErrorKind::NotADirectory => "is not a folder".to_owned(),
        Err(error) => format!("cannot be read: {error}"),
    };
    Err(refusal("OUT-05", format!("{} {what}", dir.display()), "name a folder that is not there yet, or an empty one"))
}

fn refusal(rule: &'static str, message: String, help: &str) -> Diagnostics {
    let mut findings = Diagnostics::default();
    findings.push(Diagnostic::error(rule, None, message).help(help));
    findings
}

/// The name under which a manifest is copied: its syntax stays.
fn manifest_name(path: Option<&Path>) -> &'static str {
    match path.and_then(Path::extension).and_then(|extension| extension.to_str()) {
        Some("json") => "mcp.json",
        Some("yaml" | "yml") => "mcp.yaml",
        _ => "mcp.toml",
    }
}

/// The files that the templates make.
fn scaffolded(verb: &New, manifest: &'static str, generated: &Generated) -> FileSet {
    let Some(contract) = &generated.model.ir.contract else {
        return FileSet::new();
    };
    let needs = generated.model.needs();
    let mut needed: Vec<&Dependency> = dependencies::needed(&needs).chain(SCAFFOLD).collect();
    needed.sort_by_key(|dependency| dependency.name);
    let optional = OPTIONAL.iter().map(|(_, dependency)| dependency);
    let names: Vec<&str> = needed.iter().copied().chain(optional.clone()).map(|dependency| dependency.name).collect();
    let lines = needed.iter().map(|dependency| dependency.line()).chain(optional.map(Dependency::optional_line));
    let mut lines: Vec<String> = lines.collect();
    lines.sort();
    let folder = fs::canonicalize(&verb.dir).unwrap_or_else(|_| verb.dir.clone());
    let folder = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let server = contract.server_info.get("name").and_then(|name| name.as_str()).unwrap_or_default();
    scaffold::files(&Scaffold {
        crate_name: &CrateName::from_any([folder.as_str(), server], &names),
        manifest,
        revision: &generated.model.ir.protocol.revision,
        contract,
        dependencies: &lines,
        is_example: verb.manifest.is_none(),
    })
}

/// Adds the manifest and the files that it refers to, which keep their places beside it.
fn copy(path: &Path, name: &str, generated: &Generated, files: &mut FileSet) -> Result<(), Diagnostics> {
    let beside = path.parent().unwrap_or(Path::new(""));
    let generated_files = folder::wanted(generated).generated;
    for file in &generated.model.files_read {
        let target = if file == path { Some(name.to_owned()) } else { relative(file, beside) };
        let room =
            |path: &String| is_portable_path(path) && files.has_room_for(path) && generated_files.has_room_for(path);
        let Some(target) = target.filter(room) else {
            return Err(refusal(
                "OUT-09",
                format!("{} cannot be copied: no file of the crate can be called that", file.display()),
                "keep schema files in a folder of their own beside the manifest, such as schemas/",
            ));
        };
        let bytes = document::file_bytes(file).map_err(|error| {
            refusal("OUT-06", format!("{} cannot be read: {error}", file.display()), "check its permissions")
        })?;
        files.add(target, bytes);
    }
    Ok(())
}

/// The path below a folder, with `/`.
fn relative(file: &Path, folder: &Path) -> Option<String> {
    let parts: Option<Vec<&str>> = file
        .strip_prefix(folder)
        .ok()?
        .components()
        .map(|part| match part {
            Component::Normal(part) => part.to_str(),
            _ => None,
        })
        .collect();
    Some(parts?.join("/"))
}
