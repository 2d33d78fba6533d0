//! Subschemas of one and the same value: no way through them may lead back to where it began, and
//! references that are nothing else are skipped.

use super::Fault;
use super::program::{Id, Node};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Fresh,
    Open,
    Done,
}

/// Faults: cycles that no value can end, spelled out, and chains of subschemas that are too long.
pub(super) fn check(nodes: &[Node], max_depth: usize) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut marks = vec![Mark::Fresh; nodes.len()];
    for start in 0..nodes.len() {
        if marks[start] != Mark::Fresh {
            continue;
        }
        marks[start] = Mark::Open;
        let mut way: Vec<(Id, Vec<Id>)> = vec![(start, in_place(&nodes[start]))];
        while let Some((id, open)) = way.last_mut() {
            let id = *id;
            let Some(next) = open.pop() else {
                marks[id] = Mark::Done;
                way.pop();
                continue;
            };
            match marks[next] {
                Mark::Done => {}
                Mark::Open => {
                    let from = way.iter().position(|(id, _)| *id == next).unwrap_or(0);
                    let mut names: Vec<&str> = way[from..].iter().map(|(id, _)| nodes[*id].place.as_str()).collect();
                    names.push(&nodes[next].place);
                    faults.push(fault(
                        "JSC-11",
                        &nodes[next].place,
                        format!("the schema refers to itself for one and the same value: {}", names.join(" -> ")),
                        "go down to a member or an item somewhere on the way",
                    ));
                }
                Mark::Fresh => {
                    marks[next] = Mark::Open;
                    if way.len() == max_depth {
                        let message = format!("more than {max_depth} subschemas follow one another for one value");
                        faults.push(fault(
                            "JSC-06",
                            &nodes[next].place,
                            message,
                            "write the chain of references shorter",
                        ));
                    }
                    way.push((next, in_place(&nodes[next])));
                }
            }
        }
    }
    faults
}

fn in_place(node: &Node) -> Vec<Id> {
    node.in_place.iter().rev().flat_map(|in_place| in_place.ids().into_iter().rev()).collect()
}

fn fault(rule: &'static str, place: &str, message: String, help: &str) -> Fault {
    let (document, pointer) = place.split_once('#').unwrap_or(("", place));
    let document = (!document.is_empty()).then(|| document.to_owned());
    Fault { document, pointer: pointer.to_owned(), rule, message, help: help.to_owned() }
}

/// Lets every edge lead past nodes that are nothing but a reference.
pub(super) fn skip_references(nodes: &mut [Node], roots: &mut [(String, Id)]) {
    let aliases: Vec<Option<Id>> = nodes.iter().map(Node::alias).collect();
    let skip = |id: &mut Id| {
        while let Some(target) = aliases.get(*id).copied().flatten() {
            *id = target;
        }
    };
    for node in nodes {
        node.children(skip);
    }
    for (_, id) in roots {
        skip(id);
    }
}
