//! What can be proved of nodes before any code is written.

use std::collections::{BTreeMap, BTreeSet};

use super::bounds;
use super::dispatch::Dispatches;
use super::inline;
use crate::validate::Program;
use crate::validate::program::{Id, InPlace, Node, Types};

/// Members that every valid object has as one of some strings, by name.
pub(super) type Tags = BTreeMap<String, BTreeSet<String>>;

/// Facts of all nodes.
pub(super) struct Facts {
    reached: Vec<bool>,
    types: Vec<Types>,
    tags: Vec<Tags>,
    required: Vec<BTreeSet<String>>,
    trivial: Vec<bool>,
    never: Vec<bool>,
    marks_members: Vec<bool>,
    marks_items: Vec<bool>,
    counted: Vec<Option<usize>>,
    counts: bool,
    inline: Vec<bool>,
}

impl Facts {
    /// `depth`: how deep a run may be without being counted; `chosen`: whether somebody chose the bounds, so that
    /// they are counted to the step.
    pub(super) fn of(program: &Program, dispatches: &Dispatches, depth: usize, chosen: bool) -> Self {
        let count = program.nodes.len();
        let mut facts = Self {
            reached: vec![false; count],
            types: vec![Types::ALL; count],
            tags: vec![Tags::new(); count],
            required: vec![BTreeSet::new(); count],
            trivial: vec![true; count],
            never: program.nodes.iter().map(|node| node.never).collect(),
            marks_members: vec![false; count],
            marks_items: vec![false; count],
            counted: vec![None; count],
            counts: chosen || !bounds::are_proved(program, dispatches, depth),
            inline: vec![false; count],
        };
        // Subschemas of the same value come before the schema that has them.
        let order = program.order();
        // What takes nothing depends on what takes everything, and the other way round.
        facts.trivial = silent(&program.nodes, &facts.never);
        for id in &order {
            facts.never[*id] = facts.is_never(&program.nodes[*id]);
        }
        facts.trivial = silent(&program.nodes, &facts.never);
        if facts.counts {
            facts.counted = bounds::counted(program, dispatches, &order, depth);
        }
        for id in order {
            facts.learn(program, id);
        }
        let uses = facts.reach(program, dispatches);
        for (id, node) in program.nodes.iter().enumerate() {
            let is_root = program.roots.iter().any(|(_, root)| *root == id);
            facts.inline[id] = !is_root && !facts.trivial[id] && inline::is_inline(node, uses[id]);
        }
        facts
    }

    /// Whether every value is valid.
    pub(super) fn always(&self, id: Id) -> bool {
        self.trivial[id]
    }

    /// Whether no value is valid.
    pub(super) fn never(&self, id: Id) -> bool {
        self.never[id]
    }

    /// Whether it has a name: for its function, or for the one that marks what it evaluates.
    pub(super) fn is_named(&self, id: Id) -> bool {
        let marks = self.marks_members[id] || self.marks_items[id];
        self.reached[id] && !self.never[id] && !self.inline[id] && (!self.trivial[id] || marks)
    }

    /// Whether it has no function because it is written where it is used.
    pub(super) fn is_inline(&self, id: Id) -> bool {
        self.inline[id]
    }

    /// The types that a valid value may have.
    pub(super) fn types(&self, id: Id) -> Types {
        self.types[id]
    }

    /// The tags of valid objects.
    pub(super) fn tags(&self, id: Id) -> &Tags {
        &self.tags[id]
    }

    /// The members that valid objects have.
    pub(super) fn required(&self, id: Id) -> &BTreeSet<String> {
        &self.required[id]
    }

    /// Whether members may count as evaluated by it.
    pub(super) fn marks_members(&self, id: Id) -> bool {
        self.marks_members[id]
    }

    /// Whether items may count as evaluated by it.
    pub(super) fn marks_items(&self, id: Id) -> bool {
        self.marks_items[id]
    }

    /// Whether anything counts depth and work.
    pub(super) fn counts(&self) -> bool {
        self.counts
    }

    /// Whether its function counts depth and work; and the steps that it takes beside its own.
    pub(super) fn counted(&self, id: Id) -> Option<usize> {
        self.counted[id]
    }

    /// Sets what is reached from the roots; gives how often each node is used.
    fn reach(&mut self, program: &Program, dispatches: &Dispatches) -> Vec<usize> {
        let mut uses = vec![0usize; program.nodes.len()];
        // What branches evaluate is asked of the branches as they are, tag and all.
        let marks = program.nodes.iter().any(|n| n.object.unevaluated.is_some() || n.array.unevaluated.is_some());
        let mut open: Vec<Id> = program.roots.iter().map(|(_, id)| *id).collect();
        while let Some(id) = open.pop() {
            if std::mem::replace(&mut self.reached[id], true) {
                continue;
            }
            let before = open.len();
            let mut node = program.nodes[id].clone();
            for (index, part) in node.in_place.iter_mut().enumerate() {
                let Some(dispatch) = dispatches.get(&(id, index)) else { continue };
                open.extend(dispatch.branches.iter().map(|(_, id)| *id));
                if let (InPlace::Any(ids) | InPlace::One(ids), false) = (part, marks) {
                    ids.retain(|id| self.types[*id] != Types::OBJECT);
                }
            }
            node.children(|child| open.push(*child));
            for id in open.iter().skip(before) {
                uses[*id] += 1;
            }
        }
        uses
    }

    fn is_never(&self, node: &Node) -> bool {
        let in_place = node.in_place.iter().any(|part| match part {
            InPlace::All(id) => self.never[*id],
            InPlace::Any(ids) => ids.iter().all(|id| self.never[*id]),
            InPlace::One(ids) => {
                ids.iter().all(|id| self.never[*id]) || ids.iter().filter(|id| self.trivial[**id]).count() > 1
            }
            InPlace::Not(id) => self.trivial[*id],
            InPlace::If { .. } | InPlace::Dependent(..) => false,
        });
        node.never || node.types == Types::NONE || node.values.iter().any(|(_, values)| values.is_empty()) || in_place
    }

    fn learn(&mut self, program: &Program, id: Id) {
        let node = &program.nodes[id];
        let mut types = if self.never[id] { Types::NONE } else { node.types };
        for (_, values) in &node.values {
            types = types.and(values.iter().map(Types::of).fold(Types::NONE, Types::or));
        }
        let mut required: BTreeSet<String> = node.object.required.iter().cloned().collect();
        let mut strings: Tags = Tags::new();
        for (name, property) in &node.object.properties {
            if let Some(values) = strings_of(&program.nodes[*property]) {
                strings.insert(name.clone(), values);
            }
        }
        let mut tags = Tags::new();
        for in_place in &node.in_place {
            match in_place {
                InPlace::All(inner) => {
                    types = types.and(self.types[*inner]);
                    required.extend(self.required[*inner].iter().cloned());
                    tags.extend(self.tags[*inner].clone());
                }
                InPlace::Any(all) | InPlace::One(all) => {
                    types = types.and(all.iter().map(|id| self.types[*id]).fold(Types::NONE, Types::or));
                }
                _ => {}
            }
        }
        tags.extend(strings.into_iter().filter(|(name, _)| required.contains(name)));
        let (array, object) = (&node.array, &node.object);
        let inner = |facts: &[bool]| {
            let evaluating = node.in_place.iter().filter(|in_place| !matches!(in_place, InPlace::Not(_)));
            evaluating.flat_map(InPlace::ids).any(|id| facts[id])
        };
        self.marks_members[id] = !object.properties.is_empty()
            || !object.patterns.is_empty()
            || object.additional.is_some()
            || object.unevaluated.is_some()
            || inner(&self.marks_members);
        self.marks_items[id] = !array.prefix.is_empty()
            || array.rest.is_some()
            || array.unevaluated.is_some()
            || array.contains.as_ref().is_some_and(|contains| contains.evaluates)
            || inner(&self.marks_items);
        self.types[id] = types;
        self.required[id] = required;
        self.tags[id] = tags;
    }
}

/// The nodes that take every value, also those whose subschemas do: the most that is consistent.
fn silent(nodes: &[Node], never: &[bool]) -> Vec<bool> {
    let mut silent: Vec<bool> = never.iter().map(|never| !never).collect();
    loop {
        let mut changed = false;
        // Most subschemas come after the schema that has them: backward, one round settles them.
        for (id, node) in nodes.iter().enumerate().rev() {
            if silent[id] && !is_silent(node, &silent, never) {
                silent[id] = false;
                changed = true;
            }
        }
        if !changed {
            return silent;
        }
    }
}

fn is_silent(node: &Node, silent: &[bool], never: &[bool]) -> bool {
    let (array, object) = (&node.array, &node.object);
    let all = |mut ids: &mut dyn Iterator<Item = Id>| Iterator::all(&mut ids, |id| silent[id]);
    let in_place = node.in_place.iter().all(|part| match part {
        InPlace::Any(ids) => ids.iter().any(|id| silent[*id]),
        InPlace::One(ids) => {
            let able: Vec<Id> = ids.iter().copied().filter(|id| !never[*id]).collect();
            able.len() == 1 && all(&mut able.into_iter())
        }
        InPlace::Not(id) => never[*id],
        InPlace::If { then, otherwise, .. } => all(&mut then.iter().chain(otherwise).copied()),
        InPlace::All(id) | InPlace::Dependent(_, id) => silent[*id],
    });
    let items = array.prefix.iter().copied().chain(array.rest.map(|(_, id)| id)).chain(array.unevaluated);
    let properties = object.properties.iter().map(|(_, id)| *id).chain(object.patterns.iter().map(|(_, id)| *id));
    let members = properties.chain(object.additional).chain(object.names).chain(object.unevaluated);
    node.types == Types::ALL && node.values.is_empty() && !node.asserts() && in_place && all(&mut items.chain(members))
}

/// The strings of a node that takes nothing else.
fn strings_of(node: &Node) -> Option<BTreeSet<String>> {
    let (_, values) = node.values.first()?;
    values.iter().map(|value| value.as_str().map(str::to_owned)).collect()
}
