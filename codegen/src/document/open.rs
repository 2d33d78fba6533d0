//! From a file to a [`Document`]: what is read, and in which syntax.

use std::path::Path;

use super::{Document, json, toml, yaml};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::source::{FileId, Sources};

/// A syntax of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// RFC 8259.
    Json,
    /// toml.io.
    Toml,
    /// YAML 1.2.
    Yaml,
}

impl Format {
    /// The syntax that an extension says, in any case.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        let extension = Path::new(name).extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "json" => Some(Self::Json),
            "toml" => Some(Self::Toml),
            "yaml" | "yml" => Some(Self::Yaml),
            _ => None,
        }
    }
}

/// Reads a text that is in `sources` already, in the syntax that the extension of its name says
/// (DOC-04). `None` means that nothing could be made of it; why is in `diagnostics`.
pub fn read(sources: &Sources, file: FileId, diagnostics: &mut Diagnostics) -> Option<Document> {
    let source = sources.get(file);
    let Some(format) = Format::of(&source.name) else {
        let place = super::place_near(sources, file, 0..0);
        diagnostics.push(
            Diagnostic::error("DOC-04", place, "the extension of this file says no syntax that is read here")
                .help("name the file .toml, .yaml, .yml or .json"),
        );
        return None;
    };
    match format {
        Format::Json => json::read(sources, file, diagnostics),
        Format::Toml => toml::read(sources, file, diagnostics),
        Format::Yaml => yaml::read(sources, file, diagnostics),
    }
}

/// Reads a file from disk into `sources` under `name`, and understands it (DOC-05, DOC-06).
pub fn open(sources: &mut Sources, path: &Path, name: &str, diagnostics: &mut Diagnostics) -> Option<Document> {
    let file = open_text(sources, path, name, diagnostics)?;
    read(sources, file, diagnostics)
}

fn open_text(sources: &mut Sources, path: &Path, name: &str, diagnostics: &mut Diagnostics) -> Option<FileId> {
    let bytes = match file_bytes(path) {
        Ok(bytes) => bytes,
        Err(error) => {
            diagnostics.push(
                Diagnostic::error("DOC-05", None, format!("cannot read {name}: {}", reason(&error)))
                    .help("check the path, and that the file may be read"),
            );
            return None;
        }
    };
    match String::from_utf8(bytes) {
        Ok(text) => Some(sources.add(name, text)),
        Err(error) => {
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            let read = text.len();
            let file = sources.add(name, text);
            let mark = read - sources.get(file).text.len();
            let at = error.utf8_error().valid_up_to().saturating_sub(mark);
            diagnostics.push(
                Diagnostic::error("DOC-06", super::place_near(sources, file, at..at), "this file is not UTF-8")
                    .label("the first bytes that are not")
                    .help("save the file as UTF-8"),
            );
            None
        }
    }
}

/// The bytes of a file that ends. A pipe or a device may have nothing to say for ever, or no end of
/// it, and does not say the same twice: it is no input of a generator.
///
/// # Errors
/// If there is no such file, it may not be read, or it is something else than a file.
pub fn file_bytes(path: &Path) -> std::io::Result<Vec<u8>> {
    let meta = std::fs::metadata(path)?;
    if meta.is_dir() {
        return Err(std::io::ErrorKind::IsADirectory.into());
    }
    if !meta.is_file() {
        return Err(std::io::Error::other("it is a pipe, a socket or a device, not a file"));
    }
    std::fs::read(path)
}

/// What went wrong with a file, in the same words on every system.
pub(crate) fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
        std::io::ErrorKind::PermissionDenied => "it may not be read".to_owned(),
        std::io::ErrorKind::IsADirectory => "it is a directory".to_owned(),
        _ => error.to_string(),
    }
}
