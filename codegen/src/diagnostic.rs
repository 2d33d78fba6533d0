//! What is wrong with an input, said for a person: what, where, what is legal, what to do.
//!
//! Comes in: findings of every stage. Goes out: an ordered list that the command line renders and
//! the build script turns into cargo errors. Always holds: a diagnostic names a rule of
//! [`crate::rules`]; a stage that found an error emits nothing, but goes on to find the others.

mod cargo;
mod explain;
mod github;
mod json;
mod location;
mod nearest;
pub mod safe;
mod sarif;
mod text;

use std::str::FromStr;

pub use self::explain::explain;
pub use self::location::Location;
pub use self::nearest::{did_you_mean, nearest};
use crate::source::{Place, Sources};

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Nothing is generated.
    Error,
    /// Generated all the same; a reader should know.
    Warning,
}

impl Severity {
    fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

/// For whom findings are written down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// A person: snippets, and a summary line.
    #[default]
    Text,
    /// A program: one JSON document.
    Json,
    /// Code hosts and editors: SARIF 2.1.0.
    Sarif,
    /// GitHub Actions: workflow commands.
    Github,
    /// Cargo: lines that a build script prints.
    Cargo,
}

impl FromStr for Format {
    type Err = String;
    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "text" => Ok(Self::Text),
            "json" => Ok(Self::Json),
            "sarif" => Ok(Self::Sarif),
            "github" => Ok(Self::Github),
            "cargo" => Ok(Self::Cargo),
            _ => Err("text, json, sarif, github or cargo".to_owned()),
        }
    }
}

/// All findings of a run in order. No character that a terminal would act on is in the result,
/// beside the colours when `color` asks for them (text only).
#[must_use]
pub fn render(format: Format, sources: &Sources, found: &Diagnostics, color: bool) -> String {
    let found = found.sorted();
    match format {
        Format::Text => text::render(sources, &found, color),
        Format::Json => json::render(sources, &found),
        Format::Sarif => sarif::render(sources, &found),
        Format::Github => github::render(sources, &found),
        Format::Cargo => cargo::render(sources, &found),
    }
}

/// Indented JSON with a line end, made safe.
fn json_text(value: &impl serde::Serialize, safe: impl Fn(&str) -> String) -> String {
    let text = serde_json::to_string_pretty(value).unwrap_or_default();
    safe(&text) + "\n"
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Id of the rule, such as `HDR-14`; `mcp-codegen explain` knows it.
    pub rule: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// Where it is; `None` only when no text was read (a file that is missing).
    pub place: Option<Place>,
    /// One sentence: what is wrong.
    pub message: String,
    /// What the caret points at, a few words; may be empty.
    pub label: String,
    /// What is legal and what to do.
    pub help: Option<String>,
    /// Other places that belong to it, each with a few words.
    pub related: Vec<(Place, String)>,
}

impl Diagnostic {
    /// An error of `rule` at `place`.
    pub fn error(rule: &'static str, place: impl Into<Option<Place>>, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, rule, place.into(), message.into())
    }

    /// A warning of `rule` at `place`.
    pub fn warning(rule: &'static str, place: impl Into<Option<Place>>, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, rule, place.into(), message.into())
    }

    fn new(severity: Severity, rule: &'static str, place: Option<Place>, message: String) -> Self {
        Self { rule, severity, place, message: brief(message), label: String::new(), help: None, related: Vec::new() }
    }

    /// The message, and in brackets what the caret points at: for formats without a caret.
    fn labelled_message(&self) -> String {
        if self.label.is_empty() { self.message.clone() } else { format!("{} ({})", self.message, self.label) }
    }

    /// Says where it is.
    #[must_use]
    pub fn at(mut self, place: impl Into<Option<Place>>) -> Self {
        self.place = place.into();
        self
    }

    /// Says what the caret points at.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = brief(label.into());
        self
    }

    /// Says what is legal and what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(brief(help.into()));
        self
    }

    /// Adds a place that belongs to the finding.
    #[must_use]
    pub fn related(mut self, place: Place, words: impl Into<String>) -> Self {
        self.related.push((place, brief(words.into())));
        self
    }
}

/// Most characters of one text of a finding: names from outside may be as long as a file.
const MAX_TEXT: usize = 600;

/// A text with its middle left out where it is too long.
fn brief(text: String) -> String {
    if text.len() <= MAX_TEXT || text.chars().count() <= MAX_TEXT {
        return text;
    }
    let head = text.char_indices().nth(MAX_TEXT / 2).map_or(text.len(), |(at, _)| at);
    let tail = text.char_indices().rev().nth(MAX_TEXT / 2 - 2).map_or(0, |(at, _)| at);
    format!("{}…{}", &text[..head], &text[tail..])
}

/// A sink for findings.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Takes a finding in.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.list.push(diagnostic);
    }

    /// Takes in all findings of another sink.
    pub fn extend(&mut self, other: impl IntoIterator<Item = Diagnostic>) {
        self.list.extend(other);
    }

    /// Whether any finding forbids to generate.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|d| d.severity == Severity::Error)
    }

    /// All findings by file and place, those without a place first; no finding twice.
    #[must_use]
    pub fn sorted(&self) -> Vec<Diagnostic> {
        let mut list = self.list.clone();
        list.sort_by(|a, b| (a.place, a.rule, &a.message).cmp(&(b.place, b.rule, &b.message)));
        list.dedup();
        list
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;
    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}
