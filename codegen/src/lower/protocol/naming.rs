//! Rust names, all at once.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::ir::protocol::{Kind, Protocol, TypeId, TypeRef, Union};
use crate::names::{self, Kind as For};
use crate::overlay::Overlay;

/// Fills in the Rust names of types, members and variants.
pub(super) fn name(protocol: &mut Protocol, overlay: &Overlay, diagnostics: &mut Diagnostics) -> Option<()> {
    let mut sound = true;
    let mut given: BTreeMap<&str, &str> = BTreeMap::new();
    for fact in &overlay.names {
        for id in fact.says.at.all().iter().take(1) {
            if !protocol.types.contains_key(id) {
                sound = false;
                super::moved(overlay, &fact.pointer, format!("`{id}` is no type"), diagnostics);
            }
            given.insert(id, &fact.says.rust);
        }
    }
    let mut taken: BTreeSet<String> = BTreeSet::new();
    for fact in &overlay.names {
        if !taken.insert(names::ident(For::Type, &fact.says.rust)) {
            sound = false;
            let message = format!("the name `{}` is given twice", fact.says.rust);
            diagnostics.push(
                Diagnostic::error("OVL-01", overlay.place(&fact.pointer), message)
                    .help("types that are the same share one [[name]] with several ids under `at`"),
            );
        }
    }
    let reserved: Vec<&str> = taken.iter().map(String::as_str).collect();
    let free = protocol.types.keys().map(String::as_str).filter(|id| !given.contains_key(id));
    let assigned = names::assign(For::Type, free, &reserved);
    for (id, def) in &mut protocol.types {
        def.rust = match given.get(id.as_str()) {
            Some(given) => names::ident(For::Type, given),
            None => assigned.get(id).cloned().unwrap_or_default(),
        };
    }
    let plain: BTreeMap<TypeId, String> =
        protocol.types.iter().map(|(id, def)| (id.clone(), def.rust.clone())).collect();
    for def in protocol.types.values_mut() {
        match &mut def.kind {
            Kind::Struct(of) => {
                let wires = of.fields.iter().map(|field| field.wire.as_str());
                let fields = names::assign(For::Field, wires, &["extra"]);
                for field in &mut of.fields {
                    field.rust = fields.get(&field.wire).cloned().unwrap_or_default();
                }
            }
            Kind::StringEnum(of) => {
                let wires = of.variants.iter().map(|variant| variant.wire.as_str());
                let reserved: Vec<&str> = of.other.as_deref().into_iter().collect();
                let variants = names::assign(For::Variant, wires, &reserved);
                for variant in &mut of.variants {
                    variant.rust = variants.get(&variant.wire).cloned().unwrap_or_default();
                }
            }
            Kind::Union(union) => variants(union, &plain),
            Kind::Alias(_) => {}
        }
    }
    sound.then_some(())
}

/// The variants of a union are called by what tells them apart: what all their types' names begin
/// or end with is left out.
fn variants(union: &mut Union, types: &BTreeMap<TypeId, String>) {
    let one_or_many = match union.variants.as_slice() {
        [one, many] => matches!(&many.content, TypeRef::List { item, .. } if **item == one.content),
        _ => false,
    };
    let full: Vec<String> = union.variants.iter().map(|variant| content_name(&variant.content, types)).collect();
    let words: Vec<Vec<&str>> = full.iter().map(|name| split(name)).collect();
    let named = union.variants.iter().all(|variant| matches!(variant.content, TypeRef::Named(_)));
    let shared = |from_end: bool| {
        let shortest = words.iter().map(Vec::len).min().unwrap_or(0);
        let word =
            |of: &Vec<&str>, at: usize| -> String { of[if from_end { of.len() - 1 - at } else { at }].to_owned() };
        (0..shortest).take_while(|at| words.iter().map(|of| word(of, *at)).collect::<BTreeSet<_>>().len() == 1).count()
    };
    let (start, end) = if named && words.len() > 1 { (shared(false), shared(true)) } else { (0, 0) };
    let short: Vec<String> = words
        .iter()
        .map(|of| of.get(start..of.len().saturating_sub(end)).unwrap_or_default().concat())
        .map(|name| if name.is_empty() { "Plain".to_owned() } else { name })
        .collect();
    let distinct = short.iter().collect::<BTreeSet<_>>().len() == short.len();
    for (at, variant) in union.variants.iter_mut().enumerate() {
        variant.rust = match at {
            0 if one_or_many => "One".to_owned(),
            _ if one_or_many => "Many".to_owned(),
            _ if distinct => names::ident(For::Variant, &short[at]),
            _ => names::ident(For::Variant, &full[at]),
        };
    }
}

fn content_name(content: &TypeRef, types: &BTreeMap<TypeId, String>) -> String {
    match content {
        TypeRef::Named(id) => types.get(id).cloned().unwrap_or_default(),
        TypeRef::List { item, .. } => content_name(item, types) + "s",
        TypeRef::Map(_) => "Map".to_owned(),
        TypeRef::Nullable(of) => content_name(of, types),
        TypeRef::String => "String".to_owned(),
        TypeRef::Integer(_) => "Integer".to_owned(),
        TypeRef::Number(_) => "Number".to_owned(),
        TypeRef::Boolean => "Boolean".to_owned(),
        TypeRef::Null => "Null".to_owned(),
        TypeRef::Object => "Object".to_owned(),
        TypeRef::Json => "Value".to_owned(),
    }
}

/// The words of a name that is a Rust type's already.
fn split(name: &str) -> Vec<&str> {
    let mut starts: Vec<usize> =
        name.char_indices().filter(|(_, c)| c.is_ascii_uppercase()).map(|(at, _)| at).collect();
    if starts.first() != Some(&0) {
        starts.insert(0, 0);
    }
    starts.push(name.len());
    starts.windows(2).map(|pair| &name[pair[0]..pair[1]]).collect()
}
