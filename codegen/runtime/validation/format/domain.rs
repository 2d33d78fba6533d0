//! A name of the domain name system, before anything is said about what `xn--` begins.

/// RFC 1123 section 2.1, RFC 1034 section 3.1: labels of letters, digits and inner hyphens.
#[must_use]
pub fn legal(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= 253
        && text.split('.').all(|label| {
            (1..=63).contains(&label.len())
                && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
                && !label.starts_with('-')
                && !label.ends_with('-')
        })
}
