//! The catalogue of methods and of error codes.

use std::collections::BTreeSet;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::ir::protocol::{
    Content, Direction, Dispatch, Doc, ErrorCode, Kind, Literal, Method, Protocol, TypeId, TypeRef,
};
use crate::names;
use crate::overlay::{self, Overlay};

/// Fills in methods and errors; `None` when a fact does not fit, which is in `diagnostics` then.
pub(super) fn list(protocol: &mut Protocol, overlay: &Overlay, diagnostics: &mut Diagnostics) -> Option<()> {
    let mut sound = true;
    let mut facts: BTreeSet<&str> = overlay.methods.iter().map(|fact| fact.says.name.as_str()).collect();
    let mut methods = Vec::new();
    for (id, def) in &protocol.types {
        let Kind::Struct(message) = &def.kind else { continue };
        let name = message.fields.iter().find(|field| field.wire == "method").map(|field| &field.content);
        let Some(Content::Constant { value: Literal::Text(name), .. }) = name else { continue };
        let params =
            message.fields.iter().find(|field| field.wire == "params").and_then(|field| match &field.content {
                Content::Required(params) | Content::Optional(params) => Some(params.clone()),
                Content::Constant { .. } => None,
            });
        facts.remove(name.as_str());
        let fact = overlay.methods.iter().find(|fact| fact.says.name == *name);
        let notification = name.starts_with("notifications/");
        if !notification && fact.is_none_or(|fact| fact.says.result.is_none()) && !overlay.methods.is_empty() {
            sound = false;
            let place = overlay.place(fact.map_or("/method", |fact| fact.pointer.as_str()));
            diagnostics.push(
                Diagnostic::error("OVL-04", place, format!("the request `{name}` has no result"))
                    .help(format!("add [[method]] name = \"{name}\", result = \"…\" and its source")),
            );
        }
        let says = fact.map(|fact| &fact.says);
        methods.push((
            name.clone(),
            Method {
                message: id.clone(),
                direction: direction(protocol, id),
                params,
                result: says.and_then(|says| says.result.clone()).map(TypeRef::Named),
                name_from: says.and_then(|says| says.name_from.clone()),
                capability: says.and_then(|says| says.capability.clone()),
                cacheable: says.is_some_and(|says| says.cacheable),
                paginated: says.is_some_and(|says| says.paginated),
                may_ask: says.is_some_and(|says| says.may_ask),
                streams: says.is_some_and(|says| says.streams),
                deprecated: None,
            },
        ));
    }
    protocol.methods = methods.into_iter().collect();
    for fact in &overlay.methods {
        sound &= check(protocol, overlay, fact, facts.contains(fact.says.name.as_str()), diagnostics);
    }
    for fact in &overlay.errors {
        let says = &fact.says;
        if let Some(of) = says.of.as_ref().filter(|of| !protocol.types.contains_key(*of)) {
            sound = false;
            super::protocol::moved(overlay, &fact.pointer, format!("`{of}` is no definition"), diagnostics);
        }
        protocol.errors.push(ErrorCode {
            code: says.code,
            rust: names::ident(names::Kind::Const, &says.name),
            doc: Doc { text: says.doc.clone(), page: Some(says.source.clone()), deprecated: None },
            of: says.of.clone(),
        });
    }
    protocol.errors.sort_by_key(|error| -error.code);
    sound.then_some(())
}

/// Whether what a fact about a method names is there.
fn check(
    protocol: &Protocol,
    overlay: &Overlay,
    fact: &overlay::Fact<overlay::Method>,
    unknown: bool,
    diagnostics: &mut Diagnostics,
) -> bool {
    let says = &fact.says;
    let mut moved = |message: String| super::protocol::moved(overlay, &fact.pointer, message, diagnostics);
    if unknown {
        moved(format!("no message has the method `{}`", says.name));
        return false;
    }
    if let Some(result) = says.result.as_ref().filter(|result| !protocol.types.contains_key(*result)) {
        moved(format!("`{result}` is no type"));
        return false;
    }
    let Some(method) = protocol.methods.get(&says.name) else { return false };
    let by_caller = method
        .result
        .as_ref()
        .and_then(|result| protocol.resolve(result))
        .is_some_and(|(_, def)| matches!(&def.kind, Kind::Union(union) if union.dispatch == Dispatch::ByCaller));
    if by_caller {
        moved(format!("the result of `{}` is a union that only its caller can decide", says.name));
        return false;
    }
    let fields = |of: Option<&TypeRef>| -> Vec<String> {
        match of.and_then(|of| protocol.resolve(of)).map(|(_, def)| &def.kind) {
            Some(Kind::Struct(found)) => found.fields.iter().map(|field| field.wire.clone()).collect(),
            Some(Kind::Union(union)) => union
                .variants
                .iter()
                .filter_map(|variant| match protocol.resolve(&variant.content).map(|(_, def)| &def.kind) {
                    Some(Kind::Struct(found)) => Some(found.fields.iter().map(|field| field.wire.clone())),
                    _ => None,
                })
                .flatten()
                .collect(),
            _ => Vec::new(),
        }
    };
    let (params, result) = (fields(method.params.as_ref()), fields(method.result.as_ref()));
    let has = |names: &[String], name: &str| names.iter().any(|known| known == name);
    if let Some(name) = says.name_from.as_ref().filter(|name| !has(&params, name)) {
        moved(format!("`{name}` is no member of the params of `{}`", says.name));
        return false;
    }
    if says.paginated && !(has(&params, "cursor") && has(&result, "nextCursor")) {
        moved(format!("`{}` has no `cursor` or no `nextCursor`", says.name));
        return false;
    }
    if says.cacheable && !(has(&result, "ttlMs") && has(&result, "cacheScope")) {
        moved(format!("the result of `{}` has no cache hints", says.name));
        return false;
    }
    if says.may_ask && !(has(&params, "inputResponses") && has(&result, "inputRequests")) {
        moved(format!("`{}` takes no `inputResponses` or its result has no `inputRequests`", says.name));
        return false;
    }
    true
}

fn direction(protocol: &Protocol, message: &TypeId) -> Direction {
    let lists = |name: &str| {
        let named = TypeRef::Named(name.to_owned());
        match protocol.resolve(&named) {
            Some((id, def)) => match &def.kind {
                Kind::Union(union) => {
                    union.variants.iter().any(|variant| variant.content == TypeRef::Named(message.clone()))
                }
                _ => id == message,
            },
            None => false,
        }
    };
    let from_client = lists("ClientRequest") || lists("ClientNotification");
    let from_server = lists("ServerRequest") || lists("ServerNotification");
    match (from_client, from_server) {
        (true, true) => Direction::Both,
        (true, false) => Direction::ToServer,
        (false, true) => Direction::ToClient,
        (false, false) if lists("InputRequest") => Direction::InResult,
        (false, false) => Direction::Both,
    }
}
