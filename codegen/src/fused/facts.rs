//! What can be said of subschemas without looking at a value.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::validate::Program;
use crate::validate::program::{Id, InPlace, Node, Types};

/// Facts of all nodes of a program.
#[derive(Debug)]
pub(super) struct Facts<'p> {
    pub(super) program: &'p Program,
    types: Vec<Types>,
    always: Vec<bool>,
    /// How many subschemas of one value are open inside one another, at most.
    chain: Vec<usize>,
    /// How many subschemas see one value, each counted as often as it is asked.
    asked: Vec<u64>,
}

impl<'p> Facts<'p> {
    pub(super) fn of(program: &'p Program) -> Self {
        let count = program.nodes.len();
        let mut facts = Self {
            program,
            types: vec![Types::ALL; count],
            always: vec![true; count],
            chain: vec![1; count],
            asked: vec![1; count],
        };
        for id in program.order() {
            facts.learn(id);
        }
        // The most that is consistent: a schema that only contains itself takes everything.
        loop {
            let before = facts.always.iter().filter(|always| **always).count();
            for id in (0..count).rev() {
                facts.always[id] = facts.always[id] && facts.is_silent(&program.nodes[id]);
            }
            if facts.always.iter().filter(|always| **always).count() == before {
                return facts;
            }
        }
    }

    fn learn(&mut self, id: Id) {
        let node = &self.program.nodes[id];
        let mut types = if node.never { Types::NONE } else { node.types };
        for (_, values) in &node.values {
            types = types.and(values.iter().map(Types::of).fold(Types::NONE, Types::or));
        }
        for part in &node.in_place {
            match part {
                InPlace::All(inner) => types = types.and(self.types[*inner]),
                InPlace::Any(all) | InPlace::One(all) => {
                    types = types.and(all.iter().map(|id| self.types[*id]).fold(Types::NONE, Types::or));
                }
                InPlace::Not(_) | InPlace::If { .. } | InPlace::Dependent(..) => {}
            }
            for inner in part.ids() {
                self.chain[id] = self.chain[id].max(self.chain[inner] + 1);
                self.asked[id] = self.asked[id].saturating_add(self.asked[inner]);
            }
        }
        self.types[id] = types;
    }

    fn is_silent(&self, node: &Node) -> bool {
        let mut silent = true;
        node.clone().children(|id| silent &= self.always[*id]);
        let plain = node.in_place.iter().all(|part| matches!(part, InPlace::All(_) | InPlace::Any(_)));
        !node.never && node.types == Types::ALL && node.values.is_empty() && !node.asserts() && silent && plain
    }

    pub(super) fn node(&self, id: Id) -> &'p Node {
        &self.program.nodes[id]
    }

    /// Whether every value is valid; if not, some still may be.
    pub(super) fn always(&self, id: Id) -> bool {
        self.always[id]
    }

    /// The types that a valid value may have.
    pub(super) fn types(&self, id: Id) -> Types {
        self.types[id]
    }

    pub(super) fn chain(&self, ids: &[Id]) -> usize {
        ids.iter().map(|id| self.chain[*id]).max().unwrap_or(1)
    }

    pub(super) fn asked(&self, ids: &[Id]) -> u64 {
        ids.iter().fold(0, |sum, id| sum.saturating_add(self.asked[*id]))
    }

    /// The strings of which every valid object has one as this member.
    pub(super) fn tags(&self, id: Id, member: &str) -> Option<BTreeSet<&'p str>> {
        let (mut open, mut required, mut found) = (vec![id], false, None);
        while let Some(id) = open.pop() {
            let node = self.node(id);
            required |= node.object.required.iter().any(|name| name == member);
            let property = node.object.properties.iter().find(|(name, _)| name == member);
            let values = property.and_then(|(_, id)| self.node(*id).values.first());
            if let Some((_, values)) = values {
                found = values.iter().map(Value::as_str).collect::<Option<BTreeSet<_>>>().or(found);
            }
            open.extend(node.in_place.iter().filter_map(|part| match part {
                InPlace::All(inner) => Some(*inner),
                _ => None,
            }));
        }
        found.filter(|_| required)
    }
}
