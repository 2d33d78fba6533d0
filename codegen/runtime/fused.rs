//! Arguments out of their text and checked, in one reading.
//!
//! Comes in: JSON text that nobody has looked at. Goes out: a typed value, or nothing. Generated
//! functions ask a [`Reader`] for what their schema wants, member by member. Always holds:
//!
//! - a value that comes out is the one that the validator of the `serde_json::Value` accepts and
//!   the type's own `Deserialize` makes of it;
//! - nothing coming out says nothing: text that is no JSON, a value that breaks its schema, a
//!   member that stands there twice, a bound that may be hit (JSC-06) all end here, and
//!   [`call::arguments`](super::call::arguments) takes the long way, which finds the words;
//! - memory is that of the value; work is linear in the text, but for `uniqueItems`; depth is bounded.

mod numbers;
mod parts;
mod reader;
mod strings;
mod unique;

pub use reader::{Cost, Reader};
pub use unique::{differ, floats_differ};

use super::validation::Limits;

/// Reads a whole text. `read` is a generated function, `cost` what its schema may cost at most.
pub fn read<'t, T>(
    text: &'t str,
    limits: &Limits,
    cost: Cost,
    read: impl FnOnce(&mut Reader<'t>) -> Option<T>,
) -> Option<T> {
    let mut reader = Reader::new(text, limits, cost)?;
    let value = read(&mut reader)?;
    reader.ends().then_some(value)
}

/// Whether a value that was written as `text` is within the bounds of its validator: nothing where that has to be asked
/// (JSC-06). `cost` is what its schema may cost at most, `nesting` how many containers may be in it, one inside the other.
#[must_use]
pub fn within(text: &str, limits: &Limits, cost: Cost, nesting: usize) -> Option<()> {
    (Reader::new(text, limits, cost)?.room >= nesting).then_some(())
}

/// Fills the place of a member; nothing if it was filled before.
#[inline]
pub fn once<T>(place: &mut Option<T>, value: T) -> Option<()> {
    // The validator sees the last of two members of one name: not known here.
    if place.is_some() {
        return None;
    }
    *place = Some(value);
    Some(())
}

/// Keeps a member that no field is for; nothing if there was one of this name before.
#[inline]
pub fn keep<M: Members>(members: &mut M, name: &str, value: M::Value) -> Option<()> {
    members.add(name.to_owned(), value).then_some(())
}

/// Where members are kept by name.
pub trait Members: Default {
    /// What is kept.
    type Value;
    /// Adds a member; false if there was one of this name.
    fn add(&mut self, name: String, value: Self::Value) -> bool;
}

impl Members for serde_json::Map<String, serde_json::Value> {
    type Value = serde_json::Value;

    fn add(&mut self, name: String, value: serde_json::Value) -> bool {
        self.insert(name, value).is_none()
    }
}

impl<T> Members for std::collections::BTreeMap<String, T> {
    type Value = T;

    fn add(&mut self, name: String, value: T) -> bool {
        self.insert(name, value).is_none()
    }
}
