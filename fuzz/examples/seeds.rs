//! `cargo run --example seeds`: writes what a target starts from into `corpus/`.
//!
//! Schemas of the official suite and of the corpus beside the repository, manifests of its tests, and names of
//! keywords as a dictionary.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

fn main() -> std::io::Result<()> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (root, shared) = (here.join(".."), here.join("../../shared"));
    let mut schemas = Vec::new();
    let mut values = Vec::new();
    for file in below(&shared.join("json-schema-suite"), "json") {
        let Ok(Value::Array(groups)) = serde_json::from_slice::<Value>(&fs::read(file)?) else { continue };
        for group in groups {
            schemas.push(seed(1, group["schema"].to_string().as_bytes()));
            let tests = group["tests"].as_array().cloned().unwrap_or_default();
            values.extend(tests.iter().map(|test| seed(0, test["data"].to_string().as_bytes())));
        }
    }
    let mut manifests = Vec::new();
    for file in below(&shared.join("corpus"), "json") {
        let text = fs::read(file)?;
        let Ok(list) = serde_json::from_slice::<Value>(&text) else { continue };
        for tool in list["tools"].as_array().into_iter().flatten() {
            schemas.push(seed(1, tool["inputSchema"].to_string().as_bytes()));
            manifests.push(seed(2, serde_json::json!({ "tools": [tool] }).to_string().as_bytes()));
        }
    }
    for (mode, extension) in [(0, "toml"), (1, "yaml"), (2, "json")] {
        for folder in ["tests", "generated", "templates"] {
            for file in below(&root.join(folder), extension) {
                manifests.push(seed(mode, &fs::read(file)?));
            }
        }
    }
    // Choices, of which the fuzzer makes others.
    for mode in 0..=255_u8 {
        let choices: Vec<u8> = (0..200_u8).map(|n| n.wrapping_mul(mode | 1).wrapping_add(mode)).collect();
        schemas.push(seed(mode & !3, &choices));
        values.push(seed(mode | 1, &choices));
    }
    for (target, seeds) in [("schema", schemas), ("read", values.clone()), ("value", values), ("manifest", manifests)] {
        let folder = here.join("corpus").join(target);
        fs::create_dir_all(&folder)?;
        for (index, seed) in seeds.iter().enumerate() {
            fs::write(folder.join(format!("seed-{index:05}")), seed)?;
        }
    }
    Ok(())
}

fn seed(mode: u8, bytes: &[u8]) -> Vec<u8> {
    [&[mode], bytes].concat()
}

fn below(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let (mut found, mut due) = (Vec::new(), vec![folder.to_path_buf()]);
    while let Some(folder) = due.pop() {
        for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                due.push(path);
            } else if path.extension().is_some_and(|found| found == extension)
                && path.metadata().is_ok_and(|metadata| metadata.len() < 50_000)
            {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
