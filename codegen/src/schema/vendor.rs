//! The structure of a published schema, and the record of which file it was taken from.
//!
//! The published prose is its authors'; what is kept here is what a generator needs: the same
//! definitions without the annotation keywords where they stand as keywords (a property that is
//! *called* `title` stays), in one canonical form.

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use super::keywords::PROSE;
use crate::diagnostic::Diagnostics;
use crate::document::Document;

/// The copy of a published schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vendored {
    /// Text of `schema/<revision>/schema.json`.
    pub schema: String,
    /// SHA-256 of the published file.
    pub sha256: String,
}

/// Makes the copy; `None` when the file is no protocol schema that is understood.
#[must_use]
pub fn vendor(text: &str, document: &Document, diagnostics: &mut Diagnostics) -> Option<Vendored> {
    super::read(document, diagnostics)?;
    Some(Vendored { schema: canonical(&structure(&document.value)), sha256: sha256(text) })
}

/// The text of `sources.toml` with the entry of a revision set.
#[must_use]
pub fn record(sources: &str, revision: &str, sha256: &str) -> String {
    let mut entries = recorded(sources);
    entries.retain(|(at, _)| at != revision);
    entries.push((revision.to_owned(), sha256.to_owned()));
    entries.sort();
    let mut text = String::from(
        "# SHA-256 of the schema that was published for each revision: a file with this sum is recognised.\n\
         # Written by `mcp-codegen vendor PUBLISHED --revision REVISION`.\n\n",
    );
    for (revision, sha256) in entries {
        text.push_str(&format!("\"{revision}\" = \"{sha256}\"\n"));
    }
    text
}

/// The entries of `sources.toml`: revision and sum.
#[must_use]
pub fn recorded(sources: &str) -> Vec<(String, String)> {
    let entry = |line: &str| {
        let (revision, sum) = line.split_once('=')?;
        let bare = |text: &str| text.trim().trim_matches('"').to_owned();
        (!line.trim_start().starts_with('#')).then(|| (bare(revision), bare(sum)))
    };
    sources.lines().filter_map(entry).collect()
}

/// The sum by which a published file is recognised; line ends do not count.
#[must_use]
pub fn sha256(text: &str) -> String {
    let digest = Sha256::digest(text.replace("\r\n", "\n").as_bytes());
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A schema without its prose.
#[must_use]
pub fn structure(schema: &Value) -> Value {
    match schema {
        Value::Object(members) => Value::Object(
            members
                .iter()
                .filter(|(name, _)| !PROSE.contains(&name.as_str()))
                .map(|(name, value)| (name.clone(), below(name, value)))
                .collect(),
        ),
        Value::Array(items) => Value::Array(items.iter().map(structure).collect()),
        scalar => scalar.clone(),
    }
}

/// What stands under a keyword: names that are data are no keywords.
fn below(keyword: &str, value: &Value) -> Value {
    match (keyword, value) {
        ("properties" | "$defs" | "definitions", Value::Object(members)) => {
            Value::Object(members.iter().map(|(name, value)| (name.clone(), structure(value))).collect())
        }
        ("const" | "enum" | "required", value) => value.clone(),
        (_, value) => structure(value),
    }
}

/// JSON text with sorted keys, two blanks for a level, and a line end.
#[must_use]
pub fn canonical(value: &Value) -> String {
    fn sorted(value: &Value) -> Value {
        match value {
            Value::Object(members) => {
                let mut names: Vec<&String> = members.keys().collect();
                names.sort();
                let member = |name: &String| members.get(name).map(|value| (name.clone(), sorted(value)));
                Value::Object(names.into_iter().filter_map(member).collect::<Map<_, _>>())
            }
            Value::Array(items) => Value::Array(items.iter().map(sorted).collect()),
            scalar => scalar.clone(),
        }
    }
    format!("{:#}\n", sorted(value))
}
