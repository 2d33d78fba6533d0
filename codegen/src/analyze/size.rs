//! How large types are in memory, estimated for a machine of 64 bits: enough to see which variant of
//! an enum makes all the others pay.

use std::collections::BTreeMap;

use super::ProtocolFacts;
use crate::ir::protocol::{Content, Kind, Protocol, TypeId, TypeRef};

/// How many bytes the largest variant may be ahead of the next; clippy's `large_enum_variant` agrees.
const LEAD: usize = 200;

/// Boxes variants that are much larger than the others.
pub(super) fn box_outliers(protocol: &Protocol, order: &[Vec<&TypeId>], facts: &mut ProtocolFacts) {
    let mut sizes: BTreeMap<&TypeId, usize> = BTreeMap::new();
    for id in order.iter().flatten() {
        let Some(def) = protocol.types.get(*id) else { continue };
        let size = match &def.kind {
            Kind::Struct(of) => {
                let fields = of.fields.iter().map(|field| match &field.content {
                    Content::Constant { .. } => 0,
                    _ if facts.boxed_members.contains(&((*id).clone(), field.wire.clone())) => 8,
                    Content::Required(content) => of_content(content, &sizes),
                    Content::Optional(content) => optional(of_content(content, &sizes)),
                });
                fields.sum::<usize>() + if of.rest.is_some() { 24 } else { 0 }
            }
            Kind::Union(union) => {
                let mut variants: Vec<(usize, usize)> = union
                    .variants
                    .iter()
                    .enumerate()
                    .map(|(at, variant)| match facts.boxed_variants.contains(&((*id).clone(), at)) {
                        true => (8, at),
                        false => (of_content(&variant.content, &sizes), at),
                    })
                    .collect();
                variants.sort_unstable();
                while let [.., (next, _), (largest, at)] = variants.as_slice()
                    && largest - next >= LEAD
                {
                    facts.boxed_variants.insert(((*id).clone(), *at));
                    variants.pop();
                    variants.insert(0, (8, usize::MAX));
                }
                variants.last().map_or(0, |(largest, _)| *largest) + 8
            }
            Kind::StringEnum(of) => {
                if of.other.is_some() {
                    24
                } else {
                    1
                }
            }
            Kind::Alias(of) => of_content(of, &sizes),
        };
        sizes.insert(id, size);
    }
}

fn optional(size: usize) -> usize {
    // Strings, arrays, maps and enums have room for the absence; numbers and the like have not.
    if size == 8 { 16 } else { size }
}

fn of_content(content: &TypeRef, sizes: &BTreeMap<&TypeId, usize>) -> usize {
    match content {
        TypeRef::Named(id) => sizes.get(id).copied().unwrap_or(8),
        TypeRef::Nullable(of) => optional(of_content(of, sizes)),
        TypeRef::Boolean => 1,
        TypeRef::Null => 0,
        TypeRef::Integer(_) | TypeRef::Number(_) => 16,
        TypeRef::Json => 32,
        TypeRef::List { .. } | TypeRef::Map(_) | TypeRef::Object | TypeRef::String => 24,
    }
}
