//! The type of a part: a field, an item of an array, a value of a map.

/// The type of a part. Whatever holds no other type here holds numbers, strings, or any value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Type {
    /// `serde_json::Value`
    Any,
    /// `()`
    Null,
    Bool,
    I64,
    U64,
    F64,
    /// `serde_json::Number`: an integer that may be beyond both `i64` and `u64`.
    Number,
    String,
    Item(usize),
    Array(Box<Type>),
    /// A `serde_json::Map` of any values, a `BTreeMap` of others.
    Map(Box<Type>),
    /// An option.
    Nullable(Box<Type>),
    /// On the heap, because the type contains itself: known when typify has seen all types, not before.
    Boxed(Box<Type>),
}

impl Type {
    /// What containers hold in the end.
    pub(super) fn leaf(&self) -> &Self {
        let mut ty = self;
        while let Self::Array(inner) | Self::Map(inner) | Self::Nullable(inner) = ty {
            ty = inner;
        }
        ty
    }

    /// Whether reading it needs care with the spelling of numbers.
    pub(crate) fn is_numeric(&self) -> bool {
        matches!(self.leaf(), Self::I64 | Self::U64 | Self::F64)
    }
}
