//! `bindings`: the types of one revision as one Rust file.
//!
//! The file stands alone: what it needs of the runtime is in it, as modules. It begins with no inner
//! attribute and names nothing by `crate::`, so it can be a file of a crate or be included.

use crate::analyze;
use crate::diagnostic::Diagnostics;
use crate::emit;
use crate::revision::{self, SchemaRef, Text};
use crate::source::Sources;

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
    Some(emit::bindings::file(&loaded.protocol, &facts))
}
