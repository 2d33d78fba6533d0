//! Schemas that other generators and validators got wrong, with the verdicts that are right.

use mcp_codegen::validate::{self, Options, Program};
use serde_json::{Value, json};

use crate::compiled::Compiled;
use crate::formats::formats;
use crate::members::members;

/// A schema, values that fit it, values that do not.
pub(crate) struct Case {
    name: &'static str,
    schema: Value,
    good: Vec<Value>,
    bad: Vec<Value>,
}

pub(crate) fn case(name: &'static str, schema: Value, good: Vec<Value>, bad: Vec<Value>) -> Case {
    Case { name, schema, good, bad }
}

pub(crate) fn compile(schema: &Value) -> Program {
    validate::compile(schema, &Options::default()).unwrap_or_else(|faults| panic!("{schema} is refused: {faults:#?}"))
}

#[test]
fn verdicts_on_schemas_that_others_got_wrong() {
    let cases: Vec<Case> =
        [composition(), objects(), numbers_and_values(), patterns(), references(), formats(), members()]
            .into_iter()
            .flatten()
            .collect();
    let options = Options { assert_format: true, ..Options::default() };
    let programs: Vec<Program> = cases.iter().map(|case| validate::compile(&case.schema, &options).unwrap()).collect();
    let mut questions = Vec::new();
    let mut expected = Vec::new();
    for (index, case) in cases.iter().enumerate() {
        for (values, valid) in [(&case.good, true), (&case.bad, false)] {
            questions.extend(values.iter().map(|value| (index, value.clone())));
            expected.extend(values.iter().map(|_| valid));
        }
    }
    let answers = Compiled::build("cases", &programs).ask(&questions);
    let wrong: Vec<String> = questions
        .iter()
        .zip(answers.iter().zip(&expected))
        .filter(|(_, (answer, valid))| answer.valid != **valid)
        .map(|((index, value), (answer, _))| format!("{}: {value}: {}", cases[*index].name, answer.text))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn composition() -> Vec<Case> {
    vec![
        case(
            "all parts of an allOf count, also where they name the same member",
            json!({
                "type": "object",
                "properties": { "berth": { "type": "integer" } },
                "required": ["berth"],
                "allOf": [
                    { "$ref": "#/$defs/day" },
                    { "$ref": "#/$defs/night" },
                    { "allOf": [{ "properties": { "flag": { "type": "string" } }, "required": ["flag"] }] },
                ],
                "$defs": {
                    "day": { "properties": { "crew": { "type": "object", "properties": { "day": { "type": "string" } }, "required": ["day"] } } },
                    "night": { "properties": { "crew": { "type": "object", "properties": { "night": { "type": "string" } } } } },
                },
            }),
            vec![json!({ "berth": 3, "flag": "NL", "crew": { "day": "a", "night": "b" } })],
            vec![
                json!({ "flag": "NL" }),
                json!({ "berth": 3 }),
                json!({ "berth": 3, "flag": "NL", "crew": { "night": "b" } }),
                json!({ "berth": 3, "flag": "NL", "crew": { "day": "a", "night": 1 } }),
            ],
        ),
        case(
            "oneOf is exactly one, not the first",
            json!({ "oneOf": [{ "type": "integer" }, { "type": "number" }, { "type": "string" }] }),
            vec![json!(2.5), json!("2")],
            vec![json!(2), json!(2.0), json!(null)],
        ),
        case(
            "anyOf at the root beside type, and if with then",
            json!({
                "type": "object",
                "properties": { "words": { "type": "string" }, "lamp": { "type": "string" }, "now": { "type": "boolean" } },
                "anyOf": [{ "required": ["words"] }, { "required": ["lamp"] }],
                "if": { "properties": { "now": { "const": true } }, "required": ["now"] },
                "then": { "required": ["lamp"] },
            }),
            vec![json!({ "words": "x" }), json!({ "now": true, "lamp": "x" }), json!({ "now": false, "words": "x" })],
            vec![json!({}), json!({ "now": true, "words": "x" }), json!([])],
        ),
        case(
            "branches told apart by a constant member",
            json!({
                "oneOf": [
                    { "type": "object", "properties": { "kind": { "const": "tide" }, "cm": { "type": "integer" } }, "required": ["kind", "cm"] },
                    { "type": "object", "properties": { "kind": { "const": "wind" } }, "required": ["kind"] },
                    { "type": "null" },
                ],
            }),
            vec![json!({ "kind": "tide", "cm": 4 }), json!({ "kind": "wind", "cm": "any" }), json!(null)],
            vec![json!({ "kind": "tide" }), json!({ "kind": "rain" }), json!({}), json!({ "kind": 1 }), json!("tide")],
        ),
        case(
            "the spellings of may be null",
            json!({
                "type": "object",
                "properties": {
                    "knot": { "type": ["string", "null"] },
                    "rope": { "anyOf": [{ "$ref": "#/$defs/rope" }, { "type": "null" }], "default": null },
                    "hook": { "type": "string", "nullable": true },
                    "turns": { "type": ["integer", "string"] },
                },
                "required": ["knot"],
                "$defs": { "rope": { "enum": ["hemp", "wire"] } },
            }),
            vec![
                json!({ "knot": null }),
                json!({ "knot": "bow", "rope": null, "turns": 2 }),
                json!({ "knot": "x", "rope": "hemp", "turns": "2" }),
            ],
            vec![
                json!({}),
                json!({ "knot": "x", "hook": null }),
                json!({ "knot": 1 }),
                json!({ "knot": "x", "rope": "silk" }),
            ],
        ),
    ]
}

fn objects() -> Vec<Case> {
    vec![
        case(
            "an object that is only a map, and closed objects inside",
            json!({
                "type": "object",
                "properties": {
                    "gauges": {
                        "type": "object",
                        "minProperties": 1,
                        "additionalProperties": { "type": "object", "properties": { "bar": { "type": "number" } }, "required": ["bar"], "additionalProperties": false },
                    },
                    "spot": {
                        "type": "object",
                        "properties": { "lat": { "type": "integer" }, "lon": { "type": "integer" } },
                        "dependentRequired": { "lat": ["lon"], "lon": ["lat"] },
                        "additionalProperties": false,
                    },
                },
                "required": ["gauges"],
                "additionalProperties": false,
            }),
            vec![
                json!({ "gauges": { "a": { "bar": 1.5 }, "b": { "bar": 0 } } }),
                json!({ "gauges": { "a": { "bar": 1 } }, "spot": { "lat": 1, "lon": 2 } }),
            ],
            vec![
                json!({ "gauges": {} }),
                json!({ "gauges": { "a": { "bar": 1, "psi": 2 } } }),
                json!({ "gauges": { "a": { "bar": 1 } }, "spot": { "lat": 1 } }),
                json!({ "gauges": { "a": { "bar": 1 } }, "more": 0 }),
            ],
        ),
        case(
            "true takes anything, false nothing, in every place",
            json!({
                "properties": {
                    "raw": true,
                    "gone": false,
                    "list": { "items": true },
                    "pair": { "prefixItems": [true, { "type": "integer" }], "items": false },
                },
            }),
            vec![
                json!({ "raw": [1, null] }),
                json!({ "raw": null }),
                json!({ "list": [1, "a"] }),
                json!({ "pair": ["z", 2] }),
            ],
            vec![
                json!({ "gone": 1 }),
                json!({ "gone": null }),
                json!({ "pair": ["z", 2, 3] }),
                json!({ "pair": ["z", "2"] }),
            ],
        ),
        case(
            "names of members: patterns, lengths, lists of names",
            json!({
                "propertyNames": { "maxLength": 3, "pattern": "^[a-z]+$" },
                "patternProperties": { "^n": { "type": "integer" } },
                "additionalProperties": { "type": "string" },
            }),
            vec![json!({}), json!({ "n": 1, "abc": "x" })],
            vec![json!({ "n": "1" }), json!({ "abcd": "x" }), json!({ "B": "x" }), json!({ "b": 1 })],
        ),
        case(
            "many properties",
            {
                let properties: serde_json::Map<String, Value> =
                    (0..60).map(|n| (format!("p{}", n * 37), json!({ "type": "integer" }))).collect();
                let required: Vec<String> = (0..40).map(|n| format!("p{}", n * 37)).collect();
                json!({ "properties": properties, "required": required, "additionalProperties": false })
            },
            vec![(0..40).map(|n| (format!("p{}", n * 37), json!(n))).collect()],
            vec![
                json!({}),
                (0..40).map(|n| (format!("p{}", n * 37), json!("x"))).collect(),
                (0..41).map(|n| (format!("p{n}"), json!(n))).collect(),
            ],
        ),
    ]
}

fn numbers_and_values() -> Vec<Case> {
    vec![
        case(
            "a whole number written with a point is an integer",
            json!({ "type": "integer", "maximum": 1000 }),
            vec![json!(30), json!(30.0), json!(-0.0), json!(1e3)],
            vec![json!(30.5), json!("30"), json!(1001), json!(1e19)],
        ),
        case(
            "bounds beyond the integers of a machine word",
            json!({ "minimum": 9_223_372_036_854_775_807_i64, "exclusiveMaximum": 18_446_744_073_709_551_615_u64 }),
            vec![
                json!(9_223_372_036_854_775_807_i64),
                json!(9_223_372_036_854_775_808_u64),
                json!(18_446_744_073_709_551_614_u64),
            ],
            vec![json!(9_223_372_036_854_775_806_i64), json!(18_446_744_073_709_551_615_u64), json!(1e20), json!(-1)],
        ),
        case(
            "multiples of decimals",
            json!({ "multipleOf": 0.01 }),
            vec![json!(19.99), json!(0.07), json!(1e300), json!(0), json!(-4.35)],
            vec![json!(0.075), json!(19.999), json!(1e-300)],
        ),
        case(
            "multiples of whole numbers, as large as they come",
            json!({ "multipleOf": 7 }),
            vec![json!(-14), json!(14.0), json!(18_446_744_073_709_551_615_u64 - 1)],
            vec![json!(15), json!(0.7)],
        ),
        case(
            "an empty enum takes nothing",
            json!({ "properties": { "x": { "enum": [] } } }),
            vec![json!({}), json!(1)],
            vec![json!({ "x": null }), json!({ "x": 1 })],
        ),
        case(
            "values of any kind in an enum, kept apart by kind",
            json!({ "enum": ["a", null, 3, true, { "k": [1, { "z": 2.0 }] }, 0.5] }),
            vec![
                json!("a"),
                json!(null),
                json!(3),
                json!(3.0),
                json!(true),
                json!({ "k": [1.0, { "z": 2 }] }),
                json!(0.5),
            ],
            vec![
                json!("3"),
                json!(false),
                json!(0),
                json!({ "k": [1] }),
                json!({}),
                json!({ "k": [1, { "z": 2 }], "l": 1 }),
            ],
        ),
        case(
            "false and 0 are not the same",
            json!({ "const": false }),
            vec![json!(false)],
            vec![json!(0), json!(null), json!("")],
        ),
        case(
            "uniqueItems by value",
            json!({ "uniqueItems": true }),
            vec![json!([1, true, "1", [1], { "a": 1 }, null, 0, false])],
            vec![json!([1, 1.0]), json!([{ "a": 1, "b": 2 }, { "b": 2.0, "a": 1 }])],
        ),
        case(
            "uniqueItems of long arrays",
            json!({ "uniqueItems": true }),
            vec![(0..5_000).map(|n| json!({ "n": n })).collect()],
            vec![(0..5_000).map(|n| json!([n % 4_999])).collect()],
        ),
        case(
            "numbers and objects as strings are strings",
            json!({ "properties": { "n": { "type": "integer" }, "b": { "type": "boolean" }, "o": { "type": "object" }, "s": { "type": "string" } } }),
            vec![json!({ "n": 1, "b": true, "o": {}, "s": "1" })],
            vec![json!({ "n": "1" }), json!({ "b": "true" }), json!({ "o": "{}" }), json!({ "s": 1 })],
        ),
        case(
            "lengths in code points",
            json!({ "minLength": 2, "maxLength": 3 }),
            vec![json!("åß"), json!("😀😀😀")],
            vec![json!("😀"), json!("abcd"), json!("ßßßß")],
        ),
        case(
            "no object at the root",
            json!({ "oneOf": [{ "type": "null" }, { "type": "array", "items": { "$ref": "#" } }] }),
            vec![json!(null), json!([]), json!([null, [null]])],
            vec![json!("x"), json!([1]), json!({})],
        ),
        case(
            "contains with bounds",
            json!({ "contains": { "type": "integer" }, "minContains": 2, "maxContains": 3 }),
            vec![json!([1, 2, "x"]), json!([1, 2, 3])],
            vec![json!([1]), json!([1, 2, 3, 4]), json!([])],
        ),
    ]
}

fn patterns() -> Vec<Case> {
    let pattern = |source: &str| json!({ "pattern": source });
    vec![
        case(
            "look-ahead",
            pattern("^(?!old-)[a-z-]+$"),
            vec![json!("new-pier"), json!("old")],
            vec![json!("old-pier"), json!("X")],
        ),
        case(
            "look-behind",
            pattern("(?<=[xy])\\d{2}(?<!13)"),
            vec![json!("ax12"), json!("y99")],
            vec![json!("a12"), json!("x13"), json!("x1")],
        ),
        case(
            "back references",
            pattern("^(?<q>['\"]).*\\k<q>$"),
            vec![json!("'a'"), json!("\"\"")],
            vec![json!("'a\""), json!("a")],
        ),
        case(
            "a group that took no part is empty",
            pattern("^(?:(a)|b)\\1c$"),
            vec![json!("aac"), json!("bc")],
            vec![json!("ac"), json!("bac")],
        ),
        case(
            "digits and letters are ASCII",
            pattern("^[\\w.-]+$"),
            vec![json!("v1.2-rc_3")],
            vec![json!("naïve"), json!("٣"), json!("")],
        ),
        case("\\d", pattern("^\\d{3}$"), vec![json!("345")], vec![json!("٣٤٥"), json!("345\n"), json!("3456")]),
        case("a literal backslash", pattern("^\\\\w$"), vec![json!("\\w")], vec![json!("w"), json!("\\d")]),
        case("not anchored", pattern("b"), vec![json!("abc"), json!("b")], vec![json!("ac"), json!("")]),
        case(
            "alternatives at the top are not anchored together",
            pattern("^a|b$"),
            vec![json!("ax"), json!("xb")],
            vec![json!("xa"), json!("bx")],
        ),
        case(
            "white space as ECMA-262 has it",
            pattern("^\\s$"),
            vec![json!("\u{feff}"), json!("\u{2028}"), json!("\t")],
            vec![json!("\u{85}"), json!("\u{200b}"), json!("x")],
        ),
        case(
            "a dot is a code point, but no line terminator",
            pattern("^.$"),
            vec![json!("😀"), json!("\u{85}")],
            vec![json!("\n"), json!("\u{2029}"), json!("ab")],
        ),
        case(
            "properties of Unicode",
            pattern("^\\p{Script=Greek}\\p{Lu}\\P{L}$"),
            vec![json!("αΣ1"), json!("αA-")],
            vec![json!("aA1"), json!("αa1"), json!("αAA")],
        ),
        case(
            "boundaries of words",
            pattern("\\bport\\B"),
            vec![json!("ports"), json!("a ports")],
            vec![json!("port"), json!("airports"), json!("sport")],
        ),
        case(
            "what is legal only without the flag u",
            pattern("^[\\w-.]{2}\\-{$"),
            vec![json!("a.-{"), json!("---{")],
            vec![json!("a-{"), json!("a.-")],
        ),
        case(
            "escapes",
            pattern("^\\x41\\u00e9\\u{1F600}\\uD83D\\uDE00\\cJ$"),
            vec![json!("Aé😀😀\n")],
            vec![json!("Aé😀\n")],
        ),
        case("classes", pattern("^[^]a[]|[^\\d\\s]{2}$"), vec![json!("\nab"), json!("xy")], vec![json!("1 ")]),
        case(
            "lazy and counted repetition",
            pattern("^(?:ab){2,3}?c??$"),
            vec![json!("abab"), json!("abababc")],
            vec![json!("ab"), json!("abababab"), json!("ababcc")],
        ),
        case(
            "a repetition that may be empty",
            pattern("^(?:a*)*(?=b)b$"),
            vec![json!("aab"), json!("b")],
            vec![json!("a"), json!("ba")],
        ),
        case(
            "long repetitions",
            pattern("^[\\s\\S]{0,5000}$"),
            vec![json!("x".repeat(5000))],
            vec![json!("x".repeat(5001))],
        ),
    ]
}

fn references() -> Vec<Case> {
    vec![
        case(
            "recursion, and names that need escapes",
            json!({
                "$ref": "#/$defs/a~1b%25%7B%7D",
                "$defs": { "a/b%{}": { "type": "object", "properties": { "next": { "$ref": "#node" } }, "additionalProperties": false, "$anchor": "node" } },
            }),
            vec![json!({}), json!({ "next": { "next": {} } })],
            vec![json!({ "next": { "next": 1 } }), json!({ "other": 1 })],
        ),
        case(
            "draft-07: what stands beside $ref is ignored, tuples are arrays of items",
            json!({
                "$schema": "http://json-schema.org/draft-07/schema#",
                "properties": {
                    "a": { "$ref": "#/definitions/word", "maxLength": 1 },
                    "b": { "items": [{ "type": "integer" }], "additionalItems": { "type": "string" } },
                    "c": { "prefixItems": [{ "type": "integer" }] },
                },
                "dependencies": { "a": ["b"], "b": { "required": ["c"] } },
                "definitions": { "word": { "type": "string" } },
            }),
            vec![json!({ "a": "long", "b": [1, "x"], "c": ["any"] }), json!({})],
            vec![
                json!({ "a": 1, "b": [], "c": [] }),
                json!({ "a": "x" }),
                json!({ "b": [] }),
                json!({ "b": [1, 2], "c": 0 }),
            ],
        ),
        case(
            "a tree of trees, and both branches the same",
            json!({
                "$ref": "#/$defs/n",
                "$defs": { "n": { "anyOf": [
                    { "type": "array", "items": { "$ref": "#/$defs/n" }, "minItems": 0 },
                    { "type": "array", "items": { "$ref": "#/$defs/n" }, "maxItems": 99 },
                ] } },
            }),
            vec![json!([[[]], []])],
            vec![json!(1)],
        ),
        case(
            "unevaluated members across branches",
            json!({
                "properties": { "a": true },
                "anyOf": [{ "properties": { "b": true }, "required": ["b"] }, { "patternProperties": { "^c": true } }],
                "if": { "required": ["d"] },
                "then": { "properties": { "d": { "type": "integer" } } },
                "unevaluatedProperties": { "type": "null" },
            }),
            vec![json!({ "a": 1, "b": 2, "c1": 3, "d": 4 }), json!({ "e": null }), json!({ "c": 1 })],
            vec![json!({ "a": 1, "e": 1 }), json!({ "d": "x" })],
        ),
    ]
}
