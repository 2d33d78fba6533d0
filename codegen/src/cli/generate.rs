//! `generate` and `check`: one plan, applied or compared.

use std::fmt::Write as _;
use std::path::Path;

use mcp_codegen::Generated;
use mcp_codegen::dependencies::{self, Needs};
use mcp_codegen::diagnostic::Diagnostics;
use mcp_codegen::document;
use mcp_codegen::output::{FileSystem, Mode, Plan, Wanted};
use mcp_codegen::scaffold;
use mcp_codegen::source::Sources;

use super::arguments::{Check, Generate};
use super::folder;
use super::plan::{self, Intent};
use super::screen::Screen;
use super::{Exit, Stop};

pub(super) fn run(verb: &Generate, screen: &mut Screen) -> Result<Exit, Stop> {
    let mode = if verb.dry_run { Mode::DryRun } else { Mode::Write { force: verb.force } };
    let (generated, plan, warnings) = prepare(&verb.dir)?;
    screen.findings(&warnings.0, &warnings.1)?;
    screen.print(&plan::shown(
        &plan,
        Intent { judges: false, writes: !verb.dry_run, force: verb.force, all: verb.dry_run },
    ))?;
    plan.apply(mode, &mut FileSystem)?;
    if verb.dry_run {
        screen.error(&outlook(&plan, verb.force))?;
    }
    screen.error(&advice(&verb.dir, &generated, &plan))?;
    Ok(Exit::Fine)
}

pub(super) fn check(verb: &Check, screen: &mut Screen) -> Result<Exit, Stop> {
    // What is only odd about the manifest is for `lint` and `generate` to say.
    let (_, plan, _) = prepare(&verb.dir)?;
    screen.print(&plan::shown(&plan, Intent { judges: true, writes: false, force: false, all: false }))?;
    if plan.is_fresh() {
        return Ok(Exit::Fine);
    }
    let edited = plan.entries().iter().any(|entry| entry.state.needs_force());
    let command = if verb.dir == Path::new(".") {
        "mcp-codegen generate".to_owned()
    } else {
        format!("mcp-codegen generate {}", folder::quoted(&verb.dir))
    };
    let force = if edited { "; with --force, changes made by hand are thrown away" } else { "" };
    screen.error(&format!("stale: run `{command}`{force}\n"))?;
    Ok(Exit::Findings)
}

/// What a run that writes would come to.
fn outlook(plan: &Plan, force: bool) -> String {
    let edited = plan.entries().iter().filter(|entry| entry.state.needs_force()).count();
    match edited {
        0 => "a dry run: nothing was written\n".to_owned(),
        _ if force => {
            format!("a dry run: nothing was written; changes made by hand in {edited} of these would be lost\n")
        }
        _ => format!(
            "a dry run: nothing was written; without --force nothing would be, because {edited} of these were edited\n"
        ),
    }
}

/// What is odd about the input, and the texts that it is about.
type Warnings = (Sources, Diagnostics);

/// Everything up to the plan; nothing is touched.
fn prepare(dir: &Path) -> Result<(Generated, Plan, Warnings), Stop> {
    let manifest = folder::manifest(dir)?;
    let mut sources = Sources::default();
    let mut findings = Diagnostics::default();
    let Some(generated) = mcp_codegen::generate(&dir.join(manifest), &mut sources, &mut findings) else {
        return Err(Stop::Input(sources, findings));
    };
    let user = scaffold::USER_FILES.iter().map(|path| ((*path).to_owned(), None));
    let wanted = Wanted { user: user.chain([(manifest.to_owned(), None)]).collect(), ..folder::wanted(&generated) };
    let plan = Plan::compute(dir, &wanted)?;
    Ok((generated, plan, (sources, findings)))
}

/// What is left to do by hand: methods that are new or gone, dependencies that are missing.
fn advice(dir: &Path, generated: &Generated, plan: &Plan) -> String {
    let mut text = String::new();
    let functions = generated.model.ir.contract.as_ref().map(scaffold::functions).unwrap_or_default();
    let new: Vec<_> = functions.iter().filter(|function| plan.new_methods().contains(&function.method)).collect();
    if !new.is_empty() {
        let _ = writeln!(text, "\nnew in the contract; the impl of its trait (src/tools.rs) has to have:\n");
        for function in new {
            let _ = writeln!(text, "{}", function.stub());
        }
    }
    if !plan.gone_methods().is_empty() {
        let gone = plan.gone_methods().join("`, `");
        let _ = writeln!(text, "\nno longer in the contract; the impl of its trait has to lose: `{gone}`");
    }
    text + &missing_dependencies(dir, &generated.model.needs())
}

fn missing_dependencies(dir: &Path, needs: &Needs) -> String {
    let read = document::file_bytes(&dir.join("Cargo.toml"));
    let Some(cargo_toml) = read.ok().and_then(|bytes| String::from_utf8(bytes).ok()) else {
        return String::new();
    };
    let mut text = String::new();
    match dependencies::missing(&cargo_toml, needs) {
        Ok(lines) if lines.is_empty() => {}
        Ok(lines) => {
            let _ = writeln!(
                text,
                "\nthe generated code needs in Cargo.toml, which is yours [OUT-10]:\n\n[dependencies]\n{}",
                lines.join("\n")
            );
        }
        Err(error) => {
            let _ = writeln!(text, "\nCargo.toml cannot be read, so its dependencies were not compared: {error}");
        }
    }
    text
}
