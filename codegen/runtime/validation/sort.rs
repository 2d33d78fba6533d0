//! The order of things, found once for all that are sorted: what sorts one more type of item is two thousand lines more
//! to compile.

use std::cmp::Ordering;

/// The places of this many things in the order that is said of two places. Equal ones stay as they are.
pub(in super::super) fn order(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_unstable_by(|one, other| compare(*one, *other).then(one.cmp(other)));
    order
}

/// Puts the items of a list into the order of their places.
pub(in super::super) fn arrange<T>(list: &mut [T], order: &[usize]) {
    let mut goes_to = vec![0; order.len()];
    for (to, from) in order.iter().enumerate() {
        if let Some(place) = goes_to.get_mut(*from) {
            *place = to;
        }
    }
    for place in 0..list.len() {
        // Each swap brings one item to where it stays.
        while let Some(to) = goes_to.get(place).copied().filter(|to| *to != place && *to < list.len()) {
            list.swap(place, to);
            goes_to.swap(place, to);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{arrange, order};

    #[test]
    fn things_are_put_in_order_and_equal_ones_stay_as_they_are() {
        let mut draw = 1_u32;
        for count in 0..200 {
            let mut list: Vec<(u32, usize)> = Vec::new();
            for place in 0..count {
                draw = draw.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                list.push((draw >> 28, place));
            }
            let mut sorted = list.clone();
            sorted.sort_by_key(|(key, _)| *key);
            let order = order(count, &|one, other| list[one].0.cmp(&list[other].0));
            arrange(&mut list, &order);
            assert_eq!(list, sorted);
        }
    }
}
