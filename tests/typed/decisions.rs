//! What a schema becomes, read from the generated text.

use mcp_codegen::typed::{self, Form};
use serde_json::{Value, json};

fn text(schema: &Value) -> String {
    mcp_codegen::format::rust_file(typed::types("Root", "The root.", schema).items)
}

fn fields(properties: Value) -> String {
    text(&json!({"type": "object", "properties": properties, "additionalProperties": false}))
}

fn notes(schema: &Value) -> Vec<(&'static str, String)> {
    typed::types("Root", "The root.", schema).notes.into_iter().map(|note| (note.rule, note.pointer)).collect()
}

#[test]
fn absent_and_null_are_told_apart() {
    let text = fields(json!({"a": {"type": ["string", "null"]}, "b": {"type": "string"}, "c": {}}));
    assert!(text.contains("pub a: ::std::option::Option<::std::option::Option<::std::string::String>>"), "{text}");
    assert!(text.contains("pub b: ::std::option::Option<::std::string::String>"), "{text}");
    assert!(text.contains("pub c: ::std::option::Option<::serde_json::Value>"), "{text}");
}

#[test]
fn integers_get_the_type_that_holds_what_their_bounds_allow() {
    let text = fields(
        json!({"a": {"type": "integer"}, "b": {"type": "integer", "minimum": 0}, "c": {"type": "integer", "maximum": 1e20},
        "d": {"type": "integer", "minimum": -5, "maximum": 5}, "e": {"type": "number", "multipleOf": 1}, "f": {"type": "number"}}),
    );
    for (name, ty) in
        [("a", "i64"), ("b", "u64"), ("c", "::serde_json::Number"), ("d", "i64"), ("e", "i64"), ("f", "f64")]
    {
        assert!(text.contains(&format!("pub {name}: ::std::option::Option<{ty}>")), "{name}: {text}");
    }
}

#[test]
fn formats_and_defaults_change_no_type_and_fill_nothing_in() {
    let text = fields(json!({"at": {"type": "string", "format": "date-time", "default": "now"}}));
    assert!(text.contains("pub at: ::std::option::Option<::std::string::String>"), "{text}");
    assert!(text.contains("/// Default: `\"now\"`. Format: `date-time`."), "{text}");
    assert!(!text.contains("fn default"), "{text}");
}

#[test]
fn a_tag_decides_between_alternatives() {
    let text = fields(json!({"shape": {"oneOf": [
        {"type": "object", "properties": {"kind": {"const": "circle"}, "r": {"type": "number"}}, "required": ["kind"]},
        {"type": "object", "properties": {"kind": {"const": "box"}, "w": {"type": "number"}}, "required": ["kind"]}]}}));
    assert!(text.contains("Circle(RootShapeCircle)") && text.contains("Box(RootShapeBox)"), "{text}");
    assert!(!text.contains("untagged"), "{text}");
}

#[test]
fn nullable_references_keep_the_name_of_their_target() {
    let schema = json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/Place"}, "b": {"anyOf": [{"$ref": "#/$defs/Place"}, {"type": "null"}]},
        "c": {"type": "array", "items": {"$ref": "#/$defs/Place"}}}, "$defs": {"Place": {"type": "object", "properties": {"x": {"type": "string"}}}}});
    let text = text(&schema);
    assert_eq!(text.matches("pub struct RootPlace").count(), 1, "{text}");
    assert_eq!(text.matches("pub struct").count(), 2, "{text}");
}

#[test]
fn titles_name_no_types() {
    let object = json!({"title": "Vec", "type": "object", "properties": {"x": {"type": "string"}}});
    let text = fields(json!({"a": object, "b": object}));
    assert!(text.contains("struct RootA") && text.contains("struct RootB") && !text.contains("struct Vec"), "{text}");
}

#[test]
fn what_is_required_is_asked_for_and_constants_are_not() {
    let schema = json!({"type": "object", "required": ["kind", "name", "n"], "properties": {"kind": {"const": "k"}, "name": {"type": "string"}, "n": {"type": "integer"}, "o": {"type": "string"}}});
    let types = typed::types("Root", "The root.", &schema);
    assert_eq!(types.form, Form::Struct { required: vec!["n".to_owned(), "name".to_owned()] });
    let text = text(&schema);
    assert!(
        text.contains("pub fn new(n: i64, name: impl ::std::convert::Into<::std::string::String>) -> Self"),
        "{text}"
    );
    let optional =
        typed::types("Root", "The root.", &json!({"type": "object", "properties": {"o": {"type": "string"}}}));
    assert_eq!(optional.form, Form::Struct { required: Vec::new() });
}

#[test]
fn typ_01_a_part_without_a_type_is_any_value_and_says_so() {
    let schema = json!({"type": "object", "properties": {"p": {"minLength": 3, "description": "Some words."}, "q": {"description": "Anything."}}});
    assert_eq!(notes(&schema), [("TYP-01", "/properties/p".to_owned())]);
    let text = text(&schema);
    assert!(
        text.contains("/// Some words.\n    ///\n    /// At least 3 characters.\n    ///\n    /// Any value"),
        "{text}"
    );
}

#[test]
fn typ_02_alternatives_that_nothing_tells_apart_are_one_struct() {
    let schema = json!({"anyOf": [{"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]},
        {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "required": ["a", "b"]}]});
    assert_eq!(notes(&schema), [("TYP-02", String::new())]);
    assert!(text(&schema).contains("pub a: ::std::string::String"));
}

#[test]
fn typ_04_a_reference_that_leads_nowhere_is_any_value() {
    for reference in ["#/nowhere", "https://example.test/other.json", "#name", "file:///etc/hosts"] {
        let schema = json!({"type": "object", "properties": {"a": {"$ref": reference}}});
        assert_eq!(notes(&schema), [("TYP-04", "/properties/a".to_owned())], "{reference}");
    }
    let circle = json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/a"}}, "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}});
    assert_eq!(notes(&circle).first().map(|(rule, _)| *rule), Some("TYP-04"));
    assert!(text(&circle).contains("::serde_json::Value"));
    for keyword in ["anyOf", "oneOf", "allOf"] {
        let circle = json!({"$ref": "#/$defs/a", "$defs": {"a": {keyword: [{"$ref": "#/$defs/b"}]}, "b": {keyword: [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/b"}]}}});
        assert!(text(&circle).contains("::serde_json::Value"), "{keyword}");
    }
}

#[test]
fn names_do_not_depend_on_the_order_of_members() {
    let one = fields(
        json!({"page-size": {"type": "integer"}, "page_size": {"type": "integer"}, "pageSize": {"type": "integer"}}),
    );
    let two = fields(
        json!({"pageSize": {"type": "integer"}, "page_size": {"type": "integer"}, "page-size": {"type": "integer"}}),
    );
    assert_eq!(one, two);
}

/// Twice the schema, about twice the text: counted in bytes, not in seconds.
#[test]
fn text_is_linear_in_the_schema() {
    let branches = |count: usize| {
        let branch = |index: usize| json!({"type": "object", "properties": {"k": {"const": format!("v{index}")}, "n": {"type": "integer"}}, "required": ["k"]});
        json!({"type": "object", "properties": {"r": {"oneOf": (0..count).map(branch).collect::<Vec<_>>()}}})
    };
    let doubling = |depth: usize| {
        let mut defs = serde_json::Map::new();
        for level in 0..depth {
            let next = format!("#/$defs/d{}", level + 1);
            defs.insert(
                format!("d{level}"),
                json!({"type": "object", "properties": {"a": {"$ref": next}, "b": {"$ref": next}}}),
            );
        }
        defs.insert(format!("d{depth}"), json!({"type": "string"}));
        json!({"$ref": "#/$defs/d0", "$defs": defs})
    };
    let combining = |count: usize| {
        let part = |index: usize| json!({"anyOf": [{"properties": {format!("a{index}"): {"type": "string"}}}, {"properties": {format!("b{index}"): {"type": "string"}}}]});
        json!({"type": "object", "allOf": (0..count).map(part).collect::<Vec<_>>()})
    };
    let size = |schema: &Value| typed::types("Root", "", schema).items.to_string().len();
    for (small, large) in
        [(branches(2_000), branches(4_000)), (doubling(40), doubling(80)), (combining(40), combining(80))]
    {
        let (small, large) = (size(&small), size(&large));
        assert!(large * 10 < small * 25, "{small} bytes, then {large}");
    }
}

/// Schemas made to exhaust a stack: nested, chained, and referring to themselves in every way.
#[test]
fn depth_ends_somewhere() {
    let nest = |wrap: &dyn Fn(Value) -> Value, depth: usize| {
        (0..depth).fold(json!({"type": "string"}), |inner, _| wrap(inner))
    };
    let wraps: [&dyn Fn(Value) -> Value; 6] = [
        &|inner| json!({"type": "array", "items": inner}),
        &|inner| json!({"allOf": [inner]}),
        &|inner| json!({"anyOf": [inner, {"type": "null"}]}),
        &|inner| json!({"type": "object", "properties": {"p": inner}}),
        &|inner| json!({"type": "object", "additionalProperties": inner}),
        &|inner| json!({"oneOf": [{"type": "boolean"}, {"type": "array", "items": inner}]}),
    ];
    for wrap in wraps {
        let _ = typed::types("Root", "", &nest(wrap, 180));
    }
    let mut defs = serde_json::Map::new();
    for index in 0..5_000 {
        defs.insert(format!("d{index}"), json!({"$ref": format!("#/$defs/d{}", index + 1)}));
    }
    let _ = typed::types("Root", "", &json!({"$ref": "#/$defs/d0", "$defs": defs}));
    let knot = json!({"allOf": [{"$ref": "#"}, {"anyOf": [{"$ref": "#"}, {"oneOf": [{"$ref": "#/allOf/1"}]}]}], "items": {"$ref": "#"}, "properties": {"": {"$ref": "#"}}, "additionalProperties": {"$ref": "#"}});
    let _ = typed::types("Root", "", &knot);
}

/// Things that are not schemas at all.
#[test]
fn nonsense_is_any_value() {
    for schema in [
        json!(null),
        json!(3),
        json!("x"),
        json!([]),
        json!({"type": 3}),
        json!({"type": []}),
        json!({"type": "no such"}),
        json!({"properties": 3, "required": 4, "enum": 5, "allOf": {}, "items": null, "$ref": 1}),
    ] {
        let text = text(&schema);
        assert!(text.contains("Root"), "{schema}: {text}");
    }
}
