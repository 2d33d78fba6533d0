//! The member whose string tells the alternatives of a union apart.

use std::collections::HashSet;
use std::rc::Rc;

use super::arena::Arena;
use super::shape::Object;

/// A member that every alternative requires, and the strings that it has in each; no string in two.
pub(super) struct Tags {
    pub(super) member: String,
    pub(super) values: Vec<Vec<String>>,
}

/// Finds one; among several the one with the fewest strings, then the first by name.
pub(super) fn find(arena: &mut Arena<'_>, objects: &[Rc<Object>]) -> Option<Tags> {
    let (first, others) = objects.split_first()?;
    let mut best: Option<Tags> = None;
    for (name, member) in first.fields.iter().filter(|(_, member)| member.required) {
        let Some(own) = listed(arena, member.node) else { continue };
        let mut values = vec![own];
        for object in others {
            let Some(member) = object.fields.get(name).filter(|member| member.required) else { break };
            let Some(list) = listed(arena, member.node) else { break };
            values.push(list);
        }
        let mut seen = HashSet::new();
        let apart = values.len() == objects.len() && values.iter().flatten().all(|text| seen.insert(text.clone()));
        let count = |tags: &Tags| tags.values.iter().map(Vec::len).sum::<usize>();
        let tags = Tags { member: name.clone(), values };
        if apart && best.as_ref().is_none_or(|best| count(&tags) < count(best)) {
            best = Some(tags);
        }
    }
    best
}

fn listed(arena: &mut Arena<'_>, node: super::shape::Id) -> Option<Vec<String>> {
    arena.shape(node).listed_strings().map(<[String]>::to_vec)
}
