//! Unions, each decided by what the schema says tells its variants apart.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{self, Deserializer, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use super::members::Key;
use super::{Literal, Members, Object, Seed};

/// A union of objects of which one member, a constant in each, tells which it is.
pub trait Tagged: Sized {
    /// Its name in the schema.
    const NAME: &'static str;
    /// The member.
    const TAG: &'static str;

    /// Reads the variant of a tag; `None` when the object has none.
    ///
    /// # Errors
    /// When no variant has the tag, or the object does not fit the one that has.
    fn read<'de, A: MapAccess<'de>>(tag: Option<&str>, from: Members<'de, A>) -> Result<Self, A::Error>;
}

/// Reads any [`Tagged`]: members before the tag are held back, those after it are not.
#[derive(Debug)]
pub struct TaggedVisitor<T>(pub PhantomData<T>);

impl<'de, T: Tagged> Visitor<'de> for TaggedVisitor<T> {
    type Value = T;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an object ({})", T::NAME)
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<T, A::Error> {
        let mut held = Vec::new();
        while let Some(Key(name)) = map.next_key()? {
            if name == T::TAG {
                let Key(tag) = map.next_value().map_err(|error| super::at(T::TAG, error))?;
                let chosen = tag.clone();
                return T::read(Some(&chosen), Members::after(Some((T::TAG, tag)), held, map));
            }
            let value = map.next_value_seed(Seed::<Value>::new()).map_err(|error| super::at(&name, error))?;
            held.push((name.into_owned(), value));
        }
        T::read(None, Members::after(None, held, map))
    }
}

/// A string that is none of the known ones.
#[cold]
pub fn refuse<E: de::Error>(expected: &str, found: &str, known: &[&str]) -> E {
    let known = known.iter().map(|text| format!("{text:?}")).collect::<Vec<_>>().join(", ");
    E::custom(format_args!("expected {expected}, one of {known}, found {found:?}"))
}

/// The error about a tag that no variant has, or that is absent.
#[cold]
pub fn untagged_fault<E: de::Error>(tag: Option<&str>, member: &str, expected: &str, known: &[&str]) -> E {
    tag.map_or_else(|| super::missing(member), |found| super::at(member, refuse::<E>(expected, found, known)))
}

/// The value as it is, or in the box that the variant wants.
pub fn boxed<T, U: From<T>>(value: T) -> U {
    U::from(value)
}

/// A union of objects that a constant tells apart.
macro_rules! tagged {
    ($type:ident $schema:literal by $tag:literal {
        $($value:literal => $variant:ident($of:ty)),* $(,)?
    } $(absent $absent:literal)? $(or $other:ident)?) => {
        impl wire::Tagged for $type {
            const NAME: &'static str = $schema;
            const TAG: &'static str = $tag;
            fn read<'de, A: ::serde::de::MapAccess<'de>>(
                tag: ::std::option::Option<&str>,
                from: wire::Members<'de, A>,
            ) -> ::std::result::Result<Self, A::Error> {
                match tag$(.or(::std::option::Option::Some($absent)))? {
                    $(::std::option::Option::Some($value) => {
                        <$of as wire::Object>::read(from).map(|value| Self::$variant(wire::boxed(value)))
                    })*
                    $(::std::option::Option::Some(_) => from.all().map(Self::$other),)?
                    tag => ::std::result::Result::Err(wire::untagged_fault(tag, $tag, $schema, &[$($value),*])),
                }
            }
        }

        impl wire::Decode for $type {
            fn decode<'de, D: ::serde::Deserializer<'de>>(from: D) -> ::std::result::Result<Self, D::Error> {
                from.deserialize_map(wire::TaggedVisitor(::std::marker::PhantomData))
            }
        }

        wire::by_caller!($type { $($variant($of)),* } $(or $other)?);
        wire::deserialize!($type);
    };
}
pub(crate) use tagged;

/// A union that is written by its variant, and read, if at all, by who knows which variant to expect.
macro_rules! by_caller {
    ($type:ident { $($variant:ident($of:ty)),* $(,)? } $(or $other:ident)?) => {
        impl ::serde::Serialize for $type {
            fn serialize<S: ::serde::Serializer>(&self, to: S) -> ::std::result::Result<S::Ok, S::Error> {
                match self {
                    $(Self::$variant(value) => value.serialize(to),)*
                    $(Self::$other(value) => value.serialize(to),)?
                }
            }
        }

        $(impl ::std::convert::From<$of> for $type {
            fn from(value: $of) -> Self {
                Self::$variant(wire::boxed(value))
            }
        })*
    };
}
pub(crate) use by_caller;

/// All members of an object.
///
/// # Errors
/// When the value is no object, or a member stands twice.
pub fn hold<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<(String, Value)>, D::Error> {
    struct Hold;
    impl<'de> Visitor<'de> for Hold {
        type Value = Vec<(String, Value)>;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }
        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut held: Vec<(String, Value)> = Vec::new();
            while let Some(Key(name)) = map.next_key()? {
                let value = map.next_value_seed(Seed::new()).map_err(|error| super::at(&name, error))?;
                held.push((name.into_owned(), value));
            }
            Ok(held)
        }
    }
    from.deserialize_map(Hold)
}

/// What tells a variant from others.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    members: &'static [&'static str],
    required: &'static [&'static str],
    constants: &'static [(&'static str, Literal)],
}

impl Shape {
    /// The shape of a type.
    #[must_use]
    pub const fn of<T: Object>() -> Self {
        Self { members: T::MEMBERS, required: T::REQUIRED, constants: T::CONSTANTS }
    }

    /// Whether an object can be one at all.
    fn admits(&self, held: &[(String, Value)]) -> bool {
        let has = |name: &str| held.iter().any(|(held, _)| held == name);
        self.required.iter().all(|name| has(name))
            && self
                .constants
                .iter()
                .all(|(name, literal)| held.iter().all(|(held, value)| held != name || literal.is(value)))
    }
}

/// The variants that an object may be, by how many of its members they name, most first; among
/// equals those that demand more, then those that the schema lists first.
#[must_use]
pub fn candidates(shapes: &[Shape], held: &[(String, Value)]) -> Vec<usize> {
    let mut found: Vec<usize> = (0..shapes.len()).filter(|&at| shapes[at].admits(held)).collect();
    found.sort_by_key(|&at| {
        let shape = &shapes[at];
        let named = held.iter().filter(|(name, _)| shape.members.contains(&name.as_str())).count();
        std::cmp::Reverse((named, shape.required.len() + shape.constants.len()))
    });
    found
}

/// A union of objects that their required members and constants tell apart.
macro_rules! by_members {
    ($type:ident $schema:literal { $($variant:ident($of:ty)),* $(,)? }) => {
        impl wire::Decode for $type {
            fn decode<'de, D: ::serde::Deserializer<'de>>(from: D) -> ::std::result::Result<Self, D::Error> {
                const SHAPES: &[wire::Shape] = &[$(wire::Shape::of::<$of>()),*];
                let readers = [$(
                    (|members| <$of as wire::Object>::read(members).map(|value| Self::$variant(wire::boxed(value))))
                        as wire::MemberReader<Self>
                ),*];
                wire::read_best(&wire::hold(from)?, SHAPES, &readers, $schema).map_err(::serde::de::Error::custom)
            }
        }

        wire::by_caller!($type { $($variant($of)),* });
        wire::deserialize!($type);
    };
}
pub(crate) use by_members;

/// Reads one variant from members that were held back.
pub type MemberReader<T> = fn(Members<'static, super::Nothing<serde_json::Error>>) -> Result<T, serde_json::Error>;

/// Reads the best of the variants that an object may be.
///
/// # Errors
/// When it is none of them; the error is that of the best.
pub fn read_best<T>(
    held: &[(String, Value)],
    shapes: &[Shape],
    readers: &[MemberReader<T>],
    expected: &str,
) -> Result<T, serde_json::Error> {
    let mut first = None;
    for reader in candidates(shapes, held).into_iter().filter_map(|at| readers.get(at)) {
        match reader(Members::after(None, held.to_vec(), super::Nothing(PhantomData))) {
            Ok(value) => return Ok(value),
            Err(error) => first = first.or(Some(error)),
        }
    }
    Err(first.unwrap_or_else(|| {
        let found = held.iter().map(|(name, _)| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        de::Error::custom(format_args!("the members {found} are not those of any {expected}"))
    }))
}

/// A union of values of different JSON kinds.
pub trait ByKind: Sized {
    /// What is expected, in words.
    const EXPECTED: &'static str;

    /// Reads a string.
    ///
    /// # Errors
    /// When no variant is a string, or it does not fit.
    fn string<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        other_kind(from, Self::EXPECTED)
    }
    /// Reads a number.
    ///
    /// # Errors
    /// When no variant is a number, or it does not fit.
    fn number<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        other_kind(from, Self::EXPECTED)
    }
    /// Reads `true` or `false`.
    ///
    /// # Errors
    /// When no variant is a boolean.
    fn boolean<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        other_kind(from, Self::EXPECTED)
    }
    /// Reads `null`.
    ///
    /// # Errors
    /// When no variant is `null`.
    fn null<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        other_kind(from, Self::EXPECTED)
    }
    /// Reads an array.
    ///
    /// # Errors
    /// When no variant is an array, or it does not fit.
    fn array<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        other_kind(from, Self::EXPECTED)
    }
    /// Reads an object.
    ///
    /// # Errors
    /// When no variant is an object, or it does not fit.
    fn object<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        other_kind(from, Self::EXPECTED)
    }
}

/// The error about a kind that no variant has, in serde's words.
fn other_kind<'de, T, D: Deserializer<'de>>(from: D, expected: &'static str) -> Result<T, D::Error> {
    struct Expected(&'static str);
    impl Visitor<'_> for Expected {
        type Value = std::convert::Infallible;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }
    }
    match from.deserialize_any(Expected(expected))? {}
}

/// Reads any [`ByKind`].
#[derive(Debug)]
pub struct KindVisitor<T>(pub PhantomData<T>);

impl<'de, T: ByKind> Visitor<'de> for KindVisitor<T> {
    type Value = T;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::EXPECTED)
    }
    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        T::string(text.into_deserializer())
    }
    fn visit_string<E: de::Error>(self, text: String) -> Result<T, E> {
        T::string(Cow::<str>::Owned(text).into_deserializer())
    }
    fn visit_i64<E: de::Error>(self, number: i64) -> Result<T, E> {
        T::number(number.into_deserializer())
    }
    fn visit_u64<E: de::Error>(self, number: u64) -> Result<T, E> {
        T::number(number.into_deserializer())
    }
    fn visit_f64<E: de::Error>(self, number: f64) -> Result<T, E> {
        T::number(number.into_deserializer())
    }
    fn visit_bool<E: de::Error>(self, boolean: bool) -> Result<T, E> {
        T::boolean(boolean.into_deserializer())
    }
    fn visit_unit<E: de::Error>(self) -> Result<T, E> {
        T::null(().into_deserializer())
    }
    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<T, A::Error> {
        T::array(SeqAccessDeserializer::new(items))
    }
    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<T, A::Error> {
        T::object(MapAccessDeserializer::new(members))
    }
}

/// A union that the JSON kind decides; several of one kind are tried in order on a parsed value.
macro_rules! by_kind {
    ($type:ident $expected:literal { $($kind:ident => $($variant:ident($of:ty))or+),* $(,)? }) => {
        impl wire::ByKind for $type {
            const EXPECTED: &'static str = $expected;
            $(fn $kind<'de, D: ::serde::Deserializer<'de>>(from: D) -> ::std::result::Result<Self, D::Error> {
                wire::any_of_these!(from, $($variant($of))or+)
            })*
        }

        impl wire::Decode for $type {
            fn decode<'de, D: ::serde::Deserializer<'de>>(from: D) -> ::std::result::Result<Self, D::Error> {
                from.deserialize_any(wire::KindVisitor(::std::marker::PhantomData))
            }
        }

        wire::by_caller!($type { $($($variant($of)),+),* });
        wire::deserialize!($type);
    };
}
pub(crate) use by_kind;

/// The first of some types that a value fits.
macro_rules! any_of_these {
    ($from:ident, $variant:ident($of:ty)) => {
        <$of as wire::Decode>::decode($from).map(|value| Self::$variant(wire::boxed(value)))
    };
    ($from:ident, $first:ident($of_first:ty) $(or $variant:ident($of:ty))+) => {{
        let value = <wire::Value as wire::Decode>::decode($from)?;
        let first = match <$of_first as wire::Decode>::decode(::std::clone::Clone::clone(&value)) {
            ::std::result::Result::Ok(value) => return ::std::result::Result::Ok(Self::$first(wire::boxed(value))),
            ::std::result::Result::Err(error) => error,
        };
        $(if let ::std::result::Result::Ok(value) = <$of as wire::Decode>::decode(::std::clone::Clone::clone(&value)) {
            return ::std::result::Result::Ok(Self::$variant(wire::boxed(value)));
        })+
        ::std::result::Result::Err(::serde::de::Error::custom(first))
    }};
}
pub(crate) use any_of_these;
