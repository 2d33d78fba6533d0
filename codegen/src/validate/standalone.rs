//! A validator with all that it needs, for any build script.

use std::collections::BTreeSet;
use std::fmt;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use serde_json::Value;

use super::{Emission, Fault, Options, compile, format};
use crate::docs;
use crate::names::{self, Kind};

/// The runtime's module and the modules inside it, as text.
const ROOT: &str = include_str!("../../runtime/validation.rs");
const PARTS: &[(&str, &str)] = &[
    ("automaton", include_str!("../../runtime/validation/automaton.rs")),
    ("backtrack", include_str!("../../runtime/validation/backtrack.rs")),
    ("literal", include_str!("../../runtime/validation/literal.rs")),
    ("marks", include_str!("../../runtime/validation/marks.rs")),
    ("members", include_str!("../../runtime/validation/members.rs")),
    ("number", include_str!("../../runtime/validation/number.rs")),
    ("path", include_str!("../../runtime/validation/path.rs")),
    ("report", include_str!("../../runtime/validation/report.rs")),
    ("similar", include_str!("../../runtime/validation/similar.rs")),
    ("sort", include_str!("../../runtime/validation/sort.rs")),
    ("text", include_str!("../../runtime/validation/text.rs")),
    ("unique", include_str!("../../runtime/validation/unique.rs")),
    ("violation", include_str!("../../runtime/validation/violation.rs")),
];

/// The module `format` and the files below it, of which a validator has those that it needs.
const FORMAT: &str = include_str!("../../runtime/validation/format.rs");
macro_rules! formats {
    ($($name:literal),*) => {
        &[$(($name, include_str!(concat!("../../runtime/validation/format/", $name, ".rs")))),*]
    };
}
const FORMATS: &[(&str, &str)] = formats!(
    "date",
    "date_time",
    "domain",
    "duration",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "iri",
    "iri_reference",
    "json_pointer",
    "regex",
    "time",
    "uri",
    "uri_reference",
    "uri_template",
    "uuid"
);

/// The items of a module that checks one schema: `is_valid`, `check`, `first`, and the module
/// `validation` that they use. Their crate needs `serde_json` and nothing else, neither of MCP; where `format` is
/// asserted, also the crates that [`Program::formats`] and
/// [`dependencies::deciding`](crate::dependencies::deciding) name. They are written for a file that nobody reads, one
/// line, and ask clippy to look away.
///
/// In a build script:
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let schema = serde_json::json!({ "type": "integer", "minimum": 1 });
/// let items = mcp_codegen::validator(&schema)?;
/// // std::fs::write(out_dir.join("port.rs"), items.to_string())?;
/// # assert!(items.to_string().contains("pub fn is_valid"));
/// # Ok(())
/// # }
/// ```
///
/// and in the crate:
///
/// ```ignore
/// mod port { include!(concat!(env!("OUT_DIR"), "/port.rs")); }
/// port::check(&value)?;
/// ```
///
/// # Errors
/// Every fault of the schema, sorted by place.
pub fn validator(schema: &Value) -> Result<TokenStream, InvalidSchema> {
    validator_with(schema, &Options::default())
}

/// [`validator()`] with other than the default [`Options`]: the dialect, bundled documents, `format`.
///
/// # Errors
/// Every fault of the schema, sorted by place.
pub fn validator_with(schema: &Value, options: &Options) -> Result<TokenStream, InvalidSchema> {
    let program = compile(schema, options).map_err(|faults| InvalidSchema { name: None, faults })?;
    let items = program.emit(&Emission { validation: quote! { super::validation }, limits: None });
    let runtime = module(&program.formats());
    Ok(quote! {
        #runtime

        /// The functions behind the three.
        #[allow(dead_code, clippy::all, clippy::pedantic, reason = "written for the compiler")]
        mod checks { #items }

        #[allow(unused_imports, reason = "an application uses what it needs")]
        pub use self::checks::{check, first, is_valid};
    })
}

/// Several schemas: a public module of each name, in snake case, with what [`validator()`] gives, and one
/// `validation` beside them.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let (point, name) = (serde_json::json!({ "type": "array" }), serde_json::json!({ "type": "string" }));
/// let items = mcp_codegen::validators([("point", &point), ("name", &name)], &Default::default())?;
/// # assert!(items.to_string().contains("pub mod point"));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// Every fault of the first schema that has one, sorted by place.
pub fn validators<'a>(
    schemas: impl IntoIterator<Item = (&'a str, &'a Value)>,
    options: &Options,
) -> Result<TokenStream, InvalidSchema> {
    let emission = Emission { validation: quote! { super::validation }, limits: None };
    let (mut items, mut formats) = (TokenStream::new(), BTreeSet::new());
    for (name, schema) in schemas {
        let invalid = |faults| InvalidSchema { name: Some(name.to_owned()), faults };
        let program = compile(schema, options).map_err(invalid)?;
        formats.extend(program.formats());
        let checks = program.emit(&emission);
        let module = format_ident!("{}", names::ident(Kind::Module, name));
        let doc = format!(" The checks of the schema {}.", docs::code(name));
        items.extend(quote! {
            #[doc = #doc]
            #[allow(dead_code, clippy::all, clippy::pedantic, reason = "written for the compiler")]
            pub mod #module { #checks }
        });
    }
    let runtime = module(&formats);
    Ok(quote! { #runtime #items })
}

/// A schema that no validator is made for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidSchema {
    /// Which of several it is.
    pub name: Option<String>,
    /// What is wrong with it.
    pub faults: Vec<Fault>,
}

impl fmt::Display for InvalidSchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name.as_ref().map(|name| format!("{name}: ")).unwrap_or_default();
        for (index, Fault { document, pointer, rule, message, help }) in self.faults.iter().enumerate() {
            let document = document.as_deref().unwrap_or_default();
            let end = if index == 0 { "" } else { "\n" };
            write!(f, "{end}{name}{document}#{pointer}: {message} [{rule}]; {help}")?;
        }
        Ok(())
    }
}

impl std::error::Error for InvalidSchema {}

fn module(formats: &BTreeSet<&'static str>) -> TokenStream {
    let runtime = runtime(formats);
    quote! {
        /// What the checks call.
        #[allow(dead_code, unused_imports, clippy::all, clippy::pedantic, reason = "no schema needs all of it")]
        pub mod validation {
            #runtime
        }
    }
}

/// The items of the module `validation`, for validators of several schemas that share it and assert these formats:
/// [`Emission`] says where it stands.
#[must_use]
pub fn runtime(formats: &BTreeSet<&'static str>) -> TokenStream {
    let parts = PARTS.iter().map(|(name, text)| inline(name, text, tokens(text)));
    let format = format::used(FORMAT, formats).map(|(_, used)| {
        let files = FORMATS.iter().filter(|(name, _)| used.contains(name));
        inline("format", FORMAT, files.map(|(name, text)| inline(name, text, tokens(text))).collect())
    });
    // The declarations become modules with their items inside.
    let uses = ROOT.lines().filter(|line| line.starts_with("pub use ")).collect::<Vec<_>>().join("\n");
    let uses = tokens(&uses);
    quote! {
        #(#parts)*
        #format
        #uses
    }
}

/// A file as a module with these items.
fn inline(name: &str, text: &str, items: TokenStream) -> TokenStream {
    let name = format_ident!("{name}");
    let doc = text.lines().filter_map(|line| line.strip_prefix("//!"));
    quote! { #(#[doc = #doc])* pub mod #name { #items } }
}

/// The items of a file of ours, without the doc comment of the file, which is the module's.
fn tokens(text: &str) -> TokenStream {
    let items: Vec<&str> = text.lines().filter(|line| !line.starts_with("//!")).collect();
    items.join("\n").parse().unwrap_or_default()
}
