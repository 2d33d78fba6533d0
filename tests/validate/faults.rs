//! Schemas that no validator is made for: the rule, the place, and every fault in one run.

use mcp_codegen::validate::{self, Options};
use serde_json::{Value, json};

/// Rule and pointer of each fault, and the messages with their help.
fn faults(schema: &Value) -> (Vec<(&'static str, String)>, String) {
    let faults = validate::compile(schema, &Options::default()).err().unwrap_or_default();
    let text: Vec<String> = faults.iter().map(|fault| format!("{} ({})", fault.message, fault.help)).collect();
    (faults.iter().map(|fault| (fault.rule, fault.pointer.clone())).collect(), text.join("\n"))
}

#[test]
fn jsc_02_other_dialects_are_refused_by_name() {
    for uri in ["http://json-schema.org/draft-04/schema#", "https://json-schema.org/draft/2019-09/schema", "urn:own"] {
        let (found, text) = faults(&json!({ "$schema": uri, "type": "object" }));
        assert_eq!(found, [("JSC-02", "/$schema".to_owned())]);
        assert!(text.contains(uri) && text.contains("2020-12"), "{text}");
    }
}

#[test]
fn jsc_02_a_vocabulary_that_is_required_and_unknown_is_refused() {
    let meta = json!({
        "$id": "https://example.org/meta",
        "$vocabulary": { "https://json-schema.org/draft/2020-12/vocab/core": true, "https://example.org/vocab/colour": true },
    });
    let options = Options { documents: [("https://example.org/meta".to_owned(), meta)].into(), ..Options::default() };
    let faults = validate::compile(&json!({ "$schema": "https://example.org/meta" }), &options).unwrap_err();
    assert_eq!(faults[0].rule, "JSC-02");
    assert!(faults[0].message.contains("vocab/colour"), "{}", faults[0].message);
}

#[test]
fn jsc_02_a_format_that_a_required_vocabulary_asserts_and_nobody_checks_is_refused() {
    let compiled = |required: bool, format: &str| {
        let meta = json!({
            "$id": "https://example.org/meta",
            "$vocabulary": { "https://json-schema.org/draft/2020-12/vocab/format-assertion": required },
        });
        let options =
            Options { documents: [("https://example.org/meta".to_owned(), meta)].into(), ..Options::default() };
        let schema = json!({ "$schema": "https://example.org/meta", "items": { "format": format } });
        validate::compile(&schema, &options).map(|_| ()).map_err(|faults| faults[0].clone())
    };
    let fault = compiled(true, "idn-email").unwrap_err();
    assert_eq!((fault.rule, fault.pointer.as_str()), ("JSC-02", "/items/format"));
    assert!(fault.message.contains("idn-email") && fault.help.contains("format-assertion"), "{fault:?}");
    // What the standard does not define, and what it leaves open, is no reason to refuse.
    for (required, format) in [(true, "email"), (true, "berth-number"), (false, "idn-email")] {
        assert_eq!(compiled(required, format), Ok(()), "{required} {format}");
    }
}

#[test]
fn jsc_03_every_misformed_keyword_is_told_in_one_run() {
    let (found, text) = faults(&json!({
        "type": "objekt",
        "required": ["a", "a"],
        "properties": { "n": { "minimum": "3" }, "s": { "minLength": -1 }, "x": 7 },
        "$defs": { "unused": { "multipleOf": 0 } },
        "allOf": [],
    }));
    let expected = [
        ("JSC-03", "/$defs/unused/multipleOf"),
        ("JSC-03", "/allOf"),
        ("JSC-03", "/properties/n/minimum"),
        ("JSC-03", "/properties/s/minLength"),
        ("JSC-03", "/properties/x"),
        ("JSC-03", "/required"),
        ("JSC-03", "/type"),
    ];
    let found: Vec<(&str, &str)> = found.iter().map(|(rule, pointer)| (*rule, pointer.as_str())).collect();
    assert_eq!(found, expected, "{text}");
    assert!(text.contains("\"objekt\"") && text.contains("\"boolean\", \"integer\""), "{text}");
}

#[test]
fn jsc_03_keywords_of_another_dialect_mean_nothing() {
    for schema in [
        json!({ "$schema": "http://json-schema.org/draft-07/schema#", "prefixItems": 3, "$defs": 4 }),
        json!({ "additionalItems": 3, "x-unit": [], "enum": [1, 1], "const": null, "examples": [{ "type": "objekt" }] }),
    ] {
        assert_eq!(faults(&schema).0, []);
    }
}

#[test]
fn jsc_04_addresses_in_a_network_and_files_are_refused_and_listed() {
    let (found, text) = faults(&json!({
        "properties": {
            "a": { "$ref": "http://169.254.169.254/latest/meta-data" },
            "b": { "$ref": "file:///etc/passwd#/x" },
            "c": { "$id": "https://quay.example/s/one.json", "items": { "$ref": "two.json" } },
        },
    }));
    let places: Vec<&str> = found.iter().map(|(_, pointer)| pointer.as_str()).collect();
    assert_eq!(places, ["/properties/a/$ref", "/properties/b/$ref", "/properties/c/items/$ref"]);
    assert!(found.iter().all(|(rule, _)| *rule == "JSC-04"));
    assert!(text.contains("169.254.169.254") && text.contains("https://quay.example/s/two.json"), "{text}");
}

#[test]
fn jsc_05_a_document_that_is_not_bundled_is_refused_and_a_bundled_one_is_found() {
    let schema = json!({ "properties": { "a": { "$ref": "parts/berth.json#/$defs/b" } } });
    assert_eq!(faults(&schema).0, [("JSC-05", "/properties/a/$ref".to_owned())]);
    let part = json!({ "$defs": { "b": { "$ref": "more.json" } } });
    let documents =
        [("parts/berth.json".to_owned(), part), ("parts/more.json".to_owned(), json!({ "type": "integer" }))];
    let options = Options { documents: documents.into(), ..Options::default() };
    assert!(validate::compile(&schema, &options).is_ok());
}

#[test]
fn faults_in_a_bundled_document_name_the_document() {
    let documents = [("berth.json".to_owned(), json!({ "items": { "type": 3 } }))];
    let options = Options { documents: documents.into(), ..Options::default() };
    let faults = validate::compile(&json!({ "$ref": "berth.json" }), &options).unwrap_err();
    assert_eq!(faults[0].pointer, "/items/type");
    assert!(faults[0].document.as_ref().is_some_and(|uri| uri.ends_with("/berth.json")), "{faults:?}");
}

#[test]
fn jsc_10_references_that_lead_nowhere_say_what_is_there() {
    let (found, text) = faults(&json!({
        "properties": { "a": { "$ref": "#/$defs/berht" }, "b": { "$ref": "#none" }, "c": { "$dynamicRef": "#none" } },
        "$defs": { "berth": { "type": "string" } },
    }));
    assert_eq!(found.len(), 3);
    assert!(found.iter().all(|(rule, _)| *rule == "JSC-10"));
    assert!(text.contains("\"#/$defs/berth\""), "{text}");
}

#[test]
fn jsc_11_references_that_only_refer_to_themselves_are_spelled_out() {
    for (schema, cycle) in [
        (json!({ "$ref": "#" }), "# -> #"),
        (
            json!({ "properties": { "q": { "$ref": "#/$defs/a" } }, "$defs": { "a": { "$ref": "#/$defs/b" }, "b": { "$ref": "#/$defs/a" } } }),
            "#/$defs/a -> #/$defs/b -> #/$defs/a",
        ),
        (
            json!({ "$defs": { "a": { "anyOf": [{ "type": "null" }, { "not": { "$ref": "#/$defs/a" } }] } }, "items": { "$ref": "#/$defs/a" } }),
            "#/$defs/a -> #/$defs/a/anyOf/1 -> #/$defs/a/anyOf/1/not -> #/$defs/a",
        ),
    ] {
        let (found, text) = faults(&schema);
        assert_eq!(found.len(), 1, "{text}");
        assert_eq!(found[0].0, "JSC-11");
        assert!(text.contains(cycle), "{text}");
    }
}

#[test]
fn jsc_12_patterns_outside_ecma_262_are_refused_with_the_place_in_the_pattern() {
    for (pattern, words) in [
        ("(unclosed", "not closed (at character 1)"),
        ("a**", "repeated"),
        ("[b-a]", "wrong order"),
        ("(?i)x", "flags inside a pattern"),
        ("a{2,1}", "wrong order"),
        ("\\p{Nope}", "no Unicode property"),
        ("x)", "closes nothing"),
        ("(?<n>a)(?<n>b)", "used twice"),
        ("[a", "not closed"),
        ("\\", "ends after"),
    ] {
        let (found, text) = faults(&json!({ "patternProperties": { "^x": { "pattern": pattern } } }));
        assert_eq!(found, [("JSC-12", "/patternProperties/^x/pattern".to_owned())], "{pattern}");
        assert!(text.contains(words), "{pattern}: {text}");
    }
    let (found, _) = faults(&json!({ "patternProperties": { "(": true } }));
    assert_eq!(found, [("JSC-12", "/patternProperties/(".to_owned())]);
}

#[test]
fn jsc_12_flags_inside_a_pattern_are_refused_by_name() {
    for pattern in ["(?i:a)", "(?-s:a)", "(?m-i:a)"] {
        let (found, text) = faults(&json!({ "pattern": pattern }));
        assert_eq!(found, [("JSC-12", "/pattern".to_owned())]);
        assert!(text.contains("flags inside a pattern"), "{text}");
    }
}

#[test]
fn jsc_13_two_schemas_of_one_address_are_refused() {
    let (found, text) = faults(&json!({
        "$id": "https://quay.example/root.json",
        "$defs": { "a": { "$id": "part.json" }, "b": { "$id": "./part.json" }, "c": { "$id": "root.json" } },
        "$ref": "part.json",
    }));
    assert_eq!(found, [("JSC-13", "/$defs/b/$id".to_owned()), ("JSC-13", "/$defs/c/$id".to_owned())]);
    assert!(text.contains("https://quay.example/part.json") && text.contains("#/$defs/a"), "{text}");
    // What only looks like a schema has no address.
    assert_eq!(
        faults(&json!({ "$defs": { "a": { "$id": "x" } }, "enum": [{ "$id": "x" }], "const": { "$id": "x" } })).0,
        []
    );
}
