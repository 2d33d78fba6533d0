//! Where depth and work must be counted (JSC-06): only where a value, not the schema, decides them.
//!
//! Members and items are counted by the loops that visit them. What is left is the depth of schemas
//! that contain themselves, and subschemas of one value that multiply.

use crate::validate::Program;
use crate::validate::program::{Id, InPlace};

/// So many subschemas of one and the same value need no counting.
const FEW: u64 = 64;
/// The nodes whose function counts itself, where a run may be `limit` deep.
pub(super) fn counted(program: &Program, order: &[Id], limit: usize) -> Vec<bool> {
    let steps = steps(program, order);
    let depths = depths(program);
    let deep = |id: Id| depths.get(id).copied().flatten().is_none_or(|depth| depth >= limit);
    (0..program.nodes.len()).map(|id| deep(id) || steps.get(id).is_some_and(|steps| *steps > FEW)).collect()
}

/// How many subschemas see one value, each counted as often as it may be asked. `order` has the
/// subschemas of the same value first.
fn steps(program: &Program, order: &[Id]) -> Vec<u64> {
    let mut steps = vec![1u64; program.nodes.len()];
    // To know what a subschema has evaluated, its branches are asked again.
    let mut marks = vec![1u64; program.nodes.len()];
    for id in order {
        let node = &program.nodes[*id];
        for inner in node.in_place.iter().flat_map(InPlace::ids) {
            steps[*id] = steps[*id].saturating_add(steps[inner]);
            marks[*id] = marks[*id].saturating_add(steps[inner]).saturating_add(marks[inner]);
        }
        if node.object.unevaluated.is_some() || node.array.unevaluated.is_some() {
            steps[*id] = steps[*id].saturating_add(marks[*id]);
        }
    }
    steps
}

/// How deep each node can be entered from the roots; `None` below a schema that contains itself.
fn depths(program: &Program) -> Vec<Option<usize>> {
    let children: Vec<Vec<Id>> = program
        .nodes
        .iter()
        .map(|node| {
            let mut ids = Vec::new();
            node.clone().children(|id| ids.push(*id));
            ids
        })
        .collect();
    // Kahn's order: what is never free of parents is in a cycle, or below one.
    let mut parents = vec![0usize; program.nodes.len()];
    children.iter().flatten().for_each(|id| parents[*id] += 1);
    let mut depths: Vec<Option<usize>> = vec![None; program.nodes.len()];
    let mut longest = vec![0usize; program.nodes.len()];
    let mut open: Vec<Id> = (0..program.nodes.len()).filter(|id| parents[*id] == 0).collect();
    while let Some(id) = open.pop() {
        depths[id] = Some(longest[id]);
        for child in &children[id] {
            longest[*child] = longest[*child].max(longest[id] + 1);
            parents[*child] -= 1;
            if parents[*child] == 0 {
                open.push(*child);
            }
        }
    }
    depths
}
