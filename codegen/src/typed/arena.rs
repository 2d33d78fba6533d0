//! The nodes between a schema and its shapes.
//!
//! A node is a part of the schema, or the meet or join of other nodes. Its shape is worked out
//! when it is asked for, one level deep, and only once: references cost nothing, recursion ends,
//! and what is derived is bounded by the size of the schema.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use serde_json::Value;

use super::reference::References;
use super::shape::{ANY, Id, Object, Shape};
use super::{Note, note};

/// How deep shapes of shapes are followed without a level of JSON between them.
const MAX_DEPTH: usize = 128;

/// What a node is.
#[derive(Clone, Debug)]
pub(super) enum Source<'a> {
    Schema(&'a Value),
    Meet(Vec<Id>),
    Join(Vec<Id>),
    Given(Rc<Shape>),
}

/// What a node comes to.
#[derive(Clone, Debug)]
pub(super) enum Form {
    /// The same as another node, or that or null.
    Same {
        node: Id,
        nullable: bool,
    },
    Shape(Rc<Shape>),
}

enum State {
    Unknown,
    Busy,
    Known(Form),
}

struct Node<'a> {
    source: Source<'a>,
    /// The part of the schema, or for what was derived, the part that made it necessary.
    at: Rc<str>,
    state: State,
}

/// All nodes of one schema.
pub(super) struct Arena<'a> {
    pub(super) references: References<'a>,
    pub(super) notes: BTreeSet<Note>,
    nodes: Vec<Node<'a>>,
    by_pointer: HashMap<Rc<str>, Id>,
    derived: HashMap<(bool, Vec<Id>), Id>,
    depth: usize,
    most: usize,
}

impl<'a> Arena<'a> {
    pub(super) fn new(root: &'a Value) -> Self {
        let references = References::new(root);
        let most = references.size * 8 + 4_096;
        let any = Node {
            source: Source::Given(Rc::new(Shape::any())),
            at: "".into(),
            state: State::Known(Form::Shape(Rc::new(Shape::any()))),
        };
        Self {
            references,
            notes: BTreeSet::new(),
            nodes: vec![any],
            by_pointer: HashMap::new(),
            derived: HashMap::new(),
            depth: 0,
            most,
        }
    }

    /// The node of a part of the schema.
    pub(super) fn schema(&mut self, value: &'a Value, at: &str) -> Id {
        let open = matches!(value, Value::Bool(true)) || value.as_object().is_some_and(serde_json::Map::is_empty);
        if open {
            return ANY;
        }
        if let Some(id) = self.by_pointer.get(at) {
            return *id;
        }
        let at: Rc<str> = at.into();
        let id = self.push(Source::Schema(value), at.clone());
        self.by_pointer.insert(at, id);
        id
    }

    /// A node of a known shape.
    pub(super) fn given(&mut self, shape: Shape, at: &str) -> Id {
        if shape.is_any() {
            return ANY;
        }
        let id = self.push(Source::Given(Rc::new(shape.clone())), at.into());
        let shape = own(shape, id);
        self.set(id, Form::Shape(Rc::new(shape)));
        id
    }

    /// What all of some nodes let through.
    pub(super) fn meet(&mut self, ids: impl IntoIterator<Item = Id>, at: &str) -> Id {
        let mut ids: Vec<Id> = ids.into_iter().filter(|id| *id != ANY).collect();
        ids.sort();
        ids.dedup();
        match ids[..] {
            [] => ANY,
            [one] => one,
            // A meet may be left out: what is let through only grows.
            [first, ..] if self.nodes.len() >= self.most => first,
            _ => self.derive(false, ids, at),
        }
    }

    /// What any of some nodes lets through; of none, nothing.
    pub(super) fn join(&mut self, ids: impl IntoIterator<Item = Id>, at: &str) -> Option<Id> {
        let mut ids: Vec<Id> = ids.into_iter().collect();
        ids.sort();
        ids.dedup();
        match ids[..] {
            [] => None,
            [one] => Some(one),
            [ANY, ..] => Some(ANY),
            _ if self.nodes.len() >= self.most => {
                self.note("TYP-05", "", at, "the schema combines too many parts");
                Some(ANY)
            }
            _ => Some(self.derive(true, ids, at)),
        }
    }

    fn derive(&mut self, join: bool, ids: Vec<Id>, at: &str) -> Id {
        if let Some(id) = self.derived.get(&(join, ids.clone())) {
            return *id;
        }
        let source = if join { Source::Join(ids.clone()) } else { Source::Meet(ids.clone()) };
        let id = self.push(source, at.into());
        self.derived.insert((join, ids), id);
        id
    }

    fn push(&mut self, source: Source<'a>, at: Rc<str>) -> Id {
        let id = Id(u32::try_from(self.nodes.len()).unwrap_or(0));
        self.nodes.push(Node { source, at, state: State::Unknown });
        id
    }

    fn node(&self, id: Id) -> &Node<'a> {
        &self.nodes[id.0 as usize]
    }

    fn set(&mut self, id: Id, form: Form) {
        self.nodes[id.0 as usize].state = State::Known(form);
    }

    /// Where in the schema a node comes from.
    pub(super) fn at(&self, id: Id) -> Rc<str> {
        self.node(id).at.clone()
    }

    /// The schema that a node is, if it is one.
    pub(super) fn source_schema(&self, id: Id) -> Option<&'a Value> {
        match self.node(id).source {
            Source::Schema(value) => Some(value),
            _ => None,
        }
    }

    /// The node that this one is the same as, and whether null may stand there too.
    pub(super) fn canonical(&mut self, id: Id) -> (Id, bool) {
        let mut trail: Vec<(Id, bool)> = Vec::new();
        let mut met = HashSet::new();
        let mut end = id;
        while let Form::Same { node, nullable } = self.form(end) {
            if !met.insert(end) {
                // References in a circle name nothing.
                let at = self.at(end);
                self.note("TYP-04", "$ref", &at, "the reference leads back to itself");
                end = ANY;
                break;
            }
            trail.push((end, nullable));
            end = node;
        }
        let mut all_nullable = false;
        for (node, nullable) in trail.into_iter().rev() {
            all_nullable |= nullable;
            self.set(node, Form::Same { node: end, nullable: all_nullable });
        }
        (end, all_nullable)
    }

    /// The shape of a node.
    pub(super) fn shape(&mut self, id: Id) -> Rc<Shape> {
        let (node, nullable) = self.canonical(id);
        let Form::Shape(shape) = self.form(node) else { return Rc::new(Shape::any()) };
        if nullable && !shape.null {
            return Rc::new(Shape { null: true, ..(*shape).clone() });
        }
        shape
    }

    fn form(&mut self, id: Id) -> Form {
        match &self.node(id).state {
            State::Known(form) => return form.clone(),
            // Defined by itself, with no level of JSON between: nothing is known of it.
            State::Busy => return Form::Same { node: ANY, nullable: false },
            State::Unknown => {}
        }
        let at = self.at(id);
        if self.depth >= MAX_DEPTH {
            self.note("TYP-05", "", &at, "the schema refers to itself, or combines parts, too many times in a row");
            self.set(id, Form::Same { node: ANY, nullable: false });
            return Form::Same { node: ANY, nullable: false };
        }
        self.nodes[id.0 as usize].state = State::Busy;
        self.depth += 1;
        let form = match self.node(id).source.clone() {
            Source::Schema(value) => self.read(value, &at),
            Source::Given(shape) => Form::Shape(shape),
            Source::Meet(ids) => {
                let shapes: Vec<_> = ids.into_iter().map(|id| self.shape(id)).collect();
                Form::Shape(self.meet_shapes(&shapes, &at))
            }
            Source::Join(ids) => self.join_form(ids, &at),
        };
        self.depth -= 1;
        let form = match form {
            Form::Shape(shape) if shape.is_any() => Form::Same { node: ANY, nullable: false },
            Form::Shape(shape) => Form::Shape(Rc::new(own((*shape).clone(), id))),
            Form::Same { node, .. } if node == id => Form::Same { node: ANY, nullable: false },
            same @ Form::Same { .. } => same,
        };
        self.set(id, form.clone());
        form
    }

    /// Whether a part is said to be less than its schema already.
    pub(super) fn is_noted(&self, at: &str) -> bool {
        let first = note("", "", at, "");
        self.notes.range(first..).next().is_some_and(|note| note.pointer == at)
    }

    /// Keeps a finding, once.
    pub(super) fn note(&mut self, rule: &'static str, keyword: &str, at: &str, message: &str) {
        self.notes.insert(note(rule, keyword, at, message));
    }
}

/// Marks the one object of a node as the node's own.
fn own(mut shape: Shape, id: Id) -> Shape {
    if shape.kinds() == 1
        && let [object] = &mut shape.objects[..]
        && object.node.is_none()
        && !object.is_any()
    {
        *object = Rc::new(Object { node: Some(id), ..(**object).clone() });
    }
    shape
}
