//! `bindings`: the types and validators of one revision as one Rust file.
//!
//! The file stands alone: what it needs of the runtime is in it, as modules. It begins with no inner
//! attribute and names nothing by `crate::`, so it can be a file of a crate or be included.

use quote::quote;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::{Document, child};
use crate::names::{self, Kind};
use crate::revision::{self, SchemaRef, Text};
use crate::source::Sources;
use crate::validate::{self, Dialect, Emission, Options, Program};
use crate::{analyze, emit};

/// The text of the file; `None` when there are faults, which are in `diagnostics` then.
#[must_use]
pub fn bindings(
    sources: &mut Sources,
    schema: &SchemaRef,
    overlay: Option<&Text>,
    diagnostics: &mut Diagnostics,
) -> Option<String> {
    let loaded = revision::load(sources, schema, overlay, diagnostics)?;
    let facts = analyze::protocol(&loaded.protocol);
    let validators = validators(&loaded.document, diagnostics)?;
    let validators = validators.emit(&Emission { validation: quote!(super::validation), limits: None });
    Some(emit::bindings::file(&loaded.protocol, &facts, validators))
}

/// A validator for each definition, under the name that a module of it has.
fn validators(document: &Document, diagnostics: &mut Diagnostics) -> Option<Program> {
    let (keyword, dialect) = match document.value.get("$defs") {
        Some(_) => ("$defs", Dialect::Draft202012),
        None => ("definitions", Dialect::Draft7),
    };
    let at = child("", keyword);
    let definitions = document.value.get(keyword)?.as_object()?;
    let modules = names::assign(Kind::Module, definitions.keys().map(String::as_str), &["validation"]);
    let roots: Vec<(String, String)> = modules.into_iter().map(|(name, module)| (module, child(&at, &name))).collect();
    match validate::compile_many(&document.value, &roots, &Options { dialect, ..Options::default() }) {
        Ok(program) => Some(program),
        Err(faults) => {
            for fault in faults {
                let place = document.place(&fault.pointer);
                diagnostics.push(Diagnostic::error(fault.rule, place, fault.message).help(fault.help));
            }
            None
        }
    }
}
