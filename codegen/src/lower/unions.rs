//! How each union is decided: found out here, once, from what its variants have in common.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::Document;
use crate::ir::protocol::{Content, Dispatch, JsonKind, Kind, Literal, Protocol, Struct, TypeId, TypeRef, Union};
use crate::overlay::{Decided, Overlay};

/// Of several members that would do, these are the ones that MCP means to tell variants apart.
const TAGS: &[&str] = &["method", "resultType", "type", "mode"];

/// Decides all unions; `None` when one cannot be, which is in `diagnostics` then.
pub(super) fn decide(
    protocol: &mut Protocol,
    overlay: &Overlay,
    document: &Document,
    keyword: &str,
    diagnostics: &mut Diagnostics,
) -> Option<()> {
    let unions: Vec<TypeId> =
        protocol.types.iter().filter(|(_, def)| matches!(def.kind, Kind::Union(_))).map(|(id, _)| id.clone()).collect();
    let mut sound = true;
    for fact in &overlay.unions {
        for id in fact.says.at.all().iter().filter(|id| !unions.contains(id)) {
            sound = false;
            super::protocol::moved(overlay, &fact.pointer, format!("`{id}` is no union"), diagnostics);
        }
    }
    for id in unions {
        let Some(Kind::Union(union)) = protocol.types.get(&id).map(|def| &def.kind) else { continue };
        let fact = overlay.unions.iter().find(|fact| fact.says.at.all().contains(&id));
        match dispatch(protocol, union, fact.map(|fact| fact.says.decided)) {
            Ok(dispatch) => {
                if let Some(Kind::Union(union)) = protocol.types.get_mut(&id).map(|def| &mut def.kind) {
                    union.dispatch = dispatch;
                }
            }
            Err((rule, reason)) => {
                sound = false;
                let place = document.place(&format!("/{keyword}/{}", id.split('.').next().unwrap_or_default()));
                diagnostics.push(
                    Diagnostic::error(rule, place, format!("the union `{id}` cannot be decided: {reason}")).help(format!(
                        "if the specification says who decides, an overlay does too: [[union]] at = \"{id}\", decided = \"by-caller\""
                    )),
                );
            }
        }
    }
    sound &= unread(protocol, overlay, diagnostics);
    sound.then_some(())
}

/// Whether no message holds a union that cannot be read.
fn unread(protocol: &Protocol, overlay: &Overlay, diagnostics: &mut Diagnostics) -> bool {
    let mut sound = true;
    for fact in overlay.unions.iter().filter(|fact| fact.says.decided == Decided::ByCaller) {
        for id in fact.says.at.all() {
            let holders = protocol.types.iter().filter(|(_, def)| match &def.kind {
                Kind::Struct(of) => {
                    of.rest.as_ref().is_some_and(|rest| holds(protocol, rest, id))
                        || of.fields.iter().any(|field| match &field.content {
                            Content::Required(content) | Content::Optional(content) => holds(protocol, content, id),
                            Content::Constant { .. } => false,
                        })
                }
                Kind::Union(union) if union.dispatch != Dispatch::ByCaller => {
                    union.variants.iter().any(|variant| holds(protocol, &variant.content, id))
                }
                _ => false,
            });
            for (holder, _) in holders {
                sound = false;
                diagnostics.push(
                    Diagnostic::error(
                        "SCH-06",
                        overlay.place(&fact.pointer),
                        format!("`{holder}` is read, and holds `{id}`, which only its caller can decide"),
                    )
                    .help("let something else decide the union, or patch the member to be of any kind"),
                );
            }
        }
    }
    sound
}

/// Whether a content is a type, or holds it in an array, a map or a nullable.
fn holds(protocol: &Protocol, content: &TypeRef, id: &TypeId) -> bool {
    match protocol.unaliased(content) {
        TypeRef::Named(named) => named == id,
        TypeRef::List { item, .. } => holds(protocol, item, id),
        TypeRef::Map(of) | TypeRef::Nullable(of) => holds(protocol, of, id),
        _ => false,
    }
}

fn dispatch(protocol: &Protocol, union: &Union, fact: Option<Decided>) -> Result<Dispatch, (&'static str, String)> {
    if fact == Some(Decided::ByCaller) {
        return Ok(Dispatch::ByCaller);
    }
    let mut kinds: BTreeMap<JsonKind, Vec<usize>> = BTreeMap::new();
    for (at, variant) in union.variants.iter().enumerate() {
        kinds.entry(json_kind(protocol, &variant.content)?).or_default().push(at);
    }
    if kinds.keys().any(|kind| *kind != JsonKind::Object) {
        if let Some((kind, _)) = kinds.iter().find(|(kind, of)| **kind != JsonKind::Array && of.len() > 1) {
            return Err(("SCH-09", format!("more than one variant is of the kind {kind:?}")));
        }
        return Ok(Dispatch::Kinds(kinds));
    }
    let structs: Option<Vec<&Struct>> = union
        .variants
        .iter()
        .map(|variant| match protocol.resolve(&variant.content).map(|(_, def)| &def.kind) {
            Some(Kind::Struct(found)) => Some(found),
            _ => None,
        })
        .collect();
    let Some(structs) = structs else {
        return Err(("SCH-06", "not all of its variants are objects with named members".to_owned()));
    };
    let (member, other) = match &union.dispatch {
        Dispatch::Tag { member, other, .. } => (Some(member.as_str()), other.clone()),
        _ => (None, None),
    };
    let members = structs.first().into_iter().flat_map(|first| first.fields.iter().map(|field| field.wire.as_str()));
    let mut members: Vec<&str> = members.filter(|name| member.is_none_or(|member| member == *name)).collect();
    members.sort_by_key(|name| TAGS.iter().position(|tag| tag == name).unwrap_or(TAGS.len()));
    if let Some(tag) = members.into_iter().find_map(|member| tag(protocol, &structs, member, other.as_ref())) {
        return Ok(tag);
    }
    if fact != Some(Decided::ByMembers) {
        for (at, one) in structs.iter().enumerate() {
            for (later, two) in structs.iter().enumerate().skip(at + 1) {
                if !apart(protocol, one, two) {
                    let name = |at: usize| format!("{:?}", union.variants[at].content);
                    return Err(("SCH-06", format!("nothing tells {} from {}", name(at), name(later))));
                }
            }
        }
    }
    Ok(Dispatch::Members)
}

/// The dispatch by one member, if it is another constant in each variant.
fn tag(protocol: &Protocol, structs: &[&Struct], member: &str, other: Option<&String>) -> Option<Dispatch> {
    let mut values = Vec::new();
    let mut absent = None;
    for of in structs {
        let field = of.fields.iter().find(|field| field.wire == member)?;
        let (value, optional) = match &field.content {
            Content::Constant { value: Literal::Text(text), absent } => (text.clone(), *absent),
            Content::Optional(content) => match protocol.resolve(content).map(|(_, def)| &def.kind) {
                Some(Kind::StringEnum(list)) if list.other.is_none() => match list.variants.as_slice() {
                    [only] => (only.wire.clone(), true),
                    _ => return None,
                },
                _ => return None,
            },
            _ => return None,
        };
        if optional && absent.replace(value.clone()).is_some() {
            return None;
        }
        values.push(value);
    }
    let distinct: BTreeSet<&String> = values.iter().collect();
    (distinct.len() == values.len()).then(|| Dispatch::Tag {
        member: member.to_owned(),
        values,
        absent,
        other: other.cloned(),
    })
}

/// Whether an object that fits both names more members of one, or can fit only one.
fn apart(protocol: &Protocol, one: &Struct, two: &Struct) -> bool {
    let constant = |of: &Struct, name: &str| {
        of.fields.iter().find(|field| field.wire == name).and_then(|field| match &field.content {
            Content::Constant { value, absent: false } => Some(value.clone()),
            _ => None,
        })
    };
    let differ = one.fields.iter().any(|field| {
        let (a, b) = (constant(one, &field.wire), constant(two, &field.wire));
        a.is_some() && b.is_some() && a != b
    });
    let names = |of: &Struct| of.fields.iter().map(|field| field.wire.clone()).collect::<BTreeSet<_>>();
    differ || names(one) != names(two) || apart_below(protocol, one, two)
}

/// Whether a member that both demand is an object whose own members tell.
fn apart_below(protocol: &Protocol, one: &Struct, two: &Struct) -> bool {
    let below = |of: &Struct, name: &str| -> Option<BTreeSet<String>> {
        let field = of.fields.iter().find(|field| field.wire == name)?;
        let Content::Required(content) = &field.content else { return None };
        match protocol.resolve(content).map(|(_, def)| &def.kind) {
            Some(Kind::Struct(below)) => Some(below.fields.iter().map(|field| field.wire.clone()).collect()),
            _ => None,
        }
    };
    one.fields.iter().any(|field| {
        let (a, b) = (below(one, &field.wire), below(two, &field.wire));
        a.is_some() && b.is_some() && a != b
    })
}

fn json_kind(protocol: &Protocol, content: &TypeRef) -> Result<JsonKind, (&'static str, String)> {
    Ok(match protocol.unaliased(content) {
        TypeRef::List { .. } => JsonKind::Array,
        TypeRef::Map(_) | TypeRef::Object => JsonKind::Object,
        TypeRef::String => JsonKind::String,
        TypeRef::Integer(_) | TypeRef::Number(_) => JsonKind::Number,
        TypeRef::Boolean => JsonKind::Boolean,
        TypeRef::Null => JsonKind::Null,
        TypeRef::Json | TypeRef::Nullable(_) => {
            return Err(("SCH-09", "one of its variants is of any kind".to_owned()));
        }
        TypeRef::Named(id) => match protocol.types.get(id).map(|def| &def.kind) {
            Some(Kind::Struct(_)) => JsonKind::Object,
            Some(Kind::StringEnum(_)) => JsonKind::String,
            Some(Kind::Union(union)) => {
                let kinds: BTreeSet<JsonKind> = union
                    .variants
                    .iter()
                    .map(|variant| json_kind(protocol, &variant.content))
                    .collect::<Result<_, _>>()?;
                match kinds.into_iter().collect::<Vec<_>>().as_slice() {
                    [only] => *only,
                    _ => return Err(("SCH-09", format!("its variant `{id}` is of several kinds"))),
                }
            }
            _ => return Err(("SCH-09", format!("its variant `{id}` is of no kind"))),
        },
    })
}
