//! Shapes to the items that will be written, and what each of their fields is.
//!
//! Comes in: the arena. Goes out: [`Item`]s, the root first, which refer to each other by index;
//! recursion is no more than that. Only here is decided which alternatives become an enum.

use std::collections::{HashMap, HashSet, VecDeque};
use std::rc::Rc;

use serde_json::Value;

use super::arena::Arena;
use super::item::{Body, Field, Item, Kind};
use super::part::Type;
use super::shape::{ANY, Id, Number, Object, Shape, Text};
use super::tag::{self, Choice};

/// Alternatives of more kinds than this are any value: an enum of everything says nothing.
const MOST_KINDS: usize = 4;

/// Containers in containers, without a struct between them.
const MOST_NESTED: usize = 32;

/// What an item is made from.
enum Task {
    /// A newtype of the whole node.
    Whole(Id),
    /// The node without null, which needs a name.
    Named(Id),
    /// An object that is to be a struct even without members: the root.
    Struct(Rc<Object>, Id),
}

/// Works out the items for the node at the root.
pub(super) fn items<'a>(arena: &mut Arena<'a>, root: Id) -> Vec<Item<'a>> {
    let mut planner = Planner {
        arena,
        tasks: VecDeque::new(),
        items: 0,
        named: HashMap::new(),
        whole: HashMap::new(),
        nested: HashMap::new(),
        paths: HashSet::new(),
    };
    planner.root(root);
    let mut items = Vec::new();
    while let Some((path, task)) = planner.tasks.pop_front() {
        items.push(planner.item(path, task));
    }
    items
}

struct Planner<'p, 'a> {
    arena: &'p mut Arena<'a>,
    tasks: VecDeque<(Vec<String>, Task)>,
    /// How many items have been asked for.
    items: usize,
    named: HashMap<Id, usize>,
    whole: HashMap<Id, usize>,
    /// Whether a node is, by containers alone, a part of itself.
    nested: HashMap<Id, bool>,
    paths: HashSet<Vec<String>>,
}

impl<'a> Planner<'_, 'a> {
    fn root(&mut self, root: Id) {
        let (node, nullable) = self.arena.canonical(root);
        let shape = self.arena.shape(node);
        let plain = !nullable && !shape.null && shape.kinds() == 1;
        if plain
            && let [object] = &shape.objects[..]
            && object.fields.is_empty()
        {
            self.ask(Vec::new(), Task::Struct(object.clone(), root));
        } else if plain && (!shape.objects.is_empty() || shape.listed_strings().is_some())
            || self.is_enum(&shape, nullable)
        {
            let index = self.ask(Vec::new(), Task::Named(node));
            self.named.insert(node, index);
        } else {
            let index = self.ask(Vec::new(), Task::Whole(root));
            self.whole.insert(root, index);
            if !nullable {
                self.whole.insert(node, index);
            }
        }
    }

    fn is_enum(&self, shape: &Shape, nullable: bool) -> bool {
        !nullable && !shape.null && (2..=MOST_KINDS).contains(&shape.kinds())
    }

    fn ask(&mut self, mut path: Vec<String>, task: Task) -> usize {
        while !self.paths.insert(path.clone()) {
            path.push("value".to_owned());
        }
        self.tasks.push_back((path, task));
        self.items += 1;
        self.items - 1
    }

    fn item(&mut self, path: Vec<String>, task: Task) -> Item<'a> {
        let mut remark = None;
        let (node, body) = match task {
            Task::Struct(object, node) => (node, self.structure(&object, &path)),
            Task::Whole(node) => (node, Body::Newtype(self.inline(node, &path))),
            Task::Named(node) => (node, self.body(node, &path, &mut remark)),
        };
        let schema = self.arena.source_schema(node);
        Item { path, schema, remark, body }
    }

    fn body(&mut self, node: Id, path: &[String], remark: &mut Option<&'static str>) -> Body<'a> {
        let shape = self.arena.shape(node);
        if shape.kinds() > 1 {
            return Body::ByKind(self.by_kind(node, &shape, path));
        }
        if let Some(Text::Of(list)) = &shape.string {
            return Body::Strings(list.clone());
        }
        match &shape.objects[..] {
            [object] => self.structure(object, path),
            objects => {
                match tag::find(self.arena, objects) {
                    Some(Choice::Tag { member, cases }) => {
                        let names = cases.iter().map(|case| case.values.first().map_or("other", String::as_str));
                        let types = self.alternatives(node, objects, names, path);
                        return Body::ByTag { member, variants: cases.iter().cloned().zip(types).collect() };
                    }
                    Some(Choice::Key(keys)) => {
                        let names = keys.iter().map(|key| key.as_deref().unwrap_or("other"));
                        let types = self.alternatives(node, objects, names, path);
                        return Body::ByKey(keys.iter().cloned().zip(types).collect());
                    }
                    None => {}
                }
                *remark = Some(
                    "The alternatives of its schema cannot be told apart for certain: this has the members of all of them.",
                );
                let at = self.arena.at(node);
                let message = "no member tells the alternatives apart: one struct has the members of all of them";
                self.arena.note("TYP-02", "", &at, message);
                let merged = self.arena.merged(objects, &at);
                self.structure(&merged, path)
            }
        }
    }

    fn alternatives<'n>(
        &mut self,
        node: Id,
        objects: &[Rc<Object>],
        names: impl Iterator<Item = &'n str>,
        path: &[String],
    ) -> Vec<Type> {
        let at = self.arena.at(node);
        let mut types = Vec::new();
        for (object, name) in objects.iter().zip(names) {
            let alternative = object.node.unwrap_or_else(|| {
                let shape = Shape { objects: vec![object.clone()], ..Shape::never() };
                self.arena.given(shape, &at)
            });
            types.push(not_null(self.ty(alternative, &below(path, name))));
        }
        types
    }

    fn structure(&mut self, object: &Object, path: &[String]) -> Body<'a> {
        let mut fields = Vec::new();
        for (name, member) in &object.fields {
            if !member.required && self.arena.shape(member.node).is_never() {
                continue;
            }
            fields.push(Field {
                wire: name.clone(),
                ty: self.ty(member.node, &below(path, name)),
                required: member.required,
                schema: self.arena.source_schema(member.node),
                at: self.arena.at(member.node),
            });
        }
        let rest = object.rest.map(|rest| self.ty(rest, &below(path, "extra")));
        Body::Struct { fields, rest }
    }

    fn by_kind(&mut self, node: Id, shape: &Shape, path: &[String]) -> Vec<(Kind, Type)> {
        let at = self.arena.at(node);
        let Shape { boolean, number, string, array, objects, .. } = shape.clone();
        let parts = [
            (Kind::Boolean, boolean.then(|| Shape { boolean, ..Shape::never() })),
            (Kind::Number, number.map(|number| Shape { number: Some(number), ..Shape::never() })),
            (Kind::String, string.map(|string| Shape { string: Some(string), ..Shape::never() })),
            (Kind::Array, array.map(|array| Shape { array: Some(array), ..Shape::never() })),
            (Kind::Object, (!objects.is_empty()).then(|| Shape { objects, ..Shape::never() })),
        ];
        let mut variants = Vec::new();
        for (kind, part) in parts {
            let Some(part) = part else { continue };
            let own = match &part.objects[..] {
                [object] => object.node.filter(|own| *own != node),
                _ => None,
            };
            let part = own.unwrap_or_else(|| self.arena.given(part, &at));
            variants.push((kind, not_null(self.ty(part, &below(path, kind.name())))));
        }
        variants
    }

    /// The type of a node: a name where one is needed.
    fn ty(&mut self, id: Id, path: &[String]) -> Type {
        let (node, nullable) = self.arena.canonical(id);
        if node != ANY && self.contains_itself(node) {
            let index = match self.whole.get(&node) {
                Some(index) => *index,
                None => {
                    let index = self.ask(self.named_path(node, path), Task::Whole(node));
                    self.whole.insert(node, index);
                    index
                }
            };
            return nullable_if(nullable, Type::Item(index));
        }
        self.inline(id, path)
    }

    fn inline(&mut self, id: Id, path: &[String]) -> Type {
        let (node, nullable) = self.arena.canonical(id);
        let shape = self.arena.shape(node);
        if shape.is_any() {
            self.explain_any(id, node);
            return Type::Any;
        }
        if let Some(index) = self.named.get(&node) {
            return nullable_if(nullable || shape.null, Type::Item(*index));
        }
        let core = match shape.kinds() {
            0 => return if shape.null || nullable { Type::Null } else { Type::Any },
            1 if shape.boolean => Type::Bool,
            1 if shape.number.is_some() => number_type(shape.number.unwrap_or_default()),
            1 if shape.string == Some(Text::Any) => Type::String,
            1 if shape.array.is_some() => {
                let items = shape.array.and_then(|array| array.items).unwrap_or(ANY);
                Type::Array(Box::new(self.ty(items, &below(path, "item"))))
            }
            1 if is_map(&shape) => {
                let at = self.arena.at(node);
                let rest = self.arena.join(shape.objects.iter().filter_map(|object| object.rest), &at).unwrap_or(ANY);
                Type::Map(Box::new(self.ty(rest, &below(path, "value"))))
            }
            kinds if kinds > MOST_KINDS => {
                let at = self.arena.at(node);
                let message = format!("any value: without a `type` it may be any of {kinds} kinds of JSON value");
                self.arena.note("TYP-01", "type", &at, &message);
                return Type::Any;
            }
            _ => {
                let index = self.ask(self.named_path(node, path), Task::Named(node));
                self.named.insert(node, index);
                Type::Item(index)
            }
        };
        nullable_if(nullable || shape.null, core)
    }

    /// Whether a node is reached again from itself through arrays and maps alone, or too many of them.
    fn contains_itself(&mut self, node: Id) -> bool {
        if let Some(known) = self.nested.get(&node) {
            return *known;
        }
        let mut seen = Vec::new();
        let mut next = Some(node);
        while let Some(at) = next {
            if seen.contains(&at) {
                break;
            }
            if seen.len() >= MOST_NESTED {
                // A name now and then keeps types of types short.
                break;
            }
            seen.push(at);
            let shape = self.arena.shape(at);
            next = match (&shape.array, &shape.objects[..]) {
                (Some(array), []) if shape.kinds() == 1 => array.items,
                (None, [object]) if shape.kinds() == 1 && object.fields.is_empty() => object.rest,
                _ => None,
            };
            next = next.map(|id| self.arena.canonical(id).0).filter(|id| *id != ANY);
        }
        let again = next == Some(node) || (seen.len() >= MOST_NESTED && next.is_some());
        self.nested.insert(node, again);
        again
    }

    /// Definitions are named by their own name, everything else by where it is.
    fn named_path(&self, node: Id, path: &[String]) -> Vec<String> {
        let at = self.arena.at(node);
        let definition = ["/$defs/", "/definitions/"].iter().find_map(|prefix| at.strip_prefix(prefix));
        match definition {
            Some(name) if !name.contains('/') && self.arena.source_schema(node).is_some() => {
                vec![name.replace("~1", "/").replace("~0", "~")]
            }
            _ => path.to_vec(),
        }
    }

    /// Says why a part is any value, where its schema says more than that.
    fn explain_any(&mut self, id: Id, node: Id) {
        let asserts = |schema: &Value| {
            const SILENT: [&str; 11] = [
                "title",
                "description",
                "default",
                "examples",
                "$comment",
                "deprecated",
                "readOnly",
                "writeOnly",
                "$schema",
                "$id",
                "nullable",
            ];
            let members = schema.as_object()?;
            members.keys().find(|key| !SILENT.contains(&key.as_str()) && !key.starts_with("x-")).cloned()
        };
        let schema = self.arena.source_schema(node).or_else(|| self.arena.source_schema(id));
        let at = self.arena.at(id);
        if let Some(keyword) = schema.and_then(asserts).filter(|_| !self.arena.is_noted(&at)) {
            self.arena.note("TYP-01", &keyword, &at, "any value: its schema does not say what kind of value it is");
        }
    }
}

/// Objects without a named member.
fn is_map(shape: &Shape) -> bool {
    let nameless = |object: &Rc<Object>| object.fields.is_empty() && object.rest.is_some();
    !shape.objects.is_empty() && shape.objects.iter().all(nameless)
}

fn below(path: &[String], name: &str) -> Vec<String> {
    path.iter().cloned().chain([name.to_owned()]).collect()
}

fn nullable_if(nullable: bool, ty: Type) -> Type {
    match ty {
        Type::Any | Type::Null | Type::Nullable(_) => ty,
        ty if nullable => Type::Nullable(Box::new(ty)),
        ty => ty,
    }
}

/// The type of an alternative: null is kept outside of the union.
fn not_null(ty: Type) -> Type {
    match ty {
        Type::Nullable(inner) => *inner,
        ty => ty,
    }
}

fn number_type(number: Number) -> Type {
    let (low, high) = (number.low, number.high);
    let fits = |bound: Option<i128>, least: i128, most: i128| bound.is_none_or(|bound| (least..=most).contains(&bound));
    if !number.integer {
        Type::F64
    } else if low.is_some_and(|low| low >= 0) && fits(high, 0, u64::MAX.into()) && fits(low, 0, u64::MAX.into()) {
        Type::U64
    } else if fits(low, i64::MIN.into(), i64::MAX.into()) && fits(high, i64::MIN.into(), i64::MAX.into()) {
        Type::I64
    } else {
        Type::Number
    }
}
