//! A schema and the facts about it to the protocol's model.
//!
//! Comes in: a [`ProtocolSchema`] to which the overlay was applied, and the [`Overlay`]. Goes out: a
//! [`Protocol`]. Always holds: inline schemas became types of their own, `allOf` is merged, every
//! union has a dispatch; what cannot be expressed was reported.

mod docs;
mod merge;
mod naming;
mod types;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::Document;
use crate::ir::protocol::Protocol;
use crate::overlay::Overlay;
use crate::schema::ProtocolSchema;

/// Lowers a revision; `None` when it has faults, which are in `diagnostics` then.
///
/// `document` is that of the schema, for the places; `docs_of` is an overlay whose documentation
/// serves where the one of this revision has none.
#[must_use]
pub fn protocol(
    schema: &ProtocolSchema,
    document: &Document,
    overlay: &Overlay,
    docs_of: Option<&Overlay>,
    diagnostics: &mut Diagnostics,
) -> Option<Protocol> {
    if let Some(circle) = crate::schema::circle(&schema.definitions) {
        let place = document.place(&format!("/{}/{}", schema.keyword, circle[0]));
        let path = circle.join(" -> ");
        diagnostics.push(
            Diagnostic::error("SCH-08", place, format!("this definition consists of itself: {path}"))
                .help("let one of them be an object with members, or an array"),
        );
        return None;
    }
    let mut lowering = types::Lowering::new(schema, document, overlay, diagnostics);
    lowering.definitions();
    let mut protocol = lowering.finish()?;
    super::unions::decide(&mut protocol, overlay, document, schema.keyword, diagnostics)?;
    naming::name(&mut protocol, overlay, diagnostics)?;
    super::methods::list(&mut protocol, overlay, diagnostics)?;
    docs::write(&mut protocol, overlay, docs_of, diagnostics)?;
    Some(protocol)
}

/// Reports that the schema moved under a fact.
pub(super) fn moved(overlay: &Overlay, pointer: &str, message: String, diagnostics: &mut Diagnostics) {
    diagnostics.push(
        Diagnostic::error("OVL-03", overlay.place(pointer), format!("the schema moved under this fact: {message}"))
            .help("read the specification again; then correct the fact, or take it out"),
    );
}
