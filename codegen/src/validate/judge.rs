//! What the checks of a schema say of a value that stands in the schema itself: its defaults.
//!
//! Comes in: a document. Goes out: the defaults that their own schema refuses, with the keyword that
//! they break. Always holds: only what is certain is told. What takes a run of the machine for
//! patterns, of a format or of `unevaluated*` is unknown, and unknown is not wrong.
//!
//! This is no second validator: it runs once for each default, while generating, and never on
//! what comes from outside of the contract.

use serde_json::{Number, Value};

use super::ecma::{Dfa, Engine, Meaning};
use super::program::{Id, InPlace, Node, Numbers, Types};
use super::{Options, Program, compile_many, pointer};

// The same arithmetic as in the generated code.
#[allow(dead_code, unreachable_pub, reason = "written for generated crates, where more is called")]
#[path = "../../runtime/validation/number.rs"]
mod number;

/// Steps for all defaults of a document; after that, all is unknown.
const MOST_STEPS: usize = 1_000_000;

/// A default that its own schema refuses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedDefault {
    /// JSON Pointer of the schema that has the default.
    pub schema: String,
    /// JSON Pointer into the default; empty for the whole.
    pub at: String,
    /// The keyword that it breaks.
    pub keyword: &'static str,
}

/// The defaults of a document that their own schemas refuse; `places` are pointers of schemas.
#[must_use]
pub fn refused_defaults(document: &Value, places: &[String], options: &Options) -> Vec<RefusedDefault> {
    let with_default: Vec<(String, String)> = places
        .iter()
        .filter(|place| document.pointer(place).is_some_and(|schema| schema.get("default").is_some()))
        .map(|place| (String::new(), place.clone()))
        .collect();
    if with_default.is_empty() {
        return Vec::new();
    }
    let Ok(program) = compile_many(document, &with_default, options) else { return Vec::new() };
    let mut judge = Judge { program: &program, left: MOST_STEPS };
    let mut refused = Vec::new();
    for ((_, schema), (_, id)) in with_default.into_iter().zip(&program.roots) {
        let Some(default) = document.pointer(&schema).and_then(|schema| schema.get("default")) else { continue };
        if let Verdict::Fails { at, keyword } = judge.node(*id, default) {
            refused.push(RefusedDefault { schema, at, keyword });
        }
    }
    refused
}

/// What is known.
#[derive(Debug)]
enum Verdict {
    Holds,
    Unknown,
    Fails { at: String, keyword: &'static str },
}

impl Verdict {
    fn of(holds: bool, keyword: &'static str) -> Self {
        if holds { Self::Holds } else { Self::Fails { at: String::new(), keyword } }
    }

    /// Both must hold; a failure that is known counts whatever else is not.
    fn and(self, other: impl FnOnce() -> Self) -> Self {
        match self {
            Self::Fails { .. } => self,
            Self::Holds => other(),
            Self::Unknown => match other() {
                Self::Holds => Self::Unknown,
                other => other,
            },
        }
    }

    fn below(self, name: &str) -> Self {
        match self {
            Self::Fails { at, keyword } => Self::Fails { at: format!("{}{at}", pointer::push("", name)), keyword },
            other => other,
        }
    }

    fn is_failure(&self) -> bool {
        matches!(self, Self::Fails { .. })
    }
}

struct Judge<'p> {
    program: &'p Program,
    left: usize,
}

impl Judge<'_> {
    fn node(&mut self, id: Id, value: &Value) -> Verdict {
        let Some(left) = self.left.checked_sub(1) else { return Verdict::Unknown };
        self.left = left;
        let program = self.program;
        let Some(node) = program.nodes.get(id) else { return Verdict::Unknown };
        let mut verdict =
            Verdict::of(!node.never, "false").and(|| Verdict::of(node.types.meets(Types::of(value)), "type"));
        for (keyword, values) in &node.values {
            verdict = verdict.and(|| Verdict::of(values.iter().any(|one| equal(one, value)), keyword));
        }
        verdict = verdict.and(|| match value {
            Value::Number(number) => numbers(&node.number, number),
            Value::String(text) => self.string(node, text),
            Value::Array(items) => self.array(node, items),
            Value::Object(members) => self.object(node, members),
            Value::Null | Value::Bool(_) => Verdict::Holds,
        });
        for part in &node.in_place {
            verdict = verdict.and(|| self.in_place(part, value));
        }
        verdict
    }

    fn string(&self, node: &Node, text: &str) -> Verdict {
        let of = &node.string;
        let length = text.chars().count() as u64;
        let verdict = Verdict::of(of.min.is_none_or(|min| length >= min), "minLength")
            .and(|| Verdict::of(of.max.is_none_or(|max| length <= max), "maxLength"))
            .and(|| of.pattern.map_or(Verdict::Holds, |pattern| self.pattern(pattern, text)));
        verdict.and(|| if of.format.is_some() { Verdict::Unknown } else { Verdict::Holds })
    }

    fn pattern(&self, pattern: usize, text: &str) -> Verdict {
        match self.program.patterns.get(pattern).map(|pattern| &pattern.engine) {
            Some(Engine::Automaton(dfa)) => Verdict::of(finds(dfa, text), "pattern"),
            Some(Engine::Machine(_)) | None => Verdict::Unknown,
        }
    }

    fn array(&mut self, node: &Node, items: &[Value]) -> Verdict {
        let of = &node.array;
        let count = items.len() as u64;
        let mut verdict = Verdict::of(of.min.is_none_or(|min| count >= min), "minItems")
            .and(|| Verdict::of(of.max.is_none_or(|max| count <= max), "maxItems"));
        for (index, item) in items.iter().enumerate() {
            let inner = of.prefix.get(index).copied().or(of.rest.map(|(_, id)| id));
            let Some(inner) = inner else { continue };
            verdict = verdict.and(|| self.node(inner, item).below(&index.to_string()));
        }
        if of.unique {
            let twice = |index: usize, item| items.iter().take(index).any(|other| equal(other, item));
            let unique = items.len() > 1_000 || !items.iter().enumerate().any(|(index, item)| twice(index, item));
            verdict = verdict.and(|| Verdict::of(unique, "uniqueItems"));
        }
        let unknown = of.contains.is_some() || of.unevaluated.is_some();
        verdict.and(|| if unknown { Verdict::Unknown } else { Verdict::Holds })
    }

    fn object(&mut self, node: &Node, members: &serde_json::Map<String, Value>) -> Verdict {
        let of = &node.object;
        let count = members.len() as u64;
        let mut verdict = Verdict::of(of.min.is_none_or(|min| count >= min), "minProperties")
            .and(|| Verdict::of(of.max.is_none_or(|max| count <= max), "maxProperties"))
            .and(|| Verdict::of(of.required.iter().all(|name| members.contains_key(name)), "required"));
        for (name, others) in &of.dependent_required {
            let holds = !members.contains_key(name) || others.iter().all(|name| members.contains_key(name));
            verdict = verdict.and(|| Verdict::of(holds, "dependentRequired"));
        }
        for (name, member) in members {
            let property = of.properties.iter().find(|(known, _)| known == name).map(|(_, id)| *id);
            if let Some(id) = property {
                verdict = verdict.and(|| self.node(id, member).below(name));
            }
            let mut unmatched = property.is_none();
            for (pattern, id) in &of.patterns {
                match self.pattern(*pattern, name) {
                    Verdict::Holds => {
                        unmatched = false;
                        verdict = verdict.and(|| self.node(*id, member).below(name));
                    }
                    Verdict::Unknown => {
                        unmatched = false;
                        verdict = verdict.and(|| Verdict::Unknown);
                    }
                    Verdict::Fails { .. } => {}
                }
            }
            if let Some(id) = of.additional.filter(|_| unmatched) {
                verdict = verdict.and(|| {
                    match self.node(id, member) {
                        Verdict::Fails { at, .. } if at.is_empty() && self.is_never(id) => {
                            Verdict::Fails { at, keyword: "additionalProperties" }
                        }
                        other => other,
                    }
                    .below(name)
                });
            }
            if let Some(id) = of.names {
                verdict = verdict.and(|| self.node(id, &Value::String(name.clone())).below(name));
            }
        }
        verdict.and(|| if of.unevaluated.is_some() { Verdict::Unknown } else { Verdict::Holds })
    }

    fn is_never(&self, id: Id) -> bool {
        self.program.nodes.get(id).is_some_and(|node| node.never)
    }

    fn in_place(&mut self, part: &InPlace, value: &Value) -> Verdict {
        match part {
            InPlace::All(id) => self.node(*id, value),
            InPlace::Any(ids) => {
                let verdicts: Vec<Verdict> = ids.iter().map(|id| self.node(*id, value)).collect();
                if verdicts.iter().any(|verdict| matches!(verdict, Verdict::Holds)) {
                    return Verdict::Holds;
                }
                if verdicts.iter().all(Verdict::is_failure) { Verdict::of(false, "anyOf") } else { Verdict::Unknown }
            }
            InPlace::One(ids) => {
                let verdicts: Vec<Verdict> = ids.iter().map(|id| self.node(*id, value)).collect();
                let hold = verdicts.iter().filter(|verdict| matches!(verdict, Verdict::Holds)).count();
                let unknown = verdicts.iter().any(|verdict| matches!(verdict, Verdict::Unknown));
                match hold {
                    0 | 1 if unknown => Verdict::Unknown,
                    hold => Verdict::of(hold == 1, "oneOf"),
                }
            }
            InPlace::Not(id) => match self.node(*id, value) {
                Verdict::Holds => Verdict::of(false, "not"),
                Verdict::Fails { .. } => Verdict::Holds,
                Verdict::Unknown => Verdict::Unknown,
            },
            InPlace::If { condition, then, otherwise } => {
                let chosen = match self.node(*condition, value) {
                    Verdict::Holds => then,
                    Verdict::Fails { .. } => otherwise,
                    Verdict::Unknown => return Verdict::Unknown,
                };
                chosen.map_or(Verdict::Holds, |id| self.node(id, value))
            }
            InPlace::Dependent(name, id) => match value.get(name) {
                Some(_) => self.node(*id, value),
                None => Verdict::Holds,
            },
        }
    }
}

fn numbers(of: &Numbers, number: &Number) -> Verdict {
    let breaks = |bound: &Option<Number>, bad: fn(std::cmp::Ordering) -> bool| {
        bound.as_ref().is_some_and(|bound| bad(number::compare(number, bound)))
    };
    Verdict::of(!breaks(&of.minimum, std::cmp::Ordering::is_lt), "minimum")
        .and(|| Verdict::of(!breaks(&of.exclusive_minimum, std::cmp::Ordering::is_le), "exclusiveMinimum"))
        .and(|| Verdict::of(!breaks(&of.maximum, std::cmp::Ordering::is_gt), "maximum"))
        .and(|| Verdict::of(!breaks(&of.exclusive_maximum, std::cmp::Ordering::is_ge), "exclusiveMaximum"))
        .and(|| {
            let divisor = of.multiple_of.as_ref().map(|divisor| match divisor.as_u64() {
                Some(integer) => number::Decimal { digits: integer.into(), exponent: 0 },
                None => number::Decimal::of(divisor.as_f64().unwrap_or_default()),
            });
            let whole = divisor.is_none_or(|divisor| number::is_multiple_of(number, divisor));
            Verdict::of(whole, "multipleOf")
        })
}

/// JSON equality: 1 is 1.0.
fn equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => number::compare(a, b).is_eq(),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equal(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(name, a)| b.get(name).is_some_and(|b| equal(a, b)))
        }
        (a, b) => a == b,
    }
}

/// Whether an automaton finds its pattern in a text, as the runtime does.
fn finds(dfa: &Dfa, text: &str) -> bool {
    let meaning = |state: usize| dfa.meanings.get(state).copied().unwrap_or(Meaning::Dead);
    let (mut state, mut known) = (0, meaning(0));
    for c in text.chars() {
        match known {
            Meaning::Match => return true,
            Meaning::Dead => return false,
            Meaning::Open | Meaning::AtEnd => {}
        }
        let range = dfa.ranges.iter().find(|(first, last, _)| (*first..=*last).contains(&c));
        let class = range.map_or(0, |(_, _, class)| usize::from(*class));
        state = dfa.next.get(state * dfa.classes + class).copied().map_or(0, usize::from);
        known = meaning(state);
    }
    matches!(known, Meaning::Match | Meaning::AtEnd)
}
