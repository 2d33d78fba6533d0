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
        serde_json::from_str(self.text.get(start..self.at)?).ok()
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
