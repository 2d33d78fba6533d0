//! A validator for any build script: one module, nothing but `serde_json` beside it.

use mcp_codegen::dependencies;
use mcp_codegen::validate::{Options, compile, validator, validator_with};
use serde_json::json;

use crate::program::Crate;

#[test]
fn a_validator_brings_all_that_it_needs_but_serde_json() {
    let schema = json!({
        "type": "object",
        "properties": { "code": { "pattern": "^(?!x)[a-z]{2}$" }, "list": { "uniqueItems": true } },
        "required": ["code"],
        "unevaluatedProperties": false,
    });
    let items = validator(&schema).unwrap();
    let main = format!(
        "#![deny(warnings)]\nmod port {{ {items} }}\nfn main() {{\n\
         let value = |text: &str| serde_json::from_str(text).unwrap();\n\
         assert!(port::is_valid(&value(r#\"{{\"code\":\"ab\",\"list\":[1,2]}}\"#)));\n\
         println!(\"{{}}\", port::check(&value(r#\"{{\"cod\":\"ab\",\"list\":[1,1]}}\"#)).unwrap_err());\n\
         for near in [r#\"{{\"edoc\":1}}\"#, r#\"{{\"code2\":1,\"edoc\":1,\"cdoe\":1}}\"#] {{\n\
         let fault = port::first(&value(near)).unwrap_err();\n\
         println!(\"{{fault}} {{}}\", fault.pointer());\n}}\n}}\n"
    );
    let project = Crate::depending_on("standalone", "serde_json = \"1\"\n");
    project.file("main.rs", &main);
    let mut lines = project.build().ask(Vec::new());
    let expected = "/cod: expected only the members \"code\", \"list\", got the string \"ab\"; did you mean \"code\"?\n\
                    /code: missing member \"code\"; is \"cod\" a misspelling of it?\n\
                    /code: missing member \"code\" /code\n\
                    /code: missing member \"code\"; is \"cdoe\" a misspelling of it? /code\n\
                    /list/1: expected an item that the array has not had yet, got the number 1\n";
    let mut wanted: Vec<&str> = expected.lines().map(str::trim_start).collect();
    lines.sort();
    wanted.sort_unstable();
    assert_eq!(lines, wanted);
}

#[test]
fn a_validator_that_asserts_formats_names_the_crates_that_decide_them() {
    let schema = json!({
        "properties": { "id": { "format": "uuid" }, "at": { "format": "date" }, "from": { "format": "ipv4" } },
    });
    let options = Options { assert_format: true, ..Options::default() };
    let formats = compile(&schema, &options).unwrap().formats();
    let rows: Vec<_> = dependencies::deciding(&formats).collect();
    assert_eq!(rows.iter().map(|row| row.name).collect::<Vec<_>>(), ["time", "uuid"]);
    let lines: String = rows.iter().map(|row| row.line() + "\n").collect();
    let items = validator_with(&schema, &options).unwrap();
    let main = format!(
        "#![deny(warnings)]\nmod boat {{ {items} }}\nfn main() {{\n\
         let value = serde_json::from_str(r#\"{{\"id\":\"1\",\"at\":\"2024-02-30\",\"from\":\"1.2.3.4\"}}\"#).unwrap();\n\
         println!(\"{{}}\", boat::check(&value).unwrap_err());\n}}\n"
    );
    let project = Crate::depending_on("standalone-formats", &format!("serde_json = \"1\"\n{lines}"));
    project.file("main.rs", &main);
    let mut lines = project.build().ask(Vec::new());
    lines.sort();
    let expected = [
        "/at: expected a string of the format date, got the string \"2024-02-30\"",
        "/id: expected a string of the format uuid, got the string \"1\"",
    ];
    assert_eq!(lines, expected);
}
