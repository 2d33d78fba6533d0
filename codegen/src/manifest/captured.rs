//! What a server answered, taken as a manifest.

use serde_json::Value;

use super::section::Section;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::Document;

/// The result of a whole JSON-RPC response; anything else stays what it is.
pub(super) fn result(document: Document, found: &mut Diagnostics) -> Option<Document> {
    let Value::Object(members) = &document.value else { return Some(document) };
    if !members.contains_key("jsonrpc") {
        return Some(document);
    }
    if members.contains_key("result") {
        return document.part("/result");
    }
    let at = if members.contains_key("error") { "/error" } else { "/jsonrpc" };
    found.push(Diagnostic::error("MAN-10", document.key_place(at), "this JSON-RPC message carries no result").help(
        "a captured manifest is the answer to `tools/list`: {\"jsonrpc\", \"id\", \"result\": {\"tools\": […]}}",
    ));
    None
}

/// A page of a list is not the list.
pub(super) fn warn_of_more(root: &Section<'_>, found: &mut Diagnostics) {
    if root.get("nextCursor").is_some() {
        let place = root.document.key_place("/nextCursor");
        found.push(
            Diagnostic::warning("MAN-10", place, "this is one page of a longer list: the server had more to say")
                .help("ask for the other pages and put all tools into one file; then take `nextCursor` away"),
        );
    }
}
