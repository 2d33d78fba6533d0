//! `time`: RFC 3339 section 5.6, decided by the crate `time`.

/// Ends with a leap second in UTC: 23:59:60 is legal on one of the two wherever the clock stands.
const DAYS: [&str; 2] = ["1972-12-31T", "1973-01-01T"];
/// Of a day, a clock without a fraction, and a zone.
const LONGEST: usize = 25;

/// RFC 3339 section 5.6, `full-time`: what makes a `date-time` together with a `full-date`.
#[must_use]
pub fn legal(text: &str) -> bool {
    let Some((clock, rest)) = text.split_at_checked(8) else { return false };
    // `time-secfrac` may be of any length, and stays out of the buffer.
    let zone = match rest.strip_prefix('.') {
        Some(fraction) => {
            let zone = fraction.trim_start_matches(|c: char| c.is_ascii_digit());
            if zone.len() == fraction.len() {
                return false;
            }
            zone
        }
        None => rest,
    };
    DAYS.into_iter().any(|day| {
        let length = day.len() + clock.len() + zone.len();
        let mut moment = [0; LONGEST];
        let bytes = day.bytes().chain(clock.bytes()).chain(zone.bytes());
        moment.iter_mut().zip(bytes).for_each(|(to, from)| *to = from);
        let moment = moment.get(..length).and_then(|moment| ::std::str::from_utf8(moment).ok());
        moment.is_some_and(super::date_time::legal)
    })
}
