//! The lock files name exact versions and no place to fetch them from. These tests need no network.

use std::fs;

use serde_json::Value;

use crate::installed::source;

#[test]
fn npm_locks_name_exact_versions_and_no_registry() {
    for name in ["typescript", "conformance"] {
        let lock: Value = serde_json::from_slice(&fs::read(source(name).join("package-lock.json")).unwrap()).unwrap();
        let packages = lock["packages"].as_object().unwrap();
        assert!(packages.len() > 1, "{name}: the lock file is empty");
        for (path, package) in packages.iter().filter(|(path, _)| !path.is_empty()) {
            assert!(package.get("resolved").is_none(), "{name}: {path} names a download address");
            assert!(package["version"].is_string() && package["integrity"].is_string(), "{name}: {path} is not locked");
        }
        for (package, version) in packages[""]["dependencies"].as_object().unwrap() {
            let locked = &packages[&format!("node_modules/{package}")]["version"];
            assert_eq!(version, locked, "{name}: package.json asks for a range of {package}");
        }
    }
}

#[test]
fn python_requirements_are_exact() {
    let text = fs::read_to_string(source("python").join("requirements.txt")).unwrap();
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(lines.iter().any(|line| line.starts_with("mcp==")), "the client itself is not among the requirements");
    for line in lines {
        let (name, version) = line.split_once("==").unwrap_or_else(|| panic!("not an exact version: {line}"));
        assert!(!name.is_empty() && version.starts_with(|first: char| first.is_ascii_digit()), "{line}");
    }
}
