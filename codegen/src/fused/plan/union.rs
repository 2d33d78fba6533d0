//! Enums of alternatives: by the kind of value, or by the string of a member.

use std::collections::BTreeSet;

use super::{Planner, Read, Variant};
use crate::typed::Kind;
use crate::typed::layout::{Tagged, Type};
use crate::validate::program::{Id, InPlace, Types};

impl Planner<'_> {
    /// Each kind has its variant; what the checks ask of a kind, its reader asks.
    pub(super) fn by_kind(
        &mut self,
        item: usize,
        variants: &[(Kind, String, Type)],
        ids: &[Id],
        name: &str,
    ) -> Option<Read> {
        let mut reads = Vec::new();
        for (kind, variant, ty) in variants {
            let inner = format!("{name}_{}", kind.name().to_lowercase());
            reads.push((*kind, variant.clone(), self.read(ty, ids, &inner)));
        }
        let gains = reads.iter().any(|(_, _, read)| !self.is_part(read));
        gains.then_some(Read::ByKind(item, reads))
    }

    /// The string chooses the variant, and the one alternative of the schema that it is legal in.
    pub(super) fn by_tag(
        &mut self,
        item: usize,
        member: &str,
        variants: &[Tagged],
        ids: &[Id],
        name: &str,
    ) -> Option<Read> {
        let (others, branches) = self.alternatives(ids)?;
        let mut tags: Vec<(Id, BTreeSet<&str>)> = Vec::new();
        for branch in self.facts.able(&branches, Types::OBJECT) {
            tags.push((branch, self.facts.tags(branch, member)?));
        }
        let mut seen = BTreeSet::new();
        if !tags.iter().flat_map(|(_, texts)| texts).all(|text| seen.insert(*text)) {
            return None;
        }
        let mut found = Vec::new();
        for Tagged { values, absent, variant, ty } in variants {
            let mut chosen = tags.iter().filter(|(_, texts)| values.iter().any(|text| texts.contains(text.as_str())));
            let (Some((branch, texts)), None) = (chosen.next(), chosen.next()) else { return None };
            if *absent || !values.iter().all(|text| texts.contains(text.as_str())) {
                return None;
            }
            let ids: Vec<Id> = others.iter().copied().chain([*branch]).collect();
            let read = self.read(ty, &ids, &format!("{name}_{}", variant.to_lowercase()));
            found.push(Variant { values: values.clone(), name: variant.clone(), read });
        }
        Some(Read::ByTag { item, member: member.to_owned(), variants: found })
    }

    /// Subschemas split into those that must hold and the alternatives of the only union among them.
    fn alternatives(&self, ids: &[Id]) -> Option<(Vec<Id>, Vec<Id>)> {
        let [id] = ids else { return None };
        let node = self.facts.node(*id);
        match node.in_place.as_slice() {
            [InPlace::Any(branches) | InPlace::One(branches)] => {
                // The rest of its keywords would have to be asked without the union.
                let mut plain = node.clone();
                plain.in_place.clear();
                let mut children = 0;
                plain.children(|_| children += 1);
                let object_or_all = node.types == Types::ALL || node.types == Types::OBJECT;
                let bare = children == 0 && !node.asserts() && node.values.is_empty() && object_or_all && !node.never;
                bare.then(|| (Vec::new(), branches.clone()))
            }
            [InPlace::All(inner)] => {
                let mut plain = node.clone();
                plain.in_place.clear();
                let mut children = 0;
                plain.children(|_| children += 1);
                let bare = children == 0 && !node.asserts() && node.values.is_empty() && node.types == Types::ALL;
                if bare { self.alternatives(&[*inner]) } else { None }
            }
            _ => None,
        }
    }
}
