//! Any bytes as a manifest: findings that can be shown, or a module of Rust that parses.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use mcp_codegen::analyze::Facts;
use mcp_codegen::diagnostic::{Diagnostics, Format, render};
use mcp_codegen::ir::Ir;
use mcp_codegen::ir::protocol::Protocol;
use mcp_codegen::load::Revision;
use mcp_codegen::source::Sources;
use mcp_codegen::{analyze, emit, format, lint, lower, manifest};

static PROTOCOL: LazyLock<Protocol> = LazyLock::new(|| {
    Revision::newest()
        .protocol(&mut Sources::default(), &mut Diagnostics::default())
        .expect("the newest revision is built in")
});

/// The first byte chooses the syntax.
pub fn holds(bytes: &[u8]) {
    let Some((mode, rest)) = bytes.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let name = ["mcp.toml", "mcp.yaml", "mcp.json"][usize::from(mode % 3)];
    let (mut sources, mut found) = (Sources::default(), Diagnostics::default());
    // No file is beside it.
    let path = Path::new("/nonexistent").join(name);
    let manifest = manifest::from_text(&mut sources, &path, text, &mut found);
    if let Some(manifest) = &manifest {
        lint::lint(manifest, &mut found);
        if !found.has_errors() {
            let ir = Ir { protocol: PROTOCOL.clone(), contract: Some(lower::contract::lower(manifest)) };
            let locate = |tool: &str, pointer: &str| manifest.locate(tool, pointer);
            if let Some(facts) = analyze::analyze(&ir, &locate, &mut found) {
                write(&ir, &facts);
            }
        }
    }
    assert!(manifest.is_some() || found.has_errors(), "nothing was made of it, and nothing said");
    for format in [Format::Text, Format::Json, Format::Sarif, Format::Github] {
        let shown = render(format, &sources, &found, false);
        let raw = |c: char| c.is_control() && c != '\n';
        assert!(!shown.contains(raw), "a control character reaches the terminal: {shown:?}");
    }
}

/// Every file of the module but those that are the same whatever the manifest: they take longer than all the rest.
fn write(ir: &Ir, facts: &Facts) {
    let Some(contract) = &ir.contract else { return };
    let options = emit::Options::default();
    let none = BTreeMap::new();
    let tools = contract.tools.iter().zip(&facts.tools);
    let asks = contract.asks();
    let files = [emit::module::emit(contract, options), emit::contract::emit(&ir.protocol, contract)]
        .into_iter()
        .chain([emit::tools::list(contract), emit::server::emit(contract, &facts.tools), emit::client::emit(contract)])
        .chain(tools.map(|(tool, facts)| emit::tools::emit(tool, facts, &contract.validation)))
        .chain(asks.map(|asks| {
            let forms = facts.forms.get(&asks.module).unwrap_or(&none);
            emit::asks::emit(asks, forms, contract, &ir.protocol, options)
        }));
    for file in files {
        assert!(file.starts_with(format::MARK), "a file without its header");
    }
}
