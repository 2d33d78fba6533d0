//! Values as JSON text that says what they are: infinities and NaN, which JSON has not, are refused.
//!
//! `serde_json` writes them as `null`, and whoever reads that takes it for what was meant.

use std::fmt::{self, Display};

use serde::ser::{
    Error, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

/// Whether a value has none.
pub(super) fn check<T: Serialize + ?Sized>(value: &T) -> Result<(), serde_json::Error> {
    value.serialize(Finite).map_err(|NotFinite(reason)| serde_json::Error::custom(reason))
}

/// The JSON text of a value.
pub(super) fn to_json<T: Serialize + ?Sized>(value: &T) -> Result<String, serde_json::Error> {
    check(value)?;
    serde_json::to_string(value)
}

/// The same as a [`Value`](serde_json::Value).
pub(super) fn to_value<T: Serialize + ?Sized>(value: &T) -> Result<serde_json::Value, serde_json::Error> {
    check(value)?;
    serde_json::to_value(value)
}

/// Looks for numbers that are not finite, and writes nothing.
struct Finite;

#[derive(Debug)]
struct NotFinite(String);

type Looked = Result<(), NotFinite>;

impl Display for NotFinite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotFinite {}

impl Error for NotFinite {
    fn custom<T: Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

macro_rules! nothing_to_see {
    ($($method:ident: $type:ty,)*) => {
        $(fn $method(self, _: $type) -> Looked {
            Ok(())
        })*
    };
}

impl Serializer for Finite {
    type Ok = ();
    type Error = NotFinite;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    nothing_to_see! {
        serialize_bool: bool,
        serialize_i8: i8,
        serialize_i16: i16,
        serialize_i32: i32,
        serialize_i64: i64,
        serialize_i128: i128,
        serialize_u8: u8,
        serialize_u16: u16,
        serialize_u32: u32,
        serialize_u64: u64,
        serialize_u128: u128,
        serialize_char: char,
        serialize_str: &str,
        serialize_bytes: &[u8],
        serialize_unit_struct: &'static str,
    }

    fn serialize_f32(self, number: f32) -> Looked {
        self.serialize_f64(number.into())
    }

    fn serialize_f64(self, number: f64) -> Looked {
        if number.is_finite() { Ok(()) } else { Err(NotFinite(format!("{number} is no number of JSON"))) }
    }

    fn serialize_none(self) -> Looked {
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Looked {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Looked {
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Looked {
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Looked {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        value: &T,
    ) -> Looked {
        value.serialize(self)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self, NotFinite> {
        Ok(self)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self, NotFinite> {
        Ok(self)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, NotFinite> {
        Ok(self)
    }

    fn serialize_tuple_variant(self, _: &'static str, _: u32, _: &'static str, _: usize) -> Result<Self, NotFinite> {
        Ok(self)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self, NotFinite> {
        Ok(self)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, NotFinite> {
        Ok(self)
    }

    fn serialize_struct_variant(self, _: &'static str, _: u32, _: &'static str, _: usize) -> Result<Self, NotFinite> {
        Ok(self)
    }

    fn collect_str<T: Display + ?Sized>(self, _: &T) -> Looked {
        Ok(())
    }
}

macro_rules! looks_at_each {
    ($($trait:ident::$method:ident($($name:ty)?),)*) => {
        $(impl $trait for Finite {
            type Ok = ();
            type Error = NotFinite;

            fn $method<T: Serialize + ?Sized>(&mut self, $(_: $name,)? value: &T) -> Looked {
                value.serialize(Self)
            }

            fn end(self) -> Looked {
                Ok(())
            }
        })*
    };
}

looks_at_each! {
    SerializeSeq::serialize_element(),
    SerializeTuple::serialize_element(),
    SerializeTupleStruct::serialize_field(),
    SerializeTupleVariant::serialize_field(),
    SerializeStruct::serialize_field(&'static str),
    SerializeStructVariant::serialize_field(&'static str),
}

impl SerializeMap for Finite {
    type Ok = ();
    type Error = NotFinite;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, _: &T) -> Looked {
        // A key is a text; what cannot be one is refused when it is written.
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Looked {
        value.serialize(Self)
    }

    fn end(self) -> Looked {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Serialize;

    use super::to_json;

    #[derive(Serialize)]
    enum Shape {
        Unit,
        Newtype(f64),
        Tuple(f32, Option<f64>),
        Struct { at: f64 },
    }

    fn is_written(value: &impl Serialize) -> bool {
        to_json(value).is_ok()
    }

    #[test]
    fn what_json_has_no_number_for_is_refused_wherever_it_stands() {
        for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert!(!is_written(&number));
            assert!(!is_written(&vec![1.0, number]));
            assert!(!is_written(&(1, number)));
            assert!(!is_written(&Some(number)));
            assert!(!is_written(&BTreeMap::from([("a", number)])));
            assert!(!is_written(&Shape::Newtype(number)));
            assert!(!is_written(&Shape::Tuple(1.0, Some(number))));
            assert!(!is_written(&Shape::Struct { at: number }));
        }
        assert!(!is_written(&Shape::Tuple(f32::NAN, None)));
        assert!(super::super::tool::ToolOutput::structured(&[f64::NAN]).is_err());
    }

    #[test]
    fn all_else_is_written_as_it_is() {
        let all = (1, -1.5, "x", [(); 0], (None::<u8>, Shape::Unit, Shape::Struct { at: f64::MAX }, 'c', true));
        assert_eq!(to_json(&all).ok(), serde_json::to_string(&all).ok());
        let raw = serde_json::value::RawValue::from_string("[1e400, null]".to_owned()).ok();
        assert_eq!(to_json(&raw).ok().as_deref(), Some("[1e400, null]"));
    }
}
