//! The kinds of facts. Each has a `source`, which is for the reader of the overlay.

use serde::Deserialize;
use serde_json::Value;

/// One name, or several for which the same holds.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum OneOrMore {
    /// One.
    One(String),
    /// Several.
    More(Vec<String>),
}

impl OneOrMore {
    /// All of them.
    #[must_use]
    pub fn all(&self) -> &[String] {
        match self {
            Self::One(name) => std::slice::from_ref(name),
            Self::More(names) => names,
        }
    }
}

/// A part of the schema that is replaced.
#[derive(Clone, Debug, Deserialize)]
pub struct Patch {
    /// JSON Pointers.
    pub at: OneOrMore,
    /// What stands there, without prose.
    pub was: Value,
    /// What should.
    pub now: Value,
}

/// A member that has one legal value.
#[derive(Clone, Debug, Deserialize)]
pub struct Constant {
    /// The definitions.
    pub types: OneOrMore,
    /// The member, a string so far.
    pub member: String,
    /// The value.
    pub value: String,
    /// Whether absence means the same.
    #[serde(default)]
    pub absent: bool,
}

/// Members of which one must be there.
#[derive(Clone, Debug, Deserialize)]
pub struct NeedsOne {
    /// The definition.
    #[serde(rename = "type")]
    pub of: String,
    /// The members.
    pub members: Vec<String>,
}

/// A union that a peer may extend.
#[derive(Clone, Debug, Deserialize)]
pub struct Extensible {
    /// JSON Pointers of `anyOf`.
    pub at: OneOrMore,
    /// The member whose constants tell the variants apart.
    pub member: String,
}

/// The known values of a string.
#[derive(Clone, Debug, Deserialize)]
pub struct Values {
    /// Ids of types or members.
    pub at: OneOrMore,
    /// The values.
    pub values: Vec<String>,
}

/// A union that is decided in a way of its own.
#[derive(Clone, Debug, Deserialize)]
pub struct UnionFact {
    /// Ids.
    pub at: OneOrMore,
    /// How.
    pub decided: Decided,
}

/// How a union is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decided {
    /// By whoever knows what to expect.
    ByCaller,
    /// By the members of the value, although the definitions overlap.
    ByMembers,
}

/// A Rust name.
#[derive(Clone, Debug, Deserialize)]
pub struct Name {
    /// Ids of types that are the same.
    pub at: OneOrMore,
    /// The name.
    pub rust: String,
}

/// A method.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(clippy::struct_excessive_bools, reason = "they are independent facts")]
pub struct Method {
    /// The method.
    pub name: String,
    /// Id of the type under `result`.
    pub result: Option<String>,
    /// The member of `params` that `Mcp-Name` mirrors.
    pub name_from: Option<String>,
    /// The server capability.
    pub capability: Option<String>,
    /// Whether complete results carry cache hints.
    #[serde(default)]
    pub cacheable: bool,
    /// Whether it is paginated.
    #[serde(default)]
    pub paginated: bool,
    /// Whether the result may ask for input.
    #[serde(default)]
    pub may_ask: bool,
    /// Whether the response stays open.
    #[serde(default)]
    pub streams: bool,
}

impl Method {
    /// The keys.
    pub const KEYS: &[&str] =
        &["name", "result", "name-from", "capability", "cacheable", "paginated", "may-ask", "streams", "source"];
}

/// An error code.
#[derive(Clone, Debug, Deserialize)]
pub struct ErrorFact {
    /// The code.
    pub code: i64,
    /// Name of the constant.
    pub name: String,
    /// The definition of such an error.
    #[serde(rename = "type")]
    pub of: Option<String>,
    /// What it means.
    pub doc: String,
    /// Where that is written.
    pub source: String,
}

/// Something that should not be used any more.
#[derive(Clone, Debug, Deserialize)]
pub struct Deprecated {
    /// Ids of types, members, or methods.
    pub at: OneOrMore,
    /// Why, and what instead.
    pub note: String,
}
