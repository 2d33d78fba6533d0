//! `mcp-codegen.lock`: what was written the last time.
//!
//! Comes in: the text of the file, which somebody may have edited or merged badly. Goes out: the
//! hash of every generated file, by path. Always holds: every path is portable and below the folder
//! of the crate, so that a lock cannot make this tool remove anything else. No date, and no version
//! of this tool, so that the text changes only when something in it does.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::is_portable_path;

/// Name of the file, in the folder of the crate.
pub const LOCK_FILE: &str = "mcp-codegen.lock";

/// The format that is written; others are refused.
const FORMAT: u32 = 1;

const HEAD: &str = "\
# Written by mcp-codegen: what it generated, so that it finds leftovers and changes made by hand.
# Check it in; do not edit it.
";

/// The hashes of one run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lock {
    /// Hash of each input, by a name that holds on every machine: `contract`, `protocol`.
    pub inputs: BTreeMap<String, String>,
    /// Methods that user code has to have, sorted; the next run says which are new.
    pub methods: Vec<String>,
    /// Hash of each generated file, by path.
    pub files: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    format: u32,
    #[serde(default)]
    methods: Vec<String>,
    #[serde(default)]
    inputs: BTreeMap<String, String>,
    #[serde(default)]
    files: BTreeMap<String, String>,
}

impl Lock {
    /// Reads the text of a lock; the error is one sentence.
    ///
    /// # Errors
    /// When it is not TOML, of another format, or lists a path that is not below the crate's folder.
    pub fn parse(text: &str) -> Result<Self, String> {
        let read: Text = toml::from_str(text).map_err(|error| {
            let at = error.span().map(|span| text[..span.start.min(text.len())].matches('\n').count() + 1);
            let line = at.map(|line| format!(" at line {line}")).unwrap_or_default();
            format!("it cannot be read{line}: {}", error.message())
        })?;
        if read.format != FORMAT {
            return Err(format!(
                "its format is {}, and this version of mcp-codegen writes format {FORMAT}",
                read.format
            ));
        }
        if let Some(path) = read.files.keys().find(|path| !is_portable_path(path)) {
            return Err(format!("it lists {path:?}, which is not a path below the folder of the crate"));
        }
        Ok(Self { inputs: read.inputs, methods: read.methods, files: read.files })
    }

    /// The text of the lock.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = format!("{HEAD}format = {FORMAT}\n");
        // One name a line, so that two branches that each add a tool merge.
        text.push_str("methods = [\n");
        for method in &self.methods {
            let _ = writeln!(text, "    {},", quoted(method));
        }
        text.push_str("]\n");
        for (title, table) in [("inputs", &self.inputs), ("files", &self.files)] {
            let _ = writeln!(text, "\n[{title}]");
            for (key, hash) in table {
                let _ = writeln!(text, "{} = {}", quoted(key), quoted(hash));
            }
        }
        text
    }
}

/// A basic string of TOML: JSON's escapes are a subset, but for DEL, which TOML wants escaped.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string().replace('\u{7f}', "\\u007f")
}

/// SHA-256 in lower case hexadecimal digits, of the text with `\n` line ends: a checkout may have
/// turned them into `\r\n`.
#[must_use]
pub fn hash(bytes: &[u8]) -> String {
    let mut hex = String::with_capacity(64);
    for byte in Sha256::digest(with_unix_line_ends(bytes)) {
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}

/// The same text with `\r\n` turned into `\n`.
#[must_use]
pub(super) fn with_unix_line_ends(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    let mut rest = bytes.iter().copied().peekable();
    while let Some(byte) = rest.next() {
        if byte != b'\r' || rest.peek() != Some(&b'\n') {
            out.push(byte);
        }
    }
    out
}
