//! Numbers by their value: short ones here, all others as `serde_json` reads them.

use serde_json::Number;

use super::super::typed::FromNumber;
use super::Reader;

/// Digits that fit whatever they are.
const MOST_DIGITS: usize = 18;

/// Digits of a whole number that a double holds exactly.
const MOST_EXACT: usize = 15;

/// Powers of ten that a double holds exactly, as many as there may be digits after the point.
const TENS: [f64; MOST_EXACT + 1] =
    [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];

/// A number of few digits without an exponent, as it is written.
struct Short {
    negative: bool,
    digits: i64,
    count: usize,
    /// How many of the digits stand after the point.
    fraction: usize,
    /// Where it ends.
    end: usize,
}

impl Reader<'_> {
    /// An integer, also one that is written as `30.0` or `3e1`.
    #[inline]
    pub fn i64(&mut self) -> Option<i64> {
        match self.short() {
            Some(Short { negative, digits, fraction: 0, end, .. }) if !(negative && digits == 0) => {
                self.at = end;
                Some(if negative { -digits } else { digits })
            }
            _ => exactly(&self.number()?),
        }
    }

    /// An integer from zero on.
    #[inline]
    pub fn u64(&mut self) -> Option<u64> {
        match self.short() {
            Some(Short { negative: false, digits, fraction: 0, end, .. }) => {
                self.at = end;
                u64::try_from(digits).ok()
            }
            _ => exactly(&self.number()?),
        }
    }

    /// A number that a double holds exactly.
    #[inline]
    pub fn f64(&mut self) -> Option<f64> {
        match self.short() {
            Some(Short { negative, digits, count, fraction, end })
                if count <= MOST_EXACT && !(negative && digits == 0) =>
            {
                self.at = end;
                // Both are exact, so that the quotient is rounded once, as `serde_json` does.
                #[allow(clippy::cast_precision_loss, reason = "at most fifteen digits")]
                let float = digits as f64 / TENS.get(fraction)?;
                Some(if negative { -float } else { float })
            }
            _ => exactly(&self.number()?),
        }
    }

    /// Any number.
    pub fn number(&mut self) -> Option<Number> {
        self.whitespace();
        let start = self.at;
        while let Some(b'+' | b'-' | b'.' | b'0'..=b'9' | b'e' | b'E') = self.byte() {
            self.at += 1;
        }
        self.text.get(start..self.at)?.parse().ok()
    }

    /// The short number that comes next, not passed yet; nothing where it is a longer one, or none.
    #[inline]
    fn short(&mut self) -> Option<Short> {
        let negative = self.peek()? == b'-';
        let start = self.at + usize::from(negative);
        let bytes = self.text.as_bytes();
        let (mut end, mut digits, mut count, mut point) = (start, 0i64, 0usize, None);
        loop {
            match bytes.get(end) {
                Some(byte @ b'0'..=b'9') if count < MOST_DIGITS => {
                    digits = digits * 10 + i64::from(byte - b'0');
                    count += 1;
                }
                Some(b'.') if point.is_none() && count > 0 => point = Some(count),
                Some(b'0'..=b'9' | b'.' | b'e' | b'E') => return None,
                _ => break,
            }
            end += 1;
        }
        let whole = point.unwrap_or(count);
        let leading_zero = whole > 1 && bytes.get(start) == Some(&b'0');
        if whole == 0 || leading_zero || point == Some(count) {
            return None;
        }
        Some(Short { negative, digits, count, fraction: count - whole, end })
    }
}

/// The number as a type that holds it exactly.
fn exactly<T: FromNumber>(number: &Number) -> Option<T> {
    if let Some(integer) = number.as_u64() {
        T::from_unsigned(integer)
    } else if let Some(integer) = number.as_i64() {
        T::from_signed(integer)
    } else {
        number.as_f64().and_then(T::from_float)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::super::super::typed;
    use super::super::super::validation::{Limits, number};
    use super::super::{Cost, Reader};
    use super::FromNumber;

    /// What both ways make of a text.
    fn read<T: FromNumber + typed::Numeric + PartialEq + std::fmt::Debug>(
        text: &str,
        by_reader: impl Fn(&mut Reader<'_>) -> Option<T>,
    ) -> Option<T> {
        let cost = Cost { levels: 1, steps: 1 };
        let once = Reader::new(text, &Limits::DEFAULT, cost)
            .and_then(|mut reader| by_reader(&mut reader).filter(|_| reader.ends()));
        let value = serde_json::from_str::<Value>(text).ok();
        let twice = value.and_then(|value| typed::number_variant::<T, serde_json::Error>(value).ok());
        assert_eq!(once, twice, "{text}");
        once
    }

    const TWO_53: i64 = 1 << 53;

    /// A text, and what it is as an `i64`, a `u64` and an `f64`.
    type Row = (&'static str, Option<i64>, Option<u64>, Option<f64>);

    const NUMBERS: &[Row] = &[
        ("0", Some(0), Some(0), Some(0.0)),
        ("-0", Some(0), Some(0), Some(0.0)),
        ("-0.0", Some(0), Some(0), Some(0.0)),
        ("30.0", Some(30), Some(30), Some(30.0)),
        ("3e1", Some(30), Some(30), Some(30.0)),
        ("30.5", None, None, Some(30.5)),
        ("-1", Some(-1), None, Some(-1.0)),
        ("9007199254740991", Some(TWO_53 - 1), Some((1 << 53) - 1), Some(9_007_199_254_740_991.0)),
        ("9007199254740992", Some(TWO_53), Some(1 << 53), Some(9_007_199_254_740_992.0)),
        // No double is equal to it.
        ("9007199254740993", Some(TWO_53 + 1), Some((1 << 53) + 1), None),
        ("-9007199254740991", Some(1 - TWO_53), None, Some(-9_007_199_254_740_991.0)),
        ("-9007199254740993", Some(-TWO_53 - 1), None, None),
        // In this spelling it is a double before anybody asks.
        ("9007199254740993.0", Some(TWO_53), Some(1 << 53), Some(9_007_199_254_740_992.0)),
        ("1e18", Some(1_000_000_000_000_000_000), Some(1_000_000_000_000_000_000), Some(1e18)),
        ("9223372036854775807", Some(i64::MAX), Some((1 << 63) - 1), None),
        ("9223372036854775807.0", None, Some(1 << 63), Some(9_223_372_036_854_775_808.0)),
        ("9223372036854775808", None, Some(1 << 63), Some(9_223_372_036_854_775_808.0)),
        ("9223372036854775809", None, Some((1 << 63) + 1), None),
        ("-9223372036854775807", Some(-i64::MAX), None, None),
        ("-9223372036854775808", Some(i64::MIN), None, Some(-9_223_372_036_854_775_808.0)),
        // Beyond what is read as an integer, this is the double of the line above.
        ("-9223372036854775809", None, None, Some(-9_223_372_036_854_775_808.0)),
        ("-9223372036854775808.0", None, None, Some(-9_223_372_036_854_775_808.0)),
        ("-9223372036854776832", None, None, Some(-9_223_372_036_854_775_808.0)),
        ("-9223372036854774784.0", Some(i64::MIN + 1024), None, Some(-9_223_372_036_854_774_784.0)),
        ("1E19", None, Some(10_000_000_000_000_000_000), Some(1e19)),
        ("18446744073709551614", None, Some(u64::MAX - 1), None),
        ("18446744073709551615", None, Some(u64::MAX), None),
        ("18446744073709551615.0", None, None, Some(18_446_744_073_709_551_616.0)),
        ("18446744073709551616", None, None, Some(18_446_744_073_709_551_616.0)),
        ("1e308", None, None, Some(1e308)),
        ("1e-400", Some(0), Some(0), Some(0.0)),
        ("1e400", None, None, None),
        ("-1e400", None, None, None),
    ];

    #[test]
    fn a_number_is_held_exactly_or_refused_by_both_ways() {
        for (text, signed, unsigned, float) in NUMBERS {
            assert_eq!(read(text, |reader| reader.i64()), *signed, "{text} as i64");
            assert_eq!(read(text, |reader| reader.u64()), *unsigned, "{text} as u64");
            assert_eq!(read(text, |reader| reader.f64()), *float, "{text} as f64");
        }
    }

    #[test]
    fn what_is_held_comes_out_equal_to_what_was_checked() {
        for (text, signed, unsigned, float) in NUMBERS {
            let Ok(checked) = serde_json::from_str::<serde_json::Number>(text) else { continue };
            let (signed, unsigned) = (signed.map(serde_json::Number::from), unsigned.map(serde_json::Number::from));
            let float = float.and_then(serde_json::Number::from_f64);
            for held in [signed, unsigned, float].into_iter().flatten() {
                assert!(number::compare(&held, &checked).is_eq(), "{text} is held as {held}");
            }
        }
    }
}
