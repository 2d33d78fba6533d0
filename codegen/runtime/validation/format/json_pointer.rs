//! `json-pointer`: RFC 6901, decided by the crate `jsonptr`.

use ::jsonptr::Pointer;

/// RFC 6901 section 3, `json-pointer`: as a string, not as the fragment of a URI.
#[must_use]
pub fn legal(text: &str) -> bool {
    Pointer::parse(text).is_ok()
}
