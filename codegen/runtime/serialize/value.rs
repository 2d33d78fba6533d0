//! What kind of value is written how.

use std::io;

use serde::ser::{Error as _, Serialize, Serializer};
use serde_json::ser::{CompactFormatter, Formatter as _};

use super::compound::Compound;
use super::{Text, Unwritable, Written};

/// What serialises as a struct of this name holds its text, in whatever number of these `serde_json` has been built with.
const RAW: [&str; 2] = ["$serde_json::private::RawValue", "$serde_json::private::Number"];

/// Where `serde_json` writes the digits of a number.
struct Digits<'t>(&'t mut Text);

impl io::Write for Digits<'_> {
    #[inline]
    fn write_all(&mut self, digits: &[u8]) -> io::Result<()> {
        self.0.token(std::str::from_utf8(digits).map_err(io::Error::other)?);
        Ok(())
    }

    fn write(&mut self, digits: &[u8]) -> io::Result<usize> {
        self.write_all(digits).map(|()| digits.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

macro_rules! integers {
    ($($method:ident: $type:ty, $write:ident;)*) => {
        $(fn $method(self, number: $type) -> Written {
            CompactFormatter.$write(&mut Digits(self), number).map_err(Unwritable::custom)
        })*
    };
}

macro_rules! floats {
    ($($method:ident: $type:ty, $write:ident;)*) => {
        $(fn $method(self, number: $type) -> Written {
            if !number.is_finite() {
                return Err(Unwritable::not_finite(number.into()));
            }
            CompactFormatter.$write(&mut Digits(self), number).map_err(Unwritable::custom)
        })*
    };
}

impl Unwritable {
    #[cold]
    pub(super) fn not_finite(number: f64) -> Self {
        Self::custom(format_args!("{number} is no number of JSON"))
    }
}

impl<'t> Serializer for &'t mut Text {
    type Ok = ();
    type Error = Unwritable;
    type SerializeSeq = Compound<'t>;
    type SerializeTuple = Compound<'t>;
    type SerializeTupleStruct = Compound<'t>;
    type SerializeTupleVariant = Compound<'t>;
    type SerializeMap = Compound<'t>;
    type SerializeStruct = Compound<'t>;
    type SerializeStructVariant = Compound<'t>;

    integers! {
        serialize_i8: i8, write_i8;
        serialize_i16: i16, write_i16;
        serialize_i32: i32, write_i32;
        serialize_i64: i64, write_i64;
        serialize_i128: i128, write_i128;
        serialize_u8: u8, write_u8;
        serialize_u16: u16, write_u16;
        serialize_u32: u32, write_u32;
        serialize_u64: u64, write_u64;
        serialize_u128: u128, write_u128;
    }

    floats! {
        serialize_f32: f32, write_f32;
        serialize_f64: f64, write_f64;
    }

    fn serialize_bool(self, value: bool) -> Written {
        self.token(if value { "true" } else { "false" });
        Ok(())
    }

    fn serialize_char(self, value: char) -> Written {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, text: &str) -> Written {
        if self.raw {
            return self.raw(text);
        }
        self.string(text);
        Ok(())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Written {
        self.collect_seq(bytes)
    }

    fn serialize_none(self) -> Written {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Written {
        self.token("null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Written {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Written {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Written {
        self.token("{");
        self.name(variant)?;
        value.serialize(&mut *self)?;
        self.token("}");
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Compound<'t>, Unwritable> {
        Ok(Compound::open(self, "[", "]"))
    }

    fn serialize_tuple(self, _: usize) -> Result<Compound<'t>, Unwritable> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Compound<'t>, Unwritable> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Compound<'t>, Unwritable> {
        self.token("{");
        self.name(variant)?;
        Ok(Compound::open(self, "[", "]}"))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Compound<'t>, Unwritable> {
        Ok(Compound::open(self, "{", "}"))
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Compound<'t>, Unwritable> {
        if RAW.contains(&name) {
            return Ok(Compound::raw(self));
        }
        self.serialize_map(None)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Compound<'t>, Unwritable> {
        self.token("{");
        self.name(variant)?;
        Ok(Compound::open(self, "{", "}}"))
    }
}
