//! Schemas of our own that generators are known to get wrong, and values that each must hold.

use serde_json::{Value, json};

/// Module name, schema, values beside those made up at random.
pub(crate) fn all() -> Vec<(&'static str, Value, Vec<Value>)> {
    let mut all = names();
    all.extend(objects());
    all.extend(scalars());
    all.extend(unions());
    all.extend(references());
    all.extend(roots());
    all.extend(texts());
    all
}

fn members(names: &[&str], schema: &Value) -> Value {
    let properties: serde_json::Map<String, Value> =
        names.iter().map(|name| ((*name).to_owned(), schema.clone())).collect();
    json!({"type": "object", "properties": properties})
}

fn filled(names: &[&str]) -> Value {
    names
        .iter()
        .enumerate()
        .map(|(index, name)| ((*name).to_owned(), json!(index)))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

fn names() -> Vec<(&'static str, Value, Vec<Value>)> {
    let separators = ["link", "_link", "max-rows", "max_rows", "maxRows", "MaxRows", "extra", "__link"];
    let signs = ["+2", "-2", "2", "", "..", "%", "\u{2260}"];
    let words = [
        "self",
        "Self",
        "super",
        "crate",
        "_",
        "type",
        "async",
        "r#type",
        "type_",
        "gen",
        "try",
        "dyn",
        "await",
        "abstract",
        "yield",
        "raw",
        "safe",
        "union",
        "macro_rules",
        "static",
        "value",
        "new",
        "default",
    ];
    let operators = ["<", "<=", "=", "===", "!=", ">", ">=", "\u{2248}", "", " ", "  "];
    let folded = ["kB", "KB", "kb", "Kb", "m_B", "mB", "m-b"];
    let mut hidden = members(&["plain"], &json!({"type": "string"}));
    let shadows = ["Option", "Result", "String", "Vec", "Box", "Value", "Some", "Ok", "Self", "str", "u64", "Default"];
    for (index, name) in shadows.iter().enumerate() {
        hidden["properties"][format!("m{index}")] = json!({"$ref": format!("#/$defs/{name}")});
        hidden["$defs"][*name] =
            json!({"type": "object", "properties": {"of": {"type": "integer"}, "kind": {"enum": ["ok", "err"]}}});
    }
    vec![
        ("separators", members(&separators, &json!({"type": "integer"})), vec![filled(&separators)]),
        ("signs", members(&signs, &json!({"type": "integer"})), vec![filled(&signs)]),
        ("words", members(&words, &json!({"type": "integer"})), vec![filled(&words)]),
        (
            "operators",
            json!({"type": "object", "properties": {"compare": {"enum": operators}}, "required": ["compare"]}),
            operators.iter().map(|sign| json!({"compare": sign})).collect(),
        ),
        (
            "folded",
            json!({"type": "object", "properties": {"unit": {"enum": folded}, "words": {"enum": ["self", "Self", "crate", "_"]}}}),
            folded.iter().map(|unit| json!({"unit": unit, "words": "Self"})).collect(),
        ),
        ("shadows", hidden, vec![json!({"m0": {"of": 1, "kind": "ok"}, "m11": {}})]),
        (
            "same_titles",
            json!({"type": "object", "properties": {
                "a": {"title": "Result", "type": "object", "properties": {"x": {"type": "integer"}}, "required": ["x"]},
                "b": {"title": "Result", "type": "object", "properties": {"y": {"type": "string"}}, "required": ["y"]},
                "place": {"type": "object", "properties": {"z": {"type": "boolean"}}, "required": ["z"]},
                "site": {"$ref": "#/$defs/Place"}, "spot": {"$ref": "#/$defs/place"}},
                "$defs": {"Place": {"type": "object", "properties": {"w": {"type": "null"}}, "required": ["w"]},
                    "place": {"type": "object", "properties": {"v": {"type": "null"}}, "required": ["v"]}}}),
            vec![
                json!({"a": {"x": 1}, "b": {"y": "2"}, "place": {"z": true}, "site": {"w": null}, "spot": {"v": null}}),
            ],
        ),
    ]
}

fn objects() -> Vec<(&'static str, Value, Vec<Value>)> {
    vec![
        (
            "merged",
            json!({"type": "object", "properties": {"no": {"type": "integer"}}, "required": ["no"],
                "allOf": [{"$ref": "#/$defs/Day"}, {"$ref": "#/$defs/Night"},
                    {"allOf": [{"properties": {"grade": {"type": "string"}}, "required": ["grade"]}]}],
                "$defs": {
                    "Day": {"properties": {"phones": {"type": "object", "properties": {"day": {"type": "string"}}, "required": ["day"]}}},
                    "Night": {"properties": {"phones": {"type": "object", "properties": {"night": {"type": "string"}}}}}}}),
            vec![json!({"no": 1, "grade": "b", "phones": {"day": "1", "night": "2", "other": 3}, "more": [null]})],
        ),
        (
            "maps",
            json!({"type": "object", "required": ["levels"], "additionalProperties": false, "properties": {
                "levels": {"type": "object", "minProperties": 1, "additionalProperties":
                    {"type": "object", "properties": {"cm": {"type": "number"}}, "required": ["cm"], "additionalProperties": false}},
                "point": {"type": "object", "additionalProperties": false, "dependentRequired": {"x": ["y"]},
                    "properties": {"x": {"type": "integer"}, "y": {"type": "integer"}}},
                "counts": {"type": "object", "additionalProperties": {"type": "integer"}},
                "open": {"type": "object"}, "lists": {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "integer"}}}}}),
            vec![
                json!({"levels": {"a": {"cm": 1.5}, "b": {"cm": 0}}, "point": {"x": 1.0, "y": 2}, "counts": {"k": 3.0}, "open": {}}),
                json!({"levels": {"a": {"cm": 1}}, "counts": {}, "open": {"any": [1, {"z": null}]}, "lists": {"": [], "q": [4.0, 5]}}),
            ],
        ),
        (
            "typed_rest",
            json!({"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name", "unnamed"],
                "additionalProperties": {"type": ["integer", "null"]}}),
            vec![json!({"name": "n", "unnamed": 1, "a": 30.0, "b": null})],
        ),
        (
            "patterns",
            json!({"type": "object", "properties": {"id": {"type": "string"}}, "patternProperties": {"^x-": {"type": "integer"}, "^y-": {"type": "string"}},
                "additionalProperties": false}),
            vec![json!({"id": "i", "x-a": 3e2, "y-b": "s"}), json!({})],
        ),
        ("closed", json!({"type": "object", "additionalProperties": false}), vec![json!({})]),
        (
            "containers",
            json!({"type": "object", "properties": {"list": {"type": "array", "items": {"type": "string"}}, "map": {"type": "object"},
                "nothing": {"type": "null"}, "any": {}, "must": {}, "never": false, "both": {"type": ["array", "null"], "items": {"type": "integer"}}},
                "required": ["must"]}),
            vec![
                json!({"must": null}),
                json!({"must": 1, "list": [], "map": {}, "nothing": null, "any": null, "both": null}),
                json!({"must": [], "any": {"deep": [null]}, "both": [1.0]}),
            ],
        ),
        (
            "constructed",
            json!({"type": "object", "required": ["a", "b", "c", "d", "e", "f", "g", "h", "kind"], "properties": {
                "a": {"type": "string"}, "b": {"type": "string"}, "c": {"type": "string"}, "d": {"type": "string"}, "e": {"type": "integer"},
                "f": {"type": "number"}, "g": {"type": "boolean"}, "h": {"type": "array", "items": {"type": "string"}}, "kind": {"const": "big one"}}}),
            vec![],
        ),
        (
            "unevaluated",
            json!({"type": "object", "allOf": [{"properties": {"a": {"type": "integer"}}}], "properties": {"b": {"type": "string"}},
                "dependentSchemas": {"b": {"properties": {"c": {"type": "boolean"}}}}, "unevaluatedProperties": false}),
            vec![json!({"a": 1, "b": "x", "c": true})],
        ),
        (
            "conditional",
            json!({"type": "object", "properties": {"mode": {"enum": ["one", "many"]}, "n": {"type": "integer"}}, "required": ["mode"],
                "if": {"properties": {"mode": {"const": "many"}}}, "then": {"required": ["n"]}, "else": {"properties": {"n": false}}, "not": {"required": ["z"]}}),
            vec![json!({"mode": "one"}), json!({"mode": "many", "n": 2.0})],
        ),
    ]
}

fn scalars() -> Vec<(&'static str, Value, Vec<Value>)> {
    vec![
        (
            "integers",
            json!({"type": "object", "properties": {"n": {"type": "integer", "maximum": 9000}, "u": {"type": "integer", "minimum": 0},
                "big": {"type": "integer", "maximum": 1e20}, "wide": {"type": "integer", "minimum": 0, "maximum": 18_446_744_073_709_551_615_u64},
                "inner": {"type": "object", "properties": {"n": {"type": "integer"}}}, "list": {"type": "array", "items": {"type": ["integer", "null"]}},
                "step": {"type": "number", "multipleOf": 1}, "half": {"type": "number", "multipleOf": 0.5}, "one": {"const": 7}, "few": {"enum": [1, 2, 4.0]}}}),
            vec![
                json!({"n": 30.0}),
                json!({"n": 3e2}),
                json!({"inner": {"n": -0.0}}),
                json!({"u": 5.0, "list": [1.0, null, -3]}),
                json!({"u": u64::MAX, "wide": u64::MAX, "big": 12_345_678_901_234_567_890_u64}),
                json!({"big": 1e19, "step": 2.0, "half": 2.5}),
                json!({"n": i64::MIN, "one": 7.0, "few": 4}),
                json!({"big": i64::MIN}),
                json!({"inner": {"n": 1e18}, "u": 1e18}),
                json!({"inner": {"n": -9_223_372_036_854_774_784.0}, "u": 9_223_372_036_854_775_808.0}),
                json!({"u": 1e19, "wide": 1e19, "list": [9_007_199_254_740_993_i64, -9_007_199_254_740_993_i64, i64::MAX]}),
            ],
        ),
        (
            "numbers",
            json!({"type": "object", "properties": {"x": {"type": "number"}, "xs": {"type": "array", "items": {"type": "number"}}}, "required": ["x"]}),
            vec![
                json!({"x": 1}),
                json!({"x": 0.1, "xs": [1, 2.5, -0.0, 1e300]}),
                json!({"x": 9_007_199_254_740_992_u64}),
                json!({"x": i64::MIN, "xs": [9_223_372_036_854_775_808_u64, 1e19, -0.0]}),
            ],
        ),
        (
            "constants",
            json!({"type": "object", "properties": {"never": {"enum": []}, "mix": {"enum": ["a", null, 3, true, {"k": 1}]},
                "one": {"const": 7}, "object": {"const": {"k": [1, 2]}}, "null": {"const": null}, "pair": {"enum": ["on", null]},
                "list": {"const": [1, "two"]}, "yes": {"const": true}, "single": {"const": "only"}}}),
            vec![
                json!({}),
                json!({"mix": null}),
                json!({"mix": 3}),
                json!({"mix": {"k": 1}}),
                json!({"mix": "a"}),
                json!({"one": 7}),
                json!({"object": {"k": [1, 2]}}),
                json!({"null": null, "pair": null}),
                json!({"pair": "on", "list": [1, "two"], "yes": true, "single": "only"}),
            ],
        ),
        (
            "formats",
            json!({"type": "object", "properties": {"at": {"type": "string", "format": "date-time", "default": "1999-12-31T23:59:60Z"},
                "id": {"type": "string", "format": "uuid", "default": "x"}, "cap": {"type": ["integer", "null"], "minimum": 1, "default": 1},
                "none": {"type": ["string", "null"], "default": null}, "list": {"type": "array", "items": {"type": "string"}, "default": ["a"]},
                "times": {"type": "integer", "default": "many"}, "mode": {"enum": ["on", "off"], "default": "auto"}, "size": {"type": "integer", "minimum": 10, "default": 3}}}),
            vec![
                json!({}),
                json!({"cap": null, "none": null}),
                json!({"at": "2026-07-28T10:00:00.120+02:00", "id": "AAAAAAAA-aaaa-4000-8000-000000000000"}),
                json!({"at": "not a date", "list": []}),
            ],
        ),
        (
            "nullable",
            json!({"type": "object", "required": ["a"], "properties": {"a": {"type": ["string", "null"]},
                "b": {"anyOf": [{"$ref": "#/$defs/K"}, {"type": "null"}], "description": "d", "default": null}, "c": {"type": "string"},
                "d": {"type": ["string", "null"]}, "e": {"type": ["integer", "string"]}, "f": {"type": "string", "nullable": true},
                "g": {"oneOf": [{"type": "null"}, {"type": "object", "properties": {"n": {"type": ["integer", "null"]}}, "required": ["n"]}]}},
                "$defs": {"K": {"enum": ["x", "y"]}}}),
            vec![
                json!({"a": null}),
                json!({"a": "s", "b": null, "e": 3}),
                json!({"a": "s", "b": "x", "e": "3"}),
                json!({"a": "", "d": null, "g": null}),
                json!({"a": null, "e": 4.0, "g": {"n": null}}),
            ],
        ),
        (
            "tuples",
            json!({"type": "object", "properties": {"any": true, "never": false, "list": {"type": "array", "items": true},
                "pair": {"type": "array", "prefixItems": [true, {"type": "integer"}], "items": false},
                "point": {"type": "array", "prefixItems": [{"type": "number"}, {"type": "number"}], "items": false, "minItems": 2},
                "empty": {"type": "array", "items": false}, "has": {"type": "array", "contains": {"const": 1}}}}),
            vec![
                json!({"any": null}),
                json!({"list": [1, "a", null], "pair": ["z", 2.0], "point": [1, 2.5], "empty": [], "has": [1, "x"]}),
            ],
        ),
    ]
}

fn unions() -> Vec<(&'static str, Value, Vec<Value>)> {
    let branch = |index: usize| json!({"type": "object", "properties": {"op": {"const": format!("op {index}")}, format!("n{index}"): {"type": "integer"}}, "required": ["op"]});
    vec![
        (
            "overlapping",
            json!({"type": "object", "properties": {
                "leg": {"anyOf": [{"type": "object", "properties": {"to": {"type": "string"}}, "required": ["to"]},
                    {"type": "object", "properties": {"to": {"type": "string"}, "at": {"type": "integer"}}, "required": ["to", "at"]}]},
                "v": {"oneOf": [{"type": "integer"}, {"type": "number"}, {"type": "string"}]}}}),
            vec![
                json!({"leg": {"to": "B", "at": 9}}),
                json!({"leg": {"to": "B"}}),
                json!({"v": 1.5}),
                json!({"v": "1"}),
                json!({"leg": {"to": "B", "at": 9.0, "more": []}}),
            ],
        ),
        (
            "tagged",
            json!({"type": "object", "required": ["shape"], "properties": {"shape": {"oneOf": [{"$ref": "#/$defs/Circle"}, {"$ref": "#/$defs/Box"},
                {"type": "object", "properties": {"kind": {"enum": ["line", "arrow"]}, "ends": {"type": "array", "items": {"type": "number"}}}, "required": ["kind", "ends"], "additionalProperties": false}]},
                "again": {"$ref": "#/$defs/Circle"}},
                "$defs": {"Circle": {"type": "object", "properties": {"kind": {"const": "circle"}, "r": {"type": "number"}}, "required": ["kind", "r"]},
                    "Box": {"type": "object", "properties": {"kind": {"const": "box"}, "w": {"type": "integer"}, "h": {"type": "integer"}}, "required": ["kind"]}}}),
            vec![
                json!({"shape": {"kind": "circle", "r": 1, "w": "kept"}}),
                json!({"shape": {"kind": "box", "w": 3.0, "x": null}}),
                json!({"shape": {"kind": "arrow", "ends": [1, 2]}, "again": {"kind": "circle", "r": 0.5}}),
            ],
        ),
        (
            "by_kind",
            json!({"type": "object", "properties": {"who": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
                "set": {"anyOf": [{"type": "boolean"}, {"type": "integer"}, {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}, {"type": "null"}]},
                "either": {"type": ["object", "array", "null"], "properties": {"k": {"type": "string"}}, "items": {"type": "integer"}},
                "all": {"type": ["object", "array", "null", "string", "number", "boolean"]}, "typeless": {"properties": {"k": {"type": "string"}}},
                "nested": {"anyOf": [{"type": "string"}, {"type": "object", "properties": {"t": {"const": "a"}}, "required": ["t"]},
                    {"type": "object", "properties": {"t": {"const": "b"}, "x": {"type": "integer"}}, "required": ["t"]}]}}}),
            vec![
                json!({"who": "me"}),
                json!({"who": []}),
                json!({"set": null, "either": null, "all": null}),
                json!({"set": 3.0, "either": [1.0], "all": 3}),
                json!({"set": {"n": 1.0, "m": null}, "either": {"k": "v", "z": 0}, "typeless": 3}),
                json!({"nested": {"t": "b", "x": 2.0}, "typeless": {"k": "v"}}),
                json!({"nested": "s", "set": false}),
            ],
        ),
        (
            "many",
            json!({"type": "object", "properties": {"rule": {"oneOf": (0..300).map(branch).collect::<Vec<_>>()}, "few": {"oneOf": (0..40).map(branch).collect::<Vec<_>>()}}}),
            vec![
                json!({"rule": {"op": "op 299", "n299": 1, "n1": "kept"}}),
                json!({"few": {"op": "op 39", "n39": 1.0}}),
            ],
        ),
        (
            "requirements",
            json!({"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "integer"}}, "anyOf": [{"required": ["a"]}, {"required": ["b"]}],
                "oneOf": [{"properties": {"c": {"type": "string"}}, "required": ["c"]}, {"not": {"required": ["c"]}}]}),
            vec![json!({"a": "1"}), json!({"b": 2.0, "c": "x"})],
        ),
        (
            "closed_alternatives",
            json!({"type": "object", "properties": {"u": {"oneOf": [
                {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"], "additionalProperties": false},
                {"type": "object", "properties": {"blob": {"type": "string"}, "size": {"type": "integer"}}, "required": ["blob"], "additionalProperties": false}]}}}),
            vec![json!({"u": {"text": "t"}}), json!({"u": {"blob": "b", "size": 3.0}})],
        ),
        (
            "optional_tag",
            json!({"type": "object", "properties": {"u": {"anyOf": [
                {"type": "object", "properties": {"t": {"const": "a"}, "x": {"type": "string"}}},
                {"type": "object", "properties": {"t": {"const": "b"}, "x": {"type": "integer"}}, "required": ["t"]}]}}}),
            vec![json!({"u": {"x": "only"}}), json!({"u": {"t": "b", "x": 1.0}}), json!({"u": {"t": "a", "x": "s"}})],
        ),
    ]
}

fn references() -> Vec<(&'static str, Value, Vec<Value>)> {
    vec![
        (
            "grid",
            json!({"type": "object", "properties": {"g": {"type": "array", "minItems": 1, "items": {"type": "array", "minItems": 1, "items": {"type": "array", "items": {"type": "string"}}}},
                "n": {"$ref": "#/$defs/n"}},
                "$defs": {"n": {"anyOf": [{"type": "array", "items": {"$ref": "#/$defs/n"}, "minItems": 0}, {"type": "array", "items": {"$ref": "#/$defs/n"}, "maxItems": 99}]}}}),
            vec![json!({"g": [[["a"]], [[]]]}), json!({"n": [[[]], []]})],
        ),
        (
            "tree",
            json!({"type": "object", "properties": {"left": {"$ref": "#"}, "right": {"anyOf": [{"$ref": "#"}, {"type": "null"}]}, "kids": {"type": "array", "items": {"$ref": "#"}},
                "by": {"type": "object", "additionalProperties": {"$ref": "#"}}, "must": {"$ref": "#/$defs/Chain"}},
                "$defs": {"Chain": {"type": "object", "required": ["next"], "properties": {"next": {"oneOf": [{"$ref": "#/$defs/Chain"}, {"type": "null"}]}}}}}),
            vec![
                json!({"left": {"right": null}, "right": {"kids": [{}, {"by": {"k": {}}}]}, "must": {"next": {"next": null}}}),
            ],
        ),
        (
            "expression",
            json!({"$ref": "#/$defs/E", "$defs": {"E": {"oneOf": [
                {"type": "object", "properties": {"op": {"const": "num"}, "v": {"type": "integer"}}, "required": ["op", "v"], "additionalProperties": false},
                {"type": "object", "properties": {"op": {"const": "neg"}, "of": {"$ref": "#/$defs/E"}}, "required": ["op", "of"], "additionalProperties": false},
                {"type": "object", "properties": {"op": {"const": "sum"}, "a": {"$ref": "#/$defs/E"}, "b": {"$ref": "#/$defs/E"}}, "required": ["op", "a", "b"], "additionalProperties": false}]}}}),
            vec![json!({"op": "sum", "a": {"op": "num", "v": 1.0}, "b": {"op": "neg", "of": {"op": "num", "v": 2}}})],
        ),
        (
            "json_value",
            json!({"$ref": "#/$defs/J", "$defs": {"J": {"anyOf": [{"type": ["string", "number"]}, {"type": "array", "items": {"$ref": "#/$defs/J"}},
                {"type": "object", "additionalProperties": {"$ref": "#/$defs/J"}}]}}}),
            vec![json!({"a": [1, "b", {"c": []}]}), json!(2.5), json!({})],
        ),
        (
            "maps_of_maps",
            json!({"type": "object", "properties": {"m": {"$ref": "#/$defs/M"}}, "$defs": {"M": {"type": "object", "additionalProperties": {"type": ["array", "null"], "items": {"$ref": "#/$defs/M"}}}}}),
            vec![json!({"m": {"a": null, "b": [{}, {"c": []}]}})],
        ),
        (
            "named_parts",
            json!({"$id": "https://example.test/root.json", "type": "object",
                "properties": {"a": {"$ref": "#here"}, "b": {"$ref": "item.json"}, "c": {"$ref": "#/properties/a"}, "d": {"$ref": "#/$defs/deep/$defs/x~1y%20z"}, "e": {"$ref": "item.json#/$defs/n"}},
                "$defs": {"h": {"$anchor": "here", "type": "integer"}, "i": {"$id": "item.json", "type": "array", "items": {"$ref": "#/$defs/n"}, "$defs": {"n": {"type": "boolean"}}},
                    "deep": {"$defs": {"x/y z": {"type": "string"}}}}}),
            vec![json!({"a": 1.0, "b": [true], "c": 2, "d": "s", "e": false})],
        ),
        (
            "old_siblings",
            json!({"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "properties": {
                "a": {"$ref": "#/definitions/S", "type": "integer"}, "b": {"type": "array", "items": [{"type": "string"}], "additionalItems": {"type": "integer"}, "prefixItems": [{"type": "null"}]}},
                "definitions": {"S": {"type": "string"}}}),
            vec![json!({"a": "text", "b": ["s", 1.0]}), json!({"b": []})],
        ),
        (
            "itself",
            json!({"type": "object", "properties": {"n": {"allOf": [{"$ref": "#/properties/n/allOf/1"}, {"type": "string"}]}}}),
            vec![json!({"n": "s"})],
        ),
    ]
}

fn roots() -> Vec<(&'static str, Value, Vec<Value>)> {
    vec![
        ("root_array", json!({"type": "array", "items": {"type": "integer"}}), vec![json!([]), json!([1.0, 2])]),
        ("root_string", json!({"type": "string"}), vec![json!("")]),
        (
            "root_null_or_integer",
            json!({"oneOf": [{"type": "null"}, {"type": "integer"}]}),
            vec![json!(null), json!(5.0)],
        ),
        ("root_anything", json!({"description": "anything"}), vec![json!(null), json!({"a": [1]})]),
        (
            "root_recursive",
            json!({"$ref": "#/$defs/L", "$defs": {"L": {"type": "array", "items": {"$ref": "#/$defs/L"}}}}),
            vec![json!([[], [[]]])],
        ),
        ("root_enum", json!({"enum": ["a", "A"]}), vec![json!("a"), json!("A")]),
        ("root_map", json!({"type": "object", "additionalProperties": {"type": "number"}}), vec![json!({"k": 1})]),
        (
            "root_nullable_object",
            json!({"type": ["object", "null"], "properties": {"a": {"type": "integer"}}}),
            vec![json!(null), json!({"a": 1.0})],
        ),
        ("root_boolean", json!(true), vec![json!({"any": 1})]),
        ("root_never", json!(false), vec![]),
        (
            "root_union",
            json!({"anyOf": [{"type": "string"}, {"type": "array", "items": {"$ref": "#"}}]}),
            vec![json!(["a", ["b", []]])],
        ),
    ]
}

fn texts() -> Vec<(&'static str, Value, Vec<Value>)> {
    let said = [
        "one\r\ntwo */ \"\"\"",
        "ends */ pub fn taken() {} /*",
        "bare\rreturn",
        "line\u{2028}sep\u{2029}par\u{85}nel",
        "quote \"# and \\ and {brace} %s",
        "nul\u{0} esc\u{1b}[31m rtl\u{202e}txt",
        "List:\n\n* -q    - quiet\n*       - odd\n",
        "How:\n\n    hoist --sail 3\n\n\t- with a tab\n\nor\n\n```\nplain words {\n```\n\n```ignore\nleft open",
        "[Vec] [`Nope`] [a](b) ![c](http://d.test) <b>html & &amp; <script>alert(1)</script> http://x.test/a_b. see https://y.test",
        "~~~rust\npanic!();\n~~~",
        "> quoted\n>     fn code() {}\n\n1. a\n\n        deep\n2. b",
        "{@link Foo | bar} {@link https://z.test} `open",
        "#\n# Heading\n===\n| a | b |\n|---|---|\n| 1 | 2 |",
        "&#x41; \\` ``x` ``` a",
        "- - -\n* * *\n- [ ] task\n[^1]: note\n[x]: http://y.test",
    ];
    let properties: serde_json::Map<String, Value> = said
        .iter()
        .enumerate()
        .map(|(index, text)| {
            (format!("m{index}"), json!({"type": "string", "description": text, "default": text, "pattern": ".*"}))
        })
        .collect();
    vec![(
        "descriptions",
        json!({"type": "object", "description": said.join("\n\n"), "properties": properties,
            "$defs": {}, "allOf": [{"properties": {"f": {"type": "string", "enum": ["x\"; panic!(); \"", "y\nz", "*/", "```"]}}}]}),
        vec![json!({"m0": "1", "f": "y\nz"}), json!({"f": "```"})],
    )]
}
