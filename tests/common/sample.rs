//! Values that mostly fit a schema, and values that are broken in one place; the same for the same choices.

use serde_json::{Map, Value, json};

/// Where choices come from.
#[derive(Clone, Debug)]
#[allow(dead_code, reason = "the tests choose by seed, the fuzz targets by bytes")]
pub(crate) enum Random {
    /// SplitMix64 from a seed.
    Seed(u64),
    /// Bytes, of which a fuzzer learns what each decides; when they are used up, the first of whatever there is.
    Bytes(std::vec::IntoIter<u8>),
}

impl Random {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        let bound = bound.max(1);
        match self {
            Self::Seed(state) => {
                *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
                let z = (*state ^ (*state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
                let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
                usize::try_from((z ^ (z >> 31)) % (bound as u64)).unwrap()
            }
            Self::Bytes(bytes) => {
                let width = if bound <= 256 { 1 } else { 4 };
                bytes.take(width).fold(0, |number, byte| number << 8 | usize::from(byte)) % bound
            }
        }
    }

    pub(crate) fn chance(&mut self, of: usize) -> bool {
        self.below(of) == 0
    }

    pub(crate) fn pick<'v, T>(&mut self, list: &'v [T]) -> Option<&'v T> {
        list.get(self.below(list.len()))
    }
}

/// A value for `schema`, a part of `root`.
pub(crate) fn value(root: &Value, schema: &Value, depth: usize, random: &mut Random) -> Value {
    let Value::Object(keywords) = schema else { return any(random) };
    if let Some(target) = keywords.get("$ref").and_then(Value::as_str).and_then(|r| root.pointer(r.strip_prefix('#')?))
    {
        return if depth > 6 { Value::Null } else { value(root, target, depth + 1, random) };
    }
    if let Some(constant) = keywords.get("const") {
        return constant.clone();
    }
    if let Some(one) = keywords.get("enum").and_then(Value::as_array).and_then(|all| random.pick(all)) {
        return one.clone();
    }
    if let Some(parts) = keywords.get("allOf").and_then(Value::as_array) {
        // What each part makes, one over the other: it fits them all where they speak of different members.
        let own: Map<String, Value> = keywords
            .iter()
            .filter(|(name, _)| *name != "allOf")
            .map(|(name, rest)| (name.clone(), rest.clone()))
            .collect();
        let mut whole = value(root, &Value::Object(own), depth + 1, random);
        for part in parts {
            match (&mut whole, value(root, part, depth + 1, random)) {
                (Value::Object(whole), Value::Object(part)) => whole.extend(part),
                (whole, part) => *whole = part,
            }
        }
        return whole;
    }
    for keyword in ["anyOf", "oneOf"] {
        if let Some(one) = keywords.get(keyword).and_then(Value::as_array).and_then(|all| random.pick(all)) {
            if let (Some(branch), true) = (one.as_object(), keywords.contains_key("properties")) {
                return value(root, &Value::Object(narrowed(keywords, keyword, branch)), depth + 1, random);
            }
            return value(root, one, depth + 1, random);
        }
    }
    let types = match keywords.get("type") {
        Some(Value::String(one)) => vec![one.as_str()],
        Some(Value::Array(all)) => all.iter().filter_map(Value::as_str).collect(),
        _ if keywords.contains_key("properties") => vec!["object"],
        _ => vec!["object", "string", "integer"],
    };
    match types[random.below(types.len())] {
        "object" => Value::Object(object(root, keywords, depth, random)),
        "array" => {
            let min = number(keywords, "minItems").unwrap_or(0);
            let max = number(keywords, "maxItems").unwrap_or(min + 3);
            let length = if depth > 8 {
                min
            } else {
                let span = usize::try_from(max.saturating_sub(min).saturating_add(1)).unwrap_or(1);
                min.saturating_add(i64::try_from(random.below(span)).unwrap_or(0))
            };
            let empty = json!({});
            let items = keywords.get("items").unwrap_or(&empty);
            (0..length.min(8)).map(|_| value(root, items, depth + 1, random)).collect()
        }
        "string" => string(keywords, random),
        "integer" => integer(keywords, random),
        "number" => match random.below(3) {
            0 => json!(integer(keywords, random).as_i64().unwrap_or(0) as f64 + 0.5),
            1 => json!(integer(keywords, random).as_i64().unwrap_or(0) as f64),
            _ => integer(keywords, random),
        },
        "boolean" => Value::Bool(random.chance(2)),
        _ => Value::Null,
    }
}

/// An object's schema and one branch of it in one: the members of both, the branch's where both know one.
fn narrowed(keywords: &Map<String, Value>, union: &str, branch: &Map<String, Value>) -> Map<String, Value> {
    let mut both = keywords.clone();
    both.remove(union);
    for (name, rest) in branch {
        match (both.get_mut(name), rest) {
            (Some(Value::Object(own)), Value::Object(rest)) => own.extend(rest.clone()),
            (Some(Value::Array(own)), Value::Array(rest)) => own.extend(rest.iter().cloned()),
            _ => drop(both.insert(name.clone(), rest.clone())),
        }
    }
    both
}

fn object(root: &Value, keywords: &Map<String, Value>, depth: usize, random: &mut Random) -> Map<String, Value> {
    let mut object = Map::new();
    let required: Vec<&str> =
        keywords.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    for (name, schema) in keywords.get("properties").and_then(Value::as_object).into_iter().flatten() {
        if required.contains(&name.as_str()) || (depth < 7 && random.chance(2)) {
            object.insert(name.clone(), value(root, schema, depth + 1, random));
        }
    }
    for name in required {
        if !object.contains_key(name) {
            object.insert(name.to_owned(), any(random));
        }
    }
    if let Some(schema @ Value::Object(_)) = keywords.get("additionalProperties") {
        for index in 0..random.below(3) {
            object.insert(format!("extra{index}"), value(root, schema, depth + 1, random));
        }
    }
    object
}

fn string(keywords: &Map<String, Value>, random: &mut Random) -> Value {
    const WORDS: &[&str] =
        &["", "a", "Port-7", "e12", "3:4", "1-2;3-4", "chart.png", "naïve", "😀😀", "2026-01-02", "x y"];
    let mut text = WORDS[random.below(WORDS.len())].to_owned();
    let min = usize::try_from(number(keywords, "minLength").unwrap_or(0)).unwrap_or(0);
    while text.chars().count() < min.min(200) {
        text.push('k');
    }
    if let Some(max) = number(keywords, "maxLength").and_then(|max| usize::try_from(max).ok()) {
        text = text.chars().take(max).collect();
    }
    Value::String(text)
}

fn integer(keywords: &Map<String, Value>, random: &mut Random) -> Value {
    let min = number(keywords, "minimum").or(number(keywords, "exclusiveMinimum").map(|n| n + 1)).unwrap_or(-5);
    let max = number(keywords, "maximum").or(number(keywords, "exclusiveMaximum").map(|n| n - 1)).unwrap_or(min + 20);
    let span = usize::try_from(max.saturating_sub(min).saturating_add(1)).unwrap_or(1);
    json!(min.saturating_add(i64::try_from(random.below(span)).unwrap_or(0)))
}

fn number(keywords: &Map<String, Value>, name: &str) -> Option<i64> {
    let value = keywords.get(name)?;
    value.as_i64().or_else(|| value.as_f64().map(|f| f as i64))
}

fn any(random: &mut Random) -> Value {
    let all = [
        json!(null),
        json!(true),
        json!(0),
        json!(-1.5),
        json!(30.0),
        json!("x"),
        json!([]),
        json!([1]),
        json!({}),
        json!({"a": 1}),
    ];
    random.pick(&all).cloned().unwrap_or_default()
}

/// The same value, changed in one place.
pub(crate) fn mutated(mut value: Value, random: &mut Random) -> Value {
    let count = places(&value);
    let mut index = random.below(count);
    change(&mut value, &mut index, random);
    value
}

fn places(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(places).sum(),
        Value::Object(members) => members.values().map(places).sum::<usize>(),
        _ => 0,
    }
}

/// Changes the place that `index` counts down to.
fn change(value: &mut Value, index: &mut usize, random: &mut Random) -> bool {
    if *index == 0 {
        *value = changed(value, random);
        return true;
    }
    *index -= 1;
    match value {
        Value::Array(items) => items.iter_mut().any(|item| change(item, index, random)),
        Value::Object(members) => members.values_mut().any(|member| change(member, index, random)),
        _ => false,
    }
}

fn changed(value: &Value, random: &mut Random) -> Value {
    match value {
        Value::Object(members) => {
            let mut members = members.clone();
            let name = members.keys().nth(random.below(members.len().max(1))).cloned();
            match (name, random.below(4)) {
                (Some(name), 0) => {
                    members.remove(&name);
                }
                (Some(name), 1) => {
                    let member = members.remove(&name).unwrap_or_default();
                    members.insert(format!("{name}_"), member);
                }
                (_, 2) => {
                    members.insert("unknown".to_owned(), any(random));
                }
                _ => return any(random),
            }
            Value::Object(members)
        }
        Value::Array(items) => {
            let mut items = items.clone();
            match random.below(4) {
                0 => {
                    items.pop();
                }
                1 => items.push(any(random)),
                2 => items.extend(items.clone()),
                _ => return any(random),
            }
            Value::Array(items)
        }
        Value::Number(number) => match random.below(4) {
            0 => json!(number.as_f64().unwrap_or(0.0) + 0.5),
            1 => json!(number.as_f64().unwrap_or(0.0) * 1_000_003.0),
            2 => json!(-number.as_f64().unwrap_or(1.0)),
            _ => any(random),
        },
        Value::String(text) => match random.below(4) {
            0 => json!(format!("{text}!")),
            1 => json!(text.to_uppercase()),
            2 => json!(text.chars().skip(1).collect::<String>()),
            _ => any(random),
        },
        _ => any(random),
    }
}
