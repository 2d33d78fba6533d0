//! `MAN`: the revision that a server speaks.

use super::Lint;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::manifest::{Manifest, ProtocolChoice};
use crate::revision::{BUILT_IN, SERVED, built_in};

pub(super) fn check(lint: &mut Lint<'_>) {
    let manifest = lint.manifest;
    let ProtocolChoice::Revision(name) = &manifest.protocol else { return };
    if built_in(name).is_none() {
        let known = BUILT_IN.iter().map(|revision| revision.name).collect::<Vec<_>>().join(", ");
        let message = format!("there is no revision `{name}`: known are {known}");
        lint.found.push(Diagnostic::error("MAN-12", lint.place("/protocol"), message).help(help()));
    } else {
        served(manifest, name, lint.found);
    }
}

/// Refuses a revision that has other requests than the runtime answers, also where it came from a
/// schema file: the server would compile, and nobody could talk to it.
pub fn served(manifest: &Manifest, revision: &str, found: &mut Diagnostics) {
    if revision == SERVED || built_in(revision).is_none() {
        return;
    }
    let message = format!("no server is made for revision `{revision}`: nobody could talk to it");
    let older = format!("; `mcp-codegen bindings {revision}` writes the types of its messages");
    found.push(Diagnostic::error("MAN-12", manifest.document.place("/protocol"), message).help(help() + &older));
}

fn help() -> String {
    format!("protocol = \"{SERVED}\", or take `protocol` away")
}
