//! Pages of a list, and the cursors between them (PAG-01 to PAG-04).
//!
//! A cursor holds the name of the last entry before it. It stays good when entries come and go, and
//! needs no memory.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

/// The list that a cursor of `tools/list` belongs to.
pub(super) const TOOLS: &str = "tools";

/// Where the page behind a cursor begins in a list sorted by key; `None` if this server did not give
/// out such a cursor for this list.
pub(super) fn start<T>(list: &str, cursor: &str, entries: &[T], key: fn(&T) -> &'static str) -> Option<usize> {
    let text = String::from_utf8(URL_SAFE_NO_PAD.decode(cursor).ok()?).ok()?;
    let before = text.strip_prefix(list)?.strip_prefix(':')?;
    Some(entries.partition_point(|entry| key(entry) <= before))
}

/// The entries of the page that begins here, and the cursor of the next page if there is one.
pub(super) fn page<'t, T>(
    list: &str,
    entries: &'t [T],
    from: usize,
    size: usize,
    key: fn(&T) -> &'static str,
) -> (&'t [T], Option<String>) {
    let rest = entries.get(from..).unwrap_or_default();
    match rest.split_at_checked(size) {
        Some((page, more)) if size > 0 && !more.is_empty() => {
            let next = page.last().map(|last| URL_SAFE_NO_PAD.encode(format!("{list}:{}", key(last))));
            (page, next)
        }
        _ => (rest, None),
    }
}
