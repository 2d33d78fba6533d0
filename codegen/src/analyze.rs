//! What follows from the model: computed once, read by the emitters, never stored in the model.
//!
//! Always holds: a type of the protocol has a finite size when the edges named here are boxed, and no
//! variant of an enum is much larger than all others.

mod asks;
mod size;
mod tools;

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostic::Diagnostics;
use crate::ir::Ir;
use crate::ir::protocol::{Content, Kind, Protocol, TypeId, TypeRef};

pub use tools::{Locate, SchemaFacts, ToolFacts};

/// Everything that was computed.
#[derive(Clone, Debug)]
pub struct Facts {
    /// About the types of the protocol.
    pub protocol: ProtocolFacts,
    /// About the contract's tools, in their order.
    pub tools: Vec<ToolFacts>,
    /// About the forms that are asked for, by the module of what asks and the key of the answer.
    pub forms: BTreeMap<String, BTreeMap<String, SchemaFacts>>,
}

impl Facts {
    /// The formats that validators of the contract assert.
    #[must_use]
    pub fn formats(&self) -> BTreeSet<&'static str> {
        let tools = self.tools.iter().flat_map(ToolFacts::schemas);
        let forms = self.forms.values().flat_map(BTreeMap::values);
        tools.chain(forms).flat_map(|schema| schema.program.formats()).collect()
    }
}

/// Computes the facts. `None` if a schema of the contract cannot be honoured; all such schemas are named.
pub fn analyze(ir: &Ir, locate: Locate<'_>, found: &mut Diagnostics) -> Option<Facts> {
    let (tools, forms) = match &ir.contract {
        Some(contract) => {
            // Both of them first, then the verdict: one run names every fault.
            let tools = tools::tools(contract, locate, found);
            let forms = asks::forms(&ir.protocol, contract, locate, found);
            (tools?, forms?)
        }
        None => (Vec::new(), BTreeMap::new()),
    };
    Some(Facts { protocol: protocol(&ir.protocol), tools, forms })
}

/// Facts about the types of the protocol.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProtocolFacts {
    /// Members that are boxed: type and name on the wire.
    pub boxed_members: BTreeSet<(TypeId, String)>,
    /// Variants that are boxed: type and index.
    pub boxed_variants: BTreeSet<(TypeId, usize)>,
    /// Types without numbers that have a fraction, and without open objects: `Eq` and `Hash` hold for them.
    pub keys: BTreeSet<TypeId>,
}

/// Computes the facts.
#[must_use]
pub fn protocol(protocol: &Protocol) -> ProtocolFacts {
    let order = components(protocol);
    let mut component: BTreeMap<&TypeId, usize> = BTreeMap::new();
    for (at, group) in order.iter().enumerate() {
        component.extend(group.iter().map(|id| (*id, at)));
    }
    let mut facts = ProtocolFacts::default();
    for (id, def) in &protocol.types {
        let circular = |content: &TypeRef| {
            inline(content).is_some_and(|to| {
                component.get(to) == component.get(id) && reaches_itself(protocol, &order, id, &component)
            })
        };
        match &def.kind {
            Kind::Struct(of) => {
                let boxed = of.fields.iter().filter(|field| match &field.content {
                    Content::Required(content) | Content::Optional(content) => circular(content),
                    Content::Constant { .. } => false,
                });
                facts.boxed_members.extend(boxed.map(|field| (id.clone(), field.wire.clone())));
            }
            Kind::Union(union) => {
                let boxed = union.variants.iter().enumerate().filter(|(_, variant)| circular(&variant.content));
                facts.boxed_variants.extend(boxed.map(|(at, _)| (id.clone(), at)));
            }
            Kind::StringEnum(_) | Kind::Alias(_) => {}
        }
    }
    size::box_outliers(protocol, &order, &mut facts);
    for group in &order {
        for id in group {
            if protocol.types.get(*id).is_some_and(|def| is_key(&def.kind, &facts.keys)) {
                facts.keys.insert((*id).clone());
            }
        }
    }
    facts
}

/// Whether a type is part of a circle: its component has several types, or it holds itself.
fn reaches_itself(
    protocol: &Protocol,
    order: &[Vec<&TypeId>],
    id: &TypeId,
    component: &BTreeMap<&TypeId, usize>,
) -> bool {
    let several = component.get(id).and_then(|at| order.get(*at)).is_some_and(|group| group.len() > 1);
    several || protocol.types.get(id).is_some_and(|def| edges(&def.kind).contains(&id))
}

fn is_key(kind: &Kind, keys: &BTreeSet<TypeId>) -> bool {
    fn content(of: &TypeRef, keys: &BTreeSet<TypeId>) -> bool {
        match of {
            TypeRef::Named(id) => keys.contains(id),
            TypeRef::List { item, .. } => content(item, keys),
            TypeRef::Map(of) | TypeRef::Nullable(of) => content(of, keys),
            TypeRef::String | TypeRef::Integer(_) | TypeRef::Boolean | TypeRef::Null => true,
            TypeRef::Number(_) | TypeRef::Object | TypeRef::Json => false,
        }
    }
    match kind {
        Kind::StringEnum(_) => true,
        Kind::Struct(_) => false,
        Kind::Union(union) => union.variants.iter().all(|variant| content(&variant.content, keys)),
        Kind::Alias(of) => content(of, keys),
    }
}

/// The type that a content holds without an indirection.
fn inline(content: &TypeRef) -> Option<&TypeId> {
    match content {
        TypeRef::Named(id) => Some(id),
        TypeRef::Nullable(of) => inline(of),
        _ => None,
    }
}

/// The types that a type holds without an indirection.
fn edges(kind: &Kind) -> Vec<&TypeId> {
    match kind {
        Kind::Struct(of) => of
            .fields
            .iter()
            .filter_map(|field| match &field.content {
                Content::Required(content) | Content::Optional(content) => inline(content),
                Content::Constant { .. } => None,
            })
            .collect(),
        Kind::Union(union) => union.variants.iter().filter_map(|variant| inline(&variant.content)).collect(),
        Kind::Alias(of) => inline(of).into_iter().collect(),
        Kind::StringEnum(_) => Vec::new(),
    }
}

/// The strongly connected components, those that others hold first (Tarjan, without recursion).
fn components(protocol: &Protocol) -> Vec<Vec<&TypeId>> {
    #[derive(Clone, Copy)]
    struct Mark {
        index: usize,
        low: usize,
        open: bool,
    }
    let mut marks: BTreeMap<&TypeId, Mark> = BTreeMap::new();
    let mut open: Vec<&TypeId> = Vec::new();
    let mut found = Vec::new();
    for start in protocol.types.keys() {
        let mut path: Vec<(&TypeId, Vec<&TypeId>)> = Vec::new();
        let mut next = Some(start).filter(|start| !marks.contains_key(start));
        while next.is_some() || !path.is_empty() {
            if let Some(id) = next.take() {
                let index = marks.len();
                marks.insert(id, Mark { index, low: index, open: true });
                open.push(id);
                let ahead = protocol.types.get_key_value(id).map(|(_, def)| edges(&def.kind)).unwrap_or_default();
                path.push((id, ahead));
            }
            let Some((id, ahead)) = path.last_mut() else { break };
            let id = *id;
            if let Some(to) = ahead.pop() {
                match marks.get(to).copied() {
                    None => next = protocol.types.get_key_value(to).map(|(to, _)| to),
                    Some(mark) if mark.open => lower(&mut marks, id, mark.index),
                    Some(_) => {}
                }
                continue;
            }
            path.pop();
            let Some(mark) = marks.get(id).copied() else { continue };
            if let Some((parent, _)) = path.last() {
                lower(&mut marks, parent, mark.low);
            }
            if mark.low == mark.index {
                let from = open.iter().position(|on| *on == id).unwrap_or(0);
                let mut group = open.split_off(from);
                for member in &group {
                    if let Some(mark) = marks.get_mut(member) {
                        mark.open = false;
                    }
                }
                group.sort();
                found.push(group);
            }
        }
    }
    return found;

    fn lower<'a>(marks: &mut BTreeMap<&'a TypeId, Mark>, id: &'a TypeId, to: usize) {
        if let Some(mark) = marks.get_mut(id) {
            mark.low = mark.low.min(to);
        }
    }
}
