//! What can be decoded: serde's `Deserialize`, but with the place in the error, and strict about kinds.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use super::fault::{at, duplicate};
use super::members::{Extra, Key};

/// A type that is decoded from JSON.
pub trait Decode: Sized {
    /// Reads one value.
    ///
    /// # Errors
    /// When the value does not fit the type.
    fn decode<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error>;
}

/// [`Decode`] for the parts of serde that want a seed.
#[derive(Debug)]
pub struct Seed<T>(PhantomData<T>);

impl<T> Seed<T> {
    /// A seed for values of `T`.
    #[must_use]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<T> Default for Seed<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<'de, T: Decode> DeserializeSeed<'de> for Seed<T> {
    type Value = T;
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<T, D::Error> {
        T::decode(from)
    }
}

macro_rules! by_serde {
    ($($type:ty),*) => {$(
        impl Decode for $type {
            fn decode<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                de::Deserialize::deserialize(from)
            }
        }
    )*};
}
by_serde!(String, bool, Number, Value);

impl Decode for () {
    fn decode<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        de::Deserialize::deserialize(from)
    }
}

impl<T: Decode> Decode for Box<T> {
    fn decode<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        T::decode(from).map(Box::new)
    }
}

/// `None` is `null`: absence is a matter of the object around it.
impl<T: Decode> Decode for Option<T> {
    fn decode<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Nullable<T>(PhantomData<T>);
        impl<'de, T: Decode> Visitor<'de> for Nullable<T> {
            type Value = Option<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value or null")
            }
            fn visit_none<E>(self) -> Result<Self::Value, E> {
                Ok(None)
            }
            fn visit_unit<E>(self) -> Result<Self::Value, E> {
                Ok(None)
            }
            fn visit_some<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
                T::decode(from).map(Some)
            }
        }
        from.deserialize_option(Nullable(PhantomData))
    }
}

impl<T: Decode> Decode for Vec<T> {
    fn decode<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Items<T>(PhantomData<T>);
        impl<'de, T: Decode> Visitor<'de> for Items<T> {
            type Value = Vec<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an array")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<Self::Value, A::Error> {
                let mut items = Vec::new();
                while let Some(item) =
                    from.next_element_seed(Seed::<T>::new()).map_err(|error| at(items.len(), error))?
                {
                    items.push(item);
                }
                Ok(items)
            }
        }
        from.deserialize_seq(Items(PhantomData))
    }
}

fn named<'de, T: Decode, M: Extra<Value = T>, D: Deserializer<'de>>(from: D) -> Result<M, D::Error> {
    struct Named<T, M>(PhantomData<(T, M)>);
    impl<'de, T: Decode, M: Extra<Value = T>> Visitor<'de> for Named<T, M> {
        type Value = M;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }
        fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<M, A::Error> {
            let mut members = M::default();
            while let Some(Key(name)) = from.next_key()? {
                let value = from.next_value_seed(Seed::<T>::new()).map_err(|error| at(&name, error))?;
                if members.put(&name, value).is_none() {
                    return Err(duplicate(&name));
                }
            }
            Ok(members)
        }
    }
    from.deserialize_map(Named(PhantomData))
}

impl Decode for Map<String, Value> {
    fn decode<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        named(from)
    }
}

impl<T: Decode> Decode for BTreeMap<String, T> {
    fn decode<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        named(from)
    }
}
