//! How the fields of generated types read what `derive` alone would read wrongly.
//!
//! JSON Schema tells absent from `null`, and counts `30.0` and `3e2` among the integers. A number
//! that its Rust type cannot hold exactly is refused, never rounded.
//!
//! `serde_json` reads a number with a fraction or an exponent, and an integer that neither `i64` nor
//! `u64` holds, as the double next to it (RFC 8259 section 6). So what always holds is: an integer in
//! digits alone becomes an `i64` or `u64` that is equal to it, or is refused; any other number stands
//! for its double, and that becomes an `i64`, `u64` or `f64` that is equal to it, or is refused.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer, Error, MapAccess, SeqAccess, Unexpected, Visitor};
use serde_json::Value;

/// A required member that may be `null`: `derive` alone would take an absent one for `null`.
///
/// # Errors
/// When the value is not a `T`.
pub fn required<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<T, D::Error> {
    T::deserialize(deserializer)
}

/// An optional member: present means `Some`, whatever the value, so that `null` stays apart from absent.
///
/// # Errors
/// When the value is not a `T`.
pub fn optional<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// A number, or something made of numbers.
///
/// # Errors
/// When the value is not a `T`, or a number in it cannot be held exactly.
pub fn number<'de, D: Deserializer<'de>, T: Numeric>(deserializer: D) -> Result<T, D::Error> {
    T::read(deserializer)
}

/// An optional member that is a number, or something made of numbers.
///
/// # Errors
/// When the value is not a `T`, or a number in it cannot be held exactly.
pub fn optional_number<'de, D: Deserializer<'de>, T: Numeric>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::read(deserializer).map(Some)
}

/// The value of a member that tells alternatives apart.
#[must_use]
pub fn tag<'v>(value: &'v Value, name: &str) -> Option<&'v str> {
    value.as_object()?.get(name)?.as_str()
}

/// Whether a value has a member.
#[must_use]
pub fn has(value: &Value, name: &str) -> bool {
    value.get(name).is_some()
}

/// An alternative that was chosen, read from the value that it was chosen by.
///
/// # Errors
/// When the value is not a `T`.
pub fn variant<T: DeserializeOwned, E: Error>(value: Value) -> Result<T, E> {
    T::deserialize(value).map_err(E::custom)
}

/// An alternative made of numbers.
///
/// # Errors
/// When the value is not a `T`, or a number in it cannot be held exactly.
pub fn number_variant<T: Numeric, E: Error>(value: Value) -> Result<T, E> {
    T::read(value).map_err(E::custom)
}

/// What to say of a value that is none of the alternatives.
#[must_use]
pub fn no_variant<E: Error>(expected: &str) -> E {
    E::custom(format_args!("expected {expected}"))
}

/// A number type, or a container of one, that reads JSON numbers by value and not by spelling.
///
/// Scalars ask for any value: what holds the members behind `flatten` hands out an integer only to who spelled it so.
pub trait Numeric: Sized {
    /// Reads one.
    ///
    /// # Errors
    /// When the value is something else, or a number in it cannot be held exactly.
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;
}

impl Numeric for i64 {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Exact("an integer from -9223372036854775808 to 9223372036854775807", PhantomData))
    }
}

impl Numeric for u64 {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Exact("an integer from 0 to 18446744073709551615", PhantomData))
    }
}

impl Numeric for f64 {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Exact("a number that a double holds exactly", PhantomData))
    }
}

impl<T: Numeric> Numeric for Option<T> {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_option(Nullable(PhantomData))
    }
}

impl<T: Numeric> Numeric for Vec<T> {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(Items(PhantomData))
    }
}

impl<T: Numeric> Numeric for BTreeMap<String, T> {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Members(PhantomData))
    }
}

/// Conversions that fail instead of losing anything.
pub(super) trait FromNumber: Sized {
    fn from_signed(value: i64) -> Option<Self>;
    fn from_unsigned(value: u64) -> Option<Self>;
    fn from_float(value: f64) -> Option<Self>;
}

impl FromNumber for i64 {
    fn from_signed(value: i64) -> Option<Self> {
        Some(value)
    }

    fn from_unsigned(value: u64) -> Option<Self> {
        value.try_into().ok()
    }

    #[allow(clippy::cast_possible_truncation, reason = "whole and in range")]
    fn from_float(value: f64) -> Option<Self> {
        let limit = 2_f64.powi(63);
        // The least `i64` comes as an integer. This double is also what is left of those below it.
        (value.fract() == 0.0 && value > -limit && value < limit).then_some(value as Self)
    }
}

impl FromNumber for u64 {
    fn from_signed(value: i64) -> Option<Self> {
        value.try_into().ok()
    }

    fn from_unsigned(value: u64) -> Option<Self> {
        Some(value)
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole and in range")]
    fn from_float(value: f64) -> Option<Self> {
        (value.fract() == 0.0 && value >= 0.0 && value < 2_f64.powi(64)).then_some(value as Self)
    }
}

#[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "compared with where it came from")]
impl FromNumber for f64 {
    fn from_signed(value: i64) -> Option<Self> {
        let float = value as Self;
        (float as i128 == i128::from(value)).then_some(float)
    }

    fn from_unsigned(value: u64) -> Option<Self> {
        let float = value as Self;
        (float as i128 == i128::from(value)).then_some(float)
    }

    fn from_float(value: f64) -> Option<Self> {
        Some(value)
    }
}

struct Exact<T>(&'static str, PhantomData<T>);

impl<T: FromNumber> Visitor<'_> for Exact<T> {
    type Value = T;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.0)
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<T, E> {
        T::from_signed(value).ok_or_else(|| E::invalid_value(Unexpected::Signed(value), &self))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<T, E> {
        T::from_unsigned(value).ok_or_else(|| E::invalid_value(Unexpected::Unsigned(value), &self))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<T, E> {
        T::from_float(value).ok_or_else(|| E::invalid_value(Unexpected::Float(value), &self))
    }
}

struct Nullable<T>(PhantomData<T>);

impl<'de, T: Numeric> Visitor<'de> for Nullable<T> {
    type Value = Option<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value or null")
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_none<E: Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        T::read(deserializer).map(Some)
    }
}

/// A part of a container, read by its [`Numeric`].
struct Part<T>(T);

impl<'de, T: Numeric> Deserialize<'de> for Part<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::read(deserializer).map(Self)
    }
}

struct Items<T>(PhantomData<T>);

impl<'de, T: Numeric> Visitor<'de> for Items<T> {
    type Value = Vec<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        let mut all = Vec::new();
        while let Some(Part(item)) = items.next_element()? {
            all.push(item);
        }
        Ok(all)
    }
}

struct Members<T>(PhantomData<T>);

impl<'de, T: Numeric> Visitor<'de> for Members<T> {
    type Value = BTreeMap<String, T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Self::Value, A::Error> {
        let mut all = BTreeMap::new();
        while let Some((name, Part(value))) = members.next_entry()? {
            all.insert(name, value);
        }
        Ok(all)
    }
}
