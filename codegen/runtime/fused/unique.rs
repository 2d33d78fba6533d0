//! `uniqueItems` of scalars that were read already.

use std::collections::HashSet;
use std::hash::Hash;

/// Up to this many items all pairs are compared.
const FEW: usize = 12;

/// Whether no two items are equal.
pub fn differ<T: Eq + Hash>(items: &[T]) -> bool {
    if items.len() <= FEW {
        return items.iter().enumerate().all(|(index, item)| !items.iter().take(index).any(|other| other == item));
    }
    let mut seen = HashSet::with_capacity(items.len());
    items.iter().all(|item| seen.insert(item))
}

/// Whether no two numbers are equal; `0` is `-0.0`.
#[must_use]
pub fn floats_differ(items: &[f64]) -> bool {
    let keys: Vec<u64> = items.iter().map(|item| (item + 0.0).to_bits()).collect();
    differ(&keys)
}
