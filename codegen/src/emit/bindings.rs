//! One file for one revision: types, validators, and what they need of the runtime as inline modules.

use proc_macro2::TokenStream;

use super::protocol;
use crate::analyze::ProtocolFacts;
use crate::format;
use crate::ir::protocol::Protocol;

/// A module of the runtime: its name, its text, and the files below it.
struct Module {
    name: &'static str,
    text: &'static str,
    below: &'static [(&'static str, &'static str)],
}

macro_rules! module {
    ($name:literal: $($below:literal),*) => {
        Module {
            name: $name,
            text: include_str!(concat!("../../runtime/", $name, ".rs")),
            below: &[$(($below, include_str!(concat!("../../runtime/", $name, "/", $below, ".rs")))),*],
        }
    };
}

/// What decodes and encodes.
const WIRE: Module = module!("wire": "decode", "fault", "members", "message", "number", "object", "union");

/// What validators call.
const VALIDATION: Module = module!(
    "validation": "automaton", "backtrack", "literal", "marks", "members", "number", "path", "report", "similar", "sort",
    "text", "unique", "violation"
);

/// The line that declares the formats.
const FORMAT: &str = "pub mod format;\n";

/// Lints of clippy's that speak about what a schema says, not about the code.
const ALLOWED: &str = "#[allow(
    clippy::doc_markdown,
    clippy::enum_variant_names,
    clippy::struct_excessive_bools,
    clippy::struct_field_names,
    clippy::too_many_lines,
    clippy::trivially_copy_pass_by_ref,
    reason = \"names, sizes and prose are those of the schema\"
)]
";

/// The text of the file; `validators` are the items of the module of that name.
#[must_use]
pub fn file(protocol: &Protocol, facts: &ProtocolFacts, validators: TokenStream) -> String {
    let types = protocol::file(protocol, facts, &quote::quote!(super::wire));
    let validators = format::rust_file(validators);
    let revision = &protocol.revision;
    let mut text = String::from(format::BINDINGS_HEADER);
    text.push_str("\npub use self::protocol::*;\n\n");
    text.push_str(&format!("/// The types of MCP {revision}.\n{ALLOWED}"));
    inline("protocol", bare(&types), &mut text);
    text.push_str(&format!("\n/// A validator for each definition of MCP {revision}.\n"));
    inline("validators", bare(&validators), &mut text);
    for Module { name, text: root, below } in [WIRE, VALIDATION] {
        // No definition of the protocol asserts a format.
        let mut root = root.replace(FORMAT, "");
        for (name, body) in below {
            let mut module = String::new();
            inline(name, body, &mut module);
            root = root.replace(&format!("mod {name};"), module.trim_start_matches("pub ").trim_end());
        }
        text.push('\n');
        inline(name, &root, &mut text);
    }
    text
}

/// A text without the header of its file.
fn bare(text: &str) -> &str {
    text.strip_prefix(format::HEADER).unwrap_or(text).trim_start()
}

/// A public module with a text, four blanks before each line that has something on it. No line of
/// it may lie inside a string: that holds for the runtime and for prettyplease.
fn inline(name: &str, body: &str, text: &mut String) {
    text.push_str(&format!("pub mod {name} {{\n"));
    for line in body.lines() {
        if !line.is_empty() {
            text.push_str("    ");
            text.push_str(line);
        }
        text.push('\n');
    }
    text.push_str("}\n");
}
