//! Unions that one member decides: which branch each tag chooses, settled before any code is written.
//!
//! Once the tag has chosen a branch, the branch need not look at the tag again: a copy of it without
//! that test is what is asked. Copies that are equal are one, so that ten thousand branches which
//! differ in their tag alone are one function and a list.

use std::collections::{BTreeMap, HashMap};

use super::facts::Facts;
use crate::validate::Program;
use crate::validate::program::{Id, InPlace, Node, Strings, Types};

/// A union of objects, decided by a member that is another string in each branch.
pub(super) struct Dispatch {
    /// The member.
    pub(super) name: String,
    /// What each tag chooses, sorted by tag.
    pub(super) branches: Vec<(String, Id)>,
}

/// By node, and the position among its subschemas of the same value.
pub(super) type Dispatches = BTreeMap<(Id, usize), Dispatch>;

/// The program with the copies, and where they are used.
pub(super) fn plan(program: &Program) -> (Program, Dispatches) {
    let facts = Facts::of(program, &Dispatches::new(), 0, true);
    let mut planned = program.clone();
    let any = planned.nodes.len();
    planned.nodes.push(Node::new(String::from("#")));
    let mut copies: HashMap<Node, Id> = HashMap::new();
    let mut dispatches = Dispatches::new();
    for (id, node) in program.nodes.iter().enumerate().filter(|(id, _)| facts.is_named(*id)) {
        for (index, part) in node.in_place.iter().enumerate() {
            let (InPlace::Any(ids) | InPlace::One(ids)) = part else { continue };
            let able: Vec<Id> = ids.iter().copied().filter(|id| facts.types(*id).meets(Types::OBJECT)).collect();
            let Some((name, tags)) = tag(&facts, &able) else { continue };
            let branches = tags
                .into_iter()
                .map(|(text, branch)| {
                    let copy = without_tag(program, &name, branch, any);
                    (text, shared(&mut planned, &mut copies, branch, copy))
                })
                .collect();
            dispatches.insert((id, index), Dispatch { name, branches });
        }
    }
    (planned, dispatches)
}

/// A member that is another string in each branch.
fn tag(facts: &Facts, ids: &[Id]) -> Option<(String, Vec<(String, Id)>)> {
    let (first, rest) = ids.split_first().filter(|(_, rest)| !rest.is_empty())?;
    facts.tags(*first).keys().find_map(|name| {
        let mut tags: BTreeMap<&String, Id> = BTreeMap::new();
        for id in std::iter::once(first).chain(rest) {
            for text in facts.tags(*id).get(name)? {
                if tags.insert(text, *id).is_some() {
                    return None;
                }
            }
        }
        Some((name.clone(), tags.into_iter().map(|(text, id)| (text.clone(), id)).collect()))
    })
}

/// A branch that takes its tag for granted; `None` where the tag is tested further in.
fn without_tag(program: &Program, name: &str, branch: Id, any: Id) -> Option<Node> {
    let mut node = program.nodes.get(branch)?.clone();
    let property = node.object.properties.iter().position(|(known, _)| known == name)?;
    let tested = program.nodes.get(node.object.properties.get(property)?.1)?;
    let only_tag = tested.values.len() == 1
        && tested.types.meets(Types::STRING)
        && tested.string == Strings::default()
        && tested.in_place.is_empty();
    if !only_tag {
        return None;
    }
    node.object.properties.get_mut(property)?.1 = any;
    node.object.required.retain(|required| required != name);
    Some(node)
}

fn shared(program: &mut Program, copies: &mut HashMap<Node, Id>, branch: Id, copy: Option<Node>) -> Id {
    let Some(copy) = copy else { return branch };
    let key = Node { place: String::new(), ..copy.clone() };
    *copies.entry(key).or_insert_with(|| {
        program.nodes.push(copy);
        program.nodes.len() - 1
    })
}
