//! Definitions and inline schemas to types; names, documentation and dispatch come later.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::Document;
use crate::ir::protocol::{
    Bounds, Content, Dispatch, Doc, Field, JsonKind, Kind, Literal, Protocol, StringEnum, StringVariant, Struct,
    TypeDef, TypeId, TypeRef, Union, Variant,
};
use crate::overlay::Overlay;
use crate::schema::vendor::structure;
use crate::schema::{self, Node, ProtocolSchema, Rest, Scalar, Shape};

pub(super) struct Lowering<'a> {
    pub(super) schema: &'a ProtocolSchema,
    document: &'a Document,
    overlay: &'a Overlay,
    diagnostics: &'a mut Diagnostics,
    types: BTreeMap<TypeId, TypeDef>,
    /// Inline schemas that an overlay calls by one name: the first stands for all.
    same: BTreeMap<&'a str, &'a str>,
    /// Where each type was written, for those that are said to be the same.
    origin: BTreeMap<TypeId, String>,
    /// The ids of inline schemas that were met, those that are said to be the same included.
    met: BTreeSet<String>,
    /// Definitions of unions and arrays by what they say: inline schemas often repeat one.
    known: BTreeMap<String, &'a str>,
    sound: bool,
}

impl<'a> Lowering<'a> {
    pub(super) fn new(
        schema: &'a ProtocolSchema,
        document: &'a Document,
        overlay: &'a Overlay,
        diagnostics: &'a mut Diagnostics,
    ) -> Self {
        let mut same = BTreeMap::new();
        for fact in &overlay.names {
            if let [first, more @ ..] = fact.says.at.all() {
                same.extend(more.iter().map(|at| (at.as_str(), first.as_str())));
            }
        }
        let text = |node: &Node| document.value.pointer(&node.pointer).map(|value| structure(value).to_string());
        let mut known = BTreeMap::new();
        for (name, node) in &schema.definitions {
            let repeats = match &node.shape {
                Shape::AnyOf(_) => true,
                Shape::Array(array) => matches!(array.items.shape, Shape::AnyOf(_)),
                _ => false,
            };
            if let Some(text) = text(node).filter(|_| repeats) {
                known.entry(text).or_insert(name.as_str());
            }
        }
        Self {
            schema,
            document,
            overlay,
            diagnostics,
            types: BTreeMap::new(),
            same,
            origin: BTreeMap::new(),
            met: BTreeSet::new(),
            known,
            sound: true,
        }
    }

    pub(super) fn definitions(&mut self) {
        for (name, node) in &self.schema.definitions {
            let kind = self.kind(name, node);
            self.define(name.clone(), node, kind);
        }
    }

    pub(super) fn finish(mut self) -> Option<Protocol> {
        for fact in &self.overlay.names {
            for id in fact.says.at.all().iter().skip(1).filter(|id| !self.met.contains(*id)) {
                self.sound = false;
                super::moved(self.overlay, &fact.pointer, format!("`{id}` is no inline type"), self.diagnostics);
            }
        }
        for fact in &self.overlay.values {
            for id in fact.says.at.all().iter().filter(|id| !is_string_enum(self.types.get(*id))) {
                self.sound = false;
                super::moved(self.overlay, &fact.pointer, format!("`{id}` is no plain string"), self.diagnostics);
            }
        }
        let revision = self.overlay.revision.clone();
        self.sound.then_some(Protocol { revision, types: self.types, methods: BTreeMap::new(), errors: Vec::new() })
    }

    fn define(&mut self, id: TypeId, node: &Node, kind: Kind) {
        let doc = Doc { text: node.description.clone().unwrap_or_default(), ..Doc::default() };
        self.origin.insert(id.clone(), node.pointer.clone());
        self.types.insert(id, TypeDef { rust: String::new(), doc, kind });
    }

    /// What a schema is under an id of its own.
    fn kind(&mut self, id: &str, node: &Node) -> Kind {
        match &node.shape {
            Shape::Object(object) => self.object(id, object),
            Shape::AllOf(parts) => match super::merge::merge(self.schema, parts) {
                Ok(object) => self.object(id, &object),
                Err(reason) => {
                    self.fail("SCH-07", &node.pointer, reason);
                    Kind::Alias(TypeRef::Json)
                }
            },
            Shape::Strings(values) => Kind::StringEnum(strings(values.clone(), false)),
            Shape::Constant(schema::Literal::Text(value)) => Kind::StringEnum(strings(vec![value.clone()], false)),
            Shape::AnyOf(parts) => self.union(id, parts),
            Shape::Scalar(scalar) if scalar.kinds.len() > 1 => self.union(id, std::slice::from_ref(node)),
            Shape::Scalar(scalar) if scalar.kinds.contains(&schema::Kind::String) => match self.known_values(id) {
                Some(values) => Kind::StringEnum(strings(values, true)),
                None => Kind::Alias(TypeRef::String),
            },
            _ => Kind::Alias(self.reference(id, node)),
        }
    }

    /// A use of a schema: a reference to a type, which is defined here where the schema is inline.
    fn reference(&mut self, id: &str, node: &Node) -> TypeRef {
        let inline = match &node.shape {
            Shape::Reference(name) => return TypeRef::Named(name.clone()),
            Shape::Any => return TypeRef::Json,
            Shape::Array(array) => {
                if let Some(name) = self.repeats(node, id) {
                    return TypeRef::Named(name);
                }
                let item = Box::new(self.reference(&format!("{id}.item"), &array.items));
                return TypeRef::List { item, min: array.min, max: array.max };
            }
            Shape::Scalar(scalar) => match single(scalar) {
                Some(TypeRef::String) => self.known_values(id).is_some(),
                Some(scalar) => return scalar,
                None => true,
            },
            Shape::Object(object) if object.members.is_empty() && object.any_of.is_empty() => match &object.rest {
                Rest::Any => return TypeRef::Object,
                Rest::Each(each) => return TypeRef::Map(Box::new(self.reference(&format!("{id}.value"), each))),
                Rest::Refused => true,
            },
            Shape::OtherStrings(_) | Shape::Constant(schema::Literal::Integer(_)) => {
                self.fail(
                    "SCH-03",
                    &node.pointer,
                    "this is understood as a member that is required, or tells variants apart",
                );
                return TypeRef::Json;
            }
            _ => true,
        };
        if !inline {
            return TypeRef::String;
        }
        if let Some(name) = self.repeats(node, id) {
            return TypeRef::Named(name);
        }
        self.met.insert(id.to_owned());
        let id = self.same.get(id).copied().unwrap_or(id);
        if let Some(first) = self.origin.get(id) {
            if self.structure(first) != self.structure(&node.pointer) {
                self.fail(
                    "OVL-03",
                    &node.pointer,
                    format!("an overlay says that this is the same as `{id}`, but it is not"),
                );
            }
            return TypeRef::Named(id.to_owned());
        }
        let kind = self.kind(id, node);
        if let Kind::Alias(of) = kind {
            return of;
        }
        self.define(id.to_owned(), node, kind);
        TypeRef::Named(id.to_owned())
    }

    /// The definition that an inline union or array repeats.
    fn repeats(&self, node: &Node, id: &str) -> Option<String> {
        let name = *self.known.get(&self.structure(&node.pointer)?)?;
        (name != id && !self.schema.definitions.contains_key(id)).then(|| name.to_owned())
    }

    fn structure(&self, pointer: &str) -> Option<String> {
        self.document.value.pointer(pointer).map(|value| structure(value).to_string())
    }

    fn known_values(&self, id: &str) -> Option<Vec<String>> {
        let fact = self.overlay.values.iter().find(|fact| fact.says.at.all().iter().any(|at| at == id))?;
        Some(fact.says.values.clone())
    }

    fn object(&mut self, id: &str, object: &schema::Object) -> Kind {
        if object.members.is_empty() {
            match &object.rest {
                Rest::Any => return Kind::Alias(TypeRef::Object),
                Rest::Each(each) => {
                    return Kind::Alias(TypeRef::Map(Box::new(self.reference(&format!("{id}.value"), each))));
                }
                Rest::Refused => {}
            }
        }
        let mut fields = Vec::new();
        for (wire, node) in &object.members {
            let required = object.required.contains(wire);
            let at = format!("{id}.{wire}");
            let content = match &node.shape {
                Shape::Constant(value) if required || self.absent(id, wire) => Content::Constant {
                    value: match value {
                        schema::Literal::Text(text) => Literal::Text(text.clone()),
                        schema::Literal::Integer(integer) => Literal::Integer(*integer),
                    },
                    absent: !required,
                },
                _ if required => Content::Required(self.reference(&at, node)),
                _ => Content::Optional(self.reference(&at, node)),
            };
            let doc = Doc { text: node.description.clone().unwrap_or_default(), ..Doc::default() };
            fields.push(Field { wire: wire.clone(), rust: String::new(), doc, content });
        }
        let rest = match &object.rest {
            Rest::Any => Some(TypeRef::Json),
            Rest::Each(each) => Some(self.reference(&format!("{id}.rest"), each)),
            Rest::Refused => None,
        };
        Kind::Struct(Struct { fields, rest, needs_one: object.any_of.clone() })
    }

    /// Whether a fact says that absence of a constant means the same.
    fn absent(&self, id: &str, wire: &str) -> bool {
        self.overlay
            .constants
            .iter()
            .any(|fact| fact.says.absent && fact.says.member == wire && fact.says.types.all().iter().any(|of| of == id))
    }

    fn union(&mut self, id: &str, parts: &[Node]) -> Kind {
        let mut flat = Vec::new();
        let objects = parts.iter().all(|part| self.kinds(part) == BTreeSet::from([JsonKind::Object]));
        self.flatten(parts, objects, &mut flat);
        if flat.iter().any(|part| part.shape == Shape::Any) {
            return Kind::Alias(TypeRef::Json);
        }
        let mut contents: Vec<TypeRef> = Vec::new();
        let mut other = None;
        if !objects {
            flat = self.fold(id, flat, &mut contents);
        }
        for (at, part) in flat.into_iter().enumerate() {
            match &part.shape {
                Shape::Scalar(scalar) => contents.extend(each(scalar)),
                _ if open_tag(part).is_some() => other = open_tag(part),
                _ => contents.push(self.reference(&format!("{id}.{at}"), part)),
            }
        }
        if contents.iter().any(|content| matches!(content, TypeRef::Number(_))) {
            contents.retain(|content| !matches!(content, TypeRef::Integer(_)));
        }
        let mut distinct: Vec<TypeRef> = Vec::new();
        for content in contents {
            if !distinct.contains(&content) {
                distinct.push(content);
            }
        }
        match distinct.as_slice() {
            [only] if other.is_none() => return Kind::Alias(only.clone()),
            [one, TypeRef::Null] | [TypeRef::Null, one] => {
                return Kind::Alias(TypeRef::Nullable(Box::new(one.clone())));
            }
            _ => {}
        }
        let variants = distinct.into_iter().map(|content| Variant { rust: String::new(), content }).collect();
        let dispatch = match other {
            None => Dispatch::ByCaller,
            Some(member) => Dispatch::Tag { member, values: Vec::new(), absent: None, other: Some("Other".to_owned()) },
        };
        Kind::Union(Union { variants, dispatch })
    }

    /// Of a union of several kinds, takes the objects out, which become one variant.
    fn fold<'n>(&mut self, id: &str, flat: Vec<&'n Node>, contents: &mut Vec<TypeRef>) -> Vec<&'n Node> {
        let object = BTreeSet::from([JsonKind::Object]);
        let (objects, rest): (Vec<&Node>, Vec<&Node>) =
            flat.iter().copied().partition(|part| self.kinds(part) == object);
        if objects.len() < 2 {
            return flat;
        }
        let names = |parts: &[&Node]| -> Option<BTreeSet<String>> {
            parts
                .iter()
                .map(|part| if let Shape::Reference(name) = &part.shape { Some(name.clone()) } else { None })
                .collect()
        };
        let wanted = names(&objects);
        let named = self.schema.definitions.iter().find(|(_, node)| match &node.shape {
            Shape::AnyOf(parts) => wanted.is_some() && names(&parts.iter().collect::<Vec<_>>()) == wanted,
            _ => false,
        });
        if let Some((name, _)) = named {
            contents.push(TypeRef::Named(name.clone()));
        } else {
            let id = format!("{id}.object");
            let variants = objects
                .iter()
                .enumerate()
                .map(|(at, part)| Variant { rust: String::new(), content: self.reference(&format!("{id}.{at}"), part) })
                .collect();
            let kind = Kind::Union(Union { variants, dispatch: Dispatch::ByCaller });
            if let Some(first) = objects.first() {
                self.define(id.clone(), &Node { description: None, ..(*first).clone() }, kind);
            }
            contents.push(TypeRef::Named(id));
        }
        rest
    }

    /// The parts of a union, those of unions in it included: inline ones, and where all are objects
    /// those that are defined elsewhere.
    fn flatten<'n>(&self, parts: &'n [Node], objects: bool, flat: &mut Vec<&'n Node>)
    where
        'a: 'n,
    {
        for part in parts {
            let definition = match &part.shape {
                Shape::Reference(name) if objects => self.schema.definitions.get(name),
                _ => Some(part),
            };
            match definition.map(|definition| &definition.shape) {
                Some(Shape::AnyOf(inner)) => self.flatten(inner, objects, flat),
                _ => flat.push(part),
            }
        }
    }

    /// The JSON kinds that a schema admits.
    fn kinds(&self, node: &Node) -> BTreeSet<JsonKind> {
        match &node.shape {
            Shape::Reference(name) => {
                self.schema.definitions.get(name).map(|node| self.kinds(node)).unwrap_or_default()
            }
            Shape::Constant(schema::Literal::Integer(_)) => BTreeSet::from([JsonKind::Number]),
            Shape::Constant(_) | Shape::Strings(_) | Shape::OtherStrings(_) => BTreeSet::from([JsonKind::String]),
            Shape::Array(_) => BTreeSet::from([JsonKind::Array]),
            Shape::Object(_) | Shape::AllOf(_) => BTreeSet::from([JsonKind::Object]),
            Shape::AnyOf(parts) => parts.iter().flat_map(|part| self.kinds(part)).collect(),
            Shape::Scalar(scalar) => scalar.kinds.iter().map(|kind| json_kind(*kind)).collect(),
            Shape::Any => BTreeSet::from([
                JsonKind::Array,
                JsonKind::Boolean,
                JsonKind::Null,
                JsonKind::Number,
                JsonKind::Object,
                JsonKind::String,
            ]),
        }
    }

    fn fail(&mut self, rule: &'static str, pointer: &str, message: impl Into<String>) {
        self.sound = false;
        self.diagnostics.push(Diagnostic::error(rule, self.document.place(pointer), message));
    }
}

fn is_string_enum(def: Option<&TypeDef>) -> bool {
    matches!(def.map(|def| &def.kind), Some(Kind::StringEnum(list)) if list.other.is_some())
}

fn json_kind(kind: schema::Kind) -> JsonKind {
    match kind {
        schema::Kind::String => JsonKind::String,
        schema::Kind::Integer | schema::Kind::Number => JsonKind::Number,
        schema::Kind::Boolean => JsonKind::Boolean,
        schema::Kind::Null => JsonKind::Null,
    }
}

fn strings(values: Vec<String>, open: bool) -> StringEnum {
    let variants = values.into_iter().map(|wire| StringVariant { wire, rust: String::new() }).collect();
    StringEnum { variants, other: open.then(|| "Other".to_owned()) }
}

/// The member that is any string but those of the other variants: the mark of an open union.
fn open_tag(node: &Node) -> Option<String> {
    let Shape::Object(object) = &node.shape else { return None };
    let (name, member) = object.members.iter().next().filter(|_| object.members.len() == 1)?;
    (matches!(member.shape, Shape::OtherStrings(_)) && object.required.contains(name)).then(|| name.clone())
}

fn single(scalar: &Scalar) -> Option<TypeRef> {
    let mut all = each(scalar);
    if all.len() == 1 { all.pop() } else { None }
}

fn each(scalar: &Scalar) -> Vec<TypeRef> {
    let bounds = Bounds { min: scalar.minimum, max: scalar.maximum };
    scalar
        .kinds
        .iter()
        .map(|kind| match kind {
            schema::Kind::String => TypeRef::String,
            schema::Kind::Integer => TypeRef::Integer(bounds),
            schema::Kind::Number => TypeRef::Number(bounds),
            schema::Kind::Boolean => TypeRef::Boolean,
            schema::Kind::Null => TypeRef::Null,
        })
        .collect()
}
