//! What tells the alternatives of a union apart before any of them is read.

use std::collections::{BTreeMap, HashSet};
use std::rc::Rc;

use super::arena::Arena;
use super::shape::{Id, Object};

/// How a value shows which alternative it is.
#[derive(Debug)]
pub(super) enum Choice {
    /// By the string of a member.
    Tag { member: String, cases: Vec<Case> },
    /// By the member that only this alternative has; `None` for the one that has none of them.
    Key(Vec<Option<String>>),
}

/// The strings of the tag in one alternative.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Case {
    /// No string stands in two alternatives.
    pub(super) values: Vec<String>,
    /// Whether the tag may be absent: in one alternative at most.
    pub(super) absent: bool,
}

/// Finds what tells objects apart, if anything does.
pub(super) fn find(arena: &mut Arena<'_>, objects: &[Rc<Object>]) -> Option<Choice> {
    tag(arena, objects).or_else(|| keys(objects))
}

/// Among several tags the one with the fewest strings, then the first by name.
fn tag(arena: &mut Arena<'_>, objects: &[Rc<Object>]) -> Option<Choice> {
    let mut best: Option<(usize, &String, Vec<Case>)> = None;
    for name in objects.first()?.fields.keys() {
        let mut cases = Vec::with_capacity(objects.len());
        let mut seen = HashSet::new();
        for object in objects {
            let Some(member) = object.fields.get(name) else { break };
            let Some(values) = listed(arena, member.node) else { break };
            if !values.iter().all(|text| seen.insert(text.clone())) {
                break;
            }
            cases.push(Case { values, absent: !member.required });
        }
        let apart = cases.len() == objects.len() && cases.iter().filter(|case| case.absent).count() <= 1;
        let count = cases.iter().map(|case| case.values.len() + usize::from(case.absent)).sum();
        if apart && best.as_ref().is_none_or(|(least, ..)| count < *least) {
            best = Some((count, name, cases));
        }
    }
    best.map(|(_, member, cases)| Choice::Tag { member: member.clone(), cases })
}

fn listed(arena: &mut Arena<'_>, node: Id) -> Option<Vec<String>> {
    arena.shape(node).listed_strings().map(<[String]>::to_vec)
}

/// A required member that no other alternative lets through, for all but one of the alternatives.
fn keys(objects: &[Rc<Object>]) -> Option<Choice> {
    let mut owners: BTreeMap<&str, usize> = BTreeMap::new();
    for name in objects.iter().flat_map(|object| object.fields.keys()) {
        *owners.entry(name).or_default() += 1;
    }
    let open = objects.iter().filter(|object| object.rest.is_some()).count();
    let keys: Vec<Option<String>> = objects
        .iter()
        .map(|object| {
            let others_open = open - usize::from(object.rest.is_some());
            let own = |name: &str| others_open == 0 && owners.get(name) == Some(&1);
            object.fields.iter().find(|(name, member)| member.required && own(name)).map(|(name, _)| name.clone())
        })
        .collect();
    (keys.iter().filter(|key| key.is_none()).count() <= 1).then_some(Choice::Key(keys))
}
