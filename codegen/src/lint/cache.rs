//! `CCH`: who may be served from a cache.

use super::Lint;
use crate::diagnostic::Diagnostic;
use crate::document::child;
use crate::manifest::Owner;

/// The lists, and what they list.
const LISTS: [(&str, &str); 4] = [
    ("tools/list", "tool"),
    ("prompts/list", "prompt"),
    ("resources/list", "resource"),
    ("resources/templates/list", "resource template"),
];

pub(super) fn check(lint: &mut Lint<'_>) {
    for (method, what) in LISTS {
        let message = format!("a public list may show a {what} to callers who may not use it");
        let help = format!("cacheScope = \"private\" for `{method}` when what is listed depends on the caller");
        guarded(lint, method, &[what], |place| Diagnostic::warning("CCH-05", place, message).help(help));
    }
    // Contents, not names: whoever shares the cache would read them.
    let message = "public contents are given to callers who may not read them: caches do not ask for scopes";
    let help = "cacheScope = \"private\" for `resources/read`, or no scopes";
    let read = "resources/read";
    guarded(lint, read, &["resource", "resource template"], |place| {
        Diagnostic::error("CCH-05", place, message).help(help)
    });
}

/// Reports a method whose results are public though one of these needs scopes.
fn guarded(
    lint: &mut Lint<'_>,
    method: &str,
    whats: &[&str],
    report: impl FnOnce(Option<crate::source::Place>) -> Diagnostic,
) {
    let manifest = lint.manifest;
    let scoped = |owner: &Owner<'_>| whats.contains(&owner.what) && !owner.scopes.is_empty();
    let public = manifest.cache.get(method).is_some_and(|hint| hint.public);
    let Some(owner) = manifest.owners().find(scoped).filter(|_| public) else { return };
    let own = format!("{}/cacheScope", child("/cache", method));
    let own = [own.as_str(), "/cache/cacheScope", "/cacheScope"];
    let at = own.iter().find(|pointer| manifest.document.value.pointer(pointer).is_some());
    let mut found = report(at.and_then(|pointer| lint.place(pointer)));
    if let Some(scopes) = lint.key_place(&format!("{}/scopes", owner.pointer)) {
        found = found.related(scopes, format!("this {} is not for everybody", owner.what));
    }
    lint.found.push(found);
}
