//! Findings for a person at a terminal: message, snippet with a caret, help, and a summary line.

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use super::location::Locator;
use super::{Diagnostic, Severity, safe};
use crate::source::{Place, Sources};

/// Most characters of a line that are shown before and after the start of what is marked.
const BEFORE: usize = 60;
const AFTER: usize = 90;

/// The sorted findings, an empty line after each, and the summary.
pub(super) fn render(sources: &Sources, found: &[Diagnostic], color: bool) -> String {
    let renderer = if color { Renderer::styled() } else { Renderer::plain() }.term_width(BEFORE + AFTER + 20);
    let locator = Locator::new(sources, found);
    let mut out = String::new();
    for diagnostic in found {
        let rendered = renderer.render(&report(&locator, diagnostic));
        for line in rendered.lines().filter(|line| !is_file_change(line)) {
            out.push_str(line.trim_end());
            out.push('\n');
        }
        out.push('\n');
    }
    out.push_str(&summary(found));
    out.push('\n');
    out
}

/// A line ` ::: `, by which the renderer leads over from an origin to a snippet without one. Origins
/// are our own because a snippet that was cut would give the column in what is left of its line.
fn is_file_change(line: &str) -> bool {
    let mut visible = line.split('\u{1b}').flat_map(|part| {
        part.strip_prefix('[').map_or(part, |part| part.split_once('m').map_or(part, |(_, rest)| rest)).chars()
    });
    line.contains(":::") && visible.all(|c| c == ' ' || c == ':')
}

/// How many there are of each kind, in one line.
pub(super) fn summary(found: &[Diagnostic]) -> String {
    let count = |severity| found.iter().filter(|diagnostic| diagnostic.severity == severity).count();
    let say = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    match (count(Severity::Error), count(Severity::Warning)) {
        (0, 0) => "ok: no problems".to_owned(),
        (0, warnings) => format!("ok: no errors, {}", say(warnings, "warning")),
        (errors, 0) => say(errors, "error"),
        (errors, warnings) => format!("{}, {}", say(errors, "error"), say(warnings, "warning")),
    }
}

fn report<'a>(locator: &Locator<'_>, diagnostic: &'a Diagnostic) -> Vec<Group<'a>> {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut main = Group::with_title(level.primary_title(safe::line(&diagnostic.message)).id(diagnostic.rule));
    if let Some(place) = diagnostic.place {
        main = with_snippet(main, locator, place, safe::line(&diagnostic.label).into_owned());
    }
    if let Some(help) = &diagnostic.help {
        main = main.element(Level::HELP.message(safe::line(help)));
    }
    let mut groups = vec![main];
    for (place, words) in &diagnostic.related {
        let note = Group::with_title(Level::NOTE.secondary_title(safe::line(words)));
        groups.push(with_snippet(note, locator, *place, String::new()));
    }
    groups
}

fn with_snippet<'a>(group: Group<'a>, locator: &Locator<'_>, place: Place, label: String) -> Group<'a> {
    let location = locator.locate(place);
    let origin = Origin::path(safe::line(&location.file).into_owned()).line(location.line).char_column(location.column);
    let (line, start) = locator.line_text(place);
    let (shown, span) = cut(line, place.range().start - start, place.range().end - start);
    let annotation = AnnotationKind::Primary.span(span).label((!label.is_empty()).then_some(label));
    group.element(origin).element(Snippet::source(shown).line_start(location.line).annotation(annotation))
}

/// What is shown of a line, and what of it is marked: hostile characters made visible, far ends cut
/// off, and of a value that goes on below only the first line marked.
///
/// Only what is shown is looked at: a line may be a whole file, and hold thousands of findings.
fn cut(line: &str, start: usize, end: usize) -> (String, std::ops::Range<usize>) {
    let (head, rest) = line.split_at_checked(start).unwrap_or((line, ""));
    // A line that fits is shown whole.
    let fits = line.len() <= BEFORE + AFTER;
    let from = if fits { 0 } else { head.char_indices().rev().nth(BEFORE - 1).map_or(0, |(at, _)| at) };
    let mut shown = String::new();
    if from > 0 {
        shown.push('…');
    }
    shown.extend(head[from..].chars().map(safe::visible));
    let marked_from = shown.len();
    let marked_end = rest.get(..end.saturating_sub(start)).unwrap_or(rest).trim_end().len();
    let mut marked_to = marked_from;
    for (index, (at, c)) in rest.char_indices().enumerate() {
        if index == AFTER && !fits {
            shown.push('…');
            break;
        }
        shown.push(safe::visible(c));
        if at < marked_end {
            marked_to = shown.len();
        }
    }
    (shown, marked_from..marked_to)
}
