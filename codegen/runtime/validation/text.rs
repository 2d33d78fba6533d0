//! Lengths of strings, in code points as JSON Schema counts them.

/// Whether `text` has fewer than `limit` code points.
#[inline]
#[must_use]
pub fn shorter(text: &str, limit: usize) -> bool {
    // A code point takes one to four bytes, so that most strings need no count.
    text.len() < limit || (text.len() / 4 < limit && !text.is_ascii() && text.chars().count() < limit)
}

/// Whether `text` has more than `limit` code points.
#[inline]
#[must_use]
pub fn longer(text: &str, limit: usize) -> bool {
    text.len() > limit && text.chars().nth(limit).is_some()
}
