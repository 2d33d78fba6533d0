//! A validator with all that it needs, for any build script.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use serde_json::Value;

use super::{Emission, Fault, Options, compile};

/// The runtime's module and the modules inside it, as text.
const ROOT: &str = include_str!("../../runtime/validation.rs");
const PARTS: &[(&str, &str)] = &[
    ("automaton", include_str!("../../runtime/validation/automaton.rs")),
    ("backtrack", include_str!("../../runtime/validation/backtrack.rs")),
    ("format", include_str!("../../runtime/validation/format.rs")),
    ("literal", include_str!("../../runtime/validation/literal.rs")),
    ("marks", include_str!("../../runtime/validation/marks.rs")),
    ("number", include_str!("../../runtime/validation/number.rs")),
    ("path", include_str!("../../runtime/validation/path.rs")),
    ("report", include_str!("../../runtime/validation/report.rs")),
    ("similar", include_str!("../../runtime/validation/similar.rs")),
    ("text", include_str!("../../runtime/validation/text.rs")),
    ("unique", include_str!("../../runtime/validation/unique.rs")),
    ("violation", include_str!("../../runtime/validation/violation.rs")),
];

/// The items of a module that checks one schema: `is_valid`, `check`, and the module `validation` that
/// they use. Their crate needs `serde_json` and nothing else.
///
/// ```
/// let schema = serde_json::json!({ "type": "integer", "minimum": 1 });
/// let items = mcp_codegen::validate::validator(&schema, &Default::default()).unwrap();
/// let file = format!("mod port {{ {items} }}");
/// assert!(file.contains("pub fn is_valid"));
/// ```
///
/// # Errors
/// Every fault of the schema, sorted by place.
pub fn validator(schema: &Value, options: &Options) -> Result<TokenStream, Vec<Fault>> {
    let program = compile(schema, options)?;
    let items = program.emit(&Emission { validation: quote! { self::validation }, limits: None });
    let parts = PARTS.iter().map(|(name, text)| {
        let (name, items) = (format_ident!("{name}"), tokens(text));
        quote! { pub mod #name { #items } }
    });
    // The declarations become modules with their items inside.
    let uses = ROOT.lines().filter(|line| line.starts_with("pub use ")).collect::<Vec<_>>().join("\n");
    let uses = tokens(&uses);
    Ok(quote! {
        /// What the checks call.
        #[allow(dead_code, unused_imports)]
        pub mod validation {
            #(#parts)*
            #uses
        }
        #items
    })
}

/// The items of a file of ours, without the doc comment of the file, which is no item.
fn tokens(text: &str) -> TokenStream {
    let items: Vec<&str> = text.lines().filter(|line| !line.starts_with("//!")).collect();
    items.join("\n").parse().unwrap_or_default()
}
