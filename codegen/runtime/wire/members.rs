//! The members of one object as they come in, first those that had to be held back to find out what
//! the object is, then the rest of the text.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{self, Deserialize, DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde_json::{Map, Value};

use super::fault::{at, duplicate};
use super::object::Literal;
use super::{Decode, Seed};

/// A member name, borrowed from the text where it has no escapes.
#[derive(Debug)]
pub struct Key<'de>(pub Cow<'de, str>);

impl<'de> Deserialize<'de> for Key<'de> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct KeyVisitor;
        impl<'de> Visitor<'de> for KeyVisitor {
            type Value = Key<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }
            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(Key(Cow::Borrowed(text)))
            }
            fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Key(Cow::Owned(text.to_owned())))
            }
            fn visit_string<E>(self, text: String) -> Result<Self::Value, E> {
                Ok(Key(Cow::Owned(text)))
            }
        }
        from.deserialize_str(KeyVisitor)
    }
}

/// The value whose key was read last.
enum Current {
    /// It is still in the text.
    Text,
    /// It was held back.
    Held(Value),
}

/// The members of an object, one after the other.
pub struct Members<'de, A> {
    tag: Option<(&'static str, Cow<'de, str>)>,
    held: std::vec::IntoIter<(String, Value)>,
    current: Current,
    map: A,
}

impl<'de, A: MapAccess<'de>> Members<'de, A> {
    /// The members of a text.
    pub fn new(map: A) -> Self {
        Self::after(None, Vec::new(), map)
    }

    /// The same after a tag and other members were read already.
    pub fn after(tag: Option<(&'static str, Cow<'de, str>)>, held: Vec<(String, Value)>, map: A) -> Self {
        Self { tag, held: held.into_iter(), current: Current::Text, map }
    }

    /// The name of the next member.
    ///
    /// # Errors
    /// When the text is broken.
    pub fn key(&mut self) -> Result<Option<Cow<'de, str>>, A::Error> {
        if let Some((name, text)) = self.tag.take() {
            self.current = Current::Held(Value::String(text.into_owned()));
            return Ok(Some(Cow::Borrowed(name)));
        }
        if let Some((name, value)) = self.held.next() {
            self.current = Current::Held(value);
            return Ok(Some(Cow::Owned(name)));
        }
        self.current = Current::Text;
        Ok(self.map.next_key()?.map(|Key(name)| name))
    }

    fn value<T: Decode>(&mut self, name: &str) -> Result<T, A::Error> {
        match std::mem::replace(&mut self.current, Current::Text) {
            Current::Text => self.map.next_value_seed(Seed::new()).map_err(|error| at(name, error)),
            Current::Held(value) => T::decode(value).map_err(|error| at(name, error)),
        }
    }

    /// Reads the member into its slot.
    ///
    /// # Errors
    /// When the value does not fit, or the slot is filled already.
    pub fn read<T: Decode>(&mut self, slot: &mut Option<T>, name: &'static str) -> Result<(), A::Error> {
        if slot.is_some() {
            return Err(duplicate(name));
        }
        *slot = Some(self.value(name)?);
        Ok(())
    }

    /// Reads the member into its slot and checks its bounds.
    ///
    /// # Errors
    /// When the value does not fit or is out of bounds, or the slot is filled already.
    pub fn read_checked<T: Decode>(
        &mut self,
        slot: &mut Option<T>,
        name: &'static str,
        check: impl Fn(&T) -> Result<(), String>,
    ) -> Result<(), A::Error> {
        self.read(slot, name)?;
        slot.as_ref().map_or(Ok(()), check).map_err(|reason| at(name, reason))
    }

    /// Reads a member that has one legal value.
    ///
    /// # Errors
    /// When it has another one, or was seen already.
    pub fn constant(&mut self, seen: &mut bool, name: &'static str, literal: Literal) -> Result<(), A::Error> {
        if *seen {
            return Err(duplicate(name));
        }
        *seen = true;
        match std::mem::replace(&mut self.current, Current::Text) {
            Current::Text => self.map.next_value_seed(literal).map_err(|error| at(name, error)),
            Current::Held(value) => literal.deserialize(value).map_err(|error| at(name, error)),
        }
    }

    /// Keeps a member that the type does not name.
    ///
    /// # Errors
    /// When its value does not fit, or it stands there twice.
    #[allow(clippy::needless_pass_by_value, reason = "as `key` gave it: emitted code hands it on")]
    pub fn keep<E: Extra>(&mut self, extra: &mut E, name: Cow<'de, str>) -> Result<(), A::Error> {
        let value = self.value(&name)?;
        extra.put(&name, value).map_or_else(|| Err(duplicate(&name)), Ok)
    }

    /// All members as they are, for a variant that this side does not know.
    ///
    /// # Errors
    /// When the text is broken, or a member stands twice.
    pub fn all(mut self) -> Result<Map<String, Value>, A::Error> {
        let mut all = Map::new();
        while let Some(name) = self.key()? {
            self.keep(&mut all, name)?;
        }
        Ok(all)
    }

    /// Refuses a member of an object that is closed.
    ///
    /// # Errors
    /// Always.
    #[allow(clippy::unused_self, reason = "emitted code calls it as it calls `keep`")]
    pub fn refuse(&mut self, name: &str, known: &[&str]) -> Result<(), A::Error> {
        let known = known.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        Err(at(name, format_args!("unknown member, expected one of: {known}")))
    }
}

impl<A> fmt::Debug for Members<'_, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Members").finish_non_exhaustive()
    }
}

/// Where members go that a type does not name.
pub trait Extra: Default {
    /// What their values are.
    type Value: Decode;
    /// Takes one; `None` when it is there already.
    fn put(&mut self, name: &str, value: Self::Value) -> Option<()>;
}

impl Extra for Map<String, Value> {
    type Value = Value;
    fn put(&mut self, name: &str, value: Value) -> Option<()> {
        self.insert(name.to_owned(), value).is_none().then_some(())
    }
}

impl<T: Decode> Extra for BTreeMap<String, T> {
    type Value = T;
    fn put(&mut self, name: &str, value: T) -> Option<()> {
        self.insert(name.to_owned(), value).is_none().then_some(())
    }
}

/// An object of which all members were held back.
#[derive(Debug)]
pub struct Nothing<E>(pub PhantomData<E>);

impl<'de, E: de::Error> MapAccess<'de> for Nothing<E> {
    type Error = E;
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, _: K) -> Result<Option<K::Value>, E> {
        Ok(None)
    }
    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, _: V) -> Result<V::Value, E> {
        Err(E::custom("there is no further member"))
    }
}
