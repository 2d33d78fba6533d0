//! A validator for any build script: one module, nothing but `serde_json` beside it.

use std::path::Path;
use std::process::Command;

use mcp_codegen::validate::validator;
use serde_json::json;

#[test]
fn a_validator_brings_all_that_it_needs_but_serde_json() {
    let schema = json!({
        "type": "object",
        "properties": { "code": { "pattern": "^(?!x)[a-z]{2}$" }, "list": { "uniqueItems": true } },
        "required": ["code"],
        "unevaluatedProperties": false,
    });
    let items = validator(&schema).unwrap();
    let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/validators");
    let folder = target.join("crates/standalone");
    std::fs::create_dir_all(folder.join("src")).unwrap();
    std::fs::write(
        folder.join("Cargo.toml"),
        "[package]\nname = \"standalone\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\nserde_json = \"1\"\n\n[workspace]\n",
    )
    .unwrap();
    let main = format!(
        "#![deny(warnings)]\nmod port {{ {items} }}\nfn main() {{\n\
         let value = |text: &str| serde_json::from_str(text).unwrap();\n\
         assert!(port::is_valid(&value(r#\"{{\"code\":\"ab\",\"list\":[1,2]}}\"#)));\n\
         println!(\"{{}}\", port::check(&value(r#\"{{\"cod\":\"ab\",\"list\":[1,1]}}\"#)).unwrap_err());\n}}\n"
    );
    std::fs::write(folder.join("src/main.rs"), main).unwrap();
    let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["run", "--quiet", "--manifest-path"])
        .arg(folder.join("Cargo.toml"))
        .env("CARGO_TARGET_DIR", &target)
        .env_remove("RUSTFLAGS")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let expected = "/cod: expected only the members \"code\", \"list\", got the string \"ab\"; did you mean \"code\"?\n\
                    /code: missing member \"code\"; is \"cod\" a misspelling of it?\n\
                    /list/1: expected an item that the array has not had yet, got the number 1\n";
    let mut lines: Vec<String> = String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect();
    let mut wanted: Vec<&str> = expected.lines().map(str::trim_start).collect();
    lines.sort();
    wanted.sort_unstable();
    assert_eq!(lines, wanted);
}
