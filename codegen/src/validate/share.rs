//! Equal subschemas become one: what is written twice is checked by one function.

use std::collections::HashMap;

use super::program::{Id, Node};

/// A round merges what has equal children, and most children are made after their parents; references
/// back need more rounds, and schemas without end must not get rounds without end.
const ROUNDS: usize = 8;

/// Lets every edge lead to the first of the nodes that are equal but for their place.
///
/// The nodes that lose their edges stay: nothing leads to them any more.
pub(super) fn merge(nodes: &mut [Node], roots: &mut [(String, Id)]) {
    let mut chosen: Vec<Id> = (0..nodes.len()).collect();
    for _ in 0..ROUNDS {
        let mut known: HashMap<Node, Id> = HashMap::new();
        let mut merged = false;
        for id in (0..nodes.len()).rev().filter(|id| chosen[*id] == *id).collect::<Vec<_>>() {
            nodes[id].children(|child| *child = chosen[*child]);
            let key = Node { place: String::new(), ..nodes[id].clone() };
            match known.get(&key) {
                None => {
                    known.insert(key, id);
                }
                Some(same) => {
                    chosen[id] = *same;
                    merged = true;
                }
            }
        }
        // A chosen one may itself have been merged in a later round.
        for id in (0..nodes.len()).rev() {
            let mut last = chosen[id];
            while chosen[last] != last {
                last = chosen[last];
            }
            chosen[id] = last;
        }
        if !merged {
            break;
        }
    }
    // The earliest place names them all.
    let mut first = chosen.clone();
    for (id, same) in chosen.iter().enumerate().rev() {
        first[*same] = id;
    }
    let earliest = |id: &mut Id| *id = first[chosen[*id]];
    for node in nodes.iter_mut() {
        node.children(earliest);
    }
    for (_, id) in roots {
        earliest(id);
    }
}
