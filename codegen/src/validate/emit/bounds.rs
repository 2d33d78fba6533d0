//! Where depth and work must be counted (JSC-06): only where a value, not the schema, decides them.
//!
//! Members and items are counted by the loops that visit them. What is left is the depth of schemas
//! that contain themselves, and subschemas of one value that multiply. Where the schema alone bounds
//! what each part of a value may cost, below what each part is given, nothing is counted at all.

use super::dispatch::Dispatches;
use crate::validate::Program;
use crate::validate::ecma::Engine;
use crate::validate::program::{Id, InPlace, Node, Types};

/// So many subschemas of one and the same value need no counting.
const FEW: u64 = 64;

/// So many looks at one part of a value need no counting either: the longest message that a server takes by
/// default has two million parts, and that is not much more than the work that a value is given (`Limits`).
const LOOKS: u64 = 16;

/// So many names or values to compare with are one look.
const COMPARISONS: usize = 32;

/// Whether no part of a value is looked at more often than [`LOOKS`] says, nor a run `limit` deep, whatever
/// the value.
pub(super) fn are_proved(program: &Program, dispatches: &Dispatches, limit: usize) -> bool {
    let counts_itself = |node: &Node| {
        // These take more than one step a part, and count.
        node.string.reads_expressions()
            || node.array.unique
            || node.object.unevaluated.is_some()
            || node.array.unevaluated.is_some()
    };
    let machines = program.patterns.iter().any(|pattern| matches!(pattern.engine, Engine::Machine(_)));
    if machines || program.nodes.iter().any(counts_itself) {
        return false;
    }
    let mut deepest = 0;
    let mut order = Vec::with_capacity(program.nodes.len());
    let left = each_after_parents(program, |id, depth, _| {
        deepest = deepest.max(depth);
        order.push(id);
    });
    order.reverse();
    !left && deepest < limit && looks(program, dispatches, &order) <= LOOKS
}

/// How often one part of a value may be looked at, the roots being asked once each. `order` has each
/// subschema before the one that has it.
fn looks(program: &Program, dispatches: &Dispatches, order: &[Id]) -> u64 {
    let sum = |ids: &[Id], of: &[u64]| ids.iter().fold(0u64, |sum, id| sum.saturating_add(of[*id]));
    // At the value itself, at any one part right below or deeper, and the greater of the two.
    let (mut here, mut below, mut anywhere) =
        (vec![0u64; order.len()], vec![0u64; order.len()], vec![0u64; order.len()]);
    for id in order {
        let node = &program.nodes[*id];
        let (object, array) = (&node.object, &node.array);
        let compared = node.values.iter().map(|(_, values)| values.len()).sum::<usize>()
            + object.required.len()
            + object.dependent_required.iter().map(|(_, names)| 1 + names.len()).sum::<usize>();
        let inner = |of: &[u64]| {
            node.in_place.iter().enumerate().fold(0u64, |looks, (index, part)| {
                let ids = part.ids();
                looks.saturating_add(match dispatches.contains_key(&(*id, index)) {
                    // The member that tells them apart is found, and one of these is asked; what is no object sees
                    // the others.
                    true => {
                        let one = ids.iter().map(|id| of[*id]).max().unwrap_or_default().saturating_add(1);
                        let others = ids.into_iter().filter(|id| program.nodes[*id].types != Types::OBJECT);
                        one.max(sum(&others.collect::<Vec<_>>(), of))
                    }
                    false => sum(&ids, of),
                })
            })
        };
        let own = 1 + u64::try_from(compared / COMPARISONS).unwrap_or(u64::MAX);
        here[*id] = own.saturating_add(inner(&here));
        // A member has one name, an item one place: one of these.
        let named = object.properties.iter().map(|(_, id)| id).chain(&object.additional);
        let placed = array.prefix.iter().chain(array.rest.iter().map(|(_, id)| id));
        let one = named.chain(placed).map(|id| anywhere[*id]).max().unwrap_or_default();
        // And all of these.
        let all: Vec<Id> = (object.patterns.iter().map(|(_, id)| *id))
            .chain(object.names)
            .chain(array.contains.as_ref().map(|contains| contains.node))
            .collect();
        below[*id] = one.saturating_add(sum(&all, &anywhere)).saturating_add(inner(&below));
        anywhere[*id] = here[*id].max(below[*id]);
    }
    program.roots.iter().fold(0, |sum, (_, root)| sum.max(anywhere[*root]))
}

/// The nodes whose function counts itself, where a run may be `limit` deep: with the subschemas of the same value
/// that it asks and that do not count themselves, where those are more than a few. `order` as in [`steps`].
pub(super) fn counted(program: &Program, dispatches: &Dispatches, order: &[Id], limit: usize) -> Vec<Option<usize>> {
    let steps = steps(program, order);
    let depths = depths(program);
    let deep = |id: Id| depths.get(id).copied().flatten().is_none_or(|depth| depth >= limit);
    let counts = |id: Id| deep(id) || steps.get(id).is_some_and(|steps| *steps > FEW);
    let mut asked = vec![0usize; program.nodes.len()];
    for id in order {
        for (index, part) in program.nodes[*id].in_place.iter().enumerate() {
            let cost = |inner: Id| if counts(inner) { 0 } else { asked[inner].saturating_add(1) };
            let cost = match dispatches.get(&(*id, index)) {
                // One of these is asked.
                Some(dispatch) => dispatch.branches.iter().map(|(_, inner)| cost(*inner)).max().unwrap_or_default(),
                None => part.ids().into_iter().map(cost).fold(0, usize::saturating_add),
            };
            asked[*id] = asked[*id].saturating_add(cost);
        }
    }
    let many = |id: Id| if asked[id] as u64 > FEW { asked[id] } else { 0 };
    (0..program.nodes.len()).map(|id| counts(id).then(|| many(id))).collect()
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
