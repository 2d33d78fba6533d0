//! `iri-reference`: RFC 3987, decided by the crate `iri-string`.

use ::iri_string::types::IriReferenceStr;

/// RFC 3987, `IRI-reference`.
#[must_use]
pub fn legal(text: &str) -> bool {
    IriReferenceStr::new(text).is_ok()
}
