//! A plan, for a person: one line a path, what needs attention last.

use std::fmt::Write as _;

use mcp_codegen::output::{Plan, State};

/// What is going to be done about a plan.
#[derive(Clone, Copy, Debug)]
pub(super) struct Intent {
    /// Whether it is told how things stand, as by `check`, and not what is done about them.
    pub(super) judges: bool,
    /// Whether anything is written: not by `check` and `--dry-run`.
    pub(super) writes: bool,
    /// Whether what was edited is written over.
    pub(super) force: bool,
    /// Whether what is as it should be is listed, not counted.
    pub(super) all: bool,
}

/// The lines of a plan.
pub(super) fn shown(plan: &Plan, intent: Intent) -> String {
    let Intent { judges, writes, force, all } = intent;
    let mut text = String::new();
    let mut same = 0;
    for entry in plan.entries() {
        if entry.state == State::Same && !all {
            same += 1;
            continue;
        }
        let why = match entry.state {
            State::Edited => "differs from what was generated",
            State::EditedOrphan => "not generated any more, but edited",
            State::Foreign => "was not generated",
            State::UserMissing => "yours to write; `new` makes one",
            _ => "",
        };
        let what = match (entry.state == State::EditedOrphan, force, writes) {
            _ if !entry.state.needs_force() => "",
            (true, false, _) => "; --force removes it",
            (false, false, _) => "; --force overwrites it",
            (true, true, true) => "; removed by --force",
            (false, true, true) => "; overwritten by --force",
            (true, true, false) => "; --force would remove it",
            (false, true, false) => "; --force would overwrite it",
        };
        let note = if why.is_empty() { String::new() } else { format!("  ({why}{what})") };
        let word = if judges { entry.state.judged() } else { entry.state.word() };
        let _ = writeln!(text, "{word:<12} {}{note}", entry.path);
    }
    if same > 0 {
        let files = if same == 1 { "file" } else { "files" };
        let _ = writeln!(text, "{:<12} {same} {files}", "same");
    }
    text
}
