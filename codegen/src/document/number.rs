//! Numbers of TOML and YAML text as the numbers that JSON text would give.

use serde_json::Number as JsonNumber;

/// A number that was read.
#[derive(Debug)]
pub(super) struct Number {
    /// What it is from now on.
    pub value: JsonNumber,
    /// For an integer that no `i64`, `u64` or `f64` holds exactly: what it became.
    pub inexact: Option<String>,
}

/// An integer of a base: sign, digits, no separators. `None` where no finite number comes near it.
pub(super) fn integer(text: &str, radix: u32) -> Option<Number> {
    let text = text.strip_prefix('+').unwrap_or(text);
    if let Ok(value) = i64::from_str_radix(text, radix) {
        return Some(Number { value: value.into(), inexact: None });
    }
    if let Ok(value) = u64::from_str_radix(text, radix) {
        return Some(Number { value: value.into(), inexact: None });
    }
    if radix != 10 {
        return None;
    }
    let value = JsonNumber::from_f64(text.parse().ok()?)?;
    Some(Number { inexact: inexact_integer(text, &value), value })
}

/// A number with a fraction or an exponent; its nearest `f64`, as everywhere in JSON.
pub(super) fn float(text: &str) -> Option<Number> {
    Some(Number { value: JsonNumber::from_f64(text.parse().ok()?)?, inexact: None })
}

/// What an integer became, if that differs from its decimal digits.
pub(super) fn inexact_integer(digits: &str, value: &JsonNumber) -> Option<String> {
    let read = if value.is_f64() { format!("{:.0}", value.as_f64()?) } else { value.to_string() };
    let plain = digits.trim_start_matches('-').trim_start_matches('0');
    (read.trim_start_matches('-') != plain && !(plain.is_empty() && matches!(read.as_str(), "0" | "-0")))
        .then_some(read)
}
