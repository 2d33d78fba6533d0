//! Schemas and values that are made to hurt: everything ends, bounded, with a word about it.

use std::fmt::Write as _;

use mcp_codegen::validate::{self, Limits, Options, Program};
use mcp_codegen::{format, fused, typed};
use serde_json::{Value, json};

use crate::cases::compile;
use crate::compiled::Compiled;

fn branches(count: usize) -> Value {
    let branch = |n: usize| {
        json!({
            "type": "object",
            "properties": { "mark": { "const": format!("m{n}") }, "depth": { "type": "integer" } },
            "required": ["mark"],
        })
    };
    json!({ "oneOf": (0..count).map(branch).collect::<Vec<_>>() })
}

/// Each level asks the next one twice.
fn doubling(levels: usize) -> Value {
    let mut definitions = serde_json::Map::new();
    for level in 0..levels {
        let inner = json!({ "$ref": format!("#/$defs/d{}", level + 1) });
        definitions.insert(
            format!("d{level}"),
            json!({ "anyOf": [
                { "properties": { "x": inner }, "required": ["x"] },
                { "properties": { "x": inner }, "required": ["x"], "maxProperties": 9 },
            ] }),
        );
    }
    definitions.insert(format!("d{levels}"), json!({ "type": "string" }));
    json!({ "$ref": "#/$defs/d0", "$defs": definitions })
}

/// The same through first items, which no loop visits.
fn doubling_first_items(levels: usize) -> Value {
    let mut definitions = serde_json::Map::new();
    for level in 0..levels {
        let inner = json!({ "$ref": format!("#/$defs/d{}", level + 1) });
        definitions.insert(
            format!("d{level}"),
            json!({ "anyOf": [
                { "type": "array", "prefixItems": [inner] },
                { "type": "array", "prefixItems": [inner], "maxItems": 9 },
            ] }),
        );
    }
    definitions.insert(format!("d{levels}"), json!({ "type": "string" }));
    json!({ "$ref": "#/$defs/d0", "$defs": definitions })
}

/// Without `json!`, which would copy all that is inside.
fn wrap(name: &str, inner: Value) -> Value {
    Value::Object([(name.to_owned(), inner)].into_iter().collect())
}

fn nested(levels: usize, inner: Value) -> Value {
    (0..levels).fold(inner, |value, _| wrap("x", value))
}

#[test]
fn jsc_06_the_work_on_hostile_schemas_and_values_is_bounded() {
    let tree = json!({
        "$ref": "#/$defs/n",
        "$defs": { "n": { "anyOf": [
            { "type": "array", "items": { "$ref": "#/$defs/n" }, "minItems": 0 },
            { "type": "array", "items": { "$ref": "#/$defs/n" }, "maxItems": 99 },
        ] } },
    });
    let programs: Vec<Program> = [
        branches(4_000),
        doubling(40),
        json!({ "pattern": "^(a+)+$" }),
        json!({ "pattern": "^(?=(a+)+$)b" }),
        json!({ "not": { "pattern": "^(?=(a+)+$)b" } }),
        tree,
        json!({ "type": "array", "items": { "type": "integer" }, "uniqueItems": true }),
        json!({ "properties": { "a": true }, "unevaluatedProperties": { "type": "integer" } }),
        doubling_first_items(40),
        json!({ "uniqueItems": true }),
    ]
    .iter()
    .map(compile)
    .collect();
    let deep = (0..22).fold(json!(1), |inner, _| json!([inner]));
    let long = "a".repeat(100_000) + "!";
    let questions = vec![
        (0, json!({ "mark": "m3999", "depth": 1 })),
        (0, json!({ "mark": "m3999", "depth": "x" })),
        (0, json!({ "mark": "m4000" })),
        (1, nested(40, json!("x"))),
        (1, nested(40, json!(1))),
        (2, json!(long)),
        (3, json!("a".repeat(40) + "!")),
        (4, json!("a".repeat(40) + "!")),
        (5, deep),
        (6, (0..50_000).collect()),
        (6, (0..50_000).map(|n| n % 49_999).collect()),
        (7, (0..20_000).map(|n| (format!("m{n}"), json!(n))).collect()),
        (8, (0..40).fold(json!(1), |inner, _| json!([inner]))),
        // More items than there are steps for: what is not looked at is not compared with all before it.
        (9, (0..1_500_000).collect()),
        (9, (0..1_500_000).map(|_| json!(0)).collect()),
    ];
    // Fewer steps than by default, since this is compiled without optimization.
    let limits = Limits { depth: 512, work: 1_000_000, violations: 8 };
    let answers = Compiled::build_with("hostile", &programs, Some(limits)).ask(&questions);
    let mut seen = String::new();
    for ((index, _), answer) in questions.iter().zip(&answers) {
        let text: String = answer.text.chars().take(160).collect();
        writeln!(seen, "{index} {} {text}", answer.valid).unwrap();
    }
    let expected =
        [true, false, false, true, false, false, false, false, false, true, false, true, false, false, false];
    let verdicts: Vec<bool> = answers.iter().map(|answer| answer.valid).collect();
    assert_eq!(verdicts, expected, "{seen}");
    assert!(answers[2].text.contains("/mark: expected one of \"m0\""), "{seen}");
    // A pattern that takes too long is never a match, nor under `not` a reason to accept.
    assert!(answers[7].text.contains("steps"), "{seen}");
    for answer in &answers[12..] {
        assert!(answer.text.contains("steps"), "{seen}");
    }
}

/// 43 bytes that double the work at each level get the steps of 43 bytes, and a value of many parts gets more.
#[test]
fn jsc_06_work_is_linear_in_the_value() {
    let list = json!({ "type": "array", "items": { "$ref": "#/$defs/n" } });
    let doubling = json!({ "$ref": "#/$defs/n", "$defs": { "n": { "anyOf": [list, list.clone(), { "type": "null" }], "minItems": 0 } } });
    // Two of the same alternative are one: these differ.
    let mut doubling = doubling;
    doubling["$defs"]["n"]["anyOf"][1]["maxItems"] = json!(9);
    let plain = json!({ "items": { "oneOf": [{ "minimum": 5 }, { "maximum": 3 }, { "multipleOf": 7 }] } });
    let wide = |count: i32| {
        let alternatives: Vec<Value> = (0..count).map(|n| json!({ "exclusiveMinimum": n, "maximum": n + 1 })).collect();
        compile(&json!({ "items": { "anyOf": alternatives } }))
    };
    let programs = [compile(&doubling), compile(&plain), wide(100), wide(10)];
    let deep = |levels: usize| (0..levels).fold(json!(1), |inner, _| json!([inner]));
    let many: Value = (0..200_000).map(|_| json!(4.5)).collect();
    let last: Value = (0..400_000).map(|_| json!(99.5)).collect();
    let tenth: Value = (0..400_000).map(|_| json!(9.5)).collect();
    let answers =
        Compiled::build("linear", &programs).ask(&[(0, deep(4)), (0, deep(21)), (1, many), (2, last), (3, tenth)]);
    let steps = |text: &str| -> u64 {
        let words: Vec<&str> = text.split([' ', ',']).collect();
        words.windows(2).find_map(|pair| (pair[1] == "steps").then(|| pair[0].parse().unwrap())).unwrap_or_default()
    };
    assert!(!answers[0].valid && steps(&answers[0].text) == 0, "{}", answers[0].text);
    let spent = steps(&answers[1].text);
    assert!((200_000..300_000).contains(&spent), "{}", answers[1].text);
    // More than any value gets at first, and all of it was looked at.
    assert!(
        !answers[2].valid && answers[2].text.contains("/0: ") && steps(&answers[2].text) == 0,
        "{}",
        answers[2].text
    );
    // A hundred looks at each of many parts are more work than any value gets; ten are not.
    assert!(!answers[3].valid && answers[3].text.contains("20000000 steps"), "{}", answers[3].text);
    assert!(answers[4].valid, "{}", answers[4].text);
}

/// One long string at the end of levels that double the work.
#[test]
fn jsc_06_looking_at_a_long_string_is_work() {
    let schema = json!({ "$ref": "#/$defs/n", "$defs": { "n": { "anyOf": [
        { "type": "array", "items": { "$ref": "#/$defs/n" }, "minItems": 0 },
        { "type": "array", "items": { "$ref": "#/$defs/n" }, "maxItems": 9 },
        { "type": "string", "pattern": "^[a-z]*$" },
    ] } } });
    let limits = Limits { depth: 512, work: 20_000, violations: 8 };
    let compiled = Compiled::build_with("long", &[compile(&schema)], Some(limits));
    let deep = |levels: usize, text: &str| (0..levels).fold(json!(text), |inner, _| json!([inner]));
    let long = "a".repeat(100_000);
    let answers =
        compiled.ask(&[(0, deep(3, &long)), (0, deep(3, &format!("{long}!"))), (0, deep(10, &format!("{long}!")))]);
    assert!(answers[0].valid, "{}", answers[0].text);
    assert!(!answers[1].valid && !answers[1].text.contains("steps"), "{}", answers[1].text);
    assert!(!answers[2].valid && answers[2].text.contains("steps"), "{}", answers[2].text);
}

/// A name is read as often as there are patterns for it, again to know what is evaluated, and again by each branch.
#[test]
fn jsc_06_looking_at_a_long_name_is_work() {
    let patterns = |count: usize| -> Value {
        let all = (0..count).map(|n| (format!("^[a-z]*{n}$"), json!({ "type": "integer", "minimum": n })));
        Value::Object(all.collect())
    };
    let named = |count: usize| json!({ "propertyNames": { "not": { "anyOf": (0..count).map(|n| json!({ "pattern": format!("^[a-z]*{n}$") })).collect::<Vec<_>>() } } });
    let programs = [
        json!({ "patternProperties": patterns(20) }),
        named(20),
        // More than are written in one expression.
        named(40),
        json!({ "patternProperties": patterns(20), "unevaluatedProperties": { "type": "string" } }),
        json!({ "uniqueItems": true }),
    ];
    let steps = |work| Limits { depth: 512, work, violations: 8 };
    let programs = programs.each_ref().map(compile);
    // A name of 100 kB is 97 steps for each look at it.
    let name = "a".repeat(100_000);
    let object = || json!({ (name.clone()): "x" });
    let mut questions: Vec<(usize, Value)> = (0..4).map(|index| (index, object())).collect();
    questions.push((4, json!([object(), object()])));
    questions.extend((0..4).map(|index| (index, json!({ "a": "x" }))));
    let ask = |name: &str, work| Compiled::build_with(name, &programs, Some(steps(work))).ask(&questions);
    for (index, answer) in ask("names", 1_500).into_iter().enumerate() {
        let told = index >= 4 || answer.text.contains("1500 steps");
        assert!(told, "{index}: {}", answer.text);
    }
    for (index, answer) in ask("names-enough", 6_000).into_iter().enumerate() {
        assert!(!answer.text.contains("steps"), "{index}: {}", answer.text);
        assert_eq!(answer.valid, index != 4, "{index}: {}", answer.text);
    }
}

/// A fault below long names is told by their beginnings: the report stays small, and in document order.
#[test]
fn jsc_06_what_is_told_of_a_value_is_bounded() {
    let schema = json!({ "additionalProperties": { "additionalProperties": { "items": { "type": "integer" } } } });
    let long = |start: &str| format!("{start}{}", "é/~".repeat(300_000));
    let value = json!({ (long("b")): { (long("c")): ["x", 1, "y"] }, (long("a")): { "z": ["w"] } });
    let answers = Compiled::build("long-names", &[compile(&schema)]).ask(&[(0, value)]);
    let lines: Vec<&str> = answers[0].text.lines().collect();
    let starts = ["/aé~1~0", "/bé~1~0", "/bé~1~0"];
    assert_eq!(lines.len(), starts.len(), "{}", answers[0].text);
    for (line, start) in lines.iter().zip(starts) {
        assert!(line.starts_with(start) && line.contains("...") && line.len() < 1_000, "{line}");
    }
    assert!(lines[1].contains("\"x\"") && lines[2].contains("\"y\""), "{}", answers[0].text);
}

#[test]
fn jsc_06_output_is_linear_in_the_schema() {
    let length = |schema: &Value| {
        let emission = validate::Emission { validation: quote::quote! { super::validation }, limits: None };
        compile(schema).emit(&emission).to_string().len()
    };
    for make in [branches as fn(usize) -> Value, doubling] {
        let (small, large) = (length(&make(50)), length(&make(200)));
        assert!(large < small * 5, "{small} bytes for 50, {large} bytes for 200");
    }
}

/// So many members, each with a subschema of its own, in objects inside one another.
fn members(count: usize) -> Value {
    let kinds = |n: usize| match n % 5 {
        0 => json!({ "type": "string", "minLength": n }),
        1 => json!({ "type": "integer", "maximum": n }),
        2 => json!({ "type": "array", "items": { "type": "number", "minimum": n }, "maxItems": n }),
        3 => json!({ "enum": [format!("e{n}"), format!("f{n}")] }),
        _ => json!({ "type": ["boolean", "null"] }),
    };
    let object = |level: usize| {
        let members = (0..10).map(|n| (format!("m{level}_{n}"), kinds(level * 10 + n)));
        json!({ "type": "object", "properties": Value::Object(members.collect()), "additionalProperties": false })
    };
    let objects = (0..count / 10).map(|level| (format!("level_{level}"), object(level)));
    json!({ "type": "object", "properties": Value::Object(objects.collect()), "required": ["level_0"] })
}

#[test]
fn jsc_06_readers_are_linear_in_the_schema() {
    let bytes = |count: usize| -> [usize; 2] {
        let schema = members(count);
        let (program, types) = (compile(&schema), typed::types("Root", "Arguments.", &schema));
        let plan = fused::plan(&program, &types).unwrap();
        let emission = validate::Emission { validation: quote::quote! { super::validation }, limits: None };
        let checks = format::rust_file(program.emit(&emission)).len();
        let both = format::rust_file(fused::emit(&plan, &program, &emission, &quote::quote! { super::fused })).len();
        [checks, both - checks]
    };
    let sizes = [100, 200, 400].map(bytes);
    for [smaller, larger] in [[sizes[0], sizes[1]], [sizes[1], sizes[2]]] {
        for (smaller, larger) in smaller.into_iter().zip(larger) {
            // Twice the subschemas: twice the bytes, and at each of them no more than a kilobyte.
            assert!(larger * 10 < smaller * 22 && larger * 10 > smaller * 15, "{sizes:?}");
        }
    }
    assert!(sizes[2].into_iter().all(|size| size < 400 * 1_000), "{sizes:?}");
}

#[test]
fn jsc_06_nesting_without_end_is_refused_at_once() {
    let all = |levels: usize| (0..levels).fold(json!({}), |inner, _| wrap("allOf", Value::Array(vec![inner])));
    // Values this deep need a deep stack to be dropped, whoever drops them.
    let check = move || {
        let faults = validate::compile(&all(10_000), &Options::default()).unwrap_err();
        assert_eq!(faults.len(), 1);
        assert_eq!(faults[0].rule, "JSC-06");
        assert!(faults[0].pointer.starts_with("/allOf/0/allOf/0"));
        let chain: serde_json::Map<String, Value> = (0..10_000)
            .map(|n| (format!("d{n}"), json!({ "allOf": [{ "$ref": format!("#/$defs/d{}", n + 1) }] })))
            .chain([("d10000".to_owned(), json!(true))])
            .collect();
        let faults =
            validate::compile(&json!({ "$ref": "#/$defs/d0", "$defs": chain }), &Options::default()).unwrap_err();
        assert!(faults.iter().all(|fault| fault.rule == "JSC-06"), "{faults:?}");
    };
    std::thread::Builder::new().stack_size(256 << 20).spawn(check).unwrap().join().unwrap();
}

/// Words of Rust get a `_`, and a second function for the same member gets a number after it.
#[test]
fn names_of_functions_are_in_snake_case() {
    // Different ones, and more than one test each: what is equal is one function, what is one test none.
    let flag = |least: usize| json!({ "type": "string", "minLength": least });
    let words = json!({ "properties": { "self": flag(1), "Self": flag(2), "SELF": flag(3), "type": flag(4), "type_": flag(5) } });
    let emission = validate::Emission { validation: quote::quote! { super::validation }, limits: None };
    let text = compile(&words).emit(&emission).to_string();
    let functions: Vec<&str> =
        text.split("fn ").skip(1).filter_map(|rest| rest.split([' ', '<', '(']).next()).collect();
    assert!(functions.iter().any(|name| name.starts_with("self_")), "{functions:?}");
    assert!(functions.iter().all(|name| !name.contains("__")), "{functions:?}");
}
