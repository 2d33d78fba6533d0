//! The official examples: each is of its type, of the right variant, and comes back equal.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::bindings::{Answer, ask};
use crate::common::shared;

const REVISION: &str = "2026-07-28";

/// Examples that break the specification themselves (requirements A-38), and what is wrong with them.
const BROKEN: &[(&str, &str)] = &[(
    "ReadResourceResultResponse/read-resource-result-response",
    "a final result of resources/read has no ttlMs and no cacheScope (CCH-01)",
)];

/// The examples by folder and name.
pub(crate) fn examples() -> Option<BTreeMap<String, (String, Value)>> {
    let root = shared(&format!("mcp/examples/{REVISION}"))?;
    let mut found = BTreeMap::new();
    for folder in std::fs::read_dir(root).unwrap() {
        let folder = folder.unwrap();
        let of = folder.file_name().into_string().unwrap();
        for file in std::fs::read_dir(folder.path()).unwrap() {
            let path = file.unwrap().path();
            let value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
            found.insert(format!("{of}/{}", path.file_stem().unwrap().to_str().unwrap()), (of.clone(), value));
        }
    }
    Some(found)
}

#[test]
fn examples_are_of_their_type_and_come_back_equal() {
    let Some(examples) = examples() else { return };
    let questions: Vec<(String, Value)> = examples.values().cloned().collect();
    let mut broken = Vec::new();
    let mut faults = Vec::new();
    for ((name, (_, value)), answer) in examples.iter().zip(ask(REVISION, &questions)) {
        match answer {
            Answer::Accepted { encoded, .. } if encoded == *value => {}
            Answer::Accepted { encoded, .. } => faults.push(format!("{name}: comes back as {encoded}")),
            Answer::Refused { pointer, message, .. } => match BROKEN.iter().find(|(broken, _)| broken == name) {
                Some((broken_name, _)) => broken.push(*broken_name),
                None => faults.push(format!("{name}: refused at {pointer}: {message}")),
            },
        }
    }
    println!("{} examples, {} of them break the specification: {broken:?}", examples.len(), broken.len());
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert_eq!(broken, BROKEN.iter().map(|(name, _)| *name).collect::<Vec<_>>());
    assert!(examples.len() >= 97);
}

/// The unions that an example is a variant of, the variant, and what the `Debug` form has of it.
fn variants(of: &str) -> Vec<(&'static str, String)> {
    let stem = |suffix: &str| of.strip_suffix(suffix).map(str::to_owned);
    let embedded = ["CreateMessageRequest", "ElicitRequest", "ListRootsRequest"];
    let content = ["TextContent", "ImageContent", "AudioContent", "ResourceLink", "EmbeddedResource"];
    let mut found = Vec::new();
    if embedded.contains(&of) {
        found.push(("InputRequest", format!("{}(", stem("Request").unwrap())));
    } else if of.ends_with("Request") {
        found.push(("ClientRequest", format!("{}(", stem("Request").unwrap())));
        found.push(("JSONRPCMessage", "Request(".to_owned()));
    }
    if of.ends_with("Notification") {
        found.push(("ServerNotification", format!("{}(", stem("Notification").unwrap())));
        found.push(("JSONRPCMessage", "Notification(".to_owned()));
    }
    if of.ends_with("ResultResponse") {
        found.push(("JSONRPCResponse", "Result(".to_owned()));
        found.push(("JSONRPCMessage", "ResultResponse(".to_owned()));
    }
    if content.contains(&of) {
        found.push(("ContentBlock", format!("{of}(")));
    }
    if ["ToolUseContent", "ToolResultContent"].contains(&of) {
        found.push(("SamplingMessageContentBlock", format!("{}(", stem("Content").unwrap())));
    }
    if ["CreateMessageResult", "ListRootsResult", "ElicitResult"].contains(&of) {
        found.push(("InputResponse", format!("{}(", stem("Result").unwrap())));
    }
    if of.ends_with("Schema") {
        found.push(("PrimitiveSchemaDefinition", stem("Schema").unwrap()));
    }
    if of.ends_with("SelectEnumSchema") {
        found.push(("EnumSchema", stem("EnumSchema").unwrap()));
    }
    match of {
        "ElicitRequestFormParams" => found.push(("ElicitRequestParams", "Form(".to_owned())),
        "ElicitRequestURLParams" => found.push(("ElicitRequestParams", "Url(".to_owned())),
        _ => {}
    }
    found
}

#[test]
fn examples_are_the_right_variant_of_their_unions() {
    let Some(examples) = examples() else { return };
    let mut expected = Vec::new();
    let mut questions = Vec::new();
    for (name, (of, value)) in &examples {
        for (union, variant) in variants(of) {
            questions.push((union.to_owned(), value.clone()));
            expected.push((name, union, variant, value));
        }
        if let ("CallToolResultResponse" | "GetPromptResultResponse" | "ReadResourceResultResponse", None) =
            (of.as_str(), BROKEN.iter().find(|(broken, _)| broken == name))
        {
            questions.push((of.clone(), value.clone()));
            let asks = value.pointer("/result/resultType") == Some(&Value::from("input_required"));
            let variant =
                if asks { "result: InputRequired(" } else { &format!("result: {}(", of.replace("ResultResponse", "")) };
            expected.push((name, "result", variant.to_owned(), value));
        }
    }
    let faults: Vec<String> = expected
        .iter()
        .zip(ask(REVISION, &questions))
        .filter_map(|((name, union, variant, value), answer)| match answer {
            Answer::Accepted { encoded, debug, .. }
                if encoded == **value
                    && (debug.starts_with(variant.as_str())
                        || *union == "result" && debug.contains(variant.as_str())) =>
            {
                None
            }
            answer => Some(format!("{name} as {union}: expected {variant}, found {answer:?}")),
        })
        .collect();
    println!("{} examples in {} unions", examples.len(), questions.len());
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
