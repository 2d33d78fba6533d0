//! A protocol schema: JSON Schema, but only the few words of it that MCP's published schemas use.
//!
//! Comes in: the [`Document`](crate::document::Document) of a schema. Goes out: its definitions as a
//! closed set of shapes. Always holds: every keyword was understood (one that is unknown would be
//! a rule silently dropped, so it is an error); every `$ref` leads to a definition.

mod keywords;
mod read;
pub mod vendor;

use std::collections::{BTreeMap, BTreeSet};

pub use read::{circle, read};

/// The definitions of a revision.
#[derive(Clone, Debug, PartialEq)]
pub struct ProtocolSchema {
    /// The definitions by name.
    pub definitions: BTreeMap<String, Node>,
    /// Where they stand: `$defs` or `definitions`.
    pub keyword: &'static str,
}

/// One schema.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// JSON Pointer from the root of the document.
    pub pointer: String,
    /// `description`, as it stands there.
    pub description: Option<String>,
    /// What it says.
    pub shape: Shape,
}

/// What a schema says.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// Anything.
    Any,
    /// The definition of this name.
    Reference(String),
    /// One value.
    Constant(Literal),
    /// One of these strings.
    Strings(Vec<String>),
    /// Any string but these.
    OtherStrings(Vec<String>),
    /// A value of one of these kinds, none of them array or object.
    Scalar(Scalar),
    /// An array.
    Array(Box<Array>),
    /// An object.
    Object(Object),
    /// What fits at least one of these.
    AnyOf(Vec<Node>),
    /// What fits all of these.
    AllOf(Vec<Node>),
}

/// A legal value of `const`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Literal {
    /// A string.
    Text(String),
    /// An integer.
    Integer(i64),
}

/// A JSON type that is neither array nor object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// `string`
    String,
    /// `integer`
    Integer,
    /// `number`
    Number,
    /// `boolean`
    Boolean,
    /// `null`
    Null,
}

/// Scalars.
#[derive(Clone, Debug, PartialEq)]
pub struct Scalar {
    /// The JSON types.
    pub kinds: BTreeSet<Kind>,
    /// `format`, which is an annotation.
    pub format: Option<String>,
    /// `minimum`
    pub minimum: Option<f64>,
    /// `maximum`
    pub maximum: Option<f64>,
}

/// An array.
#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    /// What its items are.
    pub items: Node,
    /// `minItems`
    pub min: Option<u64>,
    /// `maxItems`
    pub max: Option<u64>,
}

/// An object.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Object {
    /// `properties`
    pub members: BTreeMap<String, Node>,
    /// `required`
    pub required: BTreeSet<String>,
    /// What other members are.
    pub rest: Rest,
    /// One of these has to be there, if any are named: what `anyOf` of `required` alone says.
    pub any_of: Vec<String>,
}

/// What the members are that an object does not name.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Rest {
    /// Anything: no `additionalProperties`, or `true`, or `{}`.
    #[default]
    Any,
    /// Values of a schema.
    Each(Box<Node>),
    /// There are none.
    Refused,
}
