//! What values a schema lets through, as far as a Rust type can say it.
//!
//! A [`Shape`] has one part for each kind of JSON value; a schema's keywords each speak about one
//! kind, so that "all of" is the meet of every part, and "any of" the join. Always holds: a shape
//! lets through at least what the schema does. Assertions without an influence on the type
//! (`pattern`, `minItems`, `not`, `if`) are left out: the validator has them.

use std::collections::BTreeMap;
use std::rc::Rc;

/// A node of the [`super::arena::Arena`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Id(pub(super) u32);

/// The node of "any value".
pub(super) const ANY: Id = Id(0);

/// What is let through, kind by kind; children are nodes and not looked at.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Shape {
    pub(super) null: bool,
    pub(super) boolean: bool,
    pub(super) number: Option<Number>,
    pub(super) string: Option<Text>,
    pub(super) array: Option<Array>,
    /// Alternatives; none means that no object is let through.
    pub(super) objects: Vec<Rc<Object>>,
}

/// Numbers, by the integers around them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Number {
    pub(super) integer: bool,
    pub(super) low: Option<i128>,
    pub(super) high: Option<i128>,
}

/// Strings.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Text {
    Any,
    /// These, each once, in the order of the schema.
    Of(Vec<String>),
}

/// Arrays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Array {
    /// What every item is; `None`: there are no items.
    pub(super) items: Option<Id>,
}

/// Objects.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Object {
    pub(super) fields: BTreeMap<String, Member>,
    /// What the members are that are not among `fields`; `None`: there are none.
    pub(super) rest: Option<Id>,
    /// The node that is exactly this object, if there is one.
    pub(super) node: Option<Id>,
}

/// A named member of an object.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Member {
    pub(super) node: Id,
    pub(super) required: bool,
}

impl Shape {
    /// Nothing.
    pub(super) fn never() -> Self {
        Self { null: false, boolean: false, number: None, string: None, array: None, objects: Vec::new() }
    }

    /// Everything.
    pub(super) fn any() -> Self {
        Self {
            null: true,
            boolean: true,
            number: Some(Number::default()),
            string: Some(Text::Any),
            array: Some(Array { items: Some(ANY) }),
            objects: vec![Rc::new(Object::any())],
        }
    }

    /// How many kinds of value other than null are let through.
    pub(super) fn kinds(&self) -> usize {
        usize::from(self.boolean)
            + usize::from(self.number.is_some())
            + usize::from(self.string.is_some())
            + usize::from(self.array.is_some())
            + usize::from(!self.objects.is_empty())
    }

    pub(super) fn is_never(&self) -> bool {
        !self.null && self.kinds() == 0
    }

    pub(super) fn is_null_only(&self) -> bool {
        self.null && self.kinds() == 0
    }

    pub(super) fn is_any(&self) -> bool {
        let Self { null, boolean, number, string, array, objects } = self;
        *null
            && *boolean
            && *number == Some(Number::default())
            && *string == Some(Text::Any)
            && array.is_some_and(|array| array.items == Some(ANY))
            && objects.iter().any(|object| object.is_any())
    }

    /// The strings, if strings are all there is and they are listed.
    pub(super) fn listed_strings(&self) -> Option<&[String]> {
        match self {
            Self { null: false, boolean: false, number: None, string: Some(Text::Of(list)), array: None, objects }
                if objects.is_empty() =>
            {
                Some(list)
            }
            _ => None,
        }
    }
}

impl Object {
    /// Any object.
    pub(super) fn any() -> Self {
        Self { fields: BTreeMap::new(), rest: Some(ANY), node: None }
    }

    pub(super) fn is_any(&self) -> bool {
        self.fields.is_empty() && self.rest == Some(ANY)
    }
}

impl Number {
    pub(super) fn meet(self, other: Self) -> Option<Self> {
        let low = self.low.max(other.low);
        let high = match (self.high, other.high) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        let empty = low.zip(high).is_some_and(|(low, high)| low > high);
        (!empty).then_some(Self { integer: self.integer || other.integer, low, high })
    }

    pub(super) fn join(self, other: Self) -> Self {
        Self {
            integer: self.integer && other.integer,
            low: self.low.zip(other.low).map(|(a, b)| a.min(b)),
            high: self.high.zip(other.high).map(|(a, b)| a.max(b)),
        }
    }
}

impl Text {
    pub(super) fn meet(&self, other: &Self) -> Option<Self> {
        match (self, other) {
            (Self::Any, text) | (text, Self::Any) => Some(text.clone()),
            (Self::Of(a), Self::Of(b)) => {
                let known: std::collections::HashSet<&String> = b.iter().collect();
                let both: Vec<String> = a.iter().filter(|text| known.contains(text)).cloned().collect();
                (!both.is_empty()).then_some(Self::Of(both))
            }
        }
    }

    pub(super) fn join(texts: &[&Self]) -> Self {
        let mut seen = std::collections::HashSet::new();
        let mut all = Vec::new();
        for text in texts {
            let Self::Of(list) = text else { return Self::Any };
            all.extend(list.iter().filter(|text| seen.insert(text.as_str())).cloned());
        }
        Self::Of(all)
    }
}
