//! Dialects and vocabularies: which keywords a schema's `$schema` turns on.

use std::collections::BTreeSet;

use serde_json::Value;

/// A dialect that validators can be made for (JSC-01, JSC-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dialect {
    /// JSON Schema draft-07.
    Draft7,
    /// JSON Schema 2020-12, also where no `$schema` says anything.
    Draft202012,
}

/// `$schema` of 2020-12.
pub const DRAFT_2020_12: &str = "https://json-schema.org/draft/2020-12/schema";
/// `$schema` of draft-07, without the empty fragment that it is usually written with.
pub const DRAFT_7: &str = "http://json-schema.org/draft-07/schema";

impl Dialect {
    /// The dialect of a `$schema` value that is one of the standard's own.
    #[must_use]
    pub fn of_uri(uri: &str) -> Option<Self> {
        // Both schemes are met in the wild, with and without the empty fragment.
        let bare = uri.strip_suffix('#').unwrap_or(uri);
        let path = bare.strip_prefix("https://").or_else(|| bare.strip_prefix("http://"))?;
        match path {
            "json-schema.org/draft/2020-12/schema" => Some(Self::Draft202012),
            "json-schema.org/draft-07/schema" => Some(Self::Draft7),
            _ => None,
        }
    }
}

/// A vocabulary of 2020-12. `Deprecated` is what its meta-schema still gives a form, without meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Vocabulary {
    Core,
    Applicator,
    Unevaluated,
    Validation,
    MetaData,
    Format,
    Content,
    Deprecated,
}

impl Vocabulary {
    /// Those with a URI, and the last part of it; the meta-schema of each ends in the same part.
    pub(super) const ALL: &'static [(Self, &'static str)] = &[
        (Self::Core, "core"),
        (Self::Applicator, "applicator"),
        (Self::Unevaluated, "unevaluated"),
        (Self::Validation, "validation"),
        (Self::MetaData, "meta-data"),
        (Self::Format, "format-annotation"),
        (Self::Content, "content"),
    ];

    /// Where the URIs of vocabularies begin.
    pub(super) const BASE: &'static str = "https://json-schema.org/draft/2020-12/vocab/";

    fn of_uri(uri: &str) -> Option<Self> {
        let last = uri.strip_prefix(Self::BASE)?;
        let last = if last == "format-assertion" { "format-annotation" } else { last };
        Self::ALL.iter().find(|(_, name)| *name == last).map(|(vocabulary, _)| *vocabulary)
    }
}

/// What a schema resource is read as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reading {
    pub(super) dialect: Dialect,
    /// The vocabularies that are on; of draft-07 all.
    vocabularies: BTreeSet<Vocabulary>,
    /// Whether the meta-schema demands that `format` is asserted.
    pub(super) asserts_format: bool,
    /// Whether it is legal only with an implementation that asserts every format of the standard.
    pub(super) requires_formats: bool,
}

impl Reading {
    /// A dialect with everything that belongs to it.
    pub(super) fn standard(dialect: Dialect) -> Self {
        let vocabularies = Vocabulary::ALL.iter().map(|(vocabulary, _)| *vocabulary).collect();
        Self { dialect, vocabularies, asserts_format: false, requires_formats: false }
    }

    /// What a meta-schema of somebody else's turns on; the URI of a vocabulary that is required and
    /// unknown is the error.
    pub(super) fn of_meta_schema(dialect: Dialect, meta_schema: &Value) -> Result<Self, String> {
        let Some(Value::Object(listed)) = meta_schema.get("$vocabulary") else { return Ok(Self::standard(dialect)) };
        let mut reading = Self { vocabularies: BTreeSet::from([Vocabulary::Core]), ..Self::standard(dialect) };
        let mut uris: Vec<(&String, &Value)> = listed.iter().collect();
        uris.sort_by_key(|(uri, _)| *uri);
        for (uri, required) in uris {
            match Vocabulary::of_uri(uri) {
                Some(vocabulary) => {
                    let asserts = uri.ends_with("/format-assertion");
                    reading.asserts_format |= asserts;
                    reading.requires_formats |= asserts && required == &Value::Bool(true);
                    reading.vocabularies.insert(vocabulary);
                }
                None if required == &Value::Bool(true) => return Err(uri.clone()),
                None => {}
            }
        }
        Ok(reading)
    }

    /// Whether keywords of a vocabulary mean anything here.
    pub(super) fn has(&self, vocabulary: Vocabulary) -> bool {
        self.vocabularies.contains(&vocabulary)
    }
}
