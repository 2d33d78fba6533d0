//! From JSON to the types of the protocol and back, exactly.
//!
//! Comes in: JSON text or a [`Value`]. Goes out: a value of a generated type, or the place and the
//! reason why there is none. Always holds: what is decoded is encoded as equal JSON, members that a
//! type does not name included; a constant is checked when it is read and written when it is sent,
//! never stored; `null` is not absence; no union is decided by trial where a member decides it.
//!
//! Generated modules describe their types by the macros `object!`, `tagged!`, `by_members!`,
//! `by_kind!` and `string_enum!`, with this module in scope under the name `wire`.
#![allow(unused_macros, unused_imports, reason = "which macros a generated module needs depends on its schema")]

mod decode;
mod fault;
mod members;
mod message;
mod number;
mod object;
mod union;

pub use decode::{Decode, Seed};
pub use fault::{DecodeError, at, duplicate, from_slice, from_str, from_value, missing};
pub use members::{Extra, Key, Members, Nothing};
pub use message::{Notification, Request};
pub use number::{Integer, Magnitude, at_least, at_most, between, items};
pub use object::{IntoLiteral, Literal, NeedsOne, Object, ObjectVisitor, required, write_extra};
pub use union::{
    ByKind, KindVisitor, MemberReader, Shape, Tagged, TaggedVisitor, boxed, candidates, hold, read_best, refuse,
    untagged_fault,
};

pub use serde_json::{Map, Number, Value};

/// Any object.
pub type JsonObject = Map<String, Value>;

pub(crate) use object::{constant_seen, deserialize, literal, object, read, rest, string_enum, unlisted};
pub(crate) use union::{any_of_these, by_caller, by_kind, by_members, tagged};
