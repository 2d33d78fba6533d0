//! One part of a schema to what it comes to, keyword by keyword.
//!
//! A keyword that says nothing about the type is left out on purpose: `format` and the `content…`
//! keywords are annotations, `pattern`, lengths, counts, `contains`, `propertyNames`, `not`, `if`,
//! `dependent…` and `unevaluated…` are the validator's. Leaving one out lets more through, never less.

use std::collections::BTreeMap;
use std::rc::Rc;

use serde_json::{Map, Value};

use super::arena::{Arena, Form};
use super::reference::child;
use super::shape::{ANY, Array, Id, Member, Number, Object, Shape, Text};

impl<'a> Arena<'a> {
    /// What a part of the schema comes to.
    pub(super) fn read(&mut self, value: &'a Value, at: &str) -> Form {
        let any = Form::Same { node: ANY, nullable: false };
        let members = match value {
            Value::Bool(false) => return Form::Shape(Rc::new(Shape::never())),
            Value::Object(members) => members,
            _ => return any,
        };
        if let Some(reference) = members.get("$ref").and_then(Value::as_str) {
            let target = self.target(reference, at);
            if self.references.ref_stands_alone {
                return Form::Same { node: target, nullable: false };
            }
            return self.all(members, vec![target], at);
        }
        if members.contains_key("$dynamicRef") {
            let message = "what `$dynamicRef` leads to depends on the schema that refers to this one";
            self.note("TYP-04", "$dynamicRef", at, message);
        }
        self.all(members, Vec::new(), at)
    }

    fn target(&mut self, reference: &str, at: &str) -> Id {
        if let Some((value, pointer)) = self.references.resolve(at, reference) {
            return self.schema(value, &pointer);
        }
        self.note("TYP-04", "$ref", at, "the reference leads out of this schema, or nowhere");
        ANY
    }

    /// All of: what the keywords beside each other say, `parts`, and the members of `allOf`, `anyOf`, `oneOf`.
    fn all(&mut self, members: &'a Map<String, Value>, mut parts: Vec<Id>, at: &str) -> Form {
        let list = |keyword: &str| members.get(keyword).and_then(Value::as_array);
        for (index, part) in list("allOf").into_iter().flatten().enumerate() {
            parts.push(self.schema(part, &format!("{at}/allOf/{index}")));
        }
        let mut nullable = None;
        for keyword in ["anyOf", "oneOf"] {
            let Some(list) = list(keyword) else { continue };
            let mut nodes = Vec::with_capacity(list.len());
            for (index, part) in list.iter().enumerate() {
                nodes.push(self.schema(part, &format!("{at}/{keyword}/{index}")));
            }
            match self.join_form(nodes, at) {
                Form::Same { node, nullable: false } => parts.push(node),
                // `null` beside the one other alternative: kept apart from it, so that its type keeps its name.
                Form::Same { node, nullable: true } if nullable.is_none() && parts.is_empty() => nullable = Some(node),
                Form::Same { node, .. } => {
                    let shape = Shape { null: true, ..(*self.shape(node)).clone() };
                    parts.push(self.given(shape, at));
                }
                Form::Shape(shape) => parts.push(self.given((*shape).clone(), at)),
            }
        }
        let own = self.own_shape(members, at);
        parts.retain(|part| *part != ANY);
        match (own, nullable, &parts[..]) {
            (None, None, []) => Form::Same { node: ANY, nullable: false },
            (None, None, [node]) => Form::Same { node: *node, nullable: false },
            (None, Some(node), []) => Form::Same { node, nullable: true },
            (own, nullable, parts) => {
                let mut shapes: Vec<Rc<Shape>> = own.map(Rc::new).into_iter().collect();
                if let Some(node) = nullable {
                    shapes.push(Rc::new(Shape { null: true, ..(*self.shape(node)).clone() }));
                }
                for part in parts {
                    shapes.push(self.shape(*part));
                }
                Form::Shape(self.meet_shapes(&shapes, at))
            }
        }
    }

    /// What the keywords say that stand beside each other; `None`: nothing that a type can say.
    fn own_shape(&mut self, members: &'a Map<String, Value>, at: &str) -> Option<Shape> {
        let mut shape = Shape::any();
        let number = number(members);
        shape.number = shape.number.and_then(|any| any.meet(number));
        if let Some(array) = self.array(members, at) {
            shape.array = Some(array);
        }
        if let Some(object) = self.object(members, at) {
            shape.objects = vec![Rc::new(object)];
        }
        if let Some(kinds) = members.get("type") {
            let names: Vec<&str> = match kinds {
                Value::String(name) => vec![name],
                Value::Array(list) => list.iter().filter_map(Value::as_str).collect(),
                _ => Vec::new(),
            };
            shape.restrict(&names);
        }
        for keyword in ["enum", "const"] {
            let Some(value) = members.get(keyword) else { continue };
            let values = match value {
                Value::Array(list) if keyword == "enum" => &list[..],
                value => std::slice::from_ref(value),
            };
            let listed = self.listed(values, at);
            let both = self.meet_shapes(&[Rc::new(listed), Rc::new(shape)], at);
            shape = (*both).clone();
        }
        (!shape.is_any()).then_some(shape)
    }

    /// Any of some constants.
    fn listed(&mut self, values: &'a [Value], at: &str) -> Shape {
        let mut shape = Shape::never();
        let mut strings: Vec<String> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        let mut items = Vec::new();
        for value in values {
            match value {
                Value::Null => shape.null = true,
                Value::Bool(_) => shape.boolean = true,
                Value::Number(number) => {
                    let one = Number {
                        integer: integral(number),
                        low: bound(number, f64::floor),
                        high: bound(number, f64::ceil),
                    };
                    shape.number = Some(shape.number.map_or(one, |known| known.join(one)));
                }
                Value::String(text) => {
                    if seen.insert(text) {
                        strings.push(text.clone());
                    }
                }
                Value::Array(list) => items.extend(list),
                Value::Object(members) => {
                    let fields = members.iter().map(|(name, value)| {
                        let listed = self.listed(std::slice::from_ref(value), at);
                        (name.clone(), Member { node: self.given(listed, at), required: true })
                    });
                    let fields: BTreeMap<_, _> = fields.collect();
                    shape.objects.push(Rc::new(Object { fields, rest: None, node: None }));
                }
            }
        }
        if shape.objects.len() > 1 {
            shape.objects = vec![Rc::new(self.merged(&shape.objects, at))];
        }
        if !strings.is_empty() {
            shape.string = Some(Text::Of(strings));
        }
        if values.iter().any(Value::is_array) {
            let nodes: Vec<Id> = items
                .into_iter()
                .map(|item| {
                    let listed = self.listed(std::slice::from_ref(item), at);
                    self.given(listed, at)
                })
                .collect();
            shape.array = Some(Array { items: self.join(nodes, at) });
        }
        shape
    }

    fn array(&mut self, members: &'a Map<String, Value>, at: &str) -> Option<Array> {
        let old = self.references.ref_stands_alone;
        let (first, others) = match members.get("items") {
            Some(Value::Array(list)) => {
                (Some(("items", list)), members.get("additionalItems").map(|v| ("additionalItems", v)))
            }
            items => {
                let first = members.get("prefixItems").filter(|_| !old).and_then(Value::as_array);
                (first.map(|list| ("prefixItems", list)), items.map(|v| ("items", v)))
            }
        };
        if first.is_none() && others.is_none() {
            return None;
        }
        let mut nodes = Vec::new();
        if let Some((keyword, list)) = first {
            for (index, item) in list.iter().enumerate() {
                nodes.push(self.schema(item, &format!("{at}/{keyword}/{index}")));
            }
        }
        match others {
            Some((_, Value::Bool(false))) => {}
            Some((keyword, item)) => nodes.push(self.schema(item, &format!("{at}/{keyword}"))),
            None => nodes.push(ANY),
        }
        Some(Array { items: self.join(nodes, at) })
    }

    fn object(&mut self, members: &'a Map<String, Value>, at: &str) -> Option<Object> {
        const KEYWORDS: [&str; 4] = ["properties", "patternProperties", "additionalProperties", "required"];
        if !KEYWORDS.iter().any(|keyword| members.contains_key(*keyword)) {
            return None;
        }
        let map = |keyword: &str| members.get(keyword).and_then(Value::as_object);
        let mut others: Vec<Id> = Vec::new();
        for (pattern, value) in map("patternProperties").into_iter().flatten() {
            others.push(self.schema(value, &child(&format!("{at}/patternProperties"), pattern)));
        }
        match members.get("additionalProperties") {
            Some(Value::Bool(false)) => {}
            Some(value) => others.push(self.schema(value, &format!("{at}/additionalProperties"))),
            None => others.push(ANY),
        }
        let rest = self.join(others, at);
        let mut fields = BTreeMap::new();
        let mut properties: Vec<_> = map("properties").into_iter().flatten().collect();
        properties.sort_by_key(|(name, _)| *name);
        for (name, value) in properties {
            let node = self.schema(value, &child(&format!("{at}/properties"), name));
            fields.insert(name.clone(), Member { node, required: false });
        }
        for name in members.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str) {
            if let Some(member) = fields.get_mut(name) {
                member.required = true;
            } else if let Some(node) = rest {
                fields.insert(name.to_owned(), Member { node, required: true });
            }
        }
        Some(Object { fields, rest, node: None })
    }
}

impl Shape {
    /// Only the kinds that `type` names.
    fn restrict(&mut self, names: &[&str]) {
        let has = |name| names.contains(&name);
        self.null &= has("null");
        self.boolean &= has("boolean");
        if !has("number") {
            self.number = self.number.filter(|_| has("integer")).map(|number| Number { integer: true, ..number });
        }
        self.string = self.string.take().filter(|_| has("string"));
        self.array = self.array.filter(|_| has("array"));
        if !has("object") {
            self.objects.clear();
        }
    }
}

/// What the keywords for numbers say. Exclusive bounds are taken as inclusive: enough for a type.
fn number(members: &Map<String, Value>) -> Number {
    let value = |keyword: &str| match members.get(keyword) {
        Some(Value::Number(number)) => Some(number),
        _ => None,
    };
    let low = |keyword| value(keyword).and_then(|number| bound(number, f64::floor));
    let high = |keyword| value(keyword).and_then(|number| bound(number, f64::ceil));
    Number {
        integer: value("multipleOf").is_some_and(integral),
        low: low("minimum").max(low("exclusiveMinimum")),
        high: match (high("maximum"), high("exclusiveMaximum")) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        },
    }
}

fn integral(number: &serde_json::Number) -> bool {
    number.is_i64() || number.is_u64() || number.as_f64().is_some_and(|n| n.is_finite() && n.fract() == 0.0)
}

/// The integer at or beyond a number, as far as `i128` goes.
#[allow(clippy::cast_possible_truncation, reason = "a float is cast to the nearest integer that there is")]
fn bound(number: &serde_json::Number, round: fn(f64) -> f64) -> Option<i128> {
    let exact = number.as_i64().map(i128::from).or_else(|| number.as_u64().map(i128::from));
    exact.or_else(|| number.as_f64().map(|n| round(n) as i128))
}
