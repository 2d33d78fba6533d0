//! One reading from text to checked types: the same verdict and the same value as the long way, which
//! makes a `serde_json::Value`, checks it and decodes it.

use serde_json::{Value, json};

use crate::common::shared;
use crate::readers::{Outcome, Readers};
use crate::sample::{Random, mutated, value};
use crate::seed::seed;
use crate::spelling::{broken, spelled};

/// Arguments for each tool: as they are, in another spelling, changed, and broken.
const ARGUMENTS: usize = 30;

/// The four texts of one sample of a schema.
pub(crate) fn texts(schema: &Value, random: &mut Random) -> [String; 4] {
    let sample = value(schema, schema, 0, random);
    let changed = mutated(sample.clone(), random);
    let broken = broken(&sample.to_string(), random);
    [sample.to_string(), spelled(&sample, random), spelled(&changed, random), broken]
}

#[test]
fn both_ways_agree_on_all_corpus_tools() {
    let Some(folder) = shared("corpus") else { return };
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut random = Random::Seed(seed());
    let (mut schemas, mut questions) = (Vec::new(), Vec::new());
    for file in files {
        let manifest: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
        for tool in manifest["tools"].as_array().unwrap() {
            let schema = tool["inputSchema"].clone();
            for _ in 0..ARGUMENTS {
                questions.extend(texts(&schema, &mut random).map(|text| (schemas.len(), text)));
            }
            schemas.push(schema);
        }
    }
    let readers = Readers::build("fused-corpus", &schemas, None);
    let outcomes = readers.ask(&questions);
    let count = |outcome| outcomes.iter().filter(|other| **other == outcome).count();
    let (read, long, refused) = (count(Outcome::Read), count(Outcome::TheLongWay), count(Outcome::Refused));
    let planned = readers.planned.iter().filter(|planned| **planned).count();
    println!("{planned} of {} tools; {read} texts read, {long} the long way, {refused} refused", schemas.len());
    assert!(planned * 10 >= schemas.len() * 9, "{planned} of {} tools have readers", schemas.len());
    assert!(read > 5_000 && refused > 2_000, "the texts say little");
    assert!(read > long * 10, "{long} texts went the long way, {read} did not");
}

/// Schemas of every kind that is read in one pass, and of some that are not.
fn schemas() -> Vec<Value> {
    let mut order = json!({
        "type": "object",
        "properties": {
            "id": {"type": "string", "pattern": "^[a-z]+-\\d+$", "maxLength": 12},
            "count": {"type": "integer", "minimum": 1, "maximum": 30},
            "below": {"type": "integer", "exclusiveMaximum": 0},
            "big": {"type": "integer", "minimum": 0},
            "any_integer": {"type": "integer"},
            "edges": {"type": "array", "items": {"anyOf": [{"type": "null"}, {"type": "integer", "minimum": -9_223_372_036_854_775_808_i64, "maximum": 9_223_372_036_854_775_807_i64}]}},
            "above": {"type": "integer", "exclusiveMinimum": 0},
            "unsigned_below": {"type": "integer", "minimum": 0, "exclusiveMaximum": 9_223_372_036_854_775_807_i64},
            "at_zero": {"type": "integer", "minimum": 0, "maximum": 0},
            "impossible": {"type": "integer", "minimum": 5, "exclusiveMaximum": 5},
            "between": {"type": "number", "exclusiveMinimum": -1, "exclusiveMaximum": 1},
            "ratio": {"type": "number", "exclusiveMinimum": 0, "maximum": 1.5},
            "step": {"type": "number", "multipleOf": 0.25},
            "tens": {"type": "integer", "multipleOf": 10},
            "whole": {"type": "number", "enum": [1, 2.5, 30]},
            "listed": {"type": "integer", "enum": [1, 2.0, 30]},
            "unit": {"enum": ["piece", "metre", "é\"\\"]},
            "flag": {"type": "boolean"},
            "always": {"const": true},
            "none": {"type": "null"},
            "maybe": {"type": ["string", "null"], "minLength": 2},
            "either": {"anyOf": [{"type": "integer", "minimum": 5}, {"type": "null"}]},
            "kinds": {"oneOf": [{"type": "string", "minLength": 1}, {"type": "integer"}, {"type": "array", "items": {"type": "string"}}]},
            "tags": {"type": "array", "items": {"type": "string"}, "uniqueItems": true, "minItems": 1, "maxItems": 20},
            "numbers": {"type": "array", "items": {"type": "number"}, "uniqueItems": true},
            "units": {"type": "array", "items": {"enum": ["a", "b"]}, "uniqueItems": true},
            "labels": {"type": "object", "additionalProperties": {"type": "string", "maxLength": 3}, "maxProperties": 3},
            "scores": {"type": "object", "additionalProperties": {"type": "integer"}, "propertyNames": {"maxLength": 2}},
            "free": {"type": "object"},
            "anything": true,
            "inner": {"$ref": "#/$defs/inner"},
            "pair": {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": false},
            "both": {"allOf": [{"type": "string", "minLength": 2}, {"maxLength": 4}]},
            "not": {"type": "string", "not": {"const": "no"}},
            "ahead": {"type": "string", "pattern": "^(?!no).*$"}
        },
        "required": ["id"],
        "additionalProperties": false,
        "dependentRequired": {"ratio": ["count", "step"]},
        "$defs": {"inner": {
            "type": "object",
            "properties": {"name": {"type": "string"}, "inner": {"$ref": "#/$defs/inner"}, "list": {"type": "array", "items": {"$ref": "#/$defs/inner"}}},
            "required": ["name", "key"],
            "minProperties": 2
        }}
    });
    let more = json!({
        "fours": {"type": "integer", "multipleOf": 4},
        "unsigned_fours": {"type": "integer", "multipleOf": 4, "minimum": 0},
        "halves": {"type": "number", "multipleOf": 2.5},
        // A part that is a value first, in the place of a field of its own name.
        "perhaps": {"type": ["string", "null"], "if": {"minLength": 2}, "then": {"maxLength": 3}},
        // The type does not follow the reference: it is wider than what the validator takes.
        "text_or_list": {"type": ["string", "array"], "items": {"type": "integer"}, "$dynamicRef": "#text"}
    });
    for (name, schema) in more.as_object().unwrap() {
        order["properties"][name] = schema.clone();
    }
    order["$defs"]["text"] = json!({"$dynamicAnchor": "text", "type": "string"});
    let union = json!({
        "type": "object",
        "properties": {"shapes": {"type": "array", "items": {"oneOf": [
            {"type": "object", "properties": {"kind": {"const": "circle"}, "radius": {"type": "number", "minimum": 0}}, "required": ["kind", "radius"], "additionalProperties": false},
            {"type": "object", "properties": {"kind": {"enum": ["box", "square"]}, "side": {"type": "integer"}}, "required": ["kind"]},
            {"$ref": "#/$defs/group"}
        ]}}},
        "$defs": {"group": {"type": "object", "properties": {"kind": {"const": "group"}, "of": {"$ref": "#/properties/shapes"}}, "required": ["kind", "of"]}}
    });
    let words = json!({
        "type": "object",
        "properties": {"key": {"type": "string"}, "reader": {"type": "integer"}, "text": {"type": "string", "minLength": 1}, "count": {"type": "integer"},
            "extra": {"type": "string"}, "members": {"type": "string"}, "value": {"type": "integer"}, "type": {"type": "string"}, "self": {"type": "boolean"},
            "read_root": {"type": "string", "minLength": 1}, "items": {"type": "array", "items": {"type": "integer"}}, "fused": {"type": "string", "maxLength": 3},
            "": {"type": "string"}, "a/b~c": {"type": "string", "minLength": 1}, "report": {"type": "string"}, "known": false, "first": {"type": "object", "properties": {"is_valid": {"type": "array", "items": {"type": "object", "required": ["a"]}}}}},
        "propertyNames": {"pattern": "^(?!not)"},
        "minProperties": 1
    });
    // All that is judged by what a value holds when it is written, at every depth.
    let mut point = json!({"type": "object", "properties": {}, "required": ["ratio", "unit"]});
    for name in JUDGED {
        point["properties"][name] = order["properties"][name].clone();
    }
    let mut judged = point.clone();
    judged["additionalProperties"] = json!(false);
    judged["required"] = json!([]);
    judged["properties"]["inner"] = point.clone();
    judged["properties"]["rows"] =
        json!({"type": "array", "maxItems": 3, "items": {"type": "array", "minItems": 1, "items": point}});
    judged["properties"]["table"] = json!({"type": "object", "additionalProperties": {"type": ["array", "null"], "items": order["properties"]["count"]}});
    vec![
        order,
        union,
        words,
        json!({"type": "object", "additionalProperties": {"type": "integer"}}),
        json!({"type": "object"}),
        json!({"type": "object", "properties": {"none": {"type": "array", "items": false}, "never": {"type": "object", "additionalProperties": {"not": {}}},
            "neither": {"allOf": [false, {"type": "string"}]}, "no": {"type": "array", "prefixItems": [false]}}}),
        judged,
    ]
}

/// Members of the first schema that are judged by what a value holds when it is written.
const JUDGED: [&str; 16] = [
    "count",
    "below",
    "big",
    "any_integer",
    "edges",
    "above",
    "unsigned_below",
    "between",
    "ratio",
    "whole",
    "listed",
    "unit",
    "flag",
    "none",
    "maybe",
    "both",
];

#[test]
fn both_ways_agree_on_generated_texts_and_hostile_ones() {
    let schemas = schemas();
    let mut random = Random::Seed(seed());
    let mut questions: Vec<(usize, String)> = Vec::new();
    for (index, schema) in schemas.iter().enumerate() {
        for _ in 0..2_000 {
            questions.extend(texts(schema, &mut random).map(|text| (index, text)));
        }
    }
    for (member, values) in HOSTILE {
        for text in values.lines().map(str::trim).filter(|text| !text.is_empty()) {
            questions.push((0, format!("{{\"id\":\"a-1\",\"{member}\":{text}}}")));
            questions.push((0, format!("{{\"{member}\":{text},\"id\":\"a-1\",\"{member}\":{text}}}")));
            questions.push((1, format!("{{\"shapes\":[{text}]}}")));
            questions.push((
                1,
                format!("{{\"shapes\":[{{\"kind\":{text}}},{{\"radius\":1,\"kind\":\"circle\",\"kind\":{text}}}]}}"),
            ));
            questions.push((3, format!("{{\"a\":{text},\"b\":1}}")));
            questions.push((4, format!("{{\"a\":{text}}}")));
            let point = format!("{{\"ratio\":1,\"unit\":\"piece\",\"{member}\":{text}}}");
            questions.push((6, format!("{{\"inner\":{point}}}")));
            questions.push((6, format!("{{\"rows\":[[{point}],[{point},{point}]]}}")));
            questions.push((6, point));
            questions.push((
                6,
                format!(
                    "{{\"table\":{{\"a\":[1],\"$serde_json::private::Number\":[{text}],\"\\ud83d\\ude00\":null}}}}"
                ),
            ));
        }
    }
    for depth in [1, 2, 40, 60, 61, 62, 63, 64, 65, 120, 125, 126, 127, 128, 129, 500, 10_000] {
        let nested =
            |open: &str, inner: &str, close: &str| format!("{}{inner}{}", open.repeat(depth), close.repeat(depth));
        questions.push((
            0,
            format!(
                "{{\"id\":\"a-1\",\"inner\":{}}}",
                nested("{\"name\":\"x\",\"key\":1,\"inner\":", "{\"name\":\"x\",\"key\":1}", "}")
            ),
        ));
        questions.push((0, format!("{{\"id\":\"a-1\",\"anything\":{}}}", nested("[", "1", "]"))));
        questions.push((0, format!("{{\"id\":\"a-1\",\"anything\":{}", nested("[", "1", "]"))));
        questions.push((0, format!("{{\"id\":\"a-1\",\"free\":{}}}", nested("{\"a\":", "1", "}"))));
        questions.push((1, format!("{{\"shapes\":{}}}", nested("[{\"of\":", "[]", ",\"kind\":\"group\"}]"))));
        questions.push((4, nested("{\"a\":", "1", "}")));
        questions.push((4, nested("[", "1", "]")));
        questions.push((6, format!("{{\"rows\":[{}]}}", nested("[", "", "]"))));
    }
    let readers = Readers::build("fused-cases", &schemas, None);
    assert_eq!(readers.planned, [true; 7]);
    assert_eq!(readers.judged, [false, false, false, false, false, false, true]);
    let outcomes = readers.ask(&questions);
    let count = |outcome| outcomes.iter().filter(|other| **other == outcome).count();
    let (read, long, refused) = (count(Outcome::Read), count(Outcome::TheLongWay), count(Outcome::Refused));
    println!("{read} texts read, {long} the long way, {refused} refused");
    assert!(read > 5_000 && refused > 5_000 && long > 10, "the texts say little");
}

/// Texts of values, right and wrong, for each member of the first schema.
const HOSTILE: &[(&str, &str)] = &[
    (
        "any_integer",
        "30.0\n3e1\n300e-1\n0.3E+2\n-0\n-0.0\n0e5\n9223372036854775807\n9223372036854775808\n-9223372036854775808
         -9223372036854775809\n18446744073709551615\n18446744073709551616\n1e18\n1e19\n1e308\n1e309\n-1e400\n1e-400\n0.5
         9007199254740991\n9007199254740992\n-9007199254740991\n-9007199254740993\n9007199254740991.0\n-9007199254740993.0\n1E19
         -9223372036854775807\n-9223372036854775808.0\n-9223372036854776832\n-9223372036854776833\n9223372036854775807.0\n9223372036854775809\n1e400\n1E400
         123456789012345678\n1234567890123456789\n00\n01\n-01\n+1\n1.\n.5\n1e\n1e+\n--1\n1_0\n0x1\nNaN\nInfinity\n1 2\n1,\n\"1\"\nnull\ntrue
         9007199254740993\n9007199254740993.0\n100000000000000000000000000000000000000000\n1.0000000000000000000000001",
    ),
    ("edges", "[9223372036854775807,-9223372036854775808,null,1.5]\n[9223372036854775808]\n[9223372036854775807]\n[-9223372036854775808,null]"),
    ("above", "0\n1\n-1\n9223372036854775808\n0.0\n1.0"),
    ("unsigned_below", "0\n-1\n9223372036854775806\n9223372036854775807\n9223372036854775808"),
    ("at_zero", "0\n-0\n-0.0\n1"),
    ("impossible", "4\n5"),
    ("between", "1\n-1\n0.999\n-1e0"),
    ("big", "0\n-1\n-0\n-0.0\n30.0\n1E19\n1e400\n18446744073709551614\n18446744073709551615.0\n18446744073709551617\n9007199254740993\n9007199254740993.0\n18446744073709551615\n18446744073709551616\n1e19\n18446744073709551614.0\n9223372036854775808"),
    ("count", "1\n30\n31\n0\n30.0\n30.5\n3e1\n1e-1"),
    ("ratio", "0.1\n1.5\n1.50\n1.5000000000000001\n1\n0\n-0.0\n1e-320\n0.30000000000000004\n123456789.123456789\n0.000001\n1e0\n2"),
    ("step", "0.75\n-0.25\n-0\n1e400\n9007199254740991.25\n4503599627370496.25\n0.2500000000000000001\n0.25\n0.250\n25e-2\n0.3\n1e22\n9007199254740993\n12345678.75\n0.1234567890123450"),
    // 2^55 and its neighbours: the shortest decimal of the float ends in another digit.
    ("fours", "4\n36028797018963968\n36028797018963968.0\n3.6028797018963968e16\n-36028797018963968.0\n9007199254740992.0\n9007199254740988.0"),
    ("unsigned_fours", "4\n36028797018963968\n36028797018963968.0\n18446744073709551612\n9223372036854775808.0"),
    ("halves", "7.5\n-2.5\n1E19\n9007199254740992.5\n2.5\n36028797018963968\n36028797018963968.0\n36028797018963970\n-36028797018963968\n9007199254740990"),
    ("perhaps", "null\n\"a\"\n\"abc\"\n\"abcd\"\n1"),
    ("text_or_list", "\"a\"\n[1]\n[]\n[\"a\"]"),
    ("tens", "10\n100\n15\n1e1\n-20\n0"),
    ("whole", "1\n1.0\n2.5\n25e-1\n30\n30.000\n3"),
    ("listed", "1\n2\n2.0\n30\n3"),
    (
        "id",
        "\"b-2\"\n\"\\u0062-2\"\n\"b\\u002d2\"\n\"\\ud83d\\ude00\"\n\"\\ud83d\"\n\"\\ude00\"\n\"\\ud83d\\u0041\"\n\"\\u00\"\n\"\\x\"\n\"\\/\"\n\"a-1
         \"\\\"\\\\\\b\\f\\n\\r\\t\"\n\"\t\"\n\"\u{7f}\"\n\"é-1\"\n\"aaaaaaaaaaaa-1\"\n\"aaaaaaaaaa-1\"\n\"\\u0000\"",
    ),
    ("unit", "\"piece\"\n\"é\\\"\\\\\"\n\"\\u00e9\\\"\\\\\"\n\"Piece\"\n\"\"\n1\nnull"),
    ("flag", "true\nfalse\ntru\ntrue1\nTrue\n1\n\"true\"\nnull"),
    ("always", "true\nfalse"),
    ("none", "null\nnul\nnulll\n0"),
    ("maybe", "null\n\"ab\"\n\"a\"\n\"\\u0061b\"\n\"😀😀\"\n1"),
    ("either", "null\n5\n4\n5.0\n\"5\""),
    ("kinds", "\"a\"\n\"\"\n1\n1.5\n[]\n[\"a\"]\n[1]\n{}\nnull\ntrue"),
    ("tags", "[\"a\"]\n[]\n[\"a\",\"a\"]\n[\"a\",\"\\u0061\"]\n[\"a\",]\n[,]\n[\"a\" \"b\"]\n{}\n[\"1\",\"2\",\"3\",\"4\",\"5\",\"6\",\"7\",\"8\",\"9\",\"10\",\"11\",\"12\",\"13\",\"14\"]
         [\"1\",\"2\",\"3\",\"4\",\"5\",\"6\",\"7\",\"8\",\"9\",\"10\",\"11\",\"12\",\"13\",\"1\"]"),
    ("numbers", "[1,2]\n[1,1.0]\n[0,-0.0]\n[0.1,1e-1]\n[9007199254740992,9007199254740993]\n[1,2,3,4,5,6,7,8,9,10,11,12,13,-0.0,0]"),
    ("units", "[\"a\",\"b\"]\n[\"a\",\"a\"]\n[\"c\"]"),
    ("labels", "{}\n{\"a\":\"b\"}\n{\"a\":\"bbbb\"}\n{\"a\":\"b\",\"\\u0061\":\"c\"}\n{\"a\":\"\",\"b\":\"\",\"c\":\"\",\"d\":\"\"}\n{\"a\":1}\n{\"a\"}\n{a:1}\n{\"a\":\"b\",}\n{,}"),
    ("scores", "{\"ab\":1}\n{\"abc\":1}\n{\"😀😀\":1.0}\n{\"a\":1.5}"),
    ("free", "{\"b\":1,\"a\":[2]}\n{\"a\":1,\"a\":2}\n{\"a\":{\"b\":1,\"b\":2}}\n[]"),
    ("anything", "[1,2\n{\"a\":\"\\ud800\"}\n[1e400]\n{\"b\":1,\"a\":{}}\n\"\\u0000\"\n[[],{}]\n[}\n{]\n[\"]\"]"),
    ("inner", "{\"name\":\"x\",\"key\":1}\n{\"name\":\"x\"}\n{\"key\":1}\n{\"name\":\"x\",\"key\":1,\"key\":2}\n{\"name\":\"x\",\"key\":1,\"list\":[{\"name\":\"y\",\"key\":null}]}"),
    ("pair", "[\"a\",1]\n[\"a\"]\n[\"a\",1,2]\n[1]"),
    ("both", "\"ab\"\n\"a\"\n\"abcde\""),
    ("not", "\"yes\"\n\"no\"\n\"n\\u006f\""),
    ("ahead", "\"yes\"\n\"no\"\n\"\""),
    ("unknown", "1\n\"x\"\n{}"),
    ("\\u0063ount", "1\n31"),
];

#[test]
fn jsc_06_bounds_hold_in_both_ways() {
    let schemas = schemas();
    let limits = mcp_codegen::validate::Limits { depth: 24, work: 400, violations: 4 };
    let readers = Readers::build("fused-bounds", &schemas, Some(limits));
    let mut questions = Vec::new();
    for depth in 1..40 {
        let nested =
            |open: &str, inner: &str, close: &str| format!("{}{inner}{}", open.repeat(depth), close.repeat(depth));
        questions.push((
            0,
            format!(
                "{{\"id\":\"a-1\",\"inner\":{}}}",
                nested("{\"name\":\"x\",\"key\":1,\"inner\":", "{\"name\":\"x\",\"key\":1}", "}")
            ),
        ));
        questions.push((1, format!("{{\"shapes\":{}}}", nested("[{\"kind\":\"group\",\"of\":", "[]", "}]"))));
    }
    for count in (0..600).step_by(7) {
        questions.push((
            3,
            format!("{{{}}}", (0..count).map(|index| format!("\"a{index}\":1")).collect::<Vec<_>>().join(",")),
        ));
        questions.push((
            0,
            format!(
                "{{\"id\":\"a-1\",\"numbers\":[{}]}}",
                (0..count).map(|index| index.to_string()).collect::<Vec<_>>().join(",")
            ),
        ));
        questions.push((0, format!("{{\"id\":\"a-1\",\"ahead\":\"{}\"}}", "x".repeat(count))));
    }
    let outcomes = readers.ask(&questions);
    for outcome in [Outcome::Read, Outcome::TheLongWay, Outcome::Refused] {
        assert!(outcomes.contains(&outcome), "nothing is {outcome:?}");
    }
}
