//! The checks of a schema as plain data: what lowering makes and emission reads.

use serde_json::{Number, Value};

use super::ecma;

/// A set of JSON types; `integer` and `number with a fraction` are kept apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Types(u8);

impl Types {
    pub(super) const NONE: Self = Self(0);
    pub(super) const NULL: Self = Self(1);
    pub(super) const BOOLEAN: Self = Self(2);
    pub(super) const INTEGER: Self = Self(4);
    pub(super) const FRACTION: Self = Self(8);
    pub(super) const STRING: Self = Self(16);
    pub(super) const ARRAY: Self = Self(32);
    pub(super) const OBJECT: Self = Self(64);
    pub(super) const NUMBER: Self = Self(4 | 8);
    pub(super) const ALL: Self = Self(127);

    /// The set of a name that `type` may have; empty for any other.
    pub(super) fn named(name: &str) -> Self {
        match name {
            "null" => Self::NULL,
            "boolean" => Self::BOOLEAN,
            "integer" => Self::INTEGER,
            "number" => Self::NUMBER,
            "string" => Self::STRING,
            "array" => Self::ARRAY,
            "object" => Self::OBJECT,
            _ => Self::NONE,
        }
    }

    /// The type of one value.
    pub(super) fn of(value: &Value) -> Self {
        match value {
            Value::Null => Self::NULL,
            Value::Bool(_) => Self::BOOLEAN,
            Value::Number(n) if n.is_f64() && n.as_f64().is_some_and(|f| f.fract() != 0.0) => Self::FRACTION,
            Value::Number(_) => Self::INTEGER,
            Value::String(_) => Self::STRING,
            Value::Array(_) => Self::ARRAY,
            Value::Object(_) => Self::OBJECT,
        }
    }

    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(super) const fn has_all(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// Index of a node.
pub(super) type Id = usize;

/// The checks of one subschema. Everything that is absent holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Node {
    /// Where it stands: JSON Pointer, after the address of the document when that is another one.
    pub(super) place: String,
    /// `false`: nothing is valid.
    pub(super) never: bool,
    pub(super) types: Types,
    /// `const` and `enum`: the value must be in each of the lists.
    pub(super) values: Vec<(&'static str, Vec<Value>)>,
    pub(super) number: Numbers,
    pub(super) string: Strings,
    pub(super) array: Arrays,
    pub(super) object: Objects,
    pub(super) in_place: Vec<InPlace>,
}

/// Keywords of numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Numbers {
    pub(super) minimum: Option<Number>,
    pub(super) exclusive_minimum: Option<Number>,
    pub(super) maximum: Option<Number>,
    pub(super) exclusive_maximum: Option<Number>,
    pub(super) multiple_of: Option<Number>,
}

/// Keywords of strings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Strings {
    pub(super) min: Option<u64>,
    pub(super) max: Option<u64>,
    pub(super) pattern: Option<usize>,
    /// A format that is asserted.
    pub(super) format: Option<&'static str>,
}

/// Keywords of arrays.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Arrays {
    pub(super) min: Option<u64>,
    pub(super) max: Option<u64>,
    pub(super) unique: bool,
    /// The first items, each its own; `prefixItems`, or `items` of draft-07.
    pub(super) prefix: Vec<Id>,
    /// The items after them, with the keyword.
    pub(super) rest: Option<(&'static str, Id)>,
    pub(super) contains: Option<Contains>,
    pub(super) unevaluated: Option<Id>,
}

/// `contains` with its bounds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Contains {
    pub(super) node: Id,
    pub(super) min: u64,
    pub(super) max: Option<u64>,
    /// Whether items that it holds for count as evaluated: in 2020-12, not in draft-07.
    pub(super) evaluates: bool,
}

/// Keywords of objects.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Objects {
    pub(super) min: Option<u64>,
    pub(super) max: Option<u64>,
    /// Sorted.
    pub(super) required: Vec<String>,
    /// Sorted by name.
    pub(super) properties: Vec<(String, Id)>,
    pub(super) patterns: Vec<(usize, Id)>,
    pub(super) additional: Option<Id>,
    pub(super) names: Option<Id>,
    pub(super) dependent_required: Vec<(String, Vec<String>)>,
    pub(super) unevaluated: Option<Id>,
}

/// Subschemas of the value itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum InPlace {
    /// `allOf`, `$ref`, `$dynamicRef`.
    All(Id),
    /// `anyOf`
    Any(Vec<Id>),
    /// `oneOf`
    One(Vec<Id>),
    /// `not`
    Not(Id),
    /// `if`, `then`, `else`
    If { condition: Id, then: Option<Id>, otherwise: Option<Id> },
    /// `dependentSchemas`, or the same in `dependencies`: when the member is there.
    Dependent(String, Id),
}

impl InPlace {
    /// All subschemas.
    pub(super) fn ids(&self) -> Vec<Id> {
        match self {
            Self::All(id) | Self::Not(id) | Self::Dependent(_, id) => vec![*id],
            Self::Any(ids) | Self::One(ids) => ids.clone(),
            Self::If { condition, then, otherwise } => {
                [Some(*condition), *then, *otherwise].into_iter().flatten().collect()
            }
        }
    }

    /// The same with other subschemas.
    pub(super) fn map(&mut self, mut change: impl FnMut(&mut Id)) {
        match self {
            Self::All(id) | Self::Not(id) | Self::Dependent(_, id) => change(id),
            Self::Any(ids) | Self::One(ids) => ids.iter_mut().for_each(change),
            Self::If { condition, then, otherwise } => {
                [Some(condition), then.as_mut(), otherwise.as_mut()].into_iter().flatten().for_each(change);
            }
        }
    }
}

impl Node {
    pub(super) fn new(place: String) -> Self {
        Self {
            place,
            never: false,
            types: Types::ALL,
            values: Vec::new(),
            number: Numbers::default(),
            string: Strings::default(),
            array: Arrays::default(),
            object: Objects::default(),
            in_place: Vec::new(),
        }
    }

    /// Every subschema, those of the value itself last.
    pub(super) fn children(&mut self, mut change: impl FnMut(&mut Id)) {
        let (array, object) = (&mut self.array, &mut self.object);
        array.prefix.iter_mut().for_each(&mut change);
        array.rest.iter_mut().for_each(|(_, id)| change(id));
        array.contains.iter_mut().for_each(|contains| change(&mut contains.node));
        array.unevaluated.iter_mut().for_each(&mut change);
        object.properties.iter_mut().for_each(|(_, id)| change(id));
        object.patterns.iter_mut().for_each(|(_, id)| change(id));
        object.additional.iter_mut().for_each(&mut change);
        object.names.iter_mut().for_each(&mut change);
        object.unevaluated.iter_mut().for_each(&mut change);
        self.in_place.iter_mut().for_each(|in_place| in_place.map(&mut change));
    }

    /// Whether a keyword of numbers, strings, arrays or objects is there that needs no subschema to fail.
    pub(super) fn asserts(&self) -> bool {
        let (n, s, a, o) = (&self.number, &self.string, &self.array, &self.object);
        let bounds = [&n.minimum, &n.exclusive_minimum, &n.maximum, &n.exclusive_maximum, &n.multiple_of];
        let sizes = [s.min, s.max, a.min, a.max, o.min, o.max];
        bounds.iter().any(|bound| bound.is_some())
            || sizes.iter().any(Option::is_some)
            || s.pattern.is_some()
            || s.format.is_some()
            || a.unique
            || a.contains.as_ref().is_some_and(|contains| contains.min > 0 || contains.max.is_some())
            || !o.required.is_empty()
            || o.dependent_required.iter().any(|(_, names)| !names.is_empty())
    }

    /// The target, when this is nothing but a reference.
    pub(super) fn alias(&self) -> Option<Id> {
        match self.in_place.as_slice() {
            [InPlace::All(target)] if !self.never && self.types == Types::ALL && self.values.is_empty() => {
                let mut rest = self.clone();
                rest.in_place.clear();
                let mut children = 0;
                rest.children(|_| children += 1);
                (children == 0 && !self.asserts()).then_some(*target)
            }
            _ => None,
        }
    }
}

/// A pattern, once however often it is used.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    pub(super) source: String,
    pub(super) engine: ecma::Engine,
}

/// The checks of a schema, or of several in one document.
#[derive(Clone, Debug)]
pub struct Program {
    pub(super) nodes: Vec<Node>,
    pub(super) patterns: Vec<Pattern>,
    /// Name and node of each entry point.
    pub(super) roots: Vec<(String, Id)>,
}

impl Program {
    /// How many different subschemas there are: what is written twice counts once.
    #[must_use]
    pub fn subschemas(&self) -> usize {
        let mut reached = vec![false; self.nodes.len()];
        let mut open: Vec<Id> = self.roots.iter().map(|(_, id)| *id).collect();
        while let Some(id) = open.pop() {
            if let Some(reached) = reached.get_mut(id).filter(|reached| !**reached) {
                *reached = true;
                self.nodes[id].clone().children(|child| open.push(*child));
            }
        }
        reached.into_iter().filter(|reached| *reached).count()
    }
}
