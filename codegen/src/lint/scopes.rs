//! `AUT`: what a caller must hold.

use std::collections::BTreeSet;

use super::Lint;

const LEGAL: &str =
    "scopes = [\"files:read\"]: visible ASCII without spaces, `\"` and `\\`, as RFC 6749 section 3.3 has it";

pub(super) fn check(lint: &mut Lint<'_>) {
    let manifest = lint.manifest;
    for owner in manifest.owners() {
        check_scopes(lint, owner.pointer, owner.scopes);
    }
}

fn check_scopes(lint: &mut Lint<'_>, owner: &str, scopes: &[String]) {
    let mut seen = BTreeSet::new();
    for (index, scope) in scopes.iter().enumerate() {
        let at = format!("{owner}/scopes/{index}");
        let is_token = |b: u8| matches!(b, 0x21 | 0x23..=0x5b | 0x5d..=0x7e);
        if scope.is_empty() || !scope.bytes().all(is_token) {
            lint.error("AUT-06", &at, format!("`{scope}` cannot be a scope"), LEGAL);
        } else if scope == "offline_access" {
            let help = "take it away: a client that wants to stay connected asks its authorization server for it";
            lint.error("AUT-06", &at, "`offline_access` is no permission of a resource", help);
        } else if !seen.insert(scope) {
            lint.warning(
                "AUT-06",
                &at,
                format!("`{scope}` is there twice"),
                "once is enough: all of them must be held",
            );
        }
    }
}
