//! `iri`: RFC 3987, decided by the crate `iri-string`.

use ::iri_string::types::IriStr;

/// RFC 3987, `IRI`: with a scheme.
#[must_use]
pub fn legal(text: &str) -> bool {
    IriStr::new(text).is_ok()
}
