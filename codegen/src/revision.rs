//! The revisions that are built in, and from any schema to the protocol's model.

use serde_json::Value;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::{self, Document};
use crate::ir::protocol::Protocol;
use crate::overlay::Overlay;
use crate::schema::vendor;
use crate::source::Sources;
use crate::{lower, schema};

/// A revision whose schema and overlay travel with the generator.
#[derive(Clone, Copy, Debug)]
pub struct BuiltIn {
    /// Its name, a date.
    pub name: &'static str,
    /// Text of its schema, structure only.
    pub schema: &'static str,
    /// Text of its overlay.
    pub overlay: &'static str,
}

macro_rules! built_in {
    ($($name:literal),* $(,)?) => {
        &[$(BuiltIn {
            name: $name,
            schema: include_str!(concat!("../../schema/", $name, "/schema.json")),
            overlay: include_str!(concat!("../../schema/", $name, "/overlay.toml")),
        }),*]
    };
}

/// All of them, oldest first.
pub const BUILT_IN: &[BuiltIn] = built_in!["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];

/// The one that servers and clients are made for; the others are for bindings.
pub const SERVED: &str = "2026-07-28";

/// `schema/sources.toml`: which published file each was taken from.
const SOURCES: &str = include_str!("../../schema/sources.toml");

/// Where a schema comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SchemaRef {
    /// A revision that is built in.
    BuiltIn(String),
    /// A file.
    File(Text),
}

/// A text, and the name by which the user knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// Name, which says the syntax by its extension.
    pub name: String,
    /// The text.
    pub text: String,
}

/// The revision of a name.
#[must_use]
pub fn built_in(name: &str) -> Option<&'static BuiltIn> {
    BUILT_IN.iter().find(|revision| revision.name == name)
}

/// The revision that a schema is of: by the sum of the published file, else by what it says without
/// its prose.
#[must_use]
pub fn recognise(text: &str, value: &Value) -> Option<&'static BuiltIn> {
    let sum = vendor::sha256(text);
    if let Some((name, _)) = vendor::recorded(SOURCES).into_iter().find(|(_, recorded)| *recorded == sum) {
        return built_in(&name);
    }
    let structure = vendor::canonical(&vendor::structure(value));
    BUILT_IN.iter().find(|revision| revision.schema == structure)
}

/// A schema with all facts about it, and the schema alone as the facts make it.
#[derive(Debug)]
pub struct Loaded {
    /// The model.
    pub protocol: Protocol,
    /// The schema to which the overlay was applied, with the places of the file.
    pub document: Document,
}

/// Reads a schema and its overlay, and lowers them; `None` when there are faults, which are in
/// `diagnostics` then. Without an overlay of the user's, a schema of a known revision takes the one
/// that is built in.
#[must_use]
pub fn load(
    sources: &mut Sources,
    schema: &SchemaRef,
    overlay: Option<&Text>,
    diagnostics: &mut Diagnostics,
) -> Option<Loaded> {
    let (document, known) = match schema {
        SchemaRef::BuiltIn(name) => {
            let Some(revision) = built_in(name) else {
                let all = BUILT_IN.iter().map(|revision| revision.name).collect::<Vec<_>>().join(", ");
                diagnostics.push(
                    Diagnostic::error("SCH-05", None, format!("there is no revision `{name}`"))
                        .help(format!("built in are {all}; any other is named by the path of its schema")),
                );
                return None;
            };
            (read(sources, &format!("schema/{name}/schema.json"), revision.schema, diagnostics)?, Some(revision))
        }
        SchemaRef::File(file) => {
            let document = read(sources, &file.name, &file.text, diagnostics)?;
            let known = recognise(&file.text, &document.value);
            (document, known)
        }
    };
    // What the file itself says is checked before an overlay replaces parts of it.
    schema::read(&document, diagnostics)?;
    let overlay = match (overlay, known) {
        (Some(text), _) => Overlay::read(read(sources, &text.name, &text.text, diagnostics)?, diagnostics)?,
        (None, Some(revision)) => built_in_overlay(sources, revision, diagnostics)?,
        (None, None) => Overlay::without_facts("draft"),
    };
    let docs_of = match overlay.docs_of.as_deref() {
        None => None,
        Some(name) => match built_in(name) {
            Some(revision) => Some(built_in_overlay(sources, revision, diagnostics)?),
            None => {
                let place = overlay.place("/docs-of");
                diagnostics.push(Diagnostic::error("OVL-03", place, format!("there is no revision `{name}`")));
                return None;
            }
        },
    };
    let value = overlay.apply(&document.value, diagnostics)?;
    let document = document.with_value(value);
    let schema = schema::read(&document, diagnostics)?;
    let protocol = lower::protocol::protocol(&schema, &document, &overlay, docs_of.as_ref(), diagnostics)?;
    Some(Loaded { protocol, document })
}

fn built_in_overlay(sources: &mut Sources, revision: &BuiltIn, diagnostics: &mut Diagnostics) -> Option<Overlay> {
    let name = format!("schema/{}/overlay.toml", revision.name);
    Overlay::read(read(sources, &name, revision.overlay, diagnostics)?, diagnostics)
}

fn read(sources: &mut Sources, name: &str, text: &str, diagnostics: &mut Diagnostics) -> Option<Document> {
    let file = sources.add(name, text);
    let faults = diagnostics.has_errors();
    let document = document::read(sources, file, diagnostics)?;
    (faults || !diagnostics.has_errors()).then_some(document)
}
