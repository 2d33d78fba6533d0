//! The keywords of the two dialects: what form the value of each must have, and in which vocabulary
//! it stands.
//!
//! One flat table. The check that a schema is valid in its own dialect (JSC-03), the search for
//! subschemas, and the meta-schemas themselves are read off it.

use super::dialect::{Dialect, Vocabulary};

/// The form of a keyword's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Any JSON value.
    Any,
    Boolean,
    String,
    /// An array of any values.
    Array,
    Number,
    PositiveNumber,
    /// A whole number from 0 on; `2.0` is one.
    Count,
    /// One of the seven type names, or an array of them without repetition.
    Types,
    /// An array of strings without repetition.
    Names,
    /// An object whose members are arrays of strings.
    NameLists,
    /// A string that is an ECMA-262 pattern.
    Pattern,
    /// A plain name for a fragment.
    Anchor,
    /// A URI, with or without a scheme.
    Reference,
    /// A URI reference without a fragment.
    Identifier,
    /// An object of booleans, the names URIs.
    Vocabularies,
    Schema,
    /// An array of at least one schema.
    Schemas,
    /// A schema, or an array of at least one.
    SchemaOrSchemas,
    /// An object of schemas.
    SchemaMap,
    /// An object of schemas, the names patterns.
    PatternMap,
    /// An object; each member a schema, or an array of strings.
    SchemaOrNames,
}

impl Form {
    /// What is legal, after "expected".
    pub(super) fn expected(self) -> &'static str {
        match self {
            Self::Any => "any value",
            Self::Boolean => "true or false",
            Self::String => "a string",
            Self::Array => "an array",
            Self::Number => "a number",
            Self::PositiveNumber => "a number greater than 0",
            Self::Count => "a whole number from 0 on",
            Self::Types => {
                "\"null\", \"boolean\", \"integer\", \"number\", \"string\", \"array\", \"object\", or an array of different ones of them"
            }
            Self::Names => "an array of different strings",
            Self::NameLists => "an object of arrays of different strings",
            Self::Pattern => "a string that holds an ECMA-262 pattern",
            Self::Anchor => "a name of letters, digits, `-`, `_` and `.` that begins with a letter or `_`",
            Self::Reference => "a URI reference (RFC 3986)",
            Self::Identifier => "a URI reference (RFC 3986) without a fragment",
            Self::Vocabularies => "an object of URIs, each with true or false",
            Self::Schema => "a schema: an object, true or false",
            Self::Schemas => "an array of at least one schema",
            Self::SchemaOrSchemas => "a schema, or an array of schemas",
            Self::SchemaMap => "an object of schemas",
            Self::PatternMap => "an object of schemas, each under an ECMA-262 pattern",
            Self::SchemaOrNames => "an object; under each name a schema or an array of different strings",
        }
    }
}

/// One keyword of one dialect or of both.
#[derive(Clone, Copy, Debug)]
pub(super) struct Keyword {
    pub(super) name: &'static str,
    /// In 2020-12, if it is known there.
    pub(super) current: Option<(Vocabulary, Form)>,
    /// In draft-07, if it is known there.
    pub(super) draft7: Option<Form>,
}

/// The form of `name` in a dialect; `None` for an unknown keyword, which means nothing.
pub(super) fn form(dialect: Dialect, name: &str) -> Option<Form> {
    let keyword = KEYWORDS.iter().find(|keyword| keyword.name == name)?;
    match dialect {
        Dialect::Draft202012 => keyword.current.map(|(_, form)| form),
        Dialect::Draft7 => keyword.draft7,
    }
}

const fn both(name: &'static str, vocabulary: Vocabulary, form: Form) -> Keyword {
    Keyword { name, current: Some((vocabulary, form)), draft7: Some(form) }
}

const fn current(name: &'static str, vocabulary: Vocabulary, form: Form) -> Keyword {
    Keyword { name, current: Some((vocabulary, form)), draft7: None }
}

const fn draft7(name: &'static str, form: Form) -> Keyword {
    Keyword { name, current: None, draft7: Some(form) }
}

use Vocabulary::{Applicator, Content, Core, Deprecated, Format, MetaData, Unevaluated, Validation};

/// All keywords.
pub(super) const KEYWORDS: &[Keyword] = &[
    both("$schema", Core, Form::Reference),
    Keyword { name: "$id", current: Some((Core, Form::Identifier)), draft7: Some(Form::Reference) },
    both("$ref", Core, Form::Reference),
    current("$anchor", Core, Form::Anchor),
    current("$dynamicRef", Core, Form::Reference),
    current("$dynamicAnchor", Core, Form::Anchor),
    current("$vocabulary", Core, Form::Vocabularies),
    both("$comment", Core, Form::String),
    current("$defs", Core, Form::SchemaMap),
    current("prefixItems", Applicator, Form::Schemas),
    Keyword { name: "items", current: Some((Applicator, Form::Schema)), draft7: Some(Form::SchemaOrSchemas) },
    draft7("additionalItems", Form::Schema),
    both("contains", Applicator, Form::Schema),
    both("additionalProperties", Applicator, Form::Schema),
    both("properties", Applicator, Form::SchemaMap),
    both("patternProperties", Applicator, Form::PatternMap),
    current("dependentSchemas", Applicator, Form::SchemaMap),
    both("propertyNames", Applicator, Form::Schema),
    both("if", Applicator, Form::Schema),
    both("then", Applicator, Form::Schema),
    both("else", Applicator, Form::Schema),
    both("allOf", Applicator, Form::Schemas),
    both("anyOf", Applicator, Form::Schemas),
    both("oneOf", Applicator, Form::Schemas),
    both("not", Applicator, Form::Schema),
    current("unevaluatedItems", Unevaluated, Form::Schema),
    current("unevaluatedProperties", Unevaluated, Form::Schema),
    both("type", Validation, Form::Types),
    both("const", Validation, Form::Any),
    both("enum", Validation, Form::Array),
    both("multipleOf", Validation, Form::PositiveNumber),
    both("maximum", Validation, Form::Number),
    both("exclusiveMaximum", Validation, Form::Number),
    both("minimum", Validation, Form::Number),
    both("exclusiveMinimum", Validation, Form::Number),
    both("maxLength", Validation, Form::Count),
    both("minLength", Validation, Form::Count),
    both("pattern", Validation, Form::Pattern),
    both("maxItems", Validation, Form::Count),
    both("minItems", Validation, Form::Count),
    both("uniqueItems", Validation, Form::Boolean),
    current("maxContains", Validation, Form::Count),
    current("minContains", Validation, Form::Count),
    both("maxProperties", Validation, Form::Count),
    both("minProperties", Validation, Form::Count),
    both("required", Validation, Form::Names),
    current("dependentRequired", Validation, Form::NameLists),
    both("title", MetaData, Form::String),
    both("description", MetaData, Form::String),
    both("default", MetaData, Form::Any),
    current("deprecated", MetaData, Form::Boolean),
    both("readOnly", MetaData, Form::Boolean),
    both("writeOnly", MetaData, Form::Boolean),
    both("examples", MetaData, Form::Array),
    both("format", Format, Form::String),
    both("contentEncoding", Content, Form::String),
    both("contentMediaType", Content, Form::String),
    current("contentSchema", Content, Form::Schema),
    both("definitions", Deprecated, Form::SchemaMap),
    both("dependencies", Deprecated, Form::SchemaOrNames),
    current("$recursiveAnchor", Deprecated, Form::Anchor),
    current("$recursiveRef", Deprecated, Form::Reference),
];
