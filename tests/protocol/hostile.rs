//! Schemas and overlays that are broken, by hand and at random: findings with places, never a panic.

use mcp_codegen::bindings::bindings;
use mcp_codegen::diagnostic::Diagnostics;
use mcp_codegen::revision::{BUILT_IN, SchemaRef};
use mcp_codegen::source::Sources;
use serde_json::{Value, json};

use crate::inputs::{load, text};

fn refuse(schema: &str) -> String {
    load(&SchemaRef::File(text("s.json", schema)), None).unwrap_err()
}

#[test]
fn what_is_not_understood_is_refused_where_it_stands() {
    let mut faults = Vec::new();
    let of = |definition: &str| refuse(&format!("{{\"$defs\":{{\n\"A\":{definition}\n}}}}"));
    for (definition, finding) in [
        (r#"{"type":"object","patternProperties":{}}"#, "s.json:2:22: SCH-01 the keyword `patternProperties`"),
        (r#"{"type":"object","properties":[]}"#, "s.json:2:35: SCH-02"),
        (r#"{"type":"strin"}"#, "s.json:2:13: SCH-02"),
        (r##"{"$ref":"#/$defs/B"}"##, "s.json:2:13: SCH-04"),
        (r##"{"$ref":"http://example.com/x"}"##, "s.json:2:13: SCH-04"),
        (r#"{"const":1.5}"#, "s.json:2:14: SCH-02"),
        (r#"{"type":"string","minimum":3,"items":{}}"#, "SCH-03"),
        (r#"{"minimum":3}"#, "s.json:2:16: SCH-03"),
        (r#"{"required":["x"],"type":"object","properties":{}}"#, "SCH-03 `x` is demanded"),
        (r#"{"allOf":[{"type":"string"}]}"#, "s.json:2:5: SCH-07"),
        (r##"{"anyOf":[{"type":"string"},{"enum":["a"],"type":"string"}]}"##, "SCH-09"),
        (
            r#"{"anyOf":[{"type":"object","properties":{"a":{"type":"string"}}},{"type":"object","properties":{"a":{"type":"integer"}}}]}"#,
            "SCH-06",
        ),
    ] {
        let found = of(definition);
        if !found.contains(finding) {
            faults.push(format!("{definition}\nexpected {finding}\nfound {found}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
    assert!(refuse("{}").contains("s.json:1:1: SCH-05"));
    assert!(refuse("[]").contains("SCH-05"));
    assert!(refuse("nonsense").contains("DOC-01"));
}

#[test]
fn definitions_that_are_only_one_another_are_a_circle() {
    let found = refuse(
        r##"{"$defs":{"A":{"$ref":"#/$defs/B"},"B":{"anyOf":[{"$ref":"#/$defs/C"},{"type":"null"}]},"C":{"$ref":"#/$defs/A"}}}"##,
    );
    assert!(found.contains("SCH-08") && found.contains("A -> B -> C -> A"), "{found}");
}

#[test]
fn recursion_through_members_is_boxed() {
    let schema = r##"{"$defs":{"Tree":{"type":"object","properties":{"left":{"$ref":"#/$defs/Tree"},"right":{"$ref":"#/$defs/Other"}}},
        "Other":{"anyOf":[{"$ref":"#/$defs/Tree"},{"type":"integer"}]}}}"##;
    let loaded = load(&SchemaRef::File(text("s.json", schema)), None).unwrap();
    let facts = mcp_codegen::analyze::protocol(&loaded.protocol);
    assert!(facts.boxed_members.contains(&("Tree".to_owned(), "left".to_owned())));
    assert!(facts.boxed_members.contains(&("Tree".to_owned(), "right".to_owned())));
    assert!(facts.boxed_variants.contains(&("Other".to_owned(), 0)));
}

#[test]
fn nesting_of_a_hundred_thousand_levels_is_refused() {
    for (open, close) in [("[", "]"), ("{\"items\":", "}")] {
        let deep = open.repeat(100_000) + "1" + &close.repeat(100_000);
        let found = refuse(&deep);
        assert!(found.contains("DOC-0"), "{}", &found[..found.len().min(200)]);
    }
}

#[test]
fn a_chain_of_ten_thousand_definitions_is_lowered() {
    let mut definitions = serde_json::Map::new();
    for n in 0..10_000 {
        definitions.insert(
            format!("D{n}"),
            json!({ "type": "object", "properties": { "next": { "$ref": format!("#/$defs/D{}", (n + 1) % 10_000) } } }),
        );
    }
    let schema = json!({ "$defs": definitions }).to_string();
    let loaded = load(&SchemaRef::File(text("s.json", &schema)), None).unwrap();
    assert_eq!(loaded.protocol.types.len(), 10_000);
    assert!(!mcp_codegen::analyze::protocol(&loaded.protocol).boxed_members.is_empty());
}

#[test]
fn a_fact_under_which_the_schema_moved_is_named() {
    let newest = BUILT_IN.last().unwrap();
    let overlay = text("overlay.toml", newest.overlay);
    let moved = |from: &str, to: &str| {
        assert!(newest.schema.contains(from), "{from}");
        load(&SchemaRef::File(text("s.json", &newest.schema.replace(from, to))), Some(&overlay)).unwrap_err()
    };
    let found = moved("\"InputRequiredResult\"", "\"AskedResult\"");
    assert!(found.contains("SCH-04") || found.contains("OVL-03"), "{found}");
    let found = moved("\"ttlMs\"", "\"ttl\"");
    assert!(found.contains("overlay.toml:") && found.contains("OVL-03") && found.contains("cache hints"), "{found}");
    let found = moved("\"const\": \"roots/list\"", "\"const\": \"roots/all\"");
    assert!(found.contains("no message has the method `roots/list`") && found.contains("OVL-04"), "{found}");
}

#[test]
fn an_overlay_with_faults_is_refused_where_they_stand() {
    let newest = BUILT_IN.last().unwrap();
    let with = |more: &str| {
        let overlay = format!(
            "revision = \"x\"\nspecification = \"https://example.com\"\n{more}\n[[union]]\nat = \"ServerResult\"\ndecided = \"by-caller\"\nsource = \"s\"\n"
        );
        load(&SchemaRef::BuiltIn(newest.name.to_owned()), Some(&text("o.toml", &overlay))).unwrap_err()
    };
    for (more, finding) in [
        ("patches = 1\n", "o.toml:3:1: OVL-01 the key `patches`"),
        ("[[patch]]\nat = \"/x\"\nwas = 1\nnow = 2\n", "OVL-02 this fact has no `source`"),
        ("[[patch]]\nat = \"/x\"\nwas = 1\nnow = 2\nsource = \"s\"\n", "OVL-03"),
        ("[[constant]]\ntypes = \"Tool\"\nmember = \"nothing\"\nvalue = \"v\"\nsource = \"s\"\n", "OVL-03"),
        ("[[needs-one]]\ntype = \"Tool\"\nmembers = [\"nothing\"]\nsource = \"s\"\n", "OVL-03"),
        ("[[union]]\nat = \"InputRequest\"\ndecided = \"by-magic\"\nsource = \"s\"\n", "OVL-01"),
        ("[docs.\"x\"]\nNothing = \"text\"\n", "OVL-03"),
        ("docs-of = \"1999-01-01\"\n", "OVL-03"),
        (
            "[[union]]\nat = \"ContentBlock\"\ndecided = \"by-caller\"\nsource = \"s\"\n",
            "SCH-06 `CallToolResult` is read, and holds",
        ),
        ("[[values]]\nat = \"Tool.nothing\"\nvalues = [\"a\"]\nsource = \"s\"\n", "OVL-03"),
        ("[[name]]\nat = [\"Tool\", \"Tool.nothing\"]\nrust = \"Tool\"\nsource = \"s\"\n", "OVL-03"),
        (
            "[[name]]\nat = \"Tool\"\nrust = \"Same\"\nsource = \"s\"\n[[name]]\nat = \"Root\"\nrust = \"Same\"\nsource = \"s\"\n",
            "OVL-01 the name `Same` is given twice",
        ),
    ] {
        let found = with(more);
        assert!(found.contains(finding), "{more}\nexpected {finding}\nfound {found}");
    }
}

/// Numbers that look random and are the same on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 16).unwrap() % bound.max(1)
    }
}

fn corrupt_bytes(text: &str, random: &mut Random) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=random.below(3) {
        let at = random.below(bytes.len());
        match random.below(3) {
            0 => bytes[at] = u8::try_from(random.below(256)).unwrap(),
            1 => drop(bytes.drain(at..(at + random.below(40)).min(bytes.len()))),
            _ => bytes.insert(at, b"{}[]\",:"[random.below(7)]),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Changes one part, somewhere: takes a member out, or puts another value in its place.
fn corrupt_value(value: &mut Value, random: &mut Random) {
    let mut paths = Vec::new();
    collect(value, String::new(), &mut paths);
    let path = paths.swap_remove(random.below(paths.len()));
    let junk = [
        json!(null),
        json!(5),
        json!("x"),
        json!([]),
        json!({}),
        json!(true),
        json!({ "$ref": "#/$defs/Tool" }),
        json!({ "const": 7 }),
    ];
    match (path.rsplit_once('/'), random.below(3)) {
        (Some((parent, name)), 0) => {
            if let Some(Value::Object(members)) = value.pointer_mut(parent) {
                members.remove(&name.replace("~1", "/").replace("~0", "~"));
            }
        }
        _ => {
            if let Some(part) = value.pointer_mut(&path) {
                *part = junk[random.below(junk.len())].clone();
            }
        }
    }
}

fn collect(value: &Value, at: String, paths: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                collect(member, mcp_codegen::document::child(&at, name), paths);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                collect(item, format!("{at}/{index}"), paths);
            }
        }
        _ => {}
    }
    paths.push(at);
}

/// Whatever comes out: either Rust that parses, or findings.
fn survives(schema: &str, overlay: &str) -> bool {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let schema = SchemaRef::File(text("s.json", schema));
    match bindings(&mut sources, &schema, Some(&text("o.toml", overlay)), &mut diagnostics) {
        Some(file) => syn::parse_file(&file).map(|_| true).unwrap(),
        None => {
            assert!(diagnostics.has_errors());
            false
        }
    }
}

#[test]
fn random_corruption_of_schemas_and_overlays_never_panics() {
    let mut random = Random(0x5eed_cafe_f00d_0001);
    let (mut survived, mut refused) = (0, 0);
    for revision in BUILT_IN {
        let value: Value = serde_json::from_str(revision.schema).unwrap();
        for round in 0..15 {
            let mut schema = revision.schema.to_owned();
            let mut overlay = revision.overlay.to_owned();
            match round % 3 {
                0 => schema = corrupt_bytes(&schema, &mut random),
                1 => {
                    let mut value = value.clone();
                    corrupt_value(&mut value, &mut random);
                    schema = value.to_string();
                    // Without facts more of a broken schema reaches lowering and emission.
                    overlay = format!("revision = \"{}\"\nspecification = \"https://example.com\"\n", revision.name);
                }
                _ => overlay = corrupt_bytes(&overlay, &mut random),
            }
            if survives(&schema, &overlay) { survived += 1 } else { refused += 1 }
        }
    }
    println!("{survived} corrupted inputs still generate, {refused} are refused");
    assert!(survived > 0 && refused > 0);
}
