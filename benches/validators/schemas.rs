//! Which schemas are compared; for the build scripts.

use std::path::Path;

use serde_json::Value;

/// Name and schema of the three hand-made ones, and of each input and output of the corpus. `here` is the folder of
/// this file.
pub fn schemas(here: &Path) -> Vec<(String, Value)> {
    let folder = here.join("schemas");
    let corpus = here.join("../../../shared/corpus");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut schemas: Vec<(String, Value)> = ["small", "mid", "large"]
        .iter()
        .map(|name| ((*name).to_owned(), read(&folder.join(format!("{name}.json")))["schema"].take()))
        .collect();
    if corpus.is_dir() {
        println!("cargo::rerun-if-changed={}", corpus.display());
        schemas.extend(of_corpus(&corpus));
    } else {
        println!("cargo::warning=there is no corpus beside the repository: the three hand-made schemas alone");
    }
    schemas
}

fn of_corpus(folder: &Path) -> Vec<(String, Value)> {
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut schemas = Vec::new();
    for file in files {
        let server = file.file_stem().unwrap().to_string_lossy().into_owned();
        for tool in read(&file)["tools"].as_array().unwrap() {
            for (keyword, what) in [("inputSchema", "input"), ("outputSchema", "output")] {
                let Some(schema) = tool.get(keyword) else { continue };
                schemas.push((format!("{server} {} {what}", tool["name"].as_str().unwrap()), schema.clone()));
            }
        }
    }
    schemas
}

fn read(path: &Path) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}
