//! Schemas of very many parts, which are written in another way: the same verdict as the `jsonschema` crate.

use mcp_codegen::validate::{self, Options};
use serde_json::{Map, Value, json};

use crate::compiled::Compiled;
use crate::sample::Random;

/// Names that are told apart neither by length nor by their beginning.
fn name(n: usize) -> String {
    format!("m{:03}", n * 7 % 300)
}

/// Properties of three kinds, and one that may not be there.
fn properties() -> Map<String, Value> {
    let schema = |n: usize| match n % 5 {
        0 | 1 => json!({ "type": "integer" }),
        2 => json!({ "type": "string", "minLength": n % 3 }),
        3 => json!(true),
        _ => json!({ "enum": [n, "x"] }),
    };
    let mut all: Map<String, Value> = (0..150).map(|n| (name(n), schema(n))).collect();
    all.insert(name(150), json!(false));
    all
}

/// More than a thousand subschemas, no two alike.
fn branches() -> Value {
    let branch = |n: usize| {
        json!({
            "properties": { name(n): { "type": "integer", "minimum": n }, name(n + 1): { "minLength": n } },
            "required": if n.is_multiple_of(2) { json!([name(n)]) } else { json!([name(n), name(n + 1)]) },
            "maxProperties": 40 + n,
        })
    };
    (0..400).map(branch).collect()
}

fn schemas() -> Vec<Value> {
    let required = |n: usize| json!({ "required": [name(n), name(n + 40)] });
    let of_objects = |n: usize| json!({ "type": "object", "required": [name(n)] });
    let rows: Value = (0..30).map(required).collect();
    let mixed: Value = (0..40)
        .map(|n| match n % 10 {
            7 => json!({ "properties": { name(n): { "type": "integer" } }, "required": [name(n), name(n + 9)] }),
            _ => of_objects(n),
        })
        .collect();
    vec![
        json!({ "properties": properties() }),
        json!({ "properties": properties(), "required": [name(3), "other"], "additionalProperties": false }),
        json!({ "properties": properties(), "required": [name(3), "other"], "additionalProperties": { "type": "integer" } }),
        json!({ "properties": properties(), "patternProperties": { "^m0": { "type": "integer" } }, "additionalProperties": false }),
        json!({ "properties": properties(), "unevaluatedProperties": { "type": "string" } }),
        json!({ "anyOf": rows }),
        json!({ "oneOf": rows }),
        json!({ "anyOf": mixed }),
        json!({ "oneOf": mixed, "type": ["object", "null"] }),
        json!({ "not": { "anyOf": mixed } }),
        json!({ "anyOf": branches() }),
        json!({ "oneOf": branches(), "dependentRequired": { name(1): [name(2)] }, "additionalProperties": { "type": "integer" } }),
    ]
}

fn value(random: &mut Random) -> Value {
    if random.chance(12) {
        return random.pick(&[json!(null), json!(1), json!([]), json!("x")]).cloned().unwrap();
    }
    let most = *random.pick(&[1, 3, 9, 60]).unwrap();
    let part = |random: &mut Random| match random.below(8) {
        0..5 => json!(random.below(300)),
        5 => json!("x"),
        6 => json!("longer than most of the bounds"),
        _ => json!(1.5),
    };
    let mut object: Map<String, Value> = (0..most).map(|_| (name(random.below(160)), part(random))).collect();
    if random.chance(2) {
        object.insert(name(3), json!(3));
        object.insert("other".to_owned(), part(random));
    }
    Value::Object(object)
}

#[test]
fn verdicts_agree_with_another_implementation_on_large_schemas() {
    let schemas = schemas();
    let programs: Vec<_> =
        schemas.iter().map(|schema| validate::compile(schema, &Options::default()).unwrap()).collect();
    let mut random = Random::Seed(3);
    let questions: Vec<(usize, Value)> =
        (0..schemas.len() * 400).map(|turn| (turn % schemas.len(), value(&mut random))).collect();
    let answers = Compiled::build("large", &programs).ask(&questions);
    let oracles: Vec<_> = schemas.iter().map(|schema| jsonschema::validator_for(schema).unwrap()).collect();
    let mut counts = vec![[0usize; 2]; schemas.len()];
    for ((index, value), answer) in questions.iter().zip(&answers) {
        let expected = oracles[*index].is_valid(value);
        counts[*index][usize::from(expected)] += 1;
        assert_eq!(answer.valid, expected, "schema {index}, {value}: {}", answer.text);
    }
    assert!(counts.iter().flatten().all(|count| *count > 5), "{counts:?}");
}
