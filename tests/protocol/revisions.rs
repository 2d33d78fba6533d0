//! All revisions that are built in.

use mcp_codegen::bindings::bindings;
use mcp_codegen::diagnostic::Diagnostics;
use mcp_codegen::revision::SchemaRef;
use mcp_codegen::source::Sources;

use crate::inputs::{REVISIONS, findings};

pub(crate) fn bindings_of(schema: &SchemaRef) -> String {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    bindings(&mut sources, schema, None, &mut diagnostics)
        .unwrap_or_else(|| panic!("{schema:?}:\n{}", findings(&sources, &diagnostics)))
}

#[test]
fn revisions_that_are_built_in_are_lowered() {
    for revision in REVISIONS {
        let text = bindings_of(&SchemaRef::BuiltIn((*revision).to_owned()));
        println!("{revision}: {} lines", text.lines().count());
        if let Some(folder) = std::env::var_os("BINDINGS_OUT") {
            std::fs::write(std::path::Path::new(&folder).join(format!("r{}.rs", revision.replace('-', "_"))), text)
                .unwrap();
        }
    }
}
