//! `uri-reference`: RFC 3986, decided by the crate `iri-string`.

use ::iri_string::types::UriReferenceStr;

/// RFC 3986, `URI-reference`.
#[must_use]
pub fn legal(text: &str) -> bool {
    UriReferenceStr::new(text).is_ok()
}
