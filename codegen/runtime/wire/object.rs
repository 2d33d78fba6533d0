//! Objects with named members, and strings out of a list.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::fault::missing;
use super::{Decode, Members};

/// The one legal value of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Literal {
    /// A string, such as the method of a request.
    Text(&'static str),
    /// An integer, such as the code of an error.
    Integer(i64),
}

impl Literal {
    /// Whether a value is this one; numbers are compared as numbers.
    #[must_use]
    pub fn is(self, value: &serde_json::Value) -> bool {
        self.deserialize(value).is_ok()
    }
}

impl From<&'static str> for Literal {
    fn from(text: &'static str) -> Self {
        Self::Text(text)
    }
}

impl From<i64> for Literal {
    fn from(integer: i64) -> Self {
        Self::Integer(integer)
    }
}

impl Serialize for Literal {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => to.serialize_str(text),
            Self::Integer(integer) => to.serialize_i64(*integer),
        }
    }
}

impl<'de> DeserializeSeed<'de> for Literal {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        match self {
            Self::Text(_) => from.deserialize_str(self),
            Self::Integer(_) => from.deserialize_any(self),
        }
    }
}

impl Visitor<'_> for Literal {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => write!(f, "{text:?}"),
            Self::Integer(integer) => write!(f, "{integer}"),
        }
    }
    fn visit_str<E: de::Error>(self, found: &str) -> Result<(), E> {
        match self {
            Self::Text(text) if text == found => Ok(()),
            _ => Err(E::invalid_value(de::Unexpected::Str(found), &self)),
        }
    }
    fn visit_i64<E: de::Error>(self, found: i64) -> Result<(), E> {
        match self {
            Self::Integer(integer) if integer == found => Ok(()),
            _ => Err(E::invalid_value(de::Unexpected::Signed(found), &self)),
        }
    }
    fn visit_u64<E: de::Error>(self, found: u64) -> Result<(), E> {
        match self {
            Self::Integer(integer) if u64::try_from(integer) == Ok(found) => Ok(()),
            _ => Err(E::invalid_value(de::Unexpected::Unsigned(found), &self)),
        }
    }
    fn visit_f64<E: de::Error>(self, found: f64) -> Result<(), E> {
        #[allow(clippy::cast_precision_loss, clippy::float_cmp, reason = "constants of a schema are small integers")]
        match self {
            Self::Integer(integer) if integer as f64 == found => Ok(()),
            _ => Err(E::invalid_value(de::Unexpected::Float(found), &self)),
        }
    }
}

/// A type that stands for an object with named members.
pub trait Object: Sized {
    /// Its name in the schema.
    const NAME: &'static str;
    /// Every member that it names.
    const MEMBERS: &'static [&'static str];
    /// The members without which it is none.
    const REQUIRED: &'static [&'static str];
    /// The members that have one legal value.
    const CONSTANTS: &'static [(&'static str, Literal)];

    /// Reads the members.
    ///
    /// # Errors
    /// When one does not fit, or one that is required is absent.
    fn read<'de, A: MapAccess<'de>>(from: Members<'de, A>) -> Result<Self, A::Error>;
}

/// Reads any [`Object`].
#[derive(Debug)]
pub struct ObjectVisitor<T>(pub PhantomData<T>);

impl<'de, T: Object> Visitor<'de> for ObjectVisitor<T> {
    type Value = T;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an object ({})", T::NAME)
    }
    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        T::read(Members::new(map))
    }
}

/// The value of a slot that must be filled.
///
/// # Errors
/// When it is not.
pub fn required<T, E: de::Error>(slot: Option<T>, name: &str) -> Result<T, E> {
    slot.ok_or_else(|| missing(name))
}

/// Writes the members that a type does not name, except where a named one has taken their name.
///
/// # Errors
/// As the serializer has them.
pub fn write_extra<'a, V: Serialize + 'a, M: SerializeMap>(
    extra: impl IntoIterator<Item = (&'a String, &'a V)>,
    named: &[&str],
    to: &mut M,
) -> Result<(), M::Error> {
    extra
        .into_iter()
        .filter(|(name, _)| !named.contains(&name.as_str()))
        .try_for_each(|(name, value)| to.serialize_entry(name, value))
}

/// Gives a struct its place in JSON: which member is which field, what is required, what is constant.
macro_rules! object {
    ($type:ident $schema:literal {
        constants { $($cvar:ident: $cname:literal = $cvalue:literal $(or $absent:ident)?),* $(,)? }
        required { $($rvar:ident: $rname:literal $([$rcheck:expr])?),* $(,)? }
        optional { $($ovar:ident: $oname:literal $([$ocheck:expr])?),* $(,)? }
        $(any_of { $($avar:ident: $aname:literal),+ $(,)? })?
        $(rest $rest:ident)?
    }) => {
        impl wire::Object for $type {
            const NAME: &'static str = $schema;
            const MEMBERS: &'static [&'static str] = &[$($cname,)* $($rname,)* $($oname,)*];
            const REQUIRED: &'static [&'static str] = &[$($rname,)*];
            const CONSTANTS: &'static [(&'static str, wire::Literal)] = &[$(($cname, wire::literal!($cvalue))),*];

            fn read<'de, A: ::serde::de::MapAccess<'de>>(
                mut from: wire::Members<'de, A>,
            ) -> ::std::result::Result<Self, A::Error> {
                $(let mut $cvar = false;)*
                $(let mut $rvar = ::std::option::Option::None;)*
                $(let mut $ovar = ::std::option::Option::None;)*
                $(let mut $rest = ::std::default::Default::default();)?
                while let ::std::option::Option::Some(name) = from.key()? {
                    match &*name {
                        $($cname => from.constant(&mut $cvar, $cname, wire::literal!($cvalue))?,)*
                        $($rname => wire::read!(from, $rvar, $rname $(, $rcheck)?),)*
                        $($oname => wire::read!(from, $ovar, $oname $(, $ocheck)?),)*
                        _ => wire::rest!(from, name, $($rest)?),
                    }
                }
                $(wire::constant_seen!($cvar, $cname $(, $absent)?);)*
                $(if true $(&& $avar.is_none())+ {
                    return ::std::result::Result::Err(::serde::de::Error::custom(wire::NeedsOne(&[$($aname),+])));
                })?
                ::std::result::Result::Ok(Self {
                    $($rvar: wire::required($rvar, $rname)?,)*
                    $($ovar,)*
                    $($rest,)?
                })
            }
        }

        impl ::serde::Serialize for $type {
            fn serialize<S: ::serde::Serializer>(&self, to: S) -> ::std::result::Result<S::Ok, S::Error> {
                $(if true $(&& self.$avar.is_none())+ {
                    return ::std::result::Result::Err(::serde::ser::Error::custom(wire::NeedsOne(&[$($aname),+])));
                })?
                let mut map = to.serialize_map(::std::option::Option::None)?;
                $(::serde::ser::SerializeMap::serialize_entry(&mut map, $cname, &wire::literal!($cvalue))?;)*
                $(::serde::ser::SerializeMap::serialize_entry(&mut map, $rname, &self.$rvar)?;)*
                $(if let ::std::option::Option::Some(value) = &self.$ovar {
                    ::serde::ser::SerializeMap::serialize_entry(&mut map, $oname, value)?;
                })*
                $(wire::write_extra(&self.$rest, <Self as wire::Object>::MEMBERS, &mut map)?;)?
                ::serde::ser::SerializeMap::end(map)
            }
        }

        impl wire::Decode for $type {
            fn decode<'de, D: ::serde::Deserializer<'de>>(from: D) -> ::std::result::Result<Self, D::Error> {
                from.deserialize_map(wire::ObjectVisitor(::std::marker::PhantomData))
            }
        }

        wire::deserialize!($type);
    };
}
pub(crate) use object;

/// One member into its slot, with its bounds if it has any.
macro_rules! read {
    ($from:ident, $slot:ident, $name:literal) => {
        $from.read(&mut $slot, $name)?
    };
    ($from:ident, $slot:ident, $name:literal, $check:expr) => {
        $from.read_checked(&mut $slot, $name, $check)?
    };
}
pub(crate) use read;

/// A member without a field: kept, or refused where the object is closed.
macro_rules! rest {
    ($from:ident, $name:ident, $rest:ident) => {
        $from.keep(&mut $rest, $name)?
    };
    ($from:ident, $name:ident,) => {
        $from.refuse(&$name, <Self as wire::Object>::MEMBERS)?
    };
}
pub(crate) use rest;

/// A constant has to be there, unless its absence means the same.
macro_rules! constant_seen {
    ($seen:ident, $name:literal) => {
        if !$seen {
            return ::std::result::Result::Err(wire::missing($name));
        }
    };
    ($seen:ident, $name:literal, absent) => {
        let _ = $seen;
    };
}
pub(crate) use constant_seen;

/// A literal of a schema; a string or an integer.
macro_rules! literal {
    ($value:literal) => {
        const { wire::IntoLiteral($value).literal() }
    };
}
pub(crate) use literal;

/// serde's own trait for a type that has ours.
macro_rules! deserialize {
    ($type:ident) => {
        impl<'de> ::serde::Deserialize<'de> for $type {
            fn deserialize<D: ::serde::Deserializer<'de>>(from: D) -> ::std::result::Result<Self, D::Error> {
                <Self as wire::Decode>::decode(from)
            }
        }
    };
}
pub(crate) use deserialize;

/// A literal on its way to be a [`Literal`] in a constant, where traits do not reach.
#[derive(Debug)]
pub struct IntoLiteral<T>(pub T);

impl IntoLiteral<&'static str> {
    /// The literal.
    #[must_use]
    pub const fn literal(self) -> Literal {
        Literal::Text(self.0)
    }
}

impl IntoLiteral<i64> {
    /// The literal.
    #[must_use]
    pub const fn literal(self) -> Literal {
        Literal::Integer(self.0)
    }
}

/// The message about an object of which one of some members must be there.
#[derive(Debug)]
pub struct NeedsOne(pub &'static [&'static str]);

impl fmt::Display for NeedsOne {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("at least one of these members must be there:")?;
        self.0.iter().try_for_each(|name| write!(f, " `{name}`"))
    }
}

/// Gives an enum of strings its values.
macro_rules! string_enum {
    ($type:ident $schema:literal { $($variant:ident = $value:literal),* $(,)? } $(or $other:ident)?) => {
        impl $type {
            /// The string on the wire.
            #[must_use]
            pub const fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $value,)*
                    $(Self::$other(text) => text.as_str(),)?
                }
            }
        }

        impl ::std::fmt::Display for $type {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl ::serde::Serialize for $type {
            fn serialize<S: ::serde::Serializer>(&self, to: S) -> ::std::result::Result<S::Ok, S::Error> {
                to.serialize_str(self.as_str())
            }
        }

        impl wire::Decode for $type {
            fn decode<'de, D: ::serde::Deserializer<'de>>(from: D) -> ::std::result::Result<Self, D::Error> {
                let wire::Key(text) = ::serde::Deserialize::deserialize(from)?;
                match &*text {
                    $($value => ::std::result::Result::Ok(Self::$variant),)*
                    _ => wire::unlisted!(text, $schema, [$($value),*] $(, $other)?),
                }
            }
        }

        wire::deserialize!($type);
    };
}
pub(crate) use string_enum;

/// A string outside the list: kept where a peer may extend the list, else refused.
macro_rules! unlisted {
    ($text:ident, $schema:literal, $known:tt) => {
        ::std::result::Result::Err(wire::refuse($schema, &$text, &$known))
    };
    ($text:ident, $schema:literal, $known:tt, $other:ident) => {
        ::std::result::Result::Ok(Self::$other($text.into_owned()))
    };
}
pub(crate) use unlisted;
