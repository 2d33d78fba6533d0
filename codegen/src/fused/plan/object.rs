//! Objects: structs and maps.

use std::collections::BTreeSet;

use super::{Member, Object, Planner, Read, Text, least};
use crate::names::{self, Kind};
use crate::typed::layout::{Field, Type};
use crate::validate::program::{Id, Types};

impl Planner<'_> {
    /// How an object is read: `rest` is the type of members that no field is for.
    pub(super) fn object(
        &mut self,
        item: Option<usize>,
        fields: &[Field],
        rest: Option<&Type>,
        ids: &[Id],
        name: &str,
    ) -> Option<Read> {
        let nodes = self.facts.expand(ids, Types::OBJECT)?;
        let name = item.map_or_else(|| name.to_owned(), |item| self.item_name(item));
        let mut object = Object {
            item,
            members: Vec::new(),
            rest: Member::Refused,
            min: 0,
            max: None,
            present: Vec::new(),
            dependent: Vec::new(),
            names: Vec::new(),
        };
        let mut known: BTreeSet<&str> = fields.iter().map(|field| field.wire.as_str()).collect();
        let mut present: BTreeSet<&str> = BTreeSet::new();
        for id in &nodes {
            let node = self.facts.node(*id);
            let of = &node.object;
            let unevaluated = of.unevaluated.is_some_and(|id| !self.facts.always(id));
            if !node.types.meets(Types::OBJECT) || !node.values.is_empty() || !of.patterns.is_empty() || unevaluated {
                return None;
            }
            object.min = object.min.max(of.min.unwrap_or(0));
            object.max = least(object.max, of.max);
            known.extend(of.properties.iter().map(|(name, _)| name.as_str()));
            present.extend(of.required.iter().map(String::as_str));
            object.dependent.extend(of.dependent_required.iter().filter(|(_, names)| !names.is_empty()).cloned());
            if let Some(names) = of.names.filter(|id| !self.facts.always(*id)) {
                object.names.push(self.text(&[names]).filter(Text::asks)?);
            }
        }
        // What must be there has a place, or nothing will do.
        let is_field = |name: &str| fields.iter().any(|field| field.wire == name);
        let is_required = |name: &str| fields.iter().any(|field| field.wire == name && field.required);
        let needed =
            present.iter().copied().chain(object.dependent.iter().flat_map(|(_, names)| names).map(String::as_str));
        if rest.is_none() && needed.into_iter().any(|name| !is_field(name)) {
            return None;
        }
        if rest.is_none() && object.dependent.iter().any(|(name, _)| !is_field(name)) {
            object.dependent.retain(|(name, _)| is_field(name));
        }
        object.present = present.into_iter().filter(|name| !is_required(name)).map(str::to_owned).collect();
        for wire in known {
            let field = fields.iter().position(|field| field.wire == wire);
            let ids = self.member_ids(&nodes, Some(wire));
            let inner = format!("{name}_{}", names::ident(Kind::Function, wire).trim_matches('_'));
            let refused = ids.iter().any(|id| self.facts.node(*id).never);
            let member = match (field.and_then(|index| Some((index, fields.get(index)?))), rest) {
                _ if refused => Member::Refused,
                (Some((index, field)), _) => Member::Field(index, self.read(&field.ty, &ids, &inner)),
                (None, Some(rest)) => Member::Kept(self.read(rest, &ids, &inner)),
                (None, None) => Member::Refused,
            };
            object.members.push((wire.to_owned(), member));
        }
        let ids = self.member_ids(&nodes, None);
        if let Some(rest) = rest.filter(|_| !ids.iter().any(|id| self.facts.node(*id).never)) {
            object.rest = Member::Kept(self.read(rest, &ids, &format!("{name}_extra")));
        }
        Some(Read::Object(Box::new(object)))
    }

    /// The subschemas that see a member of this name, or one of a name that nobody knows.
    fn member_ids(&self, nodes: &[Id], name: Option<&str>) -> Vec<Id> {
        let of = nodes.iter().filter_map(|id| {
            let object = &self.facts.node(*id).object;
            let own = name.and_then(|name| object.properties.iter().find(|(known, _)| known == name));
            own.map(|(_, id)| *id).or(object.additional)
        });
        of.collect()
    }
}

impl Text {
    /// Whether anything is asked.
    fn asks(&self) -> bool {
        self.values.is_some() || !self.strings.is_empty()
    }
}
