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
    let Decimal { negative, digits, scale } = Decimal::of(number);
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

/// A text that two numbers have in common exactly if they are equal: `1e16` and `10000000000000000` for two.
/// `number` is the text of a JSON number.
pub(super) fn canonical(number: &str) -> String {
    let Decimal { negative, digits, scale } = Decimal::of(number);
    if digits.is_empty() {
        return String::from("0");
    }
    if scale.unsigned_abs() > MAX_SAFE.unsigned_abs() {
        // So far out that scales are no longer told apart.
        return number.to_owned();
    }
    format!("{}{digits}e{scale}", if negative { "-" } else { "" })
}

/// A number as `digits` times ten to the power of `scale`; the digits neither begin nor end with zero.
struct Decimal {
    negative: bool,
    digits: String,
    scale: i64,
}

impl Decimal {
    fn of(number: &str) -> Self {
        let (negative, magnitude) = match number.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, number),
        };
        let (mantissa, exponent) = match magnitude.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, saturating(exponent)),
            None => (magnitude, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = format!("{whole}{fraction}");
        let digits = all.trim_end_matches('0');
        let count = |digits: usize| i64::try_from(digits).unwrap_or(i64::MAX);
        let scale = exponent.saturating_sub(count(fraction.len())).saturating_add(count(all.len() - digits.len()));
        Self { negative, digits: digits.trim_start_matches('0').to_owned(), scale }
    }
}

/// An exponent, held at the ends of the range.
fn saturating(exponent: &str) -> i64 {
    exponent.parse().unwrap_or(if exponent.starts_with('-') { i64::MIN } else { i64::MAX })
}
