//! Numbers, exactly, and bounds.

use std::fmt;
use std::hash::{Hash, Hasher};

use serde::de::{Deserializer, Error};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Number;

use super::Decode;

/// A number without a fraction, as JSON Schema understands it: `7`, but `7.0` and `1e3` too, of any
/// size. It is sent as it came.
///
/// Two are equal when their values are: `7` is `7.0`.
#[derive(Clone)]
pub struct Integer(Number);

/// Past this, every double is an integer and neighbours are further apart than one.
const EXACT: f64 = 9_007_199_254_740_992.0;

impl Integer {
    /// The value, where it fits.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        self.0.as_i64().or_else(|| i64::try_from(self.small()?).ok())
    }

    /// The value, where it fits.
    #[must_use]
    pub fn as_u64(&self) -> Option<u64> {
        self.0.as_u64().or_else(|| u64::try_from(self.small()?).ok())
    }

    /// The number as it stands in JSON.
    #[must_use]
    pub const fn as_number(&self) -> &Number {
        &self.0
    }

    /// The value of a number in the notation of a fraction, as far as doubles are exact.
    fn small(&self) -> Option<i128> {
        let float = self.0.as_f64().filter(|float| self.0.is_f64() && float.abs() <= EXACT)?;
        #[allow(clippy::cast_possible_truncation, reason = "the range was checked in the line before")]
        Some(float as i128)
    }

    /// What equality compares: the value, or the bits of a double that is too large for one.
    fn value(&self) -> Result<i128, u64> {
        let whole = self.0.as_i64().map(i128::from).or_else(|| self.0.as_u64().map(i128::from));
        whole.or_else(|| self.small()).ok_or_else(|| self.0.as_f64().unwrap_or(f64::INFINITY).to_bits())
    }
}

impl TryFrom<Number> for Integer {
    type Error = String;
    fn try_from(number: Number) -> Result<Self, String> {
        let whole = number.is_i64() || number.is_u64() || number.as_f64().is_some_and(|float| float.fract() == 0.0);
        if whole { Ok(Self(number)) } else { Err(format!("expected an integer, found {number}")) }
    }
}

macro_rules! from_primitive {
    ($($type:ty),*) => {$(
        impl From<$type> for Integer {
            fn from(value: $type) -> Self {
                Self(Number::from(value))
            }
        }
    )*};
}
from_primitive!(i8, i16, i32, i64, u8, u16, u32, u64);

impl Decode for Integer {
    fn decode<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Number::deserialize(from)?.try_into().map_err(D::Error::custom)
    }
}

impl<'de> Deserialize<'de> for Integer {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Self::decode(from)
    }
}

impl Serialize for Integer {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(to)
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Integer({})", self.0)
    }
}

impl PartialEq for Integer {
    fn eq(&self, other: &Self) -> bool {
        self.value() == other.value()
    }
}

impl Eq for Integer {}

impl Hash for Integer {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.value().hash(state);
    }
}

/// What bounds apply to.
pub trait Magnitude {
    /// The value; a double is enough to compare with the bounds of a schema.
    fn magnitude(&self) -> f64;
}

impl Magnitude for Number {
    fn magnitude(&self) -> f64 {
        self.as_f64().unwrap_or(f64::NAN)
    }
}

impl Magnitude for Integer {
    fn magnitude(&self) -> f64 {
        self.0.magnitude()
    }
}

/// A check for `minimum`.
pub fn at_least<T: Magnitude>(minimum: f64) -> impl Fn(&T) -> Result<(), String> {
    between(minimum, f64::INFINITY)
}

/// A check for `maximum`.
pub fn at_most<T: Magnitude>(maximum: f64) -> impl Fn(&T) -> Result<(), String> {
    between(f64::NEG_INFINITY, maximum)
}

/// A check for `minimum` and `maximum`.
pub fn between<T: Magnitude>(minimum: f64, maximum: f64) -> impl Fn(&T) -> Result<(), String> {
    move |value| {
        let found = value.magnitude();
        if found < minimum {
            return Err(format!("expected a number of at least {minimum}, found {found}"));
        }
        if found > maximum {
            return Err(format!("expected a number of at most {maximum}, found {found}"));
        }
        Ok(())
    }
}

/// A check for `minItems` and `maxItems`.
pub fn items<T>(minimum: usize, maximum: usize) -> impl Fn(&Vec<T>) -> Result<(), String> {
    move |value| {
        let found = value.len();
        if found < minimum {
            return Err(format!("expected at least {minimum} items, found {found}"));
        }
        if found > maximum {
            return Err(format!("expected at most {maximum} items, found {found}"));
        }
        Ok(())
    }
}
