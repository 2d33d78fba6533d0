//! Where depth and work must be counted (JSC-06): only where a value, not the schema, decides them.
//!
//! Members and items are counted by the loops that visit them. What is left is the depth of schemas
//! that contain themselves, and subschemas of one value that multiply. Where the schema alone bounds
//! what each part of a value may cost, below what each part is given, nothing is counted at all.

use crate::validate::Program;
use crate::validate::ecma::Engine;
use crate::validate::program::{Id, InPlace};

/// So many subschemas of one and the same value need no counting.
const FEW: u64 = 64;

/// Whether no part of a value can be visited more than `most` times, nor a run be `limit` deep, whatever
/// the value: each visit is another way through the schema, and there are no more ways than that.
pub(super) fn are_proved(program: &Program, limit: usize, most: u64) -> bool {
    let counts_itself = |id: Id| {
        let node = &program.nodes[id];
        // These take more than one step a part, and count.
        node.array.unique || node.object.unevaluated.is_some() || node.array.unevaluated.is_some()
    };
    let machines = program.patterns.iter().any(|pattern| matches!(pattern.engine, Engine::Machine(_)));
    if machines || (0..program.nodes.len()).any(counts_itself) {
        return false;
    }
    let mut ways = vec![0u64; program.nodes.len()];
    program.roots.iter().for_each(|(_, root)| ways[*root] += 1);
    let mut deepest = 0;
    let mut total: u64 = 0;
    let left = each_after_parents(program, |id, depth, children| {
        deepest = deepest.max(depth);
        total = total.saturating_add(ways[id]);
        children.iter().for_each(|child| ways[*child] = ways[*child].saturating_add(ways[id]));
    });
    !left && deepest < limit && total <= most
}
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
    let mut depths: Vec<Option<usize>> = vec![None; program.nodes.len()];
    each_after_parents(program, |id, depth, _| depths[id] = Some(depth));
    depths
}

/// Visits the nodes, each after all that have it as a subschema, with its greatest depth and its subschemas;
/// says whether some are left, which is what schemas that contain themselves are, and all below them.
fn each_after_parents(program: &Program, mut visit: impl FnMut(Id, usize, &[Id])) -> bool {
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
    let mut longest = vec![0usize; program.nodes.len()];
    let mut count = 0;
    let mut open: Vec<Id> = (0..program.nodes.len()).filter(|id| parents[*id] == 0).collect();
    while let Some(id) = open.pop() {
        count += 1;
        visit(id, longest[id], &children[id]);
        for child in &children[id] {
            longest[*child] = longest[*child].max(longest[id] + 1);
            parents[*child] -= 1;
            if parents[*child] == 0 {
                open.push(*child);
            }
        }
    }
    count < program.nodes.len()
}
