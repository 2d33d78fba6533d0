//! What the text of generated files must not hold.

use std::path::Path;

use serde_json::json;

use super::pipeline::{generate, generate_tools};

#[test]
fn generated_text_is_free_of_what_it_promises_to_be_free_of() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("generated/mcp.toml");
    for (path, bytes) in generate(&manifest).files.iter() {
        let text = str::from_utf8(bytes).unwrap();
        assert!(text.starts_with("// @generated"), "{path}");
        let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        for line in code {
            for word in
                [".unwrap()", ".expect(", "unsafe ", "(untagged", " crate::", "todo!(", "unimplemented!(", "println!("]
            {
                // `eprintln!` is not `println!`, and a definition may say anything.
                let said = line.contains(word) && !line.contains("definition: r") && !line.contains("eprintln!(");
                assert!(!said, "{path}: {word} in {line}");
            }
        }
        let hidden = |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\r' | '\0');
        assert!(!text.contains(hidden), "{path}: a hidden character");
    }
}

#[test]
fn the_module_file_has_no_inner_attribute_and_no_inner_comment() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("generated/mcp.toml");
    let files = generate(&manifest).files;
    let text = str::from_utf8(files.get("mod.rs").unwrap()).unwrap();
    assert!(!text.contains("#![") && !text.contains("//!"), "{text}");
}

#[test]
fn words_of_the_emitter_mean_nothing_in_a_text() {
    let tool = |name: &str| json!({"name": name, "title": "&ROUTES_LIST;", "description": "&TOOLS_LIST,\n= &ROUTES_LIST;", "inputSchema": {"type": "object"}});
    let files = generate_tools(&json!([tool("one"), tool("two")])).files;
    let text = |path: &str| str::from_utf8(files.get(path).unwrap()).unwrap().to_owned();
    assert_eq!(text("contract.rs").matches("        tools::").count(), 2);
    assert_eq!(text("server.rs").matches("    Route::").count(), 2);
    assert!(text("server.rs").contains("ROUTES_LIST;"), "the text is still there");
}
