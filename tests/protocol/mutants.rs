//! Examples changed in one place each: the bindings and a validator that reads the same schema agree
//! about every one, and what is accepted comes back equal.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::bindings::{Answer, ask, readable, schema_of};
use crate::examples::examples;
use crate::inputs::load;

const REVISION: &str = "2026-07-28";

/// Every value that differs from `value` in one place.
fn mutants(value: &Value) -> Vec<Value> {
    let mut all = Vec::new();
    change(value, &|changed| changed, &mut all);
    all
}

fn change(at: &Value, whole: &dyn Fn(Value) -> Value, all: &mut Vec<Value>) {
    for other in
        [json!(null), json!(true), json!(5), json!(-1), json!(0.5), json!(7.0), json!("other"), json!([]), json!({})]
    {
        if other != *at {
            all.push(whole(other));
        }
    }
    match at {
        Value::String(text) => all.push(whole(json!(format!("{text}x")))),
        Value::Object(members) => {
            let mut more: Map<String, Value> = members.clone();
            more.insert("x-unknown".to_owned(), json!({ "kept": [1, 2.5, null] }));
            all.push(whole(Value::Object(more)));
            for (name, member) in members {
                let mut fewer = members.clone();
                fewer.remove(name);
                all.push(whole(Value::Object(fewer)));
                let with = |changed: Value| {
                    let mut members = members.clone();
                    members.insert(name.clone(), changed);
                    whole(Value::Object(members))
                };
                change(member, &with, all);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                let with = |changed: Value| {
                    let mut items = items.clone();
                    items[index] = changed;
                    whole(Value::Array(items))
                };
                change(item, &with, all);
            }
        }
        _ => {}
    }
}

/// A validator for each definition, by the schema to which the overlay was applied.
pub(crate) struct Oracle {
    schema: Value,
    validators: BTreeMap<String, jsonschema::Validator>,
}

impl Oracle {
    pub(crate) fn new(schema: &Value) -> Self {
        Self { schema: schema.clone(), validators: BTreeMap::new() }
    }

    pub(crate) fn accepts(&mut self, of: &str, value: &Value) -> bool {
        let schema = &self.schema;
        let validator = self.validators.entry(of.to_owned()).or_insert_with(|| {
            let keyword = if schema.get("$defs").is_some() { "$defs" } else { "definitions" };
            let mut schema = schema.clone();
            let members = schema.as_object_mut().unwrap();
            // A `$ref` of draft-07 hides what stands beside it, so it goes into an `allOf`.
            members.insert("allOf".to_owned(), json!([{ "$ref": format!("#/{keyword}/{of}") }]));
            jsonschema::options().should_validate_formats(false).build(&schema).unwrap()
        });
        validator.is_valid(value)
    }
}

/// What the types read as the same (RES-04): a result without a type is a final one.
pub(crate) fn completed(value: &Value, encoded: &Value) -> bool {
    match (value, encoded) {
        (Value::Object(value), Value::Object(encoded)) => {
            let added = encoded.len() == value.len() + 1
                && !value.contains_key("resultType")
                && encoded.get("resultType") == Some(&json!("complete"));
            (added || encoded.len() == value.len())
                && value.iter().all(|(name, value)| encoded.get(name).is_some_and(|encoded| completed(value, encoded)))
        }
        (Value::Array(value), Value::Array(encoded)) => {
            value.len() == encoded.len() && value.iter().zip(encoded).all(|(value, encoded)| completed(value, encoded))
        }
        (value, encoded) => value == encoded,
    }
}

#[test]
fn bindings_and_validator_agree_about_examples_changed_in_one_place() {
    let Some(examples) = examples() else { return };
    let loaded = load(&schema_of(REVISION), None).unwrap();
    let mut oracle = Oracle::new(&loaded.document.value);
    let unions: Vec<String> = readable(&loaded.protocol)
        .into_keys()
        .filter(|id| matches!(loaded.protocol.types[id].kind, mcp_codegen::ir::protocol::Kind::Union(_)))
        .collect();
    let mut questions = Vec::new();
    for (of, value) in examples.values() {
        let mut types = vec![of.clone()];
        types.extend(unions.iter().filter(|union| *union != of && oracle.accepts(union, value)).cloned());
        for mutant in mutants(value) {
            questions.extend(types.iter().map(|of| (of.clone(), mutant.clone())));
        }
    }
    let (mut accepted, mut refused, mut normalised) = (0, 0, 0);
    let (mut wrong_accepts, mut wrong_refusals, mut lossy) = (Vec::new(), Vec::new(), Vec::new());
    let mut validator = Vec::new();
    for ((of, value), answer) in questions.iter().zip(ask(REVISION, &questions)) {
        let right = oracle.accepts(of, value);
        if matches!(answer, Answer::Accepted { valid, .. } | Answer::Refused { valid, .. } if valid != right) {
            validator.push(format!("{of}: {value}: it should be {right}"));
        }
        match (right, answer) {
            (true, Answer::Accepted { encoded, .. }) => {
                accepted += 1;
                if encoded != *value {
                    if completed(value, &encoded) {
                        normalised += 1;
                    } else {
                        lossy.push(format!("{of}: {value} comes back as {encoded}"));
                    }
                }
            }
            (false, Answer::Refused { .. }) => refused += 1,
            (false, Answer::Accepted { .. }) => wrong_accepts.push(format!("{of}: {value}")),
            (true, Answer::Refused { pointer, message, .. }) => {
                wrong_refusals.push(format!("{of}: {value}: {pointer}: {message}"));
            }
        }
    }
    println!(
        "{} mutants of {} examples: {accepted} accepted ({normalised} without resultType, which comes back), {refused} refused; \
         {} wrong accepts, {} wrong refusals, {} lossy; {} wrong verdicts of generated validators",
        questions.len(),
        examples.len(),
        wrong_accepts.len(),
        wrong_refusals.len(),
        lossy.len(),
        validator.len()
    );
    for (what, list) in [
        ("wrong accepts", wrong_accepts),
        ("wrong refusals", wrong_refusals),
        ("lossy", lossy),
        ("validator", validator),
    ] {
        assert!(list.is_empty(), "{what}:\n{}", list.iter().take(20).cloned().collect::<Vec<_>>().join("\n"));
    }
    assert!(accepted > 1_000 && refused > 5_000);
}
