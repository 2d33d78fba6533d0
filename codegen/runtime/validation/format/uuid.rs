//! `uuid`: RFC 4122 section 3, decided by the crate `uuid`.

use ::uuid::fmt::Hyphenated;

/// RFC 4122 section 3, `UUID`: 32 hexadecimal digits and four hyphens, no other spelling.
#[must_use]
pub fn legal(text: &str) -> bool {
    text.parse::<Hyphenated>().is_ok()
}
