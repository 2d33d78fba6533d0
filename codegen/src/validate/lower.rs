//! Schemas to nodes: one for each subschema that validation can reach.
//!
//! A worklist, no recursion: depth of the schema is no depth of the stack. `$dynamicRef` is settled
//! here: a node is made for each pair of subschema and dynamic scope, the scope being the outermost
//! resource that defines each dynamic anchor.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Map, Number, Value};

use super::dialect::Dialect;
use super::program::{Arrays, Contains, Id, InPlace, Node, Objects, Pattern, Types};
use super::resource::{Place, Resources};
use super::{Options, ecma, form, format, keyword, pointer};

/// For each dynamic anchor, where the outermost resource has it.
type Scope = BTreeMap<String, Place>;

/// Lowering under way.
pub(super) struct Lowering<'s> {
    pub(super) resources: Resources<'s>,
    options: &'s Options,
    pub(super) nodes: Vec<Node>,
    pub(super) patterns: Vec<Pattern>,
    known_patterns: HashMap<String, usize>,
    scopes: Vec<Scope>,
    known: HashMap<(Place, usize), Id>,
    open: Vec<(Id, Place, usize)>,
}

/// One schema being read.
struct Reader<'l, 's> {
    lowering: &'l mut Lowering<'s>,
    object: &'s Map<String, Value>,
    place: Place,
    scope: usize,
    dialect: Dialect,
    active: Vec<&'static str>,
}

impl<'s> Lowering<'s> {
    pub(super) fn new(schema: &'s Value, options: &'s Options) -> Self {
        Self {
            resources: Resources::new(schema, options),
            options,
            nodes: Vec::new(),
            patterns: Vec::new(),
            known_patterns: HashMap::new(),
            scopes: vec![Scope::new()],
            known: HashMap::new(),
            open: Vec::new(),
        }
    }

    /// The node of a root.
    pub(super) fn root(&mut self, pointer: &str) -> Id {
        let id = self.node(Place { document: 0, pointer: pointer.to_owned() }, 0);
        while let Some((id, place, scope)) = self.open.pop() {
            self.fill(id, &place, scope);
        }
        id
    }

    /// The node of a subschema, made when it is not there yet.
    fn node(&mut self, place: Place, scope: usize) -> Id {
        let scope = self.enter(&place, scope);
        if let Some(id) = self.known.get(&(place.clone(), scope)) {
            return *id;
        }
        let id = self.nodes.len();
        self.nodes.push(Node::new(self.resources.describe(&place)));
        self.known.insert((place.clone(), scope), id);
        if id < self.options.max_subschemas {
            self.open.push((id, place, scope));
        } else if id == self.options.max_subschemas {
            let message = format!("the schema has more than {id} subschemas");
            self.resources.fault("JSC-06", &place, message, "split the schema, or raise the limit");
        }
        id
    }

    /// The scope after entering the resource of a place.
    fn enter(&mut self, place: &Place, scope: usize) -> usize {
        let Some(resource) = self.resources.resource(place) else { return scope };
        if resource.dynamic.is_empty() {
            return scope;
        }
        let mut entered = self.scopes.get(scope).cloned().unwrap_or_default();
        for (name, target) in &resource.dynamic {
            entered.entry(name.clone()).or_insert_with(|| target.clone());
        }
        let known = self.scopes.iter().position(|known| *known == entered);
        known.unwrap_or_else(|| {
            self.scopes.push(entered);
            self.scopes.len() - 1
        })
    }

    fn fill(&mut self, id: Id, place: &Place, scope: usize) {
        let Some(value) = self.resources.value(place) else { return };
        let object = match value {
            Value::Object(object) => object,
            _ => {
                self.nodes[id].never = value == &Value::Bool(false);
                return;
            }
        };
        let Some(reading) = self.resources.resource(place).map(|resource| resource.reading.clone()) else { return };
        let dialect = reading.dialect;
        let active = keyword::KEYWORDS
            .iter()
            .filter(|keyword| object.contains_key(keyword.name))
            .filter(|keyword| match dialect {
                Dialect::Draft7 => keyword.draft7.is_some(),
                Dialect::Draft202012 => keyword.current.is_some_and(|(vocabulary, _)| reading.has(vocabulary)),
            })
            .map(|keyword| keyword.name)
            // Draft-07: what stands beside `$ref` is ignored.
            .filter(|name| dialect != Dialect::Draft7 || *name == "$ref" || !object.contains_key("$ref"))
            .collect();
        let asserts_format = self.options.assert_format || reading.asserts_format;
        let mut node = self.nodes[id].clone();
        let mut reader = Reader { lowering: self, object, place: place.clone(), scope, dialect, active };
        reader.scalars(&mut node, asserts_format);
        reader.array(&mut node.array);
        reader.object(&mut node.object);
        node.in_place = reader.in_place();
        self.nodes[id] = node;
    }

    fn pattern(&mut self, source: &str) -> Option<usize> {
        if let Some(known) = self.known_patterns.get(source) {
            return Some(*known);
        }
        // What is not legal has been said by the form check.
        let engine = ecma::compile(&ecma::parse(source).ok()?);
        let index = self.patterns.len();
        self.patterns.push(Pattern { source: source.to_owned(), engine });
        self.known_patterns.insert(source.to_owned(), index);
        Some(index)
    }
}

impl<'s> Reader<'_, 's> {
    /// The value of a keyword that counts here.
    fn get(&self, keyword: &str) -> Option<&'s Value> {
        self.active.contains(&keyword).then(|| self.object.get(keyword)).flatten()
    }

    fn count(&self, keyword: &str) -> Option<u64> {
        self.get(keyword).and_then(form::count)
    }

    fn number(&self, keyword: &str) -> Option<Number> {
        self.get(keyword).and_then(Value::as_number).cloned()
    }

    /// The node of the schema under `steps`.
    fn child(&mut self, steps: &[&str]) -> Id {
        let pointer = steps.iter().fold(self.place.pointer.clone(), |parent, step| pointer::push(&parent, step));
        self.lowering.node(Place { document: self.place.document, pointer }, self.scope)
    }

    fn schema(&mut self, keyword: &'static str) -> Option<Id> {
        self.get(keyword)?;
        Some(self.child(&[keyword]))
    }

    fn schemas(&mut self, keyword: &'static str) -> Option<Vec<Id>> {
        let length = self.get(keyword)?.as_array()?.len();
        Some(
            (0..length)
                .map(|index| {
                    let index = index.to_string();
                    self.child(&[keyword, &index])
                })
                .collect(),
        )
    }

    /// The members of a keyword's object, by name.
    fn members(&self, keyword: &str) -> Vec<(&'s String, &'s Value)> {
        let mut members: Vec<_> = self.get(keyword).and_then(Value::as_object).into_iter().flatten().collect();
        members.sort_by_key(|(name, _)| *name);
        members
    }

    fn scalars(&mut self, node: &mut Node, asserts_format: bool) {
        if let Some(types) = self.get("type") {
            let names = types.as_array().map_or_else(|| vec![types], |names| names.iter().collect());
            node.types = names
                .into_iter()
                .filter_map(Value::as_str)
                .fold(Types::NONE, |types, name| types.or(Types::named(name)));
        }
        if let Some(value) = self.get("const") {
            node.values.push(("const", vec![value.clone()]));
        }
        if let Some(Value::Array(values)) = self.get("enum") {
            node.values.push(("enum", values.clone()));
        }
        node.number.minimum = self.number("minimum");
        node.number.exclusive_minimum = self.number("exclusiveMinimum");
        node.number.maximum = self.number("maximum");
        node.number.exclusive_maximum = self.number("exclusiveMaximum");
        node.number.multiple_of = self.number("multipleOf");
        node.string.min = self.count("minLength").filter(|min| *min > 0);
        node.string.max = self.count("maxLength");
        node.string.pattern =
            self.get("pattern").and_then(Value::as_str).and_then(|source| self.lowering.pattern(source));
        if asserts_format {
            node.string.format = self.get("format").and_then(Value::as_str).and_then(format::checked);
        }
    }

    fn array(&mut self, array: &mut Arrays) {
        array.min = self.count("minItems").filter(|min| *min > 0);
        array.max = self.count("maxItems");
        array.unique = self.get("uniqueItems") == Some(&Value::Bool(true));
        let (prefix, rest) = match self.dialect {
            Dialect::Draft202012 => ("prefixItems", "items"),
            Dialect::Draft7 => ("items", "additionalItems"),
        };
        if self.get(prefix).is_some_and(Value::is_array) {
            array.prefix = self.schemas(prefix).unwrap_or_default();
            array.rest = self.schema(rest).map(|id| (rest, id));
        } else {
            // Without a tuple, `additionalItems` of draft-07 means nothing.
            array.rest = self.schema("items").map(|id| ("items", id));
        }
        if let Some(node) = self.schema("contains") {
            let min = self.count("minContains").unwrap_or(1);
            let (max, evaluates) = (self.count("maxContains"), self.dialect == Dialect::Draft202012);
            array.contains = Some(Contains { node, min, max, evaluates });
        }
        // `items` and `additionalProperties` leave nothing unevaluated.
        array.unevaluated = self.schema("unevaluatedItems").filter(|_| array.rest.is_none());
    }

    fn object(&mut self, object: &mut Objects) {
        object.min = self.count("minProperties").filter(|min| *min > 0);
        object.max = self.count("maxProperties");
        object.required = names(self.get("required"));
        for (name, _) in self.members("properties") {
            object.properties.push((name.clone(), self.child(&["properties", name])));
        }
        for (source, _) in self.members("patternProperties") {
            let id = self.child(&["patternProperties", source]);
            object.patterns.extend(self.lowering.pattern(source).map(|pattern| (pattern, id)));
        }
        object.additional = self.schema("additionalProperties");
        object.names = self.schema("propertyNames");
        object.unevaluated = self.schema("unevaluatedProperties").filter(|_| object.additional.is_none());
        for keyword in ["dependentRequired", "dependencies"] {
            if keyword == "dependencies" && self.dialect != Dialect::Draft7 {
                continue;
            }
            for (name, value) in self.members(keyword) {
                if value.is_array() {
                    object.dependent_required.push((name.clone(), names(Some(value))));
                }
            }
        }
    }

    fn in_place(&mut self) -> Vec<InPlace> {
        let mut all = Vec::new();
        for keyword in ["$ref", "$dynamicRef"] {
            let Some(text) = self.get(keyword).and_then(Value::as_str) else { continue };
            let Some((mut target, anchor)) = self.lowering.resources.follow(&self.place, keyword, text) else {
                continue;
            };
            if keyword == "$dynamicRef" {
                target = self.dynamic_target(target, anchor);
            }
            all.push(InPlace::All(self.lowering.node(target, self.scope)));
        }
        all.extend(self.schemas("allOf").into_iter().flatten().map(InPlace::All));
        all.extend(self.schemas("anyOf").map(InPlace::Any));
        all.extend(self.schemas("oneOf").map(InPlace::One));
        all.extend(self.schema("not").map(InPlace::Not));
        if let Some(condition) = self.schema("if") {
            let (then, otherwise) = (self.schema("then"), self.schema("else"));
            // Kept without `then` and `else` as well: what `if` evaluates counts for `unevaluated*`.
            all.push(InPlace::If { condition, then, otherwise });
        }
        let keyword = if self.dialect == Dialect::Draft7 { "dependencies" } else { "dependentSchemas" };
        for (name, value) in self.members(keyword) {
            if !value.is_array() {
                all.push(InPlace::Dependent(name.clone(), self.child(&[keyword, name])));
            }
        }
        all
    }

    /// Where `$dynamicRef` leads in this dynamic scope.
    fn dynamic_target(&self, target: Place, anchor: Option<String>) -> Place {
        let Some(anchor) = anchor else { return target };
        let is_dynamic = self
            .lowering
            .resources
            .resource(&target)
            .is_some_and(|resource| resource.dynamic.get(&anchor) == Some(&target));
        let scope = self.lowering.scopes.get(self.scope);
        match scope.and_then(|scope| scope.get(&anchor)) {
            Some(outermost) if is_dynamic => outermost.clone(),
            _ => target,
        }
    }
}

fn names(value: Option<&Value>) -> Vec<String> {
    let all = value.and_then(Value::as_array).into_iter().flatten();
    let mut names: Vec<String> = all.filter_map(Value::as_str).map(str::to_owned).collect();
    names.sort_unstable();
    names
}
