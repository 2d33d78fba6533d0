//! The model to files of Rust.
//!
//! Comes in: an [`Ir`] whose names, unions and tables are decided, and the [`Facts`] derived from
//! it. Goes out: a [`FileSet`] relative to the module's folder. One file here makes one output (or
//! one kind of output). Always holds: the same model gives the same bytes; text from outside stands
//! in literals and doc comments only, and in both it is quoted; a tool that is added changes lines
//! of that tool and no other.

pub mod asks;
pub mod bindings;
pub mod client;
pub mod completions;
pub mod contract;
pub mod module;
pub mod prompts;
pub mod protocol;
pub mod rates;
pub mod resources;
pub mod runtime;
pub mod server;
pub mod texts;
pub mod tools;

use std::collections::BTreeMap;

use proc_macro2::TokenStream;
use quote::quote;

use crate::analyze::Facts;
use crate::docs;
use crate::format;
use crate::ir::Ir;
use crate::ir::contract::Contract;
use crate::output::FileSet;

/// What an application may choose beside its contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Whether the typed client is generated, and the client half of the runtime with it.
    pub client: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { client: true }
    }
}

/// The whole `mcp/` folder of a contract, the runtime included.
///
/// # Panics
/// When the Ir has no contract: a fault of the caller, never of the input.
#[must_use]
pub fn module(ir: &Ir, facts: &Facts) -> FileSet {
    module_with(ir, facts, Options::default())
}

/// [`module`] with options.
///
/// # Panics
/// As [`module`] does.
#[must_use]
pub fn module_with(ir: &Ir, facts: &Facts, options: Options) -> FileSet {
    let contract = ir.contract.as_ref().expect("a module is emitted for a contract");
    let mut files = FileSet::new();
    files.add("mod.rs", module::emit(contract, options));
    files.add("contract.rs", contract::emit(&ir.protocol, contract));
    files.add("tools.rs", tools::list(contract));
    for (tool, facts) in contract.tools.iter().zip(&facts.tools) {
        files.add(format!("tools/{}.rs", tool.rust.module), tools::emit(tool, facts, &contract.validation));
    }
    if contract.seals() {
        files.add("asks.rs", asks::list(contract, options));
    }
    for of in contract.asks() {
        let none = BTreeMap::new();
        let forms = facts.forms.get(&of.module).unwrap_or(&none);
        files.add(format!("asks/{}.rs", of.module), asks::emit(of, forms, contract, &ir.protocol, options));
    }
    if !contract.prompts.is_empty() {
        files.add("prompts.rs", prompts::file(contract));
    }
    if has_resources(contract) {
        files.add("resources.rs", resources::file(contract));
    }
    files.add("protocol.rs", protocol::file(&ir.protocol, &facts.protocol, &quote! { super::runtime::wire }));
    files.add("server.rs", server::emit(contract, &facts.tools));
    if options.client {
        files.add("client.rs", client::emit(contract));
    }
    let parts = runtime::Parts { client: options.client, seal: contract.seals(), formats: facts.formats() };
    files.extend(runtime::files(&parts).under("runtime"));
    files
}

/// A Rust file whose lists have one line an element: a line that ends in `&NAME,` or `&NAME;` is
/// where the list of that name goes.
///
/// prettyplease lays a short list out on one line, so that a tool more would change a line that
/// belongs to other tools. Text from outside cannot make such a line: it stands in comments, or in
/// literals that end in a quote.
fn file_with_lists(tokens: TokenStream, lists: &[(&str, Vec<String>)]) -> String {
    let mut text = String::new();
    let mut filled = 0;
    for line in format::rust_file(tokens).split_inclusive('\n') {
        let code = line.trim();
        let place =
            |name: &str| !code.starts_with("//") && code.trim_end_matches([',', ';']).ends_with(&format!("&{name}"));
        let Some((name, elements)) = lists.iter().find(|(name, _)| place(name)) else {
            text.push_str(line);
            continue;
        };
        let indent = &line[..line.len() - line.trim_start().len()];
        let lines: String = elements.iter().map(|element| format!("{indent}    {element},\n")).collect();
        let list = if elements.is_empty() { "[]".to_owned() } else { format!("[\n{lines}{indent}]") };
        text.push_str(&line.replacen(name, &list, 1));
        filled += 1;
    }
    assert_eq!(filled, lists.len(), "each list has its place in the emitted file");
    text
}

/// `//! …` lines of our own words.
fn module_doc(lines: &[&str]) -> TokenStream {
    let lines = lines.iter().map(|line| if line.is_empty() { String::new() } else { format!(" {line}") });
    quote! { #( #![doc = #lines] )* }
}

/// Whether `mcp/resources.rs` has anything in it.
fn has_resources(contract: &Contract) -> bool {
    !contract.resources.is_empty() || !contract.resource_templates.is_empty()
}

/// The constant that holds the row of an entry, by the entry's method.
fn row_name(method: &str) -> String {
    method.to_ascii_uppercase()
}

/// A doc comment: what the manifest says, or otherwise a line of our own.
fn documentation(doc: &str, otherwise: impl FnOnce() -> String) -> TokenStream {
    let lines = docs::lines(doc);
    if lines.is_empty() { docs::attributes_of([otherwise()]) } else { docs::attributes_of(lines) }
}

/// The trait's name as an identifier.
fn trait_ident(contract: &Contract) -> syn::Ident {
    ident(&contract.trait_name)
}

/// A name that `names` decided.
fn ident(name: &str) -> syn::Ident {
    quote::format_ident!("{name}")
}
