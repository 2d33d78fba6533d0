//! The moments of `lastModified` (RSC-09): a date, or a date and a time with a zone, of ISO 8601 as RFC 3339 profiles it.
//!
//! Ours, and no crate's: every server checks annotations, and few assert `format`.

/// RFC 3339 section 5.6, `full-date` or `date-time`.
#[must_use]
pub(super) fn is_moment(text: &str) -> bool {
    is_date(text) || text.split_once(['T', 't']).is_some_and(|(day, clock)| is_date(day) && is_time(clock))
}

fn is_date(text: &str) -> bool {
    let mut parts = text.split('-');
    let (Some(year), Some(month), Some(day), None) = (parts.next(), parts.next(), parts.next(), parts.next()) else {
        return false;
    };
    let (Some(year), Some(month), Some(day)) = (digits(year, 4), digits(month, 2), digits(day, 2)) else {
        return false;
    };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let last = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 => 28 + u32::from(leap),
        _ => return false,
    };
    (1..=last).contains(&day)
}

fn is_time(text: &str) -> bool {
    let Some(zone) = text.find(['Z', 'z', '+', '-']) else { return false };
    let (clock, zone) = text.split_at(zone);
    let (clock, fraction) = clock.split_once('.').map_or((clock, None), |(clock, fraction)| (clock, Some(fraction)));
    if fraction.is_some_and(|fraction| fraction.is_empty() || !fraction.bytes().all(|b| b.is_ascii_digit())) {
        return false;
    }
    let mut parts = clock.split(':').map(|part| digits(part, 2));
    let (Some(Some(hour)), Some(Some(minute)), Some(Some(second)), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    let Some(offset) = offset(zone) else { return false };
    if hour > 23 || minute > 59 {
        return false;
    }
    // A leap second is the last one of a day in UTC; of which days, readers do not ask.
    let day = 24 * 60;
    let utc = (i64::from(hour * 60 + minute) - offset).rem_euclid(day);
    second <= 59 || (second == 60 && utc == day - 1)
}

/// Minutes of a zone.
fn offset(zone: &str) -> Option<i64> {
    let (sign, rest) = match zone.split_at_checked(1)? {
        ("Z" | "z", rest) => return rest.is_empty().then_some(0),
        ("-", rest) => (-1, rest),
        (_, rest) => (1, rest),
    };
    let (hour, minute) = rest.split_once(':')?;
    let (hour, minute) = (digits(hour, 2)?, digits(minute, 2)?);
    (hour <= 23 && minute <= 59).then(|| sign * i64::from(hour * 60 + minute))
}

/// The number of exactly `length` digits.
fn digits(text: &str, length: usize) -> Option<u32> {
    (text.len() == length && text.bytes().all(|b| b.is_ascii_digit())).then(|| text.parse().ok())?
}
