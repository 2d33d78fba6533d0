//! `mcp/tools.rs` and `mcp/tools/*.rs`: a file a tool, with its types, its validators and its row
//! in the tables.

use proc_macro2::TokenStream;
use quote::quote;

use super::{ident, module_doc};
use crate::analyze::{SchemaFacts, ToolFacts};
use crate::docs;
use crate::format;
use crate::fused;
use crate::ir::contract::{Contract, Tool, Validation};
use crate::validate::{Emission, Limits};

/// The text of `mcp/tools.rs`.
#[must_use]
pub fn list(contract: &Contract) -> String {
    let doc = module_doc(&["The tools, a module each."]);
    let modules = contract.tools.iter().map(|tool| {
        let module = ident(&tool.rust.module);
        let doc = format!(" The tool {}.", docs::code(&tool.name));
        quote! { #[doc = #doc] pub mod #module; }
    });
    let names = contract.tools.iter().map(|tool| {
        let (module, args, output) = (ident(&tool.rust.module), ident(&tool.rust.args), ident(&tool.rust.output));
        quote! { pub use self::#module::{#args, #output}; }
    });
    format::rust_file(quote! { #doc #(#modules)* #(#names)* })
}

/// The text of a tool's file.
#[must_use]
pub fn emit(tool: &Tool, facts: &ToolFacts, validation: &Validation) -> String {
    let doc = module_doc(&[&format!("The tool {}.", docs::code(&tool.name))]);
    let support =
        facts.schemas().any(|schema| schema.types.support).then(|| quote! { use super::super::runtime::typed; });
    let row = super::contract::tool(tool);
    let args = &facts.input.types.items;
    let output = match &facts.output {
        Some(output) => output.types.items.clone(),
        None => {
            let name = ident(&tool.rust.output);
            let doc =
                format!(" What {} gives: content blocks, since it states no output schema.", docs::code(&tool.name));
            quote! { #[doc = #doc] pub type #name = runtime::tool::ToolOutput; }
        }
    };
    let limits = limits(validation);
    let readers = facts.readers.as_ref();
    let input_check = validator_of("input", " What `inputSchema` says of arguments.", &facts.input, readers, limits);
    let readers = facts.output_readers.as_ref();
    let output_check = facts.output.as_ref().map(|facts| {
        validator_of("output", " What `outputSchema` says of structured content.", facts, readers, limits)
    });
    format::rust_file(quote! {
        #doc
        use super::super::runtime;
        #support

        #row
        #args
        #output
        #input_check
        #output_check
    })
}

/// The module with the checks of a schema, and its readers, in a file two folders below `mcp`.
pub(super) fn validator_of(
    module: &str,
    doc: &str,
    facts: &SchemaFacts,
    readers: Option<&fused::Plan>,
    limits: Option<Limits>,
) -> TokenStream {
    let module = ident(module);
    let emission = Emission { validation: quote! { super::super::super::runtime::validation }, limits };
    let items = match readers {
        None => facts.program.emit(&emission),
        Some(plan) => fused::emit(plan, &facts.program, &emission, &quote! { super::super::super::runtime }),
    };
    let similar =
        readers.map(|_| quote! { #[allow(clippy::similar_names, reason = "the contract names the members")] });
    quote! {
        #[doc = #doc]
        #similar
        pub(crate) mod #module { #items }
    }
}

/// The bounds of the contract; none where it leaves all of them to the runtime.
pub(super) fn limits(stated: &Validation) -> Option<Limits> {
    let Validation { max_depth, max_steps, max_errors, .. } = stated;
    if (max_depth, max_steps, max_errors) == (&None, &None, &None) {
        return None;
    }
    let length = |bound: &Option<u64>, default| bound.and_then(|bound| bound.try_into().ok()).unwrap_or(default);
    Some(Limits {
        depth: length(max_depth, Limits::DEFAULT.depth),
        work: max_steps.unwrap_or(Limits::DEFAULT.work),
        violations: length(max_errors, Limits::DEFAULT.violations),
    })
}
