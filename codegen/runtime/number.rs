//! JSON numbers as exact integers, never by way of a float.

/// The largest integer that may be mirrored into a header: 2^53 - 1 (HDR-17).
pub(super) const MAX_SAFE: i64 = (1 << 53) - 1;

/// A number that is whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Integer {
    /// Between -(2^53 - 1) and 2^53 - 1.
    Safe(i64),
    /// Whole, but outside of that.
    Beyond,
}

/// The integer that a JSON number stands for: `42`, `42.0` and `1e2` are integers, `42.5` is none
/// . `number` is the text of a JSON number.
pub(super) fn integer(number: &str) -> Option<Integer> {
    if let Ok(plain) = number.parse::<i64>() {
        return Some(if plain.unsigned_abs() <= MAX_SAFE.unsigned_abs() {
            Integer::Safe(plain)
        } else {
            Integer::Beyond
        });
    }
    let (negative, magnitude) = match number.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, number),
    };
    let (mantissa, exponent) = match magnitude.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, saturating(exponent)),
        None => (magnitude, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let fraction = fraction.trim_end_matches('0');
    let places = i64::try_from(fraction.len()).unwrap_or(i64::MAX);
    let mut digits = format!("{whole}{fraction}");
    let mut scale = exponent.saturating_sub(places);
    while scale < 0 && digits.ends_with('0') {
        digits.pop();
        scale += 1;
    }
    let digits = digits.trim_start_matches('0');
    if digits.is_empty() {
        return Some(Integer::Safe(0));
    }
    if scale < 0 {
        return None;
    }
    // 2^53 has 16 digits.
    let value = usize::try_from(scale)
        .ok()
        .filter(|zeros| digits.len().saturating_add(*zeros) <= 16)
        .and_then(|zeros| format!("{digits}{}", "0".repeat(zeros)).parse::<i64>().ok())
        .filter(|value| *value <= MAX_SAFE);
    Some(match value {
        Some(value) => Integer::Safe(if negative { -value } else { value }),
        None => Integer::Beyond,
    })
}

/// An exponent, held at the ends of the range.
fn saturating(exponent: &str) -> i64 {
    exponent.parse().unwrap_or(if exponent.starts_with('-') { i64::MIN } else { i64::MAX })
}
