//! How much work a check can be, known before it begins (JSC-06).
//!
//! The `jsonschema` crate counts no steps, and a few bytes of schema can double the work at each
//! level of a value. Comes in: a schema. Goes out: for each depth of a value, the most subschemas
//! that are applied on the way from its root to any one part. Always holds: never too low, so that
//! what passes ends; a schema without such doublings passes for every value of an ordinary size.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

/// Most applications of a subschema to a part in one check.
const MOST: u64 = 20_000_000;

/// Most subschemas.
const MOST_SUBSCHEMAS: usize = 100_000;

/// `serde_json` reads no value that is deeper.
const DEEPEST: usize = 128;

/// Keywords whose subschemas see the same value: a schema, a list, or an object of them.
const SAME: &[&str] = &["allOf", "anyOf", "dependencies", "dependentSchemas", "else", "if", "not", "oneOf", "then"];

/// Keywords of which at most one subschema sees a member or item.
const EITHER: &[&str] = &["additionalItems", "additionalProperties", "items", "prefixItems", "properties"];

/// Keywords of which each subschema may see a member or item.
const EACH: &[&str] = &["contains", "patternProperties", "propertyNames", "unevaluatedItems", "unevaluatedProperties"];

/// The bound of one schema.
#[derive(Debug)]
pub(super) struct Work(Vec<u64>);

/// A subschema: which others see the same value, one part of it at most once, and one part each.
#[derive(Debug, Default)]
struct Node {
    same: Vec<usize>,
    either: Vec<usize>,
    each: Vec<usize>,
}

impl Work {
    /// The bound for values of each depth.
    pub(super) fn of(schema: &Value) -> Result<Self, String> {
        let nodes = nodes(schema)?;
        let order = order(&nodes)?;
        let mut below = vec![0_u64; nodes.len()];
        let mut bounds = Vec::new();
        for _ in 0..=DEEPEST {
            let mut here = vec![0_u64; nodes.len()];
            for id in &order {
                let Some(node) = nodes.get(*id) else { continue };
                let of = |costs: &[u64], id: &usize| costs.get(*id).copied().unwrap_or(MOST);
                let sum =
                    |costs: &[u64], ids: &[usize]| ids.iter().fold(0, |sum: u64, id| sum.saturating_add(of(costs, id)));
                let either = node.either.iter().map(|id| of(&below, id)).max().unwrap_or_default();
                let cost = sum(&here, &node.same).saturating_add(sum(&below, &node.each)).saturating_add(either);
                if let Some(place) = here.get_mut(*id) {
                    *place = cost.saturating_add(1);
                }
            }
            bounds.push(here.first().copied().unwrap_or(1));
            below = here;
        }
        Ok(Self(bounds))
    }

    /// Whether the check of a value ends soon.
    pub(super) fn bounds(&self, value: &Value) -> Result<(), String> {
        let (mut parts, mut deepest) = (0_u64, 0);
        let mut open = vec![(value, 0)];
        while let Some((value, depth)) = open.pop() {
            parts += 1;
            deepest = deepest.max(depth);
            match value {
                Value::Array(items) => open.extend(items.iter().map(|item| (item, depth + 1))),
                Value::Object(members) => open.extend(members.values().map(|member| (member, depth + 1))),
                _ => {}
            }
        }
        match self.0.get(deepest).map(|work| work.saturating_mul(parts)) {
            Some(work) if work <= MOST => Ok(()),
            _ => Err(format!("a check of {parts} parts in {deepest} levels could need more than {MOST} steps")),
        }
    }
}

/// The subschemas, the root first.
fn nodes(schema: &Value) -> Result<Vec<Node>, String> {
    let index = Index::of(schema);
    let mut ids: BTreeMap<*const Value, usize> = BTreeMap::from([(std::ptr::from_ref(schema), 0)]);
    let mut values = vec![schema];
    let mut nodes = Vec::new();
    while let Some(value) = values.get(nodes.len()).copied() {
        if values.len() > MOST_SUBSCHEMAS {
            return Err(format!("it has more than {MOST_SUBSCHEMAS} subschemas"));
        }
        let mut node = Node::default();
        let mut id_of = |value| {
            *ids.entry(std::ptr::from_ref(value)).or_insert_with(|| {
                values.push(value);
                values.len() - 1
            })
        };
        if let Value::Object(members) = value {
            for (keyword, list) in [(SAME, &mut node.same), (EITHER, &mut node.either), (EACH, &mut node.each)] {
                list.extend(keyword.iter().flat_map(|keyword| subschemas(members, keyword)).map(&mut id_of));
            }
            for keyword in ["$dynamicRef", "$ref"] {
                let targets = members.get(keyword).and_then(Value::as_str).map(|text| index.targets(text));
                node.same.extend(targets.into_iter().flatten().map(&mut id_of));
            }
            if ["unevaluatedItems", "unevaluatedProperties"].iter().any(|keyword| members.contains_key(*keyword)) {
                // Asked once more for what they evaluate.
                node.same.extend_from_within(..);
            }
        }
        nodes.push(node);
    }
    Ok(nodes)
}

/// The subschemas under a keyword.
fn subschemas<'s>(schema: &'s Map<String, Value>, keyword: &str) -> Vec<&'s Value> {
    let lists = ["allOf", "anyOf", "oneOf", "prefixItems"];
    let named = ["dependencies", "dependentSchemas", "patternProperties", "properties"];
    match schema.get(keyword) {
        Some(Value::Object(members)) if named.contains(&keyword) => members.values().collect(),
        Some(Value::Array(items)) if lists.contains(&keyword) || keyword == "items" => items.iter().collect(),
        Some(schema @ Value::Object(_)) if !lists.contains(&keyword) => vec![schema],
        _ => Vec::new(),
    }
}

/// The nodes, each after those that see the same value.
fn order(nodes: &[Node]) -> Result<Vec<usize>, String> {
    let mut sorted = Vec::with_capacity(nodes.len());
    let (mut open, mut done) = (BTreeSet::new(), BTreeSet::new());
    for start in 0..nodes.len() {
        let mut path = vec![(start, false)];
        while let Some((id, left)) = path.pop() {
            if left {
                open.remove(&id);
                if done.insert(id) {
                    sorted.push(id);
                }
            } else if !done.contains(&id) {
                if !open.insert(id) {
                    return Err(String::from("it refers to itself without going down into the value"));
                }
                path.push((id, true));
                let inner = nodes.get(id).map(|node| node.same.as_slice()).unwrap_or_default();
                let inner: BTreeSet<usize> = inner.iter().copied().filter(|inner| !done.contains(inner)).collect();
                if inner.iter().any(|inner| open.contains(inner)) {
                    return Err(String::from("it refers to itself without going down into the value"));
                }
                path.extend(inner.into_iter().map(|inner| (inner, false)));
            }
        }
    }
    Ok(sorted)
}

/// Where references may lead.
struct Index<'s> {
    /// The schema, and all parts with an address of their own.
    roots: Vec<&'s Value>,
    anchors: BTreeMap<&'s str, Vec<&'s Value>>,
}

impl<'s> Index<'s> {
    fn of(schema: &'s Value) -> Self {
        let mut index = Self { roots: vec![schema], anchors: BTreeMap::new() };
        let mut open = vec![schema];
        while let Some(value) = open.pop() {
            let Value::Object(members) = value else {
                open.extend(value.as_array().into_iter().flatten());
                continue;
            };
            for keyword in ["$anchor", "$dynamicAnchor", "$id"] {
                match (keyword, members.get(keyword).and_then(Value::as_str)) {
                    (_, None) => {}
                    ("$id", Some(id)) if !id.starts_with('#') => index.roots.push(value),
                    (_, Some(name)) => {
                        let name = name.strip_prefix('#').unwrap_or(name);
                        index.anchors.entry(name).or_default().push(value);
                    }
                }
            }
            open.extend(members.values());
        }
        index
    }

    /// All that a reference could mean: resolving keeps the last segment of an address, so that nothing is missed.
    fn targets(&self, reference: &str) -> Vec<&'s Value> {
        let (address, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let last = |address: &str| address.rsplit('/').next().unwrap_or_default().to_owned();
        let wanted = last(address);
        let is_open = matches!(wanted.as_str(), "" | "." | "..");
        let id = |root: &Value| root.get("$id").and_then(Value::as_str).map(|id| last(id.trim_end_matches('#')));
        let fragment = decoded(fragment);
        if !fragment.is_empty() && !fragment.starts_with('/') {
            return self.anchors.get(fragment.as_str()).cloned().unwrap_or_default();
        }
        let roots = self.roots.iter().filter(|root| is_open || id(root).as_ref() == Some(&wanted));
        roots.filter_map(|root| root.pointer(&fragment)).collect()
    }
}

/// Percent-decoded (RFC 3986 section 2.1).
fn decoded(fragment: &str) -> String {
    let mut parts = fragment.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        match part.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                bytes.extend_from_slice(part.get(2..).unwrap_or_default().as_bytes());
            }
            None => {
                bytes.push(b'%');
                bytes.extend_from_slice(part.as_bytes());
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn nested(levels: usize) -> Value {
        (0..levels).fold(json!(1), |inner, _| json!([inner]))
    }

    #[test]
    fn jsc_06_work_that_doubles_with_each_level_is_known_before() {
        let list = json!({ "type": "array", "items": { "$ref": "#/$defs/n" } });
        let tree = json!({ "$ref": "#/$defs/n", "$defs": { "n": { "anyOf": [list, list] } } });
        let work = Work::of(&tree).unwrap_or(Work(Vec::new()));
        assert!(work.bounds(&nested(3)).is_ok());
        assert!(work.bounds(&nested(22)).is_err());
    }

    #[test]
    fn jsc_06_recursion_alone_is_no_reason_to_refuse() {
        let tree = json!({
            "type": "object",
            "properties": { "left": { "$ref": "#" }, "right": { "$ref": "#" }, "more": { "items": { "$ref": "#" } } },
        });
        let work = Work::of(&tree).unwrap_or(Work(Vec::new()));
        assert!(work.bounds(&nested(100)).is_ok());
        let wide: Value = (0..50_000).collect();
        assert!(work.bounds(&json!({ "more": wide })).is_ok());
    }

    #[test]
    fn jsc_11_a_circle_at_one_value_is_refused() {
        for schema in [
            json!({ "$ref": "#" }),
            json!({ "allOf": [{ "$ref": "#/$defs/a" }], "$defs": { "a": { "anyOf": [{ "$ref": "#/allOf/0" }] } } }),
            json!({ "$anchor": "here", "not": { "$ref": "#here" } }),
        ] {
            assert!(Work::of(&schema).is_err(), "{schema}");
        }
        let apart =
            json!({ "$id": "https://quay.example/a", "allOf": [{ "$ref": "b" }], "$defs": { "b": { "$id": "b" } } });
        assert!(Work::of(&apart).is_ok());
    }
}
