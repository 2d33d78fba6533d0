//! A document to definitions; every fault is reported, with its place.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::keywords::{self, PROSE, ROOT, SHAPES};
use super::{Array, Kind, Literal, Node, Object, ProtocolSchema, Rest, Scalar, Shape};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::{Document, child};

/// Reads a protocol schema; `None` when it has faults, which are in `diagnostics` then.
#[must_use]
pub fn read(document: &Document, diagnostics: &mut Diagnostics) -> Option<ProtocolSchema> {
    let mut reader = Reader { document, diagnostics, names: BTreeSet::new(), prefix: String::new(), sound: true };
    let schema = reader.root()?;
    reader.sound.then_some(schema)
}

struct Reader<'a> {
    document: &'a Document,
    diagnostics: &'a mut Diagnostics,
    names: BTreeSet<&'a str>,
    /// How a reference to a definition begins.
    prefix: String,
    sound: bool,
}

impl<'a> Reader<'a> {
    fn root(&mut self) -> Option<ProtocolSchema> {
        let root = self.document.value.as_object();
        let keyword =
            ["$defs", "definitions"].into_iter().find(|keyword| root.is_some_and(|r| r.contains_key(*keyword)));
        let (Some(root), Some(keyword)) = (root, keyword) else {
            self.fail("SCH-05", "", "this is no schema of the protocol: there are no definitions");
            return None;
        };
        for name in root.keys().filter(|name| !ROOT.contains(&name.as_str()) && !PROSE.contains(&name.as_str())) {
            self.unknown(&child("", name), name);
        }
        if root.contains_key("$defs") && root.contains_key("definitions") {
            self.fail("SCH-03", "/definitions", "`definitions` stands beside `$defs`: one of them has all definitions");
        }
        let pointer = format!("/{keyword}");
        let definitions = self.object(&pointer, root.get(keyword)?)?;
        self.names = definitions.keys().map(String::as_str).collect();
        self.prefix = format!("#/{keyword}/");
        let definitions =
            definitions.iter().map(|(name, value)| (name.clone(), self.node(child(&pointer, name), value))).collect();
        Some(ProtocolSchema { definitions, keyword })
    }

    fn node(&mut self, pointer: String, value: &'a Value) -> Node {
        let nothing = |pointer| Node { pointer, description: None, shape: Shape::Any };
        let schema = match value {
            Value::Bool(true) => return nothing(pointer),
            Value::Object(schema) => schema,
            _ => {
                self.fail("SCH-02", &pointer, "a schema is an object, or true");
                return nothing(pointer);
            }
        };
        let known = keywords::all();
        for name in schema.keys().filter(|name| !known.contains(&name.as_str())) {
            self.unknown(&child(&pointer, name), name);
        }
        let description = match schema.get("description") {
            Some(Value::String(text)) => Some(text.clone()),
            Some(_) => {
                self.fail("SCH-02", &child(&pointer, "description"), "`description` is a string");
                None
            }
            None => None,
        };
        let shape = self.shape(&pointer, schema);
        Node { pointer, description, shape }
    }

    fn shape(&mut self, pointer: &str, schema: &'a Map<String, Value>) -> Shape {
        let Some((first, beside)) = SHAPES.iter().find(|(first, _)| schema.contains_key(*first)) else {
            for name in schema.keys().filter(|name| !PROSE.contains(&name.as_str())) {
                self.fail("SCH-03", &child(pointer, name), format!("`{name}` says nothing without `type`"));
            }
            return Shape::Any;
        };
        for name in schema.keys().filter(|name| {
            let name = name.as_str();
            name != *first && !beside.contains(&name) && !PROSE.contains(&name) && keywords::all().contains(&name)
        }) {
            self.fail("SCH-03", &child(pointer, name), format!("`{name}` is not understood beside `{first}`"));
        }
        let types = self.types(pointer, schema);
        let at = child(pointer, first);
        let Some(value) = schema.get(*first) else { return Shape::Any };
        match *first {
            "$ref" => self.reference(&at, value),
            "const" => self.constant(&at, value, &types),
            "enum" => {
                self.only(pointer, &types, "string");
                Shape::Strings(self.strings(&at, value))
            }
            "not" => {
                self.only(pointer, &types, "string");
                self.other_strings(&at, value)
            }
            "allOf" => Shape::AllOf(self.nodes(&at, value)),
            "anyOf" => Shape::AnyOf(self.nodes(&at, value)),
            "properties" | "additionalProperties" => {
                self.only(pointer, &types, "object");
                Shape::Object(self.members(pointer, schema))
            }
            "items" => {
                self.only(pointer, &types, "array");
                let items = self.node(at, value);
                let (min, max) = (self.count(pointer, schema, "minItems"), self.count(pointer, schema, "maxItems"));
                Shape::Array(Box::new(Array { items, min, max }))
            }
            _ => self.typed(pointer, schema, &types),
        }
    }

    /// What only `type` says.
    fn typed(&mut self, pointer: &str, schema: &'a Map<String, Value>, types: &[&str]) -> Shape {
        if types == ["object"] {
            return Shape::Object(self.members(pointer, schema));
        }
        if schema.contains_key("required") {
            self.fail("SCH-03", &child(pointer, "required"), "`required` is for objects");
        }
        if types == ["array"] {
            let items = Node { pointer: child(pointer, "items"), description: None, shape: Shape::Any };
            return Shape::Array(Box::new(Array { items, min: None, max: None }));
        }
        let kind = |name: &&str| match *name {
            "string" => Some(Kind::String),
            "integer" => Some(Kind::Integer),
            "number" => Some(Kind::Number),
            "boolean" => Some(Kind::Boolean),
            "null" => Some(Kind::Null),
            _ => None,
        };
        let kinds: BTreeSet<Kind> = types.iter().filter_map(kind).collect();
        if kinds.len() != types.len() {
            self.fail("SCH-03", &child(pointer, "type"), "arrays and objects do not share a `type` with other kinds");
        }
        let format = schema.get("format").and_then(Value::as_str).map(str::to_owned);
        if format.is_none() && schema.contains_key("format") {
            self.fail("SCH-02", &child(pointer, "format"), "`format` is a string");
        }
        let (minimum, maximum) = (self.number(pointer, schema, "minimum"), self.number(pointer, schema, "maximum"));
        Shape::Scalar(Scalar { kinds, format, minimum, maximum })
    }

    fn members(&mut self, pointer: &str, schema: &'a Map<String, Value>) -> Object {
        let mut object = Object::default();
        if let Some(value) = schema.get("properties") {
            let at = child(pointer, "properties");
            if let Some(properties) = self.object(&at, value) {
                object.members =
                    properties.iter().map(|(name, value)| (name.clone(), self.node(child(&at, name), value))).collect();
            }
        }
        if let Some(value) = schema.get("required") {
            object.required = self.strings(&child(pointer, "required"), value).into_iter().collect();
        }
        match schema.get("additionalProperties") {
            None => {}
            Some(Value::Bool(false)) => object.rest = Rest::Refused,
            Some(value) => {
                let node = self.node(child(pointer, "additionalProperties"), value);
                if node.shape != Shape::Any {
                    object.rest = Rest::Each(Box::new(node));
                }
            }
        }
        if let Some(value) = schema.get("anyOf") {
            object.any_of = self.alternatives(&child(pointer, "anyOf"), value);
        }
        for (name, word) in
            object.required.iter().map(|n| (n, "required")).chain(object.any_of.iter().map(|n| (n, "anyOf")))
        {
            if !object.members.contains_key(name) {
                self.fail(
                    "SCH-03",
                    &child(pointer, word),
                    format!("`{name}` is demanded but not among the properties"),
                );
            }
        }
        object
    }

    /// `anyOf: [{required: [a]}, {required: [b]}]` beside properties.
    fn alternatives(&mut self, pointer: &str, value: &'a Value) -> Vec<String> {
        let mut names = Vec::new();
        for (index, part) in value.as_array().into_iter().flatten().enumerate() {
            let at = child(pointer, &index.to_string());
            match part.as_object().map(|part| (part.len(), part.get("required"))) {
                Some((1, Some(required))) => {
                    let required = self.strings(&child(&at, "required"), required);
                    match required.as_slice() {
                        [name] => names.push(name.clone()),
                        _ => self.fail("SCH-03", &at, "each alternative demands one member"),
                    }
                }
                _ => self.fail("SCH-03", &at, "beside `properties`, `anyOf` has parts of `required` alone"),
            }
        }
        if names.is_empty() {
            self.fail("SCH-02", pointer, "`anyOf` is an array with at least one schema");
        }
        names
    }

    fn reference(&mut self, at: &str, value: &'a Value) -> Shape {
        let name = value.as_str().and_then(|text| text.strip_prefix(self.prefix.as_str()));
        let name = name.map(|name| name.replace("~1", "/").replace("~0", "~"));
        match name.filter(|name| self.names.contains(name.as_str())) {
            Some(name) => Shape::Reference(name),
            None => {
                let prefix = self.prefix.clone();
                self.fail("SCH-04", at, format!("there is no such definition; a reference reads \"{prefix}NAME\""));
                Shape::Any
            }
        }
    }

    fn constant(&mut self, at: &str, value: &'a Value, types: &[&str]) -> Shape {
        let (literal, kind) = match (value.as_str(), value.as_i64()) {
            (Some(text), _) => (Literal::Text(text.to_owned()), "string"),
            (None, Some(integer)) => (Literal::Integer(integer), "integer"),
            (None, None) => {
                self.fail("SCH-02", at, "`const` of a protocol schema is a string or an integer");
                return Shape::Any;
            }
        };
        if !types.is_empty() && types != [kind] && !(kind == "integer" && types == ["number"]) {
            self.fail("SCH-03", at, "this value is not of the `type` beside it");
        }
        Shape::Constant(literal)
    }

    fn other_strings(&mut self, at: &str, value: &'a Value) -> Shape {
        match value.as_object().filter(|not| not.len() == 1).and_then(|not| not.get("enum")) {
            Some(list) => Shape::OtherStrings(self.strings(&child(at, "enum"), list)),
            None => {
                self.fail("SCH-03", at, "`not` is understood as {\"enum\": [...]} only");
                Shape::Any
            }
        }
    }

    fn nodes(&mut self, at: &str, value: &'a Value) -> Vec<Node> {
        match value.as_array().filter(|list| !list.is_empty()) {
            Some(list) => list.iter().enumerate().map(|(i, part)| self.node(child(at, &i.to_string()), part)).collect(),
            None => {
                self.fail("SCH-02", at, "an array with at least one schema is expected");
                Vec::new()
            }
        }
    }

    fn types(&mut self, pointer: &str, schema: &'a Map<String, Value>) -> Vec<&'a str> {
        const TYPES: &[&str] = &["array", "boolean", "integer", "null", "number", "object", "string"];
        let at = child(pointer, "type");
        let names = match schema.get("type") {
            None => return Vec::new(),
            Some(Value::String(name)) => vec![name.as_str()],
            Some(Value::Array(names)) => names.iter().map(|name| name.as_str().unwrap_or_default()).collect(),
            Some(_) => Vec::new(),
        };
        if names.is_empty() || names.iter().any(|name| !TYPES.contains(name)) {
            self.fail("SCH-02", &at, format!("`type` is one of {}, or several of them", TYPES.join(", ")));
            return Vec::new();
        }
        names
    }

    /// Reports a `type` other than the one that goes with a keyword.
    fn only(&mut self, pointer: &str, types: &[&str], expected: &str) {
        if types != [expected] {
            let at = child(pointer, "type");
            self.fail("SCH-03", &at, format!("what stands beside it wants `type` to be \"{expected}\""));
        }
    }

    fn strings(&mut self, at: &str, value: &'a Value) -> Vec<String> {
        let list: Option<Vec<String>> =
            value.as_array().and_then(|list| list.iter().map(|item| item.as_str().map(str::to_owned)).collect());
        list.unwrap_or_else(|| {
            self.fail("SCH-02", at, "an array of strings is expected");
            Vec::new()
        })
    }

    fn count(&mut self, pointer: &str, schema: &Map<String, Value>, name: &str) -> Option<u64> {
        let count = schema.get(name)?.as_u64();
        if count.is_none() {
            self.fail("SCH-02", &child(pointer, name), format!("`{name}` is an integer that is not negative"));
        }
        count
    }

    fn number(&mut self, pointer: &str, schema: &Map<String, Value>, name: &str) -> Option<f64> {
        let number = schema.get(name)?.as_f64();
        if number.is_none() {
            self.fail("SCH-02", &child(pointer, name), format!("`{name}` is a number"));
        }
        number
    }

    fn object(&mut self, at: &str, value: &'a Value) -> Option<&'a Map<String, Value>> {
        let object = value.as_object();
        if object.is_none() {
            self.fail("SCH-02", at, "an object is expected");
        }
        object
    }

    fn unknown(&mut self, at: &str, name: &str) {
        self.sound = false;
        let diagnostic = Diagnostic::error(
            "SCH-01",
            self.document.key_place(at),
            format!("the keyword `{name}` is not understood in a protocol schema"),
        );
        let known = keywords::all().join(", ");
        self.diagnostics.push(diagnostic.help(format!("understood are: {known}")));
    }

    fn fail(&mut self, rule: &'static str, at: &str, message: impl Into<String>) {
        self.sound = false;
        self.diagnostics.push(Diagnostic::error(rule, self.document.place(at), message));
    }
}

/// Definitions by the name of who refers to them, for the search for circles.
#[must_use]
pub(crate) fn references(node: &Node) -> Vec<&str> {
    match &node.shape {
        Shape::Reference(name) => vec![name],
        Shape::AnyOf(parts) | Shape::AllOf(parts) => parts.iter().flat_map(references).collect(),
        _ => Vec::new(),
    }
}

/// The definitions that are nothing but one another: a chain of references that comes back.
#[must_use]
pub fn circle(definitions: &BTreeMap<String, Node>) -> Option<Vec<String>> {
    let mut settled: BTreeSet<&str> = BTreeSet::new();
    for start in definitions.keys() {
        let mut path: Vec<(&str, Vec<&str>)> = Vec::new();
        let mut next = Some(start.as_str());
        while let Some(name) = next.take() {
            if let Some(from) = path.iter().position(|(on, _)| *on == name) {
                let mut names: Vec<String> = path[from..].iter().map(|(on, _)| (*on).to_owned()).collect();
                names.push(name.to_owned());
                return Some(names);
            }
            if !settled.contains(name) {
                path.push((name, definitions.get(name).map(references).unwrap_or_default()));
            }
            while let Some((on, ahead)) = path.last_mut() {
                if let Some(name) = ahead.pop() {
                    next = Some(name);
                    break;
                }
                settled.insert(on);
                path.pop();
            }
        }
    }
    None
}
