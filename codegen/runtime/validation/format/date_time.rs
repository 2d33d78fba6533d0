//! `date-time`: RFC 3339 section 5.6, decided by the crate `time`, leap seconds included (section 5.7).

use ::time::OffsetDateTime;
use ::time::format_description::well_known::Rfc3339;

/// RFC 3339 section 5.6, `date-time`.
#[must_use]
pub fn legal(text: &str) -> bool {
    // The crate takes anything between the date and the time.
    matches!(text.as_bytes().get(10), Some(b'T' | b't')) && OffsetDateTime::parse(text, &Rfc3339).is_ok()
}
