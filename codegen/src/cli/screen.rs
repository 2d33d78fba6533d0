//! The two streams of a terminal.
//!
//! Always holds: colour goes to a terminal only, and only if the user's environment does not
//! forbid it (`NO_COLOR`); nothing panics when the other end is closed.

use std::io::{self, Write as _};

use mcp_codegen::diagnostic::{Diagnostics, Format, render};
use mcp_codegen::source::Sources;

/// Where a command prints.
pub(super) struct Screen {
    out: anstream::AutoStream<io::Stdout>,
    err: anstream::AutoStream<io::Stderr>,
}

impl Screen {
    /// The streams of this process.
    pub(super) fn new() -> Self {
        Self { out: anstream::stdout(), err: anstream::stderr() }
    }

    /// Prints what was asked for.
    pub(super) fn print(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }

    /// Prints what the user should know beside it.
    pub(super) fn error(&mut self, text: &str) -> io::Result<()> {
        self.err.write_all(text.as_bytes())?;
        self.err.flush()
    }

    /// Prints findings for a person; nothing when there are none.
    pub(super) fn findings(&mut self, sources: &Sources, findings: &Diagnostics) -> io::Result<()> {
        if findings.sorted().is_empty() {
            return Ok(());
        }
        // The stream takes the colours out where they do not belong.
        self.error(&render(Format::Text, sources, findings, true))
    }
}
