//! `uniqueItems`: JSON equality between the items of one array, without comparing all pairs.

use std::hash::{BuildHasher, Hash, Hasher, RandomState};

use serde_json::Value;

use super::number;
use super::report::Report;

/// Up to this many items all pairs are compared: no allocation.
const FEW: usize = 12;

/// The position of the second of two equal items; `None` also when a bound is hit.
pub fn duplicate<R: Report>(items: &[Value], report: &mut R) -> Option<usize> {
    if items.len() <= FEW {
        return items.iter().enumerate().find_map(|(index, item)| {
            items.iter().take(index).any(|earlier| equal(earlier, item, report)).then_some(index)
        });
    }
    // Keyed, so that a sender cannot choose items that all have one hash.
    let keys = RandomState::new();
    let mut hashes = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        let mut digest = keys.build_hasher();
        if !hash(item, &mut digest, report) {
            return None;
        }
        hashes.push((digest.finish(), index));
    }
    hashes.sort_unstable();
    let mut first: Option<usize> = None;
    for (position, (key, index)) in hashes.iter().enumerate() {
        let equals = hashes.iter().take(position).rev().take_while(|(other, _)| other == key);
        for (_, earlier) in equals {
            let (Some(a), Some(b)) = (items.get(*earlier), items.get(*index)) else { continue };
            // Beyond a bound nothing is equal any more, and all that have one hash would be looked through.
            if !report.spend(1) {
                return None;
            }
            if equal(a, b, report) {
                first = Some(first.map_or(*index, |known| known.min(*index)));
                break;
            }
        }
    }
    first
}

/// The steps of reading a text beside the one that every value is.
fn long(text: &str) -> usize {
    text.len() / 1_024
}

/// Equality as JSON Schema defines it.
fn equal<R: Report>(a: &Value, b: &Value, report: &mut R) -> bool {
    if !report.spend(1) {
        return false;
    }
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => number::compare(a, b).is_eq(),
        (Value::String(a), Value::String(b)) => a.len() == b.len() && report.spend(long(a)) && a == b,
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equal(a, b, report)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|(name, a)| report.spend(long(name)) && b.get(name).is_some_and(|b| equal(a, b, report)))
        }
        (a, b) => a == b,
    }
}

/// Equal values have equal hashes: members in any order, 1 as 1.0. False when a bound is hit.
fn hash<R: Report>(value: &Value, hasher: &mut impl Hasher, report: &mut R) -> bool {
    if !report.spend(1) {
        return false;
    }
    match value {
        Value::Null => hasher.write_u8(0),
        Value::Bool(b) => b.hash(hasher),
        Value::Number(n) => number::hash(n, hasher),
        Value::String(s) if !report.spend(long(s)) => return false,
        Value::String(s) => s.hash(hasher),
        Value::Array(items) => {
            hasher.write_usize(items.len());
            return items.iter().all(|item| hash(item, hasher, report));
        }
        Value::Object(members) => {
            hasher.write_usize(members.len());
            let mut names: Vec<(&String, &Value)> = members.iter().collect();
            names.sort_unstable_by_key(|(name, _)| *name);
            return names.into_iter().all(|(name, member)| {
                name.hash(hasher);
                report.spend(long(name)) && hash(member, hasher, report)
            });
        }
    }
    true
}
