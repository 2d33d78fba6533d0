//! Which parts of a schema are read in one pass, and how; as plain data.
//!
//! Comes in: checks and layout. Goes out: a [`Plan`]. A reader belongs to a type and the
//! subschemas that see its values, so that a schema that is used twice is one reader, and recursion
//! is a reader that names itself. What is not said here is a [`Read::Part`].

mod expand;
mod object;
mod scalar;
mod union;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::facts::Facts;
use crate::typed::Kind;
use crate::typed::layout::{Body, Layout, Type};
use crate::validate::Program;
use crate::validate::program::{Id, Numbers, Strings, Types};

/// Readers for one schema.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The first reads the whole.
    pub(super) readers: Vec<Reader>,
    /// Subschemas open inside one another, for each level of a value.
    pub(super) levels: usize,
    /// Steps of the checks for each value in a value.
    pub(super) steps: u64,
    pub(super) layout: Layout,
    /// Whether it is of values that are written, and need not be read.
    pub(super) written: bool,
}

/// A function that reads one type.
#[derive(Clone, Debug)]
pub(super) struct Reader {
    pub(super) name: String,
    /// Where the first of its subschemas stands.
    pub(super) place: String,
    pub(super) ty: Type,
    pub(super) read: Read,
}

/// How a value is read.
#[derive(Clone, Debug)]
pub(super) enum Read {
    /// By another reader.
    Call(usize),
    /// As a value, checked by the functions of these subschemas, then decoded.
    Part(Vec<Id>, Type),
    /// As any value.
    Any,
    Null,
    /// One of these.
    Bool(Vec<bool>),
    Text(Text),
    /// The variants of an enum.
    Choice {
        item: usize,
        variants: Vec<(String, String)>,
        strings: Vec<Strings>,
    },
    Number(Number),
    Array {
        item: Box<Read>,
        min: u64,
        max: Option<u64>,
        unique: Option<Unique>,
    },
    Object(Box<Object>),
    /// An option; `null` where that is legal.
    Nullable {
        null: bool,
        inner: Box<Read>,
    },
    Boxed(Box<Read>),
    /// A struct of one field.
    Newtype(usize, Box<Read>),
    /// By the kind of value: kind, variant.
    ByKind(usize, Vec<(Kind, String, Read)>),
    ByTag {
        item: usize,
        member: String,
        variants: Vec<Variant>,
    },
}

/// A variant that a string chooses.
#[derive(Clone, Debug)]
pub(super) struct Variant {
    pub(super) values: Vec<String>,
    pub(super) name: String,
    pub(super) read: Read,
}

/// A string.
#[derive(Clone, Debug)]
pub(super) struct Text {
    /// What is legal, if that is listed.
    pub(super) values: Option<Vec<String>>,
    pub(super) strings: Vec<Strings>,
}

/// A number.
#[derive(Clone, Debug)]
pub(super) struct Number {
    /// [`Type::I64`], [`Type::U64`], [`Type::F64`] or [`Type::Number`].
    pub(super) ty: Type,
    /// Whether a fraction is refused that the type would hold.
    pub(super) whole: bool,
    /// What is legal, if that is listed.
    pub(super) values: Option<Listed>,
    pub(super) bounds: Vec<Numbers>,
}

/// Numbers as their type holds them; what it does not hold can never be read.
#[derive(Clone, Debug)]
pub(super) enum Listed {
    Integers(Vec<i64>),
    Floats(Vec<f64>),
}

/// How items are told apart that must differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unique {
    ByHash,
    Floats,
}

/// An object.
#[derive(Clone, Debug)]
pub(super) struct Object {
    /// The struct; without one, a map.
    pub(super) item: Option<usize>,
    /// Known names, sorted.
    pub(super) members: Vec<(String, Member)>,
    /// All other members.
    pub(super) rest: Member,
    pub(super) min: u64,
    pub(super) max: Option<u64>,
    /// Names that must be there although no type says so.
    pub(super) present: Vec<String>,
    /// When the first is there, the others must be.
    pub(super) dependent: Vec<(String, Vec<String>)>,
    /// Checks on every name.
    pub(super) names: Vec<Text>,
}

/// What happens to a member.
#[derive(Clone, Debug)]
pub(super) enum Member {
    /// It fills a field of the struct.
    Field(usize, Read),
    /// It is kept by its name.
    Kept(Read),
    /// It may not be there.
    Refused,
}

/// The plan for a schema.
pub(super) fn plan(program: &Program, layout: &Layout) -> Option<Plan> {
    let [(_, root)] = program.roots.as_slice() else { return None };
    layout.items.first()?;
    let mut planner = Planner {
        facts: Facts::of(program),
        layout,
        readers: Vec::new(),
        known: BTreeMap::new(),
        names: BTreeSet::new(),
        levels: 1,
        steps: 2,
        pairs: 0,
        most: program.nodes.len() * 2 + 64,
    };
    let whole = planner.read(&Type::Item(0), &[*root], "root");
    let Planner { readers, levels, steps, pairs, .. } = planner;
    let steps = steps.saturating_add(pairs);
    let gains = matches!(whole, Read::Call(0)) && !matches!(readers.first()?.read, Read::Part(..));
    gains.then(|| Plan { readers, levels, steps, layout: layout.clone(), written: false })
}

struct Planner<'p> {
    facts: Facts<'p>,
    layout: &'p Layout,
    readers: Vec<Reader>,
    known: BTreeMap<(Type, Vec<Id>), usize>,
    names: BTreeSet<String>,
    levels: usize,
    steps: u64,
    /// Steps for each item of an array whose items must differ.
    pairs: u64,
    /// More readers than this there may not be: parts of a schema that are combined over and over.
    most: usize,
}

impl Planner<'_> {
    /// How values of a type are read that these subschemas see.
    fn read(&mut self, ty: &Type, ids: &[Id], name: &str) -> Read {
        let mut ids: Vec<Id> = ids.iter().copied().filter(|id| !self.facts.always(*id)).collect();
        ids.sort_unstable();
        ids.dedup();
        self.levels = self.levels.max(self.facts.chain(&ids));
        self.steps = self.steps.max(self.facts.asked(&ids).saturating_mul(2));
        match ty {
            Type::Any if ids.is_empty() => Read::Any,
            Type::Any => self.part(ty, ids, name),
            Type::Boxed(inner) => Read::Boxed(Box::new(self.read(inner, &ids, name))),
            Type::Nullable(inner) => match self.null(&ids) {
                None => self.part(ty, ids, name),
                Some(null) => Read::Nullable { null, inner: Box::new(self.read(inner, &ids, name)) },
            },
            _ => self.reader(ty, ids, name),
        }
    }

    /// The reader of a type, planned once; what is one call of the runtime needs none.
    fn reader(&mut self, ty: &Type, ids: Vec<Id>, name: &str) -> Read {
        let key = (ty.clone(), ids);
        if let Some(known) = self.known.get(&key) {
            return Read::Call(*known);
        }
        let ids = key.1.clone();
        if self.readers.len() >= self.most {
            return Read::Call(self.place(key, name));
        }
        if let Some(read) = self.scalar(ty, &ids) {
            if read.is_one_call() {
                return read;
            }
            let index = self.place(key, name);
            self.readers[index].read = read;
            return Read::Call(index);
        }
        if let (Type::Array(_) | Type::Map(_), true) = (ty, ids.is_empty()) {
            return self.container(ty, &ids, name);
        }
        let index = self.place(key, name);
        let read = self.container(ty, &ids, name);
        self.readers[index].read = read;
        Read::Call(index)
    }

    /// The reader of a part that is a value first: the function has no names but those of the checks.
    fn part(&mut self, ty: &Type, ids: Vec<Id>, name: &str) -> Read {
        let key = (ty.clone(), ids);
        match self.known.get(&key) {
            Some(known) => Read::Call(*known),
            None => Read::Call(self.place(key, name)),
        }
    }

    /// Whether this is a value first.
    fn is_part(&self, read: &Read) -> bool {
        match read {
            Read::Part(..) => true,
            Read::Call(index) => self.readers.get(*index).is_some_and(|reader| matches!(reader.read, Read::Part(..))),
            _ => false,
        }
    }

    /// Makes room for a reader, so that what it contains can name it; until it is planned, it is a part.
    fn place(&mut self, key: (Type, Vec<Id>), name: &str) -> usize {
        let index = self.readers.len();
        let wanted = match &key.0 {
            Type::Item(item) => self.item_name(*item),
            _ => name.to_owned(),
        };
        let numbered = (2..).map(|number| format!("{wanted}_{number}"));
        let mut names = std::iter::once(wanted.clone()).chain(numbered);
        let name = names.find(|name| self.names.insert(name.clone())).unwrap_or_default();
        let (ty, ids) = key;
        let place = ids.first().map(|id| self.facts.node(*id).place.clone()).unwrap_or_default();
        let read = Read::Part(ids.clone(), ty.clone());
        self.readers.push(Reader { name, place, ty: ty.clone(), read });
        self.known.insert((ty, ids), index);
        index
    }

    /// What the name of a type says beyond that of the root.
    fn item_name(&self, item: usize) -> String {
        let name = |index: usize| self.layout.items.get(index).map_or("", |item| item.name.as_str());
        match name(item).strip_prefix(name(0)) {
            None | Some("") => "root".to_owned(),
            Some(rest) => crate::names::ident(crate::names::Kind::Function, rest),
        }
    }

    /// Items, arrays and maps.
    fn container(&mut self, ty: &Type, ids: &[Id], name: &str) -> Read {
        let read = match ty {
            Type::Array(inner) => self.array(inner, ids, name),
            Type::Map(inner) => self.object(None, &[], Some(inner), ids, name),
            Type::Item(item) => {
                let layout = self.layout;
                match layout.items.get(*item).map(|item| &item.body) {
                    Some(Body::Struct { fields, rest }) => self.object(Some(*item), fields, rest.as_ref(), ids, name),
                    Some(Body::Newtype(inner)) => {
                        let inner = self.read(inner, ids, name);
                        (!self.is_part(&inner)).then(|| Read::Newtype(*item, Box::new(inner)))
                    }
                    Some(Body::ByKind(variants)) => self.by_kind(*item, variants, ids, name),
                    Some(Body::ByTag { member, variants }) => self.by_tag(*item, member, variants, ids, name),
                    _ => None,
                }
            }
            _ => None,
        };
        read.unwrap_or_else(|| Read::Part(ids.to_vec(), ty.clone()))
    }

    fn array(&mut self, inner: &Type, ids: &[Id], name: &str) -> Option<Read> {
        let nodes = self.facts.expand(ids, Types::ARRAY)?;
        let (mut min, mut max, mut unique) = (0, None, 0);
        let mut items = Vec::new();
        for id in &nodes {
            let node = self.facts.node(*id);
            let array = &node.array;
            let counts = array.contains.as_ref().is_some_and(|contains| contains.min > 0 || contains.max.is_some());
            // What a type was made of may be less than what the validator knows.
            if !node.types.meets(Types::ARRAY) || !node.values.is_empty() || !array.prefix.is_empty() || counts {
                return None;
            }
            if array.unevaluated.is_some_and(|id| !self.facts.always(id)) {
                return None;
            }
            min = min.max(array.min.unwrap_or(0));
            max = least(max, array.max);
            unique += u64::from(array.unique);
            items.extend(array.rest.map(|(_, id)| id));
        }
        // Up to twelve items are compared in pairs, more are hashed and compared with their like.
        self.pairs = self.pairs.max(8 * unique);
        let unique = if unique > 0 { Some(self.unique(inner)?) } else { None };
        let item = self.read(inner, &items, &format!("{name}_item"));
        Some(Read::Array { item: Box::new(item), min, max, unique })
    }

    fn unique(&self, inner: &Type) -> Option<Unique> {
        match inner {
            Type::F64 => Some(Unique::Floats),
            Type::I64 | Type::U64 | Type::String | Type::Bool => Some(Unique::ByHash),
            Type::Item(item) => {
                let body = self.layout.items.get(*item).map(|item| &item.body);
                matches!(body, Some(Body::Strings(_))).then_some(Unique::ByHash)
            }
            _ => None,
        }
    }

    /// Whether `null` is legal; nothing where that cannot be said.
    fn null(&self, ids: &[Id]) -> Option<bool> {
        let nodes = self.facts.expand(ids, Types::NULL)?;
        Some(nodes.iter().all(|id| {
            let node = self.facts.node(*id);
            node.types.meets(Types::NULL) && node.values.iter().all(|(_, values)| values.contains(&Value::Null))
        }))
    }
}

impl Read {
    /// Whether it is one call of the runtime, for which no function is worth it.
    fn is_one_call(&self) -> bool {
        match self {
            Self::Any | Self::Null => true,
            Self::Bool(legal) => legal.len() == 2,
            Self::Text(text) => text.values.is_none() && text.strings.is_empty(),
            Self::Number(number) => !number.whole && number.values.is_none() && number.bounds.is_empty(),
            _ => false,
        }
    }
}

fn least(a: Option<u64>, b: Option<u64>) -> Option<u64> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}
