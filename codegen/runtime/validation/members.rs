//! Members of objects by name.

use serde_json::{Map, Value};

/// In an object of so many members one is found faster by going through them: the names are compared by their length
/// first, and with a text that is known, while a look-up compares with what could be any text.
const FEW: usize = 16;

/// The member `name`.
#[inline]
#[must_use]
pub fn find<'v>(object: &'v Map<String, Value>, name: &str) -> Option<&'v Value> {
    if object.len() > FEW {
        return object.get(name);
    }
    let mut members = object.iter();
    // Taken before the loop, so that in the loop nothing asks whether it is the first.
    let mut next = members.next();
    while let Some((known, member)) = next {
        if known == name {
            return Some(member);
        }
        next = members.next();
    }
    None
}

/// Whether the member `name` is there.
#[inline]
#[must_use]
pub fn has(object: &Map<String, Value>, name: &str) -> bool {
    find(object, name).is_some()
}

/// The member `name` of what may be an object.
#[inline]
#[must_use]
pub fn of<'v>(value: &'v Value, name: &str) -> Option<&'v Value> {
    match value {
        Value::Object(object) => find(object, name),
        _ => None,
    }
}
