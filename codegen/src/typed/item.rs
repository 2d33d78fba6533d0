//! What is written out: items, and the types of their parts.
//!
//! Plain data between [`super::plan`], which decides it, [`super::engine`], which asks typify for
//! the Rust types, and [`super::write`].

use std::rc::Rc;

use serde_json::Value;

use super::part::Type;
use super::tag::Case;

/// A type that is written out.
#[derive(Debug)]
pub(super) struct Item<'a> {
    /// Names from the root to here, as they stand on the wire.
    pub(super) path: Vec<String>,
    /// The schema that it is documented by.
    pub(super) schema: Option<&'a Value>,
    /// A sentence about how the type differs from what the schema says.
    pub(super) remark: Option<&'static str>,
    pub(super) body: Body<'a>,
}

#[derive(Debug)]
pub(super) enum Body<'a> {
    Struct {
        fields: Vec<Field<'a>>,
        rest: Option<Type>,
    },
    Strings(Vec<String>),
    Newtype(Type),
    /// Told apart by the kind of JSON value.
    ByKind(Vec<(Kind, Type)>),
    /// Told apart by the string of one member.
    ByTag {
        member: String,
        variants: Vec<(Case, Type)>,
    },
    /// Told apart by the members that there are; `None` has none of the others'.
    ByKey(Vec<(Option<String>, Type)>),
}

#[derive(Debug)]
pub(super) struct Field<'a> {
    pub(super) wire: String,
    pub(super) ty: Type,
    pub(super) required: bool,
    pub(super) schema: Option<&'a Value>,
    /// Where in the schema it is.
    pub(super) at: Rc<str>,
}

/// A kind of JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Boolean,
    Number,
    String,
    Array,
    Object,
}

impl Kind {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Boolean => "Boolean",
            Self::Number => "Number",
            Self::String => "String",
            Self::Array => "Array",
            Self::Object => "Object",
        }
    }
}
