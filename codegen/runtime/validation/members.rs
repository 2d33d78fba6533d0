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

/// Where a name stands among many, which are sorted by their length and then by their bytes: most names are none of
/// them, which the length tells sooner than the bytes.
#[must_use]
pub fn position(names: &[&str], name: &str) -> Option<usize> {
    let (shortest, longest) = (names.first()?, names.last()?);
    if !(shortest.len()..=longest.len()).contains(&name.len()) {
        return None;
    }
    // Lengths are compared in a loop without branches, bytes by a call each.
    let start = names.partition_point(|known| known.len() < name.len());
    let rest = names.get(start..)?;
    let same = rest.get(..rest.partition_point(|known| known.len() == name.len()))?;
    same.binary_search(&name).ok().map(|index| start + index)
}

/// Whether all members of `names` are there.
#[must_use]
pub fn has_all(object: &Map<String, Value>, names: &[&str]) -> bool {
    names.iter().all(|name| object.contains_key(*name))
}

/// The members, for schemas with so many walks that each should be short.
#[must_use]
pub fn each(object: &Map<String, Value>) -> Each<'_> {
    Each(object.iter())
}

/// What [`each`] gives.
#[derive(Clone, Debug)]
pub struct Each<'v>(serde_json::map::Iter<'v>);

impl<'v> Iterator for Each<'v> {
    type Item = (&'v String, &'v Value);

    #[inline(never)]
    fn next(&mut self) -> Option<Self::Item> {
        self.0.next()
    }
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
