//! `CCH`: who may be served from a cache.

use super::Lint;
use crate::diagnostic::Diagnostic;

pub(super) fn check(lint: &mut Lint<'_>) {
    let public = lint.manifest.cache.get("tools/list").is_some_and(|hint| hint.public);
    let guarded = lint.manifest.tools.iter().find(|tool| !tool.scopes.is_empty());
    if let (true, Some(tool)) = (public, guarded) {
        let own = ["/cache/tools~1list/cacheScope", "/cache/cacheScope", "/cacheScope"];
        let at = own.iter().find(|pointer| lint.manifest.document.value.pointer(pointer).is_some());
        let place = at.and_then(|pointer| lint.place(pointer));
        let message = "a public list of tools may be shown to callers who may not call them";
        let mut found = Diagnostic::warning("CCH-05", place, message)
            .help("cacheScope = \"private\" for `tools/list` when what is listed depends on the caller");
        if let Some(scopes) = lint.key_place(&format!("{}/scopes", tool.pointer)) {
            found = found.related(scopes, "this tool is not for everybody");
        }
        lint.found.push(found);
    }
}
