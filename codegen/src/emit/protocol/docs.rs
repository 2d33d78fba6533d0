//! Documentation of the protocol's types.

use proc_macro2::TokenStream;

use super::types::Types;
use crate::docs;
use crate::ir::protocol::Doc;

/// The doc comment of something.
pub(super) fn of(types: &Types<'_>, doc: &Doc) -> TokenStream {
    with(types, doc, &[])
}

/// The doc comment of something, with lines of our own at the end.
pub(super) fn with(types: &Types<'_>, doc: &Doc, more: &[String]) -> TokenStream {
    let mut lines = docs::lines_with(&doc.text, &|target| types.link(target));
    let mut paragraph = |text: Vec<String>| {
        if !text.is_empty() && !lines.is_empty() {
            lines.push(String::new());
        }
        lines.extend(text);
    };
    if let Some(note) = &doc.deprecated {
        let mut note = docs::lines_with(note, &|target| types.link(target));
        if let Some(first) = note.first_mut() {
            first.insert_str(0, "**Deprecated.** ");
        }
        paragraph(note);
    }
    paragraph(more.to_vec());
    if let Some(page) = &doc.page {
        paragraph(vec![format!("[Specification]({page})")]);
    }
    docs::attributes_of(lines)
}
