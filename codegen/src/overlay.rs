//! What the specification says of a revision and its schema does not.
//!
//! Comes in: the [`Document`] of an `overlay.toml`. Goes out: facts, each with its source; those that
//! change what is valid are applied to the schema itself ([`Overlay::apply`]), so that generation
//! and a validator that judges it read one and the same schema; the others are for lowering. Always
//! holds: a fact that names something says what it expects there, and a schema that moved under a
//! fact is an error that names the fact.

mod apply;
mod facts;

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::{Document, child};
use crate::source::Place;

pub use facts::{
    Constant, Decided, Deprecated, ErrorFact, Extensible, Method, Name, NeedsOne, Patch, UnionFact, Values,
};

/// A fact and where it stands.
#[derive(Clone, Debug)]
pub struct Fact<T> {
    /// JSON Pointer in the overlay.
    pub pointer: String,
    /// What it says.
    pub says: T,
}

/// All facts about a revision.
#[derive(Clone, Debug, Default)]
pub struct Overlay {
    /// The revision.
    pub revision: String,
    /// The address under which the pages of its specification stand.
    pub specification: String,
    /// The revision whose documentation serves where this one has none.
    pub docs_of: Option<String>,
    /// Parts of the schema that are replaced.
    pub patches: Vec<Fact<Patch>>,
    /// Members with one legal value.
    pub constants: Vec<Fact<Constant>>,
    /// Objects of which one of some members must be there.
    pub needs_one: Vec<Fact<NeedsOne>>,
    /// Unions that a peer may extend.
    pub extensible: Vec<Fact<Extensible>>,
    /// Known values of strings that a peer may extend.
    pub values: Vec<Fact<Values>>,
    /// Unions that are not decided by what they contain.
    pub unions: Vec<Fact<UnionFact>>,
    /// Rust names.
    pub names: Vec<Fact<Name>>,
    /// Methods.
    pub methods: Vec<Fact<Method>>,
    /// Error codes.
    pub errors: Vec<Fact<ErrorFact>>,
    /// What should not be used any more.
    pub deprecated: Vec<Fact<Deprecated>>,
    /// Documentation: id of a type or member, text, page.
    pub docs: BTreeMap<String, Fact<Doc>>,
    document: Option<Document>,
}

/// Documentation of one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doc {
    /// The text.
    pub text: String,
    /// The page of the specification, as a whole address.
    pub page: String,
}

impl Overlay {
    /// No facts, for a schema of which nothing else is known.
    #[must_use]
    pub fn without_facts(revision: &str) -> Self {
        Self { revision: revision.to_owned(), ..Self::default() }
    }

    /// The place of a fact.
    #[must_use]
    pub fn place(&self, pointer: &str) -> Option<Place> {
        self.document.as_ref()?.place(pointer)
    }

    /// Reads an overlay; `None` when it has faults, which are in `diagnostics` then.
    #[must_use]
    pub fn read(document: Document, diagnostics: &mut Diagnostics) -> Option<Self> {
        let mut reader = Reader { document: &document, diagnostics, sound: true };
        reader.known(
            "",
            &document.value,
            &[
                "revision",
                "specification",
                "docs-of",
                "patch",
                "constant",
                "needs-one",
                "extensible",
                "values",
                "union",
                "name",
                "method",
                "error",
                "deprecated",
                "docs",
            ],
        );
        let specification = reader.text("specification").unwrap_or_default();
        let overlay = Self {
            revision: reader.text("revision").unwrap_or_default(),
            docs_of: document.value.get("docs-of").and_then(|_| reader.text("docs-of")),
            patches: reader.facts("patch", &["at", "was", "now", "source"]),
            constants: reader.facts("constant", &["types", "member", "value", "absent", "source"]),
            needs_one: reader.facts("needs-one", &["type", "members", "source"]),
            extensible: reader.facts("extensible", &["at", "member", "source"]),
            values: reader.facts("values", &["at", "values", "source"]),
            unions: reader.facts("union", &["at", "decided", "source"]),
            names: reader.facts("name", &["at", "rust", "source"]),
            methods: reader.facts("method", Method::KEYS),
            errors: reader.facts("error", &["code", "name", "type", "doc", "source"]),
            deprecated: reader.facts("deprecated", &["at", "note", "source"]),
            docs: reader.docs(&specification),
            specification,
            document: None,
        };
        let sound = reader.sound;
        sound.then_some(Self { document: Some(document), ..overlay })
    }
}

struct Reader<'a> {
    document: &'a Document,
    diagnostics: &'a mut Diagnostics,
    sound: bool,
}

impl Reader<'_> {
    fn facts<T: DeserializeOwned>(&mut self, name: &str, keys: &[&str]) -> Vec<Fact<T>> {
        let mut facts = Vec::new();
        let Some(value) = self.document.value.get(name) else { return facts };
        let at = child("", name);
        let Some(list) = value.as_array() else {
            self.fail("OVL-01", &at, format!("facts of this kind are written [[{name}]]"));
            return facts;
        };
        for (index, value) in list.iter().enumerate() {
            let pointer = child(&at, &index.to_string());
            if !self.known(&pointer, value, keys) {
                continue;
            }
            if value.get("source").and_then(Value::as_str).is_none_or(str::is_empty) {
                self.fail("OVL-02", &pointer, "this fact has no `source`");
            }
            match T::deserialize(value) {
                Ok(says) => facts.push(Fact { pointer, says }),
                Err(error) => self.fail("OVL-01", &pointer, format!("this fact cannot be read: {error}")),
            }
        }
        facts
    }

    /// `[docs."PAGE"]` with a text for each type or member.
    fn docs(&mut self, specification: &str) -> BTreeMap<String, Fact<Doc>> {
        let mut docs = BTreeMap::new();
        let Some(value) = self.document.value.get("docs") else { return docs };
        let Some(pages) = value.as_object() else {
            self.fail("OVL-01", "/docs", "documentation is written [docs.\"PAGE\"]");
            return docs;
        };
        for (page, texts) in pages {
            let at = child("/docs", page);
            for (id, text) in texts.as_object().into_iter().flatten() {
                let pointer = child(&at, id);
                let Some(text) = text.as_str() else {
                    self.fail("OVL-01", &pointer, "documentation is a string");
                    continue;
                };
                let says = Doc { text: text.to_owned(), page: format!("{specification}/{page}") };
                if docs.insert(id.clone(), Fact { pointer: pointer.clone(), says }).is_some() {
                    self.fail("OVL-01", &pointer, format!("`{id}` is documented twice"));
                }
            }
        }
        docs
    }

    fn text(&mut self, name: &str) -> Option<String> {
        let text = self.document.value.get(name).and_then(Value::as_str).map(str::to_owned);
        if text.is_none() {
            self.fail("OVL-01", &child("", name), format!("`{name}` is missing, or no string"));
        }
        text
    }

    /// Whether a value is a table with known keys only.
    fn known(&mut self, pointer: &str, value: &Value, keys: &[&str]) -> bool {
        let Some(table) = value.as_object() else {
            self.fail("OVL-01", pointer, "a table is expected");
            return false;
        };
        let mut sound = true;
        for key in table.keys().filter(|key| !keys.contains(&key.as_str())) {
            sound = false;
            self.sound = false;
            let place = self.document.key_place(&child(pointer, key));
            self.diagnostics.push(
                Diagnostic::error("OVL-01", place, format!("the key `{key}` is not known here"))
                    .help(format!("known are: {}", keys.join(", "))),
            );
        }
        sound
    }

    fn fail(&mut self, rule: &'static str, pointer: &str, message: impl Into<String>) {
        self.sound = false;
        self.diagnostics.push(Diagnostic::error(rule, self.document.place(pointer), message));
    }
}
