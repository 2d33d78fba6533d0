//! What a plain scalar is: the core schema of YAML 1.2 (section 10.3.2).

use serde_json::Value;

use crate::document::number;

/// A scalar that was understood.
pub(super) struct Plain {
    /// What it is; `None` where JSON has no such value (`.inf`, `.nan`, out of range).
    pub value: Option<Value>,
    /// What an integer became that nothing holds exactly.
    pub inexact: Option<String>,
}

impl Plain {
    pub(super) fn of(value: Value) -> Self {
        Self { value: Some(value), inexact: None }
    }
}

/// Resolves the text of a plain scalar.
pub(super) fn plain(text: &str) -> Plain {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Plain::of(Value::Null),
        "true" | "True" | "TRUE" => Plain::of(Value::Bool(true)),
        "false" | "False" | "FALSE" => Plain::of(Value::Bool(false)),
        ".nan" | ".NaN" | ".NAN" => Plain { value: None, inexact: None },
        _ => number(text).unwrap_or_else(|| Plain::of(Value::String(text.to_owned()))),
    }
}

/// A number, if the text has the form of one.
fn number(text: &str) -> Option<Plain> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let found = if let Some(digits) = text.strip_prefix("0o").filter(|rest| all(rest, |b| matches!(b, b'0'..=b'7'))) {
        number::integer(digits, 8)
    } else if let Some(digits) = text.strip_prefix("0x").filter(|rest| all(rest, |b| b.is_ascii_hexdigit())) {
        number::integer(digits, 16)
    } else if all(unsigned, |b| b.is_ascii_digit()) {
        number::integer(text, 10)
    } else if matches!(unsigned, ".inf" | ".Inf" | ".INF") {
        None
    } else if is_float(unsigned) {
        number::float(text)
    } else {
        return None;
    };
    Some(match found {
        Some(number) => Plain { value: Some(Value::Number(number.value)), inexact: number.inexact },
        None => Plain { value: None, inexact: None },
    })
}

/// `( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?`
fn is_float(unsigned: &str) -> bool {
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent.strip_prefix(['+', '-']).unwrap_or(exponent))),
        None => (unsigned, None),
    };
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let starts = if whole.is_empty() { !fraction.is_empty() } else { true };
    starts && digits(whole) && digits(fraction) && exponent.is_none_or(|exponent| all(exponent, |b| b.is_ascii_digit()))
}

fn all(text: &str, is: impl Fn(u8) -> bool) -> bool {
    !text.is_empty() && text.bytes().all(is)
}
