//! From arguments to an exit code.
//!
//! Comes in: the arguments, as the system gave them (not always UTF-8). Goes out: text on the
//! streams and an [`Exit`]. Always holds: a fault of this program is one line and exit code 2, never
//! a backtrace; a reader that goes away (`| head`) ends the output and nothing else.

mod arguments;
mod bindings;
mod dump_ir;
mod explain;
mod folder;
mod generate;
mod lint;
mod new;
mod plan;
mod request_checks;
mod schema;
mod screen;
mod vendor;

use std::ffi::OsString;
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;
use std::sync::Mutex;

use clap::Parser as _;
use mcp_codegen::diagnostic::Diagnostics;
use mcp_codegen::source::Sources;

use arguments::{Arguments, Verb};
use screen::Screen;

/// The exit codes, the same for all verbs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Exit {
    /// Done, or nothing to complain of.
    Fine = 0,
    /// Looked, and found something: stale files, errors in a manifest.
    Findings = 1,
    /// Could not do what was asked.
    Failed = 2,
}

/// Why a verb stopped before its end.
enum Stop {
    /// Because of the input; the findings point into the sources.
    Input(Sources, Diagnostics),
    /// Because a stream cannot be written to.
    Screen(std::io::Error),
}

impl From<std::io::Error> for Stop {
    fn from(error: std::io::Error) -> Self {
        Self::Screen(error)
    }
}

/// Findings that come without any text, such as a folder that is not empty.
impl From<Diagnostics> for Stop {
    fn from(findings: Diagnostics) -> Self {
        Self::Input(Sources::default(), findings)
    }
}

/// Runs one command.
pub(crate) fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let fault = remember_panics();
    let exit = panic::catch_unwind(AssertUnwindSafe(|| parse_and_run(args))).unwrap_or_else(|_| {
        let what = fault.lock().map(|mut fault| fault.take()).ok().flatten().unwrap_or_default();
        let _ = Screen::new().error(&format!(
            "mcp-codegen: this is a fault of mcp-codegen, not of your input: {what}\n\
             Please report it with the command and, if you can, the manifest.\n"
        ));
        Exit::Failed
    });
    ExitCode::from(exit as u8)
}

/// Keeps the text of a panic instead of printing it: one that is caught on the way (a library that
/// panics on odd input) is no news, and one that is not is reported in one line.
fn remember_panics() -> &'static Mutex<Option<String>> {
    static FAULT: Mutex<Option<String>> = Mutex::new(None);
    panic::set_hook(Box::new(|info| {
        let payload = info.payload();
        let text =
            payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        let what = text.unwrap_or("no message").lines().next().unwrap_or_default();
        let place = info.location().map(|at| format!(" ({}:{})", at.file(), at.line())).unwrap_or_default();
        if let Ok(mut fault) = FAULT.lock() {
            *fault = Some(format!("{what}{place}"));
        }
    }));
    &FAULT
}

fn parse_and_run(args: impl IntoIterator<Item = OsString>) -> Exit {
    let arguments = match Arguments::try_parse_from(args) {
        Ok(arguments) => arguments,
        Err(shown) => {
            // Help and version go to stdout with 0, mistakes to stderr with 2.
            let _ = shown.print();
            return if shown.use_stderr() { Exit::Failed } else { Exit::Fine };
        }
    };
    let mut screen = Screen::new();
    let done = match arguments.verb {
        Verb::New(verb) => new::run(&verb, &mut screen),
        Verb::Generate(verb) => generate::run(&verb, &mut screen),
        Verb::Check(verb) => generate::check(&verb, &mut screen),
        Verb::Lint(verb) => lint::run(&verb, &mut screen),
        Verb::Bindings(verb) => bindings::run(&verb, &mut screen),
        Verb::DumpIr(verb) => dump_ir::run(&verb, &mut screen),
        Verb::Explain(verb) => explain::run(&verb, &mut screen),
        Verb::Vendor(verb) => vendor::run(&verb, &mut screen),
        Verb::Schema => schema::run(&mut screen),
        Verb::RequestChecks(verb) => request_checks::run(&verb, &mut screen),
    };
    match done {
        Ok(exit) => exit,
        Err(Stop::Input(sources, findings)) => {
            let _ = screen.findings(&sources, &findings);
            Exit::Failed
        }
        // The reader has seen enough: `mcp-codegen dump-ir | head`.
        Err(Stop::Screen(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => Exit::Fine,
        Err(Stop::Screen(error)) => {
            let _ = screen.error(&format!("mcp-codegen: cannot write the output: {error}\n"));
            Exit::Failed
        }
    }
}
