//! One file for one revision: types, and the runtime's `wire` as inline modules.

use super::protocol;
use crate::analyze::ProtocolFacts;
use crate::format;
use crate::ir::protocol::Protocol;

/// The parts of the runtime that decode and encode.
const WIRE: &[(&str, &str)] = &[
    ("decode", include_str!("../../runtime/wire/decode.rs")),
    ("fault", include_str!("../../runtime/wire/fault.rs")),
    ("members", include_str!("../../runtime/wire/members.rs")),
    ("message", include_str!("../../runtime/wire/message.rs")),
    ("number", include_str!("../../runtime/wire/number.rs")),
    ("object", include_str!("../../runtime/wire/object.rs")),
    ("union", include_str!("../../runtime/wire/union.rs")),
];

/// The root of them.
const WIRE_ROOT: &str = include_str!("../../runtime/wire.rs");

/// Lints of clippy's that speak about what a schema says, not about the code.
const ALLOWED: &str = "#[allow(
    clippy::doc_markdown,
    clippy::struct_excessive_bools,
    clippy::struct_field_names,
    clippy::too_many_lines,
    clippy::trivially_copy_pass_by_ref,
    clippy::enum_variant_names,
    reason = \"names, sizes and prose are those of the schema\"
)]
";

/// The text of the file.
#[must_use]
pub fn file(protocol: &Protocol, facts: &ProtocolFacts) -> String {
    let types = protocol::file(protocol, facts, &quote::quote!(super::wire));
    let types = types.strip_prefix(format::HEADER).unwrap_or(&types).trim_start();
    let mut text = String::from(format::HEADER);
    text.push_str("\npub use self::protocol::*;\n\n");
    text.push_str(&format!("/// The types of MCP {}.\n", protocol.revision));
    text.push_str(ALLOWED);
    text.push_str("pub mod protocol {\n");
    indent(types, &mut text);
    text.push_str("}\n\n");
    text.push_str(&wire());
    text
}

/// The runtime's module `wire` with its files inline.
fn wire() -> String {
    let mut root = WIRE_ROOT.to_owned();
    for (name, body) in WIRE {
        let mut inline = format!("mod {name} {{\n");
        indent(body, &mut inline);
        inline.push('}');
        root = root.replace(&format!("mod {name};"), &inline);
    }
    let mut text = String::from("pub mod wire {\n");
    indent(&root, &mut text);
    text.push_str("}\n");
    text
}

/// Four blanks before each line that has something on it. Lines inside string literals must not
/// begin a line, which holds for the runtime and for prettyplease.
fn indent(body: &str, text: &mut String) {
    for line in body.lines() {
        if !line.is_empty() {
            text.push_str("    ");
            text.push_str(line);
        }
        text.push('\n');
    }
}
