//! Defaults that break their own schema: told with the keyword, where that is certain.

use mcp_codegen::validate::{Options, refused_defaults};
use serde_json::{Value, json};

/// The keyword that the default of a schema breaks, and where in the default.
fn broken(schema: &Value) -> Option<(String, &'static str)> {
    let refused = refused_defaults(schema, &[String::new()], &Options::default());
    assert!(refused.len() <= 1, "{refused:?}");
    refused.into_iter().next().map(|refused| (refused.at, refused.keyword))
}

#[test]
fn lint_05_a_default_is_judged_by_every_keyword_of_its_schema() {
    for (schema, at, keyword) in [
        (json!({"type": "integer", "default": "1"}), "", "type"),
        (json!({"type": "integer", "default": 1.5}), "", "type"),
        (json!({"enum": ["a", 1], "default": "b"}), "", "enum"),
        (json!({"const": null, "default": 0}), "", "const"),
        (json!({"maximum": 9_007_199_254_740_992_u64, "default": 9_007_199_254_740_993_u64}), "", "maximum"),
        (json!({"multipleOf": 0.1, "default": 0.35}), "", "multipleOf"),
        (json!({"pattern": "^[a-z]+$", "default": "a1"}), "", "pattern"),
        (json!({"minLength": 2, "default": "😀"}), "", "minLength"),
        (json!({"items": {"maximum": 3}, "default": [1, 4]}), "/1", "maximum"),
        (json!({"uniqueItems": true, "default": [1, 1.0]}), "", "uniqueItems"),
        (json!({"required": ["a"], "default": {}}), "", "required"),
        (json!({"properties": {"a/b": {"type": "string"}}, "default": {"a/b": 1}}), "/a~1b", "type"),
        (json!({"additionalProperties": false, "default": {"x": 1}}), "/x", "additionalProperties"),
        (json!({"patternProperties": {"^x": {"type": "null"}}, "default": {"xy": 1}}), "/xy", "type"),
        (json!({"anyOf": [{"type": "string"}, {"minimum": 5}], "default": 4}), "", "anyOf"),
        (json!({"oneOf": [{"type": "integer"}, {"minimum": 5}], "default": 6}), "", "oneOf"),
        (json!({"not": {"type": "string"}, "default": ""}), "", "not"),
        (json!({"if": {"type": "string"}, "then": {"minLength": 1}, "default": ""}), "", "minLength"),
        (json!({"$ref": "#/$defs/a", "$defs": {"a": {"type": "string"}}, "default": 1}), "", "type"),
    ] {
        assert_eq!(broken(&schema), Some((at.to_owned(), keyword)), "{schema}");
    }
}

#[test]
fn lint_05_what_is_right_or_not_certain_is_not_told() {
    for schema in [
        json!({"type": "integer", "default": 30.0}),
        json!({"type": ["string", "null"], "default": null}),
        json!({"multipleOf": 0.0001, "default": 0.0075}),
        json!({"enum": [1.0], "default": 1}),
        json!({"pattern": "^(?!no)", "default": "no"}),
        json!({"contains": {"type": "string"}, "default": []}),
        json!({"default": [[[]]], "items": {"$ref": "#"}}),
        // In draft-07 nothing beside `$ref` counts.
        json!({"$schema": "http://json-schema.org/draft-07/schema#", "$ref": "#/definitions/a", "type": "null",
            "definitions": {"a": {"type": "string"}}, "default": "x"}),
    ] {
        assert_eq!(broken(&schema), None, "{schema}");
    }
}
