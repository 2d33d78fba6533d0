//! `date`: RFC 3339 section 5.6, decided by the crate `time`.

/// RFC 3339 section 5.6, `full-date`: what makes a `date-time` together with a `full-time`.
#[must_use]
pub fn legal(text: &str) -> bool {
    let mut moment = *b"0000-00-00T00:00:00Z";
    let (day, _) = moment.split_at_mut(10);
    if text.len() != day.len() {
        return false;
    }
    day.copy_from_slice(text.as_bytes());
    ::std::str::from_utf8(&moment).is_ok_and(super::date_time::legal)
}
