//! Numbers by their mathematical value: 30.0 is an integer, 2^63 is more than any `i64`, and
//! 0.0075 is a multiple of 0.0001.

use std::cmp::Ordering;
use std::fmt::Write as _;
use std::hash::Hasher;

use serde_json::Number;

/// Whether the number has no fraction.
#[inline]
#[must_use]
pub fn is_integer(number: &Number) -> bool {
    // Every float from 2^53 on is whole.
    !number.is_f64() || number.as_f64().is_some_and(|f| f.fract() == 0.0)
}

/// Compares exactly, whatever the two are made of.
#[must_use]
pub fn compare(a: &Number, b: &Number) -> Ordering {
    match (whole(a), whole(b)) {
        (Some(a), Some(b)) => a.cmp(&b),
        (Some(a), None) => compare_whole(a, float(b)),
        (None, Some(b)) => compare_whole(b, float(a)).reverse(),
        (None, None) => float(a).partial_cmp(&float(b)).unwrap_or(Ordering::Equal),
    }
}

/// Compares with a whole number.
#[inline]
#[must_use]
pub fn compare_i64(number: &Number, bound: i64) -> Ordering {
    if let Some(integer) = number.as_i64() {
        return integer.cmp(&bound);
    }
    // What is no `i64` and no float is a `u64` above them all.
    match number.as_f64().filter(|_| number.is_f64()) {
        #[allow(clippy::cast_precision_loss, reason = "up to 2^53 the cast is exact")]
        Some(float) if bound.unsigned_abs() <= 1 << 53 => float.partial_cmp(&(bound as f64)).unwrap_or(Ordering::Equal),
        Some(_) => compare(number, &Number::from(bound)),
        None => Ordering::Greater,
    }
}

/// Compares with a whole number from 2^63 on.
#[must_use]
pub fn compare_u64(number: &Number, bound: u64) -> Ordering {
    compare(number, &Number::from(bound))
}

/// Compares with a number that may have a fraction.
#[must_use]
pub fn compare_f64(number: &Number, bound: f64) -> Ordering {
    match whole(number) {
        Some(integer) => compare_whole(integer, bound),
        None => float(number).partial_cmp(&bound).unwrap_or(Ordering::Equal),
    }
}

fn whole(number: &Number) -> Option<i128> {
    number.as_i64().map(i128::from).or_else(|| number.as_u64().map(i128::from))
}

fn float(number: &Number) -> f64 {
    number.as_f64().unwrap_or_default()
}

/// An integer of at most 65 bits with a float.
fn compare_whole(integer: i128, float: f64) -> Ordering {
    const LIMIT: f64 = 1e30;
    if float >= LIMIT {
        return Ordering::Less;
    }
    if float <= -LIMIT {
        return Ordering::Greater;
    }
    #[allow(clippy::cast_possible_truncation, reason = "below the limit the whole part fits, and the cast is exact")]
    let floor = float.floor() as i128;
    integer.cmp(&floor).then(if float.fract() == 0.0 { Ordering::Equal } else { Ordering::Less })
}

/// Numbers that are equal have equal hashes.
pub(super) fn hash(number: &Number, hasher: &mut impl Hasher) {
    const LIMIT: f64 = 1e30;
    let float = float(number);
    match whole(number) {
        Some(integer) => hasher.write_i128(integer),
        #[allow(clippy::cast_possible_truncation, reason = "the cast is exact below the limit")]
        None if float.fract() == 0.0 && float.abs() < LIMIT => hasher.write_i128(float as i128),
        None => hasher.write_u64(float.to_bits()),
    }
}

/// Whether the number is a whole multiple of a positive whole `divisor`.
#[inline]
#[must_use]
pub fn is_multiple_of_u64(number: &Number, divisor: u64) -> bool {
    match (number.as_u64(), number.as_i64()) {
        (Some(integer), _) => integer.is_multiple_of(divisor),
        (None, Some(integer)) => integer.unsigned_abs().is_multiple_of(divisor),
        (None, None) => is_multiple_of(number, Decimal { digits: u128::from(divisor), exponent: 0 }),
    }
}

/// Whether the number is a whole multiple of a positive `divisor`, both read as the decimals that
/// they are written as.
#[must_use]
pub fn is_multiple_of(number: &Number, divisor: Decimal) -> bool {
    let value = match whole(number) {
        Some(integer) => Decimal { digits: integer.unsigned_abs(), exponent: 0 },
        None => Decimal::of(float(number)),
    };
    value.is_multiple_of(divisor)
}

/// `digits * 10^exponent`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decimal {
    /// At most twenty digits.
    pub digits: u128,
    /// Power of ten.
    pub exponent: i32,
}

impl Decimal {
    /// The shortest decimal that reads back as `float`, without its sign.
    #[must_use]
    pub fn of(float: f64) -> Self {
        let mut text = Digits { mantissa: 0, exponent: 0, scale: 0, part: Part::Whole };
        // Never fails: `Digits` takes everything.
        let _ = write!(text, "{:e}", float.abs());
        Self { digits: text.mantissa, exponent: text.exponent - text.scale }
    }

    fn is_multiple_of(self, divisor: Self) -> bool {
        if self.digits == 0 || divisor.digits == 0 {
            return self.digits == 0;
        }
        let shift = i64::from(self.exponent) - i64::from(divisor.exponent);
        let steps = shift.unsigned_abs();
        if shift >= 0 {
            // (digits * 10^steps) mod divisor, without the big number.
            let modulus = divisor.digits;
            let mut rest = self.digits % modulus;
            for _ in 0..steps {
                if rest == 0 {
                    break;
                }
                rest = rest * 10 % modulus;
            }
            rest == 0
        } else {
            // The divisor is the larger power of ten: it must take up all of `digits`.
            let scale = u32::try_from(steps).ok().and_then(|steps| 10u128.checked_pow(steps));
            scale
                .and_then(|scale| scale.checked_mul(divisor.digits))
                .is_some_and(|whole| self.digits.is_multiple_of(whole))
        }
    }
}

/// Reads `1.25e-3` as it is written, without a buffer.
struct Digits {
    mantissa: u128,
    exponent: i32,
    scale: i32,
    part: Part,
}

enum Part {
    Whole,
    Fraction,
    Exponent { negative: bool },
}

impl std::fmt::Write for Digits {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        for byte in text.bytes() {
            match (&mut self.part, byte) {
                (part, b'.') => *part = Part::Fraction,
                (part, b'e') => *part = Part::Exponent { negative: false },
                (Part::Exponent { negative }, b'-') => *negative = true,
                (Part::Exponent { negative }, b'0'..=b'9') => {
                    let digit = i32::from(byte - b'0');
                    self.exponent = self.exponent * 10 + if *negative { -digit } else { digit };
                }
                (part, b'0'..=b'9') => {
                    self.mantissa = self.mantissa * 10 + u128::from(byte - b'0');
                    self.scale += i32::from(matches!(part, Part::Fraction));
                }
                _ => {}
            }
        }
        Ok(())
    }
}
