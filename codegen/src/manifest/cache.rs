//! `cache`: for how long, and for whom, results of the cacheable methods may be kept.
//!
//! `ttlMs` and `cacheScope` directly in `cache` count for every method; under the name of a method
//! they count for that one. A captured `tools/list` brings its own hints, at its root.

use std::collections::{BTreeMap, BTreeSet};

use super::keys;
use super::section::Section;
use crate::diagnostic::{Diagnostic, Diagnostics};

/// The methods whose results carry cache hints (CCH-01).
pub const CACHEABLE_METHODS: &[&str] =
    &["prompts/list", "resources/list", "resources/read", "resources/templates/list", "server/discover", "tools/list"];

/// Hints of one method (CCH-02).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CacheHint {
    /// Milliseconds; 0 means that nothing is kept.
    pub ttl_ms: u64,
    /// Whether other callers may be served: `public`, else `private`.
    pub public: bool,
}

pub(super) fn read(root: &Section<'_>, found: &mut Diagnostics) -> BTreeMap<String, CacheHint> {
    let captured = hint(root, CacheHint::default(), found);
    let mut hints: BTreeMap<String, CacheHint> =
        CACHEABLE_METHODS.iter().map(|method| ((*method).to_owned(), CacheHint::default())).collect();
    hints.insert("tools/list".to_owned(), captured);
    let Some(section) = root.section("cache", "CCH-02", found) else { return hints };
    let known: BTreeSet<&str> = keys::CACHE.iter().chain(CACHEABLE_METHODS).copied().collect();
    section.refuse_unknown(&known.into_iter().collect::<Vec<_>>(), found);
    for (method, value) in &mut hints {
        let common = hint(&section, *value, found);
        *value = common;
        if let Some(own) = section.section(method, "CCH-02", found) {
            own.refuse_unknown(keys::CACHE, found);
            *value = hint(&own, common, found);
        }
    }
    hints
}

/// The hints that a section states, and `base` for what it does not.
fn hint(section: &Section<'_>, base: CacheHint, found: &mut Diagnostics) -> CacheHint {
    let ttl_ms = section.whole("ttlMs", "CCH-02", found).unwrap_or(base.ttl_ms);
    let public = match section.text("cacheScope", found) {
        None => base.public,
        Some("public") => true,
        Some("private") => false,
        Some(other) => {
            found.push(
                Diagnostic::error("CCH-02", section.place("cacheScope"), format!("`{other}` is not a cache scope"))
                    .help("\"private\": only the caller may keep it; \"public\": it may be served to others"),
            );
            base.public
        }
    };
    CacheHint { ttl_ms, public }
}
