//! The model: a golden file of it, and that it does not depend on the order of keys.

use mcp_codegen::dump::dump;
use mcp_codegen::ir::Ir;
use mcp_codegen::ir::protocol::Direction;
use mcp_codegen::revision::SchemaRef;
use serde_json::Value;

use crate::common::golden;
use crate::inputs::{REVISIONS, built_in, load, text};

#[test]
fn the_model_of_the_newest_revision_is_as_reviewed() {
    let protocol = built_in("2026-07-28").protocol;
    golden("protocol/2026-07-28.ir.json", &dump(&Ir { protocol, contract: None }));
}

#[test]
fn every_public_type_of_the_newest_revision_is_documented_in_our_words() {
    let protocol = built_in("2026-07-28").protocol;
    let bare: Vec<&String> = protocol
        .types
        .iter()
        .filter(|(id, def)| !id.contains('.') && def.doc.page.is_none())
        .map(|(id, _)| id)
        .collect();
    assert!(bare.is_empty(), "{bare:?}");
}

#[test]
fn every_request_has_its_result_and_its_direction() {
    for revision in REVISIONS {
        let protocol = built_in(revision).protocol;
        assert!(!protocol.methods.is_empty());
        for (name, method) in &protocol.methods {
            assert_eq!(method.result.is_none(), name.starts_with("notifications/"), "{revision} {name}");
        }
        assert_eq!(protocol.methods["tools/call"].direction, Direction::ToServer);
    }
    let newest = built_in("2026-07-28").protocol;
    let with = |of: &dyn Fn(&mcp_codegen::ir::protocol::Method) -> bool| {
        newest.methods.iter().filter(|(_, method)| of(method)).map(|(name, _)| name.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(with(&|method| method.may_ask), ["prompts/get", "resources/read", "tools/call"]);
    assert_eq!(
        with(&|method| method.cacheable),
        [
            "prompts/list",
            "resources/list",
            "resources/read",
            "resources/templates/list",
            "server/discover",
            "tools/list"
        ]
    );
    assert_eq!(with(&|method| method.name_from.is_some()), ["prompts/get", "resources/read", "tools/call"]);
    assert_eq!(
        with(&|method| method.direction == Direction::InResult),
        ["elicitation/create", "roots/list", "sampling/createMessage"]
    );
}

/// JSON text with the members of every object turned round.
fn reversed(value: &Value) -> String {
    match value {
        Value::Object(members) => {
            let members: Vec<String> = members
                .iter()
                .rev()
                .map(|(name, value)| format!("{}:{}", Value::from(name.as_str()), reversed(value)))
                .collect();
            format!("{{{}}}", members.join(","))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(reversed).collect::<Vec<_>>().join(",")),
        scalar => scalar.to_string(),
    }
}

#[test]
fn the_order_of_keys_in_a_schema_does_not_count() {
    for revision in REVISIONS {
        let known = mcp_codegen::revision::built_in(revision).unwrap();
        let overlay = text("overlay.toml", known.overlay);
        let straight = load(&SchemaRef::File(text("a.json", known.schema)), Some(&overlay)).unwrap();
        let value: Value = serde_json::from_str(known.schema).unwrap();
        let turned = load(&SchemaRef::File(text("a.json", &reversed(&value))), Some(&overlay)).unwrap();
        assert_eq!(straight.protocol, turned.protocol, "{revision}");
    }
}

#[test]
fn a_published_file_is_recognised_and_its_prose_documents() {
    let Some(published) = crate::inputs::published("2026-07-28") else { return };
    let loaded = load(&SchemaRef::File(text("downloaded.json", &published)), None).unwrap();
    let copy = built_in("2026-07-28").protocol;
    assert_eq!(loaded.protocol.revision, "2026-07-28");
    assert_eq!(loaded.protocol.methods, copy.methods);
    assert_eq!(loaded.protocol.types.keys().collect::<Vec<_>>(), copy.types.keys().collect::<Vec<_>>());
    assert_ne!(loaded.protocol.types["Tool"].doc.text, copy.types["Tool"].doc.text);
}
