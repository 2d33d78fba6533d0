//! The protocol's part of the model: types, unions, methods, error codes of one revision.
//!
//! Always holds: a type's id is its definition's name, or the path of members below it that leads to
//! an inline schema (`CompleteRequestParams.argument`, `ReadResourceResult.contents.item`), so that
//! ids and their diffs are stable; every reference leads to a type of the same model; a union says
//! how it is decided.

use std::collections::BTreeMap;

use serde::Serialize;

/// The messages of one revision.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Protocol {
    /// The revision, such as `2026-07-28`.
    pub revision: String,
    /// The types by id.
    pub types: BTreeMap<TypeId, TypeDef>,
    /// The methods by their names, requests and notifications.
    pub methods: BTreeMap<String, Method>,
    /// The error codes, from the highest down.
    pub errors: Vec<ErrorCode>,
}

/// A definition's name, or the path to an inline schema.
pub type TypeId = String;

/// A type.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TypeDef {
    /// Rust name.
    pub rust: String,
    /// What it is for.
    pub doc: Doc,
    /// What it consists of.
    pub kind: Kind,
}

/// Documentation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Doc {
    /// Text as its author wrote it: to be cleaned before it is emitted.
    pub text: String,
    /// The page of the specification.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<String>,
    /// Why it should not be used any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deprecated: Option<String>,
}

/// What a type consists of.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Kind {
    /// An object with named members.
    Struct(Struct),
    /// One of several.
    Union(Union),
    /// A string out of a list.
    StringEnum(StringEnum),
    /// Another name.
    Alias(TypeRef),
}

/// A use of a type.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum TypeRef {
    /// A type of the model.
    Named(TypeId),
    /// An array.
    List {
        /// Its items.
        item: Box<TypeRef>,
        /// Fewest items.
        #[serde(skip_serializing_if = "Option::is_none")]
        min: Option<u64>,
        /// Most items.
        #[serde(skip_serializing_if = "Option::is_none")]
        max: Option<u64>,
    },
    /// An object whose member names are free.
    Map(Box<TypeRef>),
    /// The type or `null`.
    Nullable(Box<TypeRef>),
    /// A string.
    String,
    /// A number without a fraction.
    Integer(Bounds),
    /// A number.
    Number(Bounds),
    /// `true` or `false`.
    Boolean,
    /// `null`.
    Null,
    /// Any object.
    Object,
    /// Any value.
    Json,
}

/// Bounds of a number, both inclusive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Bounds {
    /// Least value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<f64>,
    /// Greatest value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<f64>,
}

/// An object with named members.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Struct {
    /// The members, sorted by their names on the wire.
    pub fields: Vec<Field>,
    /// What members are that it does not name; `None` when there must be none.
    pub rest: Option<TypeRef>,
    /// One of these members has to be there, if any are named.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub needs_one: Vec<String>,
}

/// A member.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Field {
    /// Name on the wire.
    pub wire: String,
    /// Rust name.
    pub rust: String,
    /// What it is for.
    pub doc: Doc,
    /// What it holds.
    pub content: Content,
}

/// What a member holds.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Content {
    /// A value that is always there.
    Required(TypeRef),
    /// A value that may be absent; `null` is not absence.
    Optional(TypeRef),
    /// One legal value: checked when read, written when sent, not stored.
    Constant {
        /// The value.
        value: Literal,
        /// Whether a peer may leave it out and mean the same.
        absent: bool,
    },
}

/// A constant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Literal {
    /// A string.
    Text(String),
    /// An integer.
    Integer(i64),
}

/// A string out of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StringEnum {
    /// The values, in the order of the schema.
    pub variants: Vec<StringVariant>,
    /// Rust name of the variant for every other string, where a peer may send one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<String>,
}

/// One of the strings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StringVariant {
    /// The string.
    pub wire: String,
    /// Rust name.
    pub rust: String,
}

/// One of several types.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Union {
    /// The types, in the order of the schema.
    pub variants: Vec<Variant>,
    /// How to tell which it is.
    pub dispatch: Dispatch,
}

/// A case of a union.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Variant {
    /// Rust name.
    pub rust: String,
    /// Its content.
    pub content: TypeRef,
}

/// How a union is decided; variants are counted from 0.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Dispatch {
    /// By a member that is another constant in each.
    Tag {
        /// The member.
        member: String,
        /// The constant of each variant.
        values: Vec<String>,
        /// The constant that absence stands for.
        #[serde(skip_serializing_if = "Option::is_none")]
        absent: Option<String>,
        /// Rust name of the variant for every other constant, where a peer may send one.
        #[serde(skip_serializing_if = "Option::is_none")]
        other: Option<String>,
    },
    /// By required members and constants; of those that fit, the one that names most members.
    Members,
    /// By JSON kind; several variants of one kind in order.
    Kinds(BTreeMap<JsonKind, Vec<usize>>),
    /// By whoever knows what to expect; it can be written, not read.
    ByCaller,
}

/// What the first character of a JSON value tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum JsonKind {
    /// An array.
    Array,
    /// `true` or `false`.
    Boolean,
    /// `null`.
    Null,
    /// A number.
    Number,
    /// An object.
    Object,
    /// A string.
    String,
}

/// A method.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Method {
    /// The message.
    pub message: TypeId,
    /// Who sends it.
    pub direction: Direction,
    /// What stands under `params`, if anything is defined.
    pub params: Option<TypeRef>,
    /// What stands under `result` of the response; `None` for a notification.
    pub result: Option<TypeRef>,
    /// The member of `params` that the header `Mcp-Name` mirrors (HDR-03).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name_from: Option<String>,
    /// Server capability without which it is not there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capability: Option<String>,
    /// Complete results carry cache hints (CCH-01).
    pub cacheable: bool,
    /// `cursor` and `nextCursor` apply (PAG-01).
    pub paginated: bool,
    /// The result may ask for input instead (MRT-02).
    pub may_ask: bool,
    /// Whether the response is a stream that stays open.
    pub streams: bool,
    /// Why it should not be used any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deprecated: Option<String>,
}

/// Who sends a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Direction {
    /// The client, to the server.
    ToServer,
    /// The server, to the client.
    ToClient,
    /// Either.
    Both,
    /// The server, inside a result that asks for input (MRT-01).
    InResult,
}

/// An error code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ErrorCode {
    /// The code.
    pub code: i64,
    /// Name of the constant.
    pub rust: String,
    /// What it means.
    pub doc: Doc,
    /// The type that describes an error of this code, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<TypeId>,
}

impl Protocol {
    /// The type behind a reference, through all aliases; `None` where it ends in no named type.
    #[must_use]
    pub fn resolve<'a>(&'a self, of: &'a TypeRef) -> Option<(&'a TypeId, &'a TypeDef)> {
        let mut of = of;
        loop {
            let TypeRef::Named(id) = of else { return None };
            let (id, def) = self.types.get_key_value(id)?;
            match &def.kind {
                Kind::Alias(next) => of = next,
                _ => return Some((id, def)),
            }
        }
    }

    /// What a reference is, with aliases looked through.
    #[must_use]
    pub fn unaliased<'a>(&'a self, of: &'a TypeRef) -> &'a TypeRef {
        let mut of = of;
        while let TypeRef::Named(id) = of {
            match self.types.get(id).map(|def| &def.kind) {
                Some(Kind::Alias(next)) => of = next,
                _ => break,
            }
        }
        of
    }
}
