//! Schemas out of nothing but choices: every keyword of a dialect, well formed, in any combination.
//!
//! Names, texts and numbers are few, so that values made of the same ones often meet them.

use serde_json::{Map, Value, json};

use crate::sample::Random;

const NAMES: &[&str] = &["a", "b", "c", "a/b", "", "é"];
const TEXTS: &[&str] = &["", "a", "ab", "b", "éa", "12", "a/b"];
const PATTERNS: &[&str] = &["a", "^a", "^[ab]+$", "\\d", "^.?$", "(a|b)\\1", "^(?=a).b", "é", "^$", "[^a]"];
const NUMBERS: &[f64] = &[0.0, 1.0, 2.0, 3.0, -1.0, 0.5, 1.5, 2.5, 10.0];
const TYPES: &[&str] = &["null", "boolean", "integer", "number", "string", "array", "object"];

/// Definitions that references lead to.
const DEFINITIONS: &[&str] = &["x", "y", "z"];

/// A schema with definitions. `draft7`: of that dialect.
pub(crate) fn schema(draft7: bool, random: &mut Random) -> Value {
    let definitions: Map<String, Value> =
        DEFINITIONS.iter().map(|name| ((*name).to_owned(), part(draft7, 2, random))).collect();
    let mut root = keywords(draft7, 3, random);
    if draft7 {
        // Beside `$ref` nothing counts in this dialect, not even `definitions` for whom they are searched in.
        root.remove("$ref");
        root.insert("$schema".to_owned(), json!("http://json-schema.org/draft-07/schema#"));
    }
    root.insert(if draft7 { "definitions" } else { "$defs" }.to_owned(), Value::Object(definitions));
    Value::Object(root)
}

/// A value of the same names, texts and numbers.
pub(crate) fn value(depth: usize, random: &mut Random) -> Value {
    match random.below(if depth == 0 { 5 } else { 9 }) {
        0 => Value::Null,
        1 => Value::Bool(random.chance(2)),
        2 => number(random),
        3 | 4 => text(random),
        5 | 6 => (0..random.below(5)).map(|_| value(depth - 1, random)).collect(),
        _ => (0..random.below(5)).map(|_| (name(random), value(depth - 1, random))).collect::<Map<_, _>>().into(),
    }
}

fn part(draft7: bool, depth: usize, random: &mut Random) -> Value {
    match random.below(12) {
        0 => Value::Bool(true),
        1 => Value::Bool(false),
        _ => Value::Object(keywords(draft7, depth, random)),
    }
}

fn keywords(draft7: bool, depth: usize, random: &mut Random) -> Map<String, Value> {
    let mut found = Map::new();
    for _ in 0..=random.below(4) {
        let (name, value) = if depth == 0 { assertion(random) } else { applicator(draft7, depth, random) };
        found.insert(name.to_owned(), value);
    }
    found
}

fn assertion(random: &mut Random) -> (&'static str, Value) {
    match random.below(20) {
        0..=3 => ("type", types(random)),
        4 => ("const", value(1, random)),
        5 => ("enum", (0..=random.below(3)).map(|_| value(1, random)).collect()),
        6 => ("minimum", number(random)),
        7 => ("maximum", number(random)),
        8 => ("exclusiveMinimum", number(random)),
        9 => ("exclusiveMaximum", number(random)),
        10 => ("multipleOf", json!([1.0, 2.0, 0.5, 3.0, 0.1][random.below(5)])),
        11 => ("minLength", count(random)),
        12 => ("maxLength", count(random)),
        13 => ("pattern", json!(PATTERNS[random.below(PATTERNS.len())])),
        14 => ("minItems", count(random)),
        15 => ("maxItems", count(random)),
        16 => ("uniqueItems", Value::Bool(!random.chance(4))),
        17 => ("minProperties", count(random)),
        18 => ("maxProperties", count(random)),
        _ => ("required", names(random)),
    }
}

fn applicator(draft7: bool, depth: usize, random: &mut Random) -> (&'static str, Value) {
    let inner = |random: &mut Random| part(draft7, depth - 1, random);
    match random.below(if draft7 { 26 } else { 36 }) {
        0..=7 => assertion(random),
        8 | 9 => {
            ("properties", (0..=random.below(3)).map(|_| (name(random), inner(random))).collect::<Map<_, _>>().into())
        }
        10 => ("additionalProperties", inner(random)),
        11 => (
            "patternProperties",
            (0..=random.below(2))
                .map(|_| (PATTERNS[random.below(PATTERNS.len())].to_owned(), inner(random)))
                .collect::<Map<_, _>>()
                .into(),
        ),
        12 => ("propertyNames", inner(random)),
        13 => ("items", inner(random)),
        14 => ("contains", inner(random)),
        15 => ("if", inner(random)),
        16 => ("then", inner(random)),
        17 => ("else", inner(random)),
        18 => ("not", inner(random)),
        19 => ("allOf", (0..=random.below(3)).map(|_| inner(random)).collect()),
        20 => ("anyOf", (0..=random.below(3)).map(|_| inner(random)).collect()),
        21 | 22 => ("oneOf", (0..=random.below(3)).map(|_| inner(random)).collect()),
        23 => ("$ref", reference(draft7, random)),
        24 if draft7 => ("items", (0..=random.below(3)).map(|_| inner(random)).collect()),
        25 if draft7 => ("additionalItems", inner(random)),
        24 | 25 => ("prefixItems", (0..=random.below(3)).map(|_| inner(random)).collect()),
        26 => ("minContains", count(random)),
        27 => ("maxContains", count(random)),
        28 => ("dependentRequired", json!({ name(random): names(random) })),
        29 => ("dependentSchemas", json!({ name(random): inner(random) })),
        30..=32 => ("unevaluatedProperties", inner(random)),
        33..=35 => ("unevaluatedItems", inner(random)),
        _ => ("$comment", json!("")),
    }
}

fn reference(draft7: bool, random: &mut Random) -> Value {
    let folder = if draft7 { "definitions" } else { "$defs" };
    json!(format!("#/{folder}/{}", DEFINITIONS[random.below(DEFINITIONS.len())]))
}

fn types(random: &mut Random) -> Value {
    let first = random.below(TYPES.len());
    if !random.chance(3) {
        return json!(TYPES[first]);
    }
    let second = (first + 1 + random.below(TYPES.len() - 1)) % TYPES.len();
    json!([TYPES[first], TYPES[second]])
}

fn number(random: &mut Random) -> Value {
    let number = NUMBERS[random.below(NUMBERS.len())];
    // The same number, written as an integer where it is one.
    #[allow(clippy::cast_possible_truncation)]
    if number.fract() == 0.0 && !random.chance(3) { json!(number as i64) } else { json!(number) }
}

fn count(random: &mut Random) -> Value {
    json!(random.below(4))
}

fn text(random: &mut Random) -> Value {
    json!(TEXTS[random.below(TEXTS.len())])
}

fn name(random: &mut Random) -> String {
    NAMES[random.below(NAMES.len())].to_owned()
}

/// Different names.
fn names(random: &mut Random) -> Value {
    let first = random.below(NAMES.len());
    (first..=first + random.below(2)).map(|index| json!(NAMES[index % NAMES.len()])).collect()
}
