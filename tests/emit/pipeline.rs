//! A manifest to what is generated from it.

use std::path::Path;

use mcp_codegen::diagnostic::{Diagnostics, Severity};
use mcp_codegen::ir::Ir;
use mcp_codegen::output::FileSet;
use mcp_codegen::revision::SchemaRef;
use mcp_codegen::source::Sources;

pub struct Generated {
    pub ir: Ir,
    pub files: FileSet,
}

/// Generates from a manifest on disk; an error of any stage fails the test.
pub fn generate(path: &Path) -> Generated {
    let mut sources = Sources::default();
    let mut found = Diagnostics::default();
    let generated = try_generate(path, &mut sources, &mut found);
    let errors: Vec<_> = found.sorted().into_iter().filter(|d| d.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{}: {errors:#?}", path.display());
    generated.unwrap()
}

pub fn try_generate(path: &Path, sources: &mut Sources, found: &mut Diagnostics) -> Option<Generated> {
    let manifest = mcp_codegen::manifest::open(sources, path, found)?;
    let contract = mcp_codegen::lower::contract::lower(&manifest);
    let revision = SchemaRef::BuiltIn("2026-07-28".to_owned());
    let protocol = mcp_codegen::revision::load(sources, &revision, None, found)?.protocol;
    let ir = Ir { protocol, contract: Some(contract) };
    let facts = mcp_codegen::analyze::analyze(&ir, &|_, _| None, found)?;
    let files = mcp_codegen::emit::module(&ir, &facts);
    Some(Generated { ir, files })
}

/// Writes a manifest of these tools (a JSON array) into a fresh folder, and generates from it.
pub fn generate_tools(tools: &serde_json::Value) -> Generated {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mcp.json");
    let manifest = serde_json::json!({"server": {"name": "harbour", "version": "0.1.0"}, "tools": tools});
    std::fs::write(&path, manifest.to_string()).unwrap();
    generate(&path)
}
