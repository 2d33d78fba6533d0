//! The checks of a schema as plain data: what lowering makes and emission reads.

use std::collections::BTreeSet;

use serde_json::{Number, Value};

use super::ecma;

/// A set of JSON types; `integer` and `number with a fraction` are kept apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Types(u8);

impl Types {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const NULL: Self = Self(1);
    pub(crate) const BOOLEAN: Self = Self(2);
    pub(crate) const INTEGER: Self = Self(4);
    pub(crate) const FRACTION: Self = Self(8);
    pub(crate) const STRING: Self = Self(16);
    pub(crate) const ARRAY: Self = Self(32);
    pub(crate) const OBJECT: Self = Self(64);
    pub(crate) const NUMBER: Self = Self(4 | 8);
    pub(crate) const ALL: Self = Self(127);

    /// The set of a name that `type` may have; empty for any other.
    pub(crate) fn named(name: &str) -> Self {
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
    pub(crate) fn of(value: &Value) -> Self {
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

    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) const fn has_all(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// Index of a node.
pub(crate) type Id = usize;

/// The checks of one subschema. Everything that is absent holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Node {
    /// Where it stands: JSON Pointer, after the address of the document when that is another one.
    pub(crate) place: String,
    /// `false`: nothing is valid.
    pub(crate) never: bool,
    pub(crate) types: Types,
    /// `const` and `enum`: the value must be in each of the lists.
    pub(crate) values: Vec<(&'static str, Vec<Value>)>,
    pub(crate) number: Numbers,
    pub(crate) string: Strings,
    pub(crate) array: Arrays,
    pub(crate) object: Objects,
    pub(crate) in_place: Vec<InPlace>,
}

/// Keywords of numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Numbers {
    pub(crate) minimum: Option<Number>,
    pub(crate) exclusive_minimum: Option<Number>,
    pub(crate) maximum: Option<Number>,
    pub(crate) exclusive_maximum: Option<Number>,
    pub(crate) multiple_of: Option<Number>,
}

/// Keywords of strings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Strings {
    pub(crate) min: Option<u64>,
    pub(crate) max: Option<u64>,
    pub(crate) pattern: Option<usize>,
    /// A format that is asserted.
    pub(crate) format: Option<&'static str>,
}

impl Strings {
    /// Whether strings are read as regular expressions, which is more work than their length says.
    pub(crate) fn reads_expressions(&self) -> bool {
        self.format == Some("regex")
    }
}

/// Keywords of arrays.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Arrays {
    pub(crate) min: Option<u64>,
    pub(crate) max: Option<u64>,
    pub(crate) unique: bool,
    /// The first items, each its own; `prefixItems`, or `items` of draft-07.
    pub(crate) prefix: Vec<Id>,
    /// The items after them, with the keyword.
    pub(crate) rest: Option<(&'static str, Id)>,
    pub(crate) contains: Option<Contains>,
    pub(crate) unevaluated: Option<Id>,
}

/// `contains` with its bounds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Contains {
    pub(crate) node: Id,
    pub(crate) min: u64,
    pub(crate) max: Option<u64>,
    /// Whether items that it holds for count as evaluated: in 2020-12, not in draft-07.
    pub(crate) evaluates: bool,
}

/// Keywords of objects.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Objects {
    pub(crate) min: Option<u64>,
    pub(crate) max: Option<u64>,
    /// Sorted.
    pub(crate) required: Vec<String>,
    /// Sorted by name.
    pub(crate) properties: Vec<(String, Id)>,
    pub(crate) patterns: Vec<(usize, Id)>,
    pub(crate) additional: Option<Id>,
    pub(crate) names: Option<Id>,
    pub(crate) dependent_required: Vec<(String, Vec<String>)>,
    pub(crate) unevaluated: Option<Id>,
}

/// Subschemas of the value itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum InPlace {
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
    pub(crate) fn ids(&self) -> Vec<Id> {
        match self {
            Self::All(id) | Self::Not(id) | Self::Dependent(_, id) => vec![*id],
            Self::Any(ids) | Self::One(ids) => ids.clone(),
            Self::If { condition, then, otherwise } => {
                [Some(*condition), *then, *otherwise].into_iter().flatten().collect()
            }
        }
    }

    /// The same with other subschemas.
    pub(crate) fn map(&mut self, mut change: impl FnMut(&mut Id)) {
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
    pub(crate) fn new(place: String) -> Self {
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
    pub(crate) fn children(&mut self, mut change: impl FnMut(&mut Id)) {
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
    pub(crate) fn asserts(&self) -> bool {
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

    /// The names, when all that is asked of an object is that it has some; of other values, nothing, or all are refused.
    pub(crate) fn required_alone(&self) -> Option<&[String]> {
        let Self { never, types, values, number, string, array, object, in_place, .. } = self;
        let plain = !never && (*types == Types::ALL || *types == Types::OBJECT) && values.is_empty();
        let others = *number != Numbers::default() || *string != Strings::default() || *array != Arrays::default();
        if !plain || others || !in_place.is_empty() || object.required.is_empty() {
            return None;
        }
        let rest = Objects { required: Vec::new(), ..object.clone() };
        (rest == Objects::default()).then_some(&object.required)
    }

    /// The target, when this is nothing but a reference.
    pub(crate) fn alias(&self) -> Option<Id> {
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
pub(crate) struct Pattern {
    pub(super) source: String,
    pub(super) engine: ecma::Engine,
}

/// The checks of a schema, or of several in one document.
#[derive(Clone, Debug)]
pub struct Program {
    pub(crate) nodes: Vec<Node>,
    pub(crate) patterns: Vec<Pattern>,
    /// Name and node of each entry point.
    pub(crate) roots: Vec<(String, Id)>,
}

impl Program {
    /// All nodes, each after the subschemas that it has for the same value; there are no cycles among them.
    pub(crate) fn order(&self) -> Vec<Id> {
        let mut done = vec![false; self.nodes.len()];
        let mut sorted = Vec::with_capacity(done.len());
        for start in 0..done.len() {
            let mut open = vec![(start, false)];
            while let Some((id, left)) = open.pop() {
                if left {
                    if !std::mem::replace(&mut done[id], true) {
                        sorted.push(id);
                    }
                } else if !done[id] {
                    open.push((id, true));
                    let inner = self.nodes[id].in_place.iter().flat_map(InPlace::ids);
                    open.extend(inner.filter(|id| !done[*id]).map(|id| (id, false)));
                }
            }
        }
        sorted
    }

    /// The formats that are asserted.
    #[must_use]
    pub fn formats(&self) -> BTreeSet<&'static str> {
        self.nodes.iter().filter_map(|node| node.string.format).collect()
    }

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
