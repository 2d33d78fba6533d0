//! Which revision of the protocol: from what a manifest or a command line says to texts.

use std::path::{Path, PathBuf};

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document;
use crate::ir::protocol::Protocol;
use crate::manifest::ProtocolChoice;
use crate::revision::{self, BUILT_IN, SchemaRef, Text};
use crate::source::Sources;

/// A protocol schema as somebody named it, and the overlay beside it.
#[derive(Clone, Debug)]
pub struct Revision {
    /// The schema.
    pub schema: SchemaRef,
    /// Facts that it does not state; `None` for what is built in.
    pub overlay: Option<Text>,
    /// The files that were read for it.
    pub files_read: Vec<PathBuf>,
}

impl Revision {
    /// The newest that is built in.
    #[must_use]
    pub fn newest() -> Self {
        Self::built_in(BUILT_IN.last().map(|revision| revision.name).unwrap_or_default())
    }

    fn built_in(name: &str) -> Self {
        Self { schema: SchemaRef::BuiltIn(name.to_owned()), overlay: None, files_read: Vec::new() }
    }

    /// What stands on a command line: a revision that is built in, or else a file.
    pub fn named(schema: &Path, overlay: Option<&Path>, found: &mut Diagnostics) -> Option<Self> {
        let mut files_read = Vec::new();
        let overlay = match overlay {
            Some(path) => Some(read(path, &mut files_read, found)?),
            None => None,
        };
        let built_in = schema.to_str().and_then(revision::built_in);
        let schema = match built_in {
            Some(revision) => SchemaRef::BuiltIn(revision.name.to_owned()),
            None if !schema.exists() => {
                let known = BUILT_IN.iter().map(|revision| revision.name).collect::<Vec<_>>().join(", ");
                let message = format!("{} is neither a revision that is built in nor a file", schema.display());
                found.push(Diagnostic::error("OUT-11", None, message).help(format!("built in are {known}")));
                return None;
            }
            None => SchemaRef::File(read(schema, &mut files_read, found)?),
        };
        Some(Self { schema, overlay, files_read })
    }

    /// What a manifest says; `None` for a revision that the linter refuses.
    pub fn chosen(choice: &ProtocolChoice, found: &mut Diagnostics) -> Option<Self> {
        match choice {
            ProtocolChoice::Newest => Some(Self::newest()),
            ProtocolChoice::Revision(name) => revision::built_in(name).map(|known| Self::built_in(known.name)),
            ProtocolChoice::Files { schema, overlay } => Self::named(schema, overlay.as_deref(), found),
        }
    }

    /// Reads, lowers and checks it.
    pub fn protocol(&self, sources: &mut Sources, found: &mut Diagnostics) -> Option<Protocol> {
        Some(revision::load(sources, &self.schema, self.overlay.as_ref(), found)?.protocol)
    }
}

fn read(path: &Path, files_read: &mut Vec<PathBuf>, found: &mut Diagnostics) -> Option<Text> {
    let name = path.display().to_string();
    match document::file_bytes(path).map_err(|error| document::reason(&error)).and_then(|bytes| {
        String::from_utf8(bytes)
            .map_err(|error| format!("it is not UTF-8 at byte {}", error.utf8_error().valid_up_to()))
    }) {
        Ok(text) => {
            files_read.push(path.to_path_buf());
            Some(Text { name, text })
        }
        Err(error) => {
            found.push(Diagnostic::error("OUT-06", None, format!("{name} cannot be read: {error}")));
            None
        }
    }
}
