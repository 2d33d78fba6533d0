//! `uri`: RFC 3986, decided by the crate `iri-string`.

use ::iri_string::types::UriStr;

/// RFC 3986, `URI`: with a scheme.
#[must_use]
pub fn legal(text: &str) -> bool {
    UriStr::new(text).is_ok()
}
