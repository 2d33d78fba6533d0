//! The names of members: texts, and what `serde_json` makes texts of.

use serde::ser::{Error as _, Impossible, Serialize, Serializer};

use super::{Text, Unwritable, Written, to_json};

/// Writes what it is given as the name of a member.
pub(super) struct Name<'t>(pub(super) &'t mut Text);

type Never = Impossible<(), Unwritable>;

#[cold]
fn no_name<T>() -> Result<T, Unwritable> {
    Err(Unwritable::custom("the name of a member must be a text"))
}

macro_rules! shown {
    ($($method:ident: $type:ty,)*) => {
        $(fn $method(self, value: $type) -> Written {
            self.0.name(&value.to_string())
        })*
    };
}

macro_rules! refused {
    ($($method:ident($($type:ty),*) -> $result:ty,)*) => {
        $(fn $method(self, $(_: $type),*) -> Result<$result, Unwritable> {
            no_name()
        })*
    };
}

impl Serializer for Name<'_> {
    type Ok = ();
    type Error = Unwritable;
    type SerializeSeq = Never;
    type SerializeTuple = Never;
    type SerializeTupleStruct = Never;
    type SerializeTupleVariant = Never;
    type SerializeMap = Never;
    type SerializeStruct = Never;
    type SerializeStructVariant = Never;

    shown! {
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
    }

    fn serialize_f32(self, number: f32) -> Written {
        self.number(&number, number.into())
    }

    fn serialize_f64(self, number: f64) -> Written {
        self.number(&number, number)
    }

    fn serialize_str(self, name: &str) -> Written {
        self.0.name(name)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Written {
        self.0.name(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Written {
        no_name()
    }

    refused! {
        serialize_bytes(&[u8]) -> (),
        serialize_none() -> (),
        serialize_unit() -> (),
        serialize_unit_struct(&'static str) -> (),
        serialize_seq(Option<usize>) -> Never,
        serialize_tuple(usize) -> Never,
        serialize_tuple_struct(&'static str, usize) -> Never,
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Never,
        serialize_map(Option<usize>) -> Never,
        serialize_struct(&'static str, usize) -> Never,
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Never,
    }
}

impl Name<'_> {
    /// A number as it is written as a value.
    fn number<T: Serialize>(self, number: &T, as_double: f64) -> Written {
        if !as_double.is_finite() {
            return Err(Unwritable::not_finite(as_double));
        }
        let digits = to_json(number)?;
        self.0.name(&digits)
    }
}
