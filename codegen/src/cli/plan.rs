//! A plan, for a person: one line a path, what needs attention last.

use std::fmt::Write as _;

use mcp_codegen::output::{Plan, State};

/// The lines of a plan. What is as it should be is counted, unless `all` is asked for.
pub(super) fn shown(plan: &Plan, all: bool) -> String {
    let mut text = String::new();
    let mut same = 0;
    for entry in plan.entries() {
        if entry.state == State::Same && !all {
            same += 1;
            continue;
        }
        let note = match entry.state {
            State::Edited => "  (differs from what was generated; --force overwrites it)",
            State::EditedOrphan => "  (not generated any more, but edited; --force removes it)",
            State::Foreign => "  (was not generated; --force overwrites it)",
            State::UserMissing => "  (yours to write; `new` makes one)",
            _ => "",
        };
        let _ = writeln!(text, "{:<12} {}{note}", entry.state.word(), entry.path);
    }
    if same > 0 {
        let files = if same == 1 { "file" } else { "files" };
        let _ = writeln!(text, "{:<12} {same} {files}", "same");
    }
    text
}
