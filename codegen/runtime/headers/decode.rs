//! Field values as the texts that they stand for (HDR-10, HDR-30, A-41).

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::{PREFIX, SUFFIX};

/// The text that a field value stands for; `None` if it has the Base64 form but is not canonical
/// Base64 of UTF-8. Decoded once: what comes out is not looked at again.
pub(in super::super) fn decode(value: &str) -> Option<Cow<'_, str>> {
    // The markers may not overlap: `=?base64?=` is literal text.
    let payload = value.strip_prefix(PREFIX).and_then(|rest| rest.strip_suffix(SUFFIX));
    let Some(payload) = payload else { return Some(Cow::Borrowed(value)) };
    let bytes = STANDARD.decode(payload).ok()?;
    String::from_utf8(bytes).ok().map(Cow::Owned)
}
