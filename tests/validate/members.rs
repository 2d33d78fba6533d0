//! Members of objects, whatever they are called and however many there are.

use serde_json::{Map, Value, json};

use crate::cases::{Case, case};

pub(crate) fn members() -> Vec<Case> {
    vec![names_of_variables(), objects_of_all_widths()]
}

/// Names that the generated functions use themselves.
fn names_of_variables() -> Case {
    const NAMES: [&str; 16] = [
        "value",
        "object",
        "members",
        "next",
        "name",
        "member",
        "missing",
        "known",
        "report",
        "at",
        "items",
        "item",
        "index",
        "text",
        "number",
        "validation",
    ];
    // No two alike, so that each is a function of its own.
    let length = |name: &str| NAMES.iter().position(|known| *known == name).unwrap() + 2;
    let properties: Map<String, Value> =
        NAMES.iter().map(|name| ((*name).to_owned(), json!({ "type": "string", "minLength": length(name) }))).collect();
    let all = |short: Option<&str>| {
        let text = |name: &str| "x".repeat(length(name) - usize::from(short == Some(name)));
        Value::from_iter(NAMES.iter().map(|name| (*name, text(name))))
    };
    case(
        "members may be called like the variables of the code that checks them",
        json!({ "type": "object", "properties": properties, "required": ["next", "members"] }),
        vec![all(None), json!({ "next": "xxxxxx", "members": "xxxxx" })],
        NAMES.iter().map(|name| all(Some(name))).chain([json!({ "next": "xxxxxx" })]).collect(),
    )
}

/// Small objects are gone through for a member, wide ones are asked for it.
fn objects_of_all_widths() -> Case {
    let wide = |width: usize, tag: &str, own: &str| {
        let mut object: Map<String, Value> = (1..width).map(|n| (format!("w{n}"), json!(n))).collect();
        object.insert("tag".to_owned(), json!(tag));
        object.insert(own.to_owned(), json!(1));
        Value::Object(object)
    };
    let widths = [2, 10, 11, 12, 15, 16, 17, 18, 40];
    case(
        "a member is found in objects of all widths",
        json!({
            "oneOf": [
                { "properties": { "tag": { "const": "a" } }, "required": ["tag", "for_a"], "type": "object" },
                { "properties": { "tag": { "const": "b" } }, "required": ["tag", "for_b"], "type": "object" },
            ],
            "dependentRequired": { "w39": ["w38"] },
            "dependentSchemas": { "w17": { "required": ["w16"] } },
        }),
        widths.iter().flat_map(|width| [wide(*width, "a", "for_a"), wide(*width, "b", "for_b")]).collect(),
        widths
            .iter()
            .flat_map(|width| [wide(*width, "a", "for_b"), wide(*width, "c", "for_a")])
            .chain([json!({ "tag": "a", "for_a": 1, "w17": 1 }), json!({ "tag": "a", "for_a": 1, "w39": 1 })])
            .collect(),
    )
}
