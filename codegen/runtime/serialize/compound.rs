//! Arrays and objects: what stands before, between and after their parts.

use serde::ser::{
    Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant,
};

use super::name::Name;
use super::{Text, Unwritable, Written};

/// An array or object that is being written.
pub struct Compound<'t> {
    text: &'t mut Text,
    empty: bool,
    /// What closes it, and what it stands in.
    end: &'static str,
}

impl<'t> Compound<'t> {
    #[inline]
    pub(super) fn open(text: &'t mut Text, begin: &str, end: &'static str) -> Self {
        text.token(begin);
        Self { text, empty: true, end }
    }

    /// What looks like a struct and holds its own text.
    pub(super) fn raw(text: &'t mut Text) -> Self {
        text.raw = true;
        Self { text, empty: true, end: "" }
    }

    #[inline]
    fn comma(&mut self) {
        if !std::mem::take(&mut self.empty) {
            self.text.token(",");
        }
    }

    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        self.comma();
        value.serialize(&mut *self.text)
    }

    fn member<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Written {
        if !self.text.raw {
            self.comma();
            self.text.name(name)?;
        }
        value.serialize(&mut *self.text)
    }

    #[inline]
    fn close(self) {
        self.text.raw = false;
        self.text.token(self.end);
    }
}

macro_rules! compounds {
    ($($trait:ident::$method:ident as $part:ident($($name:ident: $type:ty)?);)*) => {
        $(impl $trait for Compound<'_> {
            type Ok = ();
            type Error = Unwritable;

            fn $method<T: Serialize + ?Sized>(&mut self, $($name: $type,)? value: &T) -> Written {
                self.$part($($name,)? value)
            }

            fn end(self) -> Written {
                self.close();
                Ok(())
            }
        })*
    };
}

compounds! {
    SerializeSeq::serialize_element as item();
    SerializeTuple::serialize_element as item();
    SerializeTupleStruct::serialize_field as item();
    SerializeTupleVariant::serialize_field as item();
    SerializeStruct::serialize_field as member(name: &'static str);
    SerializeStructVariant::serialize_field as member(name: &'static str);
}

impl SerializeMap for Compound<'_> {
    type Ok = ();
    type Error = Unwritable;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Written {
        self.comma();
        key.serialize(Name(&mut *self.text))
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        value.serialize(&mut *self.text)
    }

    fn end(self) -> Written {
        self.close();
        Ok(())
    }
}
