//! What a manifest says that MCP does not allow, or that will surprise somebody.
//!
//! Comes in: a [`Manifest`]. Goes out: findings, each with rule, place, and what is legal. One file
//! for a family of rules. Always holds: every problem is reported in one run; nothing is changed.

mod asks;
mod cache;
mod capabilities;
mod headers;
mod icons;
mod labels;
mod meta;
mod portability;
mod prompts;
mod protocol;
mod resources;
mod rust_names;
mod schemas;
mod scopes;
mod sensitive;
mod texts;
mod tools;
mod uri;
mod walk;

pub use protocol::served;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::manifest::Manifest;
use crate::source::Place;

/// Runs every lint.
pub fn lint(manifest: &Manifest, diagnostics: &mut Diagnostics) {
    let mut found = Diagnostics::default();
    let mut lint = Lint { manifest, found: &mut found };
    protocol::check(&mut lint);
    tools::check(&mut lint);
    rust_names::check(&mut lint);
    schemas::check(&mut lint);
    headers::check(&mut lint);
    portability::check(&mut lint);
    icons::check(&mut lint);
    meta::check(&mut lint);
    capabilities::check(&mut lint);
    cache::check(&mut lint);
    resources::check(&mut lint);
    prompts::check(&mut lint);
    asks::check(&mut lint);
    scopes::check(&mut lint);
    diagnostics.extend(labels::label(manifest, found));
}

/// What every lint has at hand.
struct Lint<'a> {
    manifest: &'a Manifest,
    found: &'a mut Diagnostics,
}

impl Lint<'_> {
    fn place(&self, pointer: &str) -> Option<Place> {
        self.manifest.document.place(pointer)
    }

    fn key_place(&self, pointer: &str) -> Option<Place> {
        self.manifest.document.key_place(pointer)
    }

    /// An error at the value of a JSON Pointer.
    fn error(&mut self, rule: &'static str, pointer: &str, message: impl Into<String>, help: impl Into<String>) {
        let place = self.place(pointer);
        self.found.push(Diagnostic::error(rule, place, message).help(help));
    }

    /// A warning at the value of a JSON Pointer.
    fn warning(&mut self, rule: &'static str, pointer: &str, message: impl Into<String>, help: impl Into<String>) {
        let place = self.place(pointer);
        self.found.push(Diagnostic::warning(rule, place, message).help(help));
    }
}
