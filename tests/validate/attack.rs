//! Attack.
use crate::compiled::Compiled;
use crate::sample::Random;
use mcp_codegen::validate::{self, Options};
use serde_json::{Map, Value, json};

fn name(n: usize) -> String {
    match n % 13 {
        0 => format!("q\"{n}"),
        1 => format!("b\\{n}"),
        2 => format!("{{}}{n}"),
        3 => format!("é{n}"),
        4 => format!("~/{n}"),
        5 => "a".repeat(n / 13 + 1),
        6 => format!("\u{0}{n}"),
        7 => format!("\n{n}"),
        8 => format!("\u{202e}{n}"),
        9 => format!("r#type{n}"),
        10 => format!("prefixprefixprefix{n:04}"),
        11 if n == 11 => String::new(),
        11 => format!("\u{10FFFF}{n}"),
        _ => format!("_{n}"),
    }
}
fn props(from: usize, to: usize) -> Map<String, Value> {
    (from..to)
        .map(|n| {
            (
                name(n),
                match n % 4 {
                    0 => json!({"type":"integer"}),
                    1 => json!({"type":"integer","minimum":n%7}),
                    2 => json!(true),
                    _ => json!({"maximum": 200}),
                },
            )
        })
        .collect()
}
fn schemas() -> Vec<Value> {
    let names = |from: usize, to: usize| -> Value { (from..to).map(name).collect::<Vec<_>>().into() };
    let tagged: Value = (0..320).map(|n| json!({"properties": {"t": {"const": name(n)}, name(n): {"type":"integer","maximum": n % 5 * 40}}, "required":["t"]})).collect();
    let tagged_same: Value = (0..320)
        .map(|n| json!({"properties": {"t": {"const": name(n)}, "x": {"type":"integer"}}, "required":["t","x"]}))
        .collect();
    let tagged_null: Value = (0..320)
        .map(|n| json!({"type":"object","properties": {"t": {"enum": [name(n), n]}}, "required":["t"]}))
        .chain([json!({"type":"null"}), json!({"type":"integer"})])
        .collect();
    let dup: Value = (0..100)
        .flat_map(|n| {
            let b = json!({"required":[name(n)], "maxProperties": 3 + n % 3});
            [b.clone(), if n % 3 == 0 { b } else { json!({"required":[name(n), name(n+1)]}) }]
        })
        .collect();
    let duprows: Value = (0..120).map(|n| json!({"required":[name(n % 40)]})).collect();
    let rows_obj: Value = (0..60)
        .map(|n| if n % 2 == 0 { json!({"required":[name(n)]}) } else { json!({"type":"object","required":[name(n)]}) })
        .collect();
    let uneval: Value =
        (0..120).map(|n| json!({"properties": {name(n): {"type":"integer"}}, "required":[name(n)]})).collect();
    let kinds: Value = (0..90)
        .map(|n| match n % 3 {
            0 => json!({"type":"integer","const":n}),
            1 => json!({"type":"object","required":[name(n)]}),
            _ => json!({"type":"array","minItems": n}),
        })
        .collect();
    let recursive: Value = (0..60).map(|n| json!({"type":"object","properties": {"t": {"const": name(n)}, name(n+1): {"$ref":"#"}}, "required":["t"]})).collect();
    vec![
        json!({"properties": props(0,600), "additionalProperties": false}),
        json!({"properties": props(0,600), "required": names(0,40)}),
        json!({"allOf":[{"properties": props(0,300)},{"properties":props(300,600)}], "unevaluatedProperties": false}),
        json!({"allOf":[{"properties": props(0,200)},{"if":{"required":[name(3)]},"then":{"properties":props(200,400)},"else":{"properties":props(400,600)}}], "unevaluatedProperties": {"type":"string"}}),
        json!({"oneOf": tagged}),
        json!({"anyOf": tagged_same}),
        json!({"oneOf": tagged_null}),
        json!({"oneOf": dup}),
        json!({"anyOf": dup, "type":"object"}),
        json!({"oneOf": duprows}),
        json!({"oneOf": rows_obj}),
        json!({"anyOf": rows_obj}),
        json!({"anyOf": uneval, "unevaluatedProperties": false}),
        json!({"oneOf": uneval, "unevaluatedProperties": {"type":"string"}}),
        json!({"oneOf": kinds}),
        json!({"oneOf": recursive}),
        json!({"propertyNames": {"enum": names(0,500)}}),
        json!({"properties": props(0,100), "patternProperties": {"^a+$": {"type":"integer"}, "1": {"maximum": 250}}, "additionalProperties": {"minimum": 5}, "required": names(600, 603)}),
        json!({"enum": (0..600).map(|n| match n % 3 { 0 => json!(n), 1 => json!(name(n)), _ => json!({name(n): n}) }).collect::<Vec<_>>()}),
        json!({"dependentRequired": (0..120).map(|n| (name(n), json!([name(n+1)]))).collect::<Map<_,_>>(), "properties": props(0,80), "unevaluatedProperties": {"maximum": 240}}),
        json!({"allOf": (0..200).map(|n| json!({"if":{"required":[name(n)]},"then":{"required":[name(n+2)]}})).collect::<Vec<_>>()}),
        json!({"dependentSchemas": (0..120).map(|n| (name(n), json!({"properties": props(n, n+70)}))).collect::<Map<_,_>>(), "unevaluatedProperties": false}),
    ]
}
fn value(random: &mut Random, deep: usize) -> Value {
    if random.chance(9) {
        return random
            .pick(&[json!(null), json!(1), json!(3), json!([]), json!("x"), json!(1.5), json!("a"), json!({})])
            .cloned()
            .unwrap();
    }
    let most = *random.pick(&[1, 2, 3, 9, 60]).unwrap();
    let upto = *random.pick(&[40, 120, 620]).unwrap();
    let mut object: Map<String, Value> = (0..most)
        .map(|_| {
            let n = random.below(upto);
            (
                name(n),
                match random.below(9) {
                    0..7 => json!(random.below(260)),
                    7 => json!("x"),
                    _ if deep > 0 => value(random, deep - 1),
                    _ => json!(1.5),
                },
            )
        })
        .collect();
    if random.chance(2) {
        let n = random.below(330);
        object.insert("t".into(), json!(name(n)));
        if random.chance(2) {
            object.insert("x".into(), json!(4));
        }
        if random.chance(2) {
            object.insert(name(n + 1), json!({"t": name(random.below(70))}));
        }
    }
    if random.chance(4) {
        for n in 0..40 {
            object.insert(name(n), json!(6));
        }
    }
    if random.chance(4) {
        for n in 600..603 {
            object.insert(name(n), json!(6));
        }
    }
    Value::Object(object)
}
#[test]
fn attack_large() {
    let schemas = schemas();
    let programs: Vec<_> = schemas.iter().map(|s| validate::compile(s, &Options::default()).unwrap()).collect();
    let mut random = Random::Seed(77);
    let mut questions: Vec<(usize, Value)> =
        (0..schemas.len() * 500).map(|turn| (turn % schemas.len(), value(&mut random, 3))).collect();
    for n in 0..600 {
        questions.push((18, json!(name(n))));
        questions.push((18, json!({name(n): n})));
        questions.push((18, json!(n)));
        questions.push((0, json!({name(n): 6})));
        questions.push((2, json!({name(n): 6})));
        questions.push((16, json!({name(n): 6})));
        questions.push((4, json!({"t": name(n), name(n): 100})));
        questions.push((6, json!({"t": name(n)})));
        questions.push((6, json!({"t": n})));
    }
    let start = std::time::Instant::now();
    let compiled = Compiled::build("attack", &programs);
    eprintln!("built in {:?}", start.elapsed());
    let answers = compiled.ask(&questions);
    let oracles: Vec<_> = schemas.iter().map(|s| jsonschema::validator_for(s).unwrap()).collect();
    let mut counts = vec![[0usize; 2]; schemas.len()];
    let mut bad = 0;
    let mut shown = vec![0; schemas.len()];
    for ((i, v), a) in questions.iter().zip(&answers) {
        let e = oracles[*i].is_valid(v);
        counts[*i][usize::from(e)] += 1;
        if a.valid != e {
            bad += 1;
            if bad < 20 {
                eprintln!("BAD schema {i} ours {} theirs {e}: {v}\n   {}", a.valid, a.text);
            }
        }
        if !a.valid && shown[*i] < 3 && v.to_string().len() < 200 {
            shown[*i] += 1;
            eprintln!("  [{i}] {v} => {}", a.text.chars().take(500).collect::<String>());
        }
    }
    eprintln!("{counts:?}");
    assert_eq!(bad, 0);
}
