//! Values for a schema: made up at random from a fixed seed, judged by the `jsonschema` crate.

use serde_json::{Map, Value, json};

/// A random number generator (xorshift) that is the same everywhere.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: &str) -> Self {
        Self(
            seed.bytes()
                .fold(0x9e37_79b9_7f4a_7c15, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
                | 1,
        )
    }

    pub(crate) fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from((self.0 >> 11) % below.max(1) as u64).unwrap()
    }

    pub(crate) fn pick<'v, T>(&mut self, list: &'v [T]) -> Option<&'v T> {
        let index = self.next(list.len());
        list.get(index)
    }
}

/// Valid values of a schema: those of many tries that the `jsonschema` crate accepts.
pub(crate) fn valid(schema: &Value, seed: &str, tries: usize) -> Vec<Value> {
    let validator = jsonschema::validator_for(schema).unwrap_or_else(|error| panic!("{seed}: {error}"));
    let mut random = Random::new(seed);
    let mut found: Vec<Value> = Vec::new();
    for round in 0..tries {
        let mut maker = Maker { root: schema, random: &mut random, generous: round % 3 };
        let value = maker.value(schema, 0);
        // Deeper values are not read at all: `serde_json` stops at 128 levels.
        let small = value.to_string().len() < 4_000;
        if small && validator.is_valid(&value) && !found.contains(&value) {
            found.push(value);
        }
    }
    found
}

struct Maker<'a> {
    root: &'a Value,
    random: &'a mut Random,
    /// 0: required members alone; 1: some more; 2: all, and unknown ones.
    generous: usize,
}

impl Maker<'_> {
    fn value(&mut self, schema: &Value, depth: usize) -> Value {
        let Value::Object(members) = schema else { return self.anything(depth) };
        if let Some(target) =
            members.get("$ref").and_then(Value::as_str).and_then(|r| self.root.pointer(r.strip_prefix('#')?))
        {
            let target = target.clone();
            let value = self.value(&target, depth + 1);
            return if members.contains_key("properties") { merge(value, self.plain(members, depth)) } else { value };
        }
        if let Some(value) = members.get("const") {
            return value.clone();
        }
        if let Some(list) = members.get("enum").and_then(Value::as_array) {
            return self.random.pick(list).cloned().unwrap_or(Value::Null);
        }
        if self.random.next(4) == 0
            && let Some(value) = members.get("default").or_else(|| members.get("examples").and_then(|list| list.get(0)))
        {
            return value.clone();
        }
        let mut value = None;
        for keyword in ["anyOf", "oneOf"] {
            if let Some(branch) = members.get(keyword).and_then(Value::as_array).and_then(|list| self.random.pick(list))
            {
                let part = self.value(&branch.clone(), depth + 1);
                value = Some(value.map_or(part.clone(), |whole| merge(whole, part)));
            }
        }
        for part in members.get("allOf").and_then(Value::as_array).into_iter().flatten() {
            let part = match (part.get("if"), part.get("then")) {
                (Some(condition), Some(then)) if self.random.next(2) == 0 => {
                    let condition = self.value(condition, depth + 1);
                    merge(self.value(then, depth + 1), condition)
                }
                (Some(_), _) => continue,
                _ => self.value(part, depth + 1),
            };
            value = Some(value.map_or(part.clone(), |whole| merge(whole, part)));
        }
        let typed =
            ["type", "properties", "items", "required", "prefixItems"].iter().any(|key| members.contains_key(*key));
        match value {
            Some(value) if typed => merge(self.plain(members, depth), value),
            Some(value) => value,
            None => self.plain(members, depth),
        }
    }

    fn plain(&mut self, members: &Map<String, Value>, depth: usize) -> Value {
        let kind = match members.get("type") {
            Some(Value::String(kind)) => kind.clone(),
            Some(Value::Array(list)) => self.random.pick(list).and_then(Value::as_str).unwrap_or("null").to_owned(),
            _ if members.contains_key("properties") || members.contains_key("required") => "object".to_owned(),
            _ if members.contains_key("items") || members.contains_key("prefixItems") => "array".to_owned(),
            _ => return self.anything(depth),
        };
        match kind.as_str() {
            "null" => Value::Null,
            "boolean" => json!(self.random.next(2) == 0),
            "integer" | "number" => self.number(members, kind == "integer"),
            "string" => self.string(members),
            "array" => self.array(members, depth),
            "object" => self.object(members, depth),
            _ => Value::Null,
        }
    }

    fn number(&mut self, members: &Map<String, Value>, integer: bool) -> Value {
        let low = members.get("minimum").or_else(|| members.get("exclusiveMinimum")).and_then(Value::as_f64);
        let high = members.get("maximum").or_else(|| members.get("exclusiveMaximum")).and_then(Value::as_f64);
        let ordinary =
            [json!(0), json!(1), json!(-7), json!(30.0), json!(300.0), json!(1_234_567_890_123_i64), json!(5e15)];
        let fractions = [json!(0.5), json!(-2.25), json!(1e-9)];
        let mut choices = ordinary.to_vec();
        if !integer {
            choices.extend(fractions);
        }
        for bound in [low, high].into_iter().flatten() {
            choices.extend([json!(bound), json!(bound + 1.0), json!(bound - 1.0)]);
            #[allow(clippy::cast_possible_truncation)]
            choices.push(json!(bound as i64));
        }
        self.random.pick(&choices).cloned().unwrap_or_default()
    }

    fn string(&mut self, members: &Map<String, Value>) -> Value {
        let shortest = members.get("minLength").and_then(Value::as_u64).unwrap_or(0);
        let words = [
            "",
            "a",
            "K1ng's Cross \u{1f682}",
            "2026-07-28T10:00:00.120+02:00",
            "0B6E4F54-9D1C-4B5E-8E5A-1D2C3B4A5F60",
            "https://example.test/a?b=c",
            "2026-07-28",
            "a@b.test",
            "\u{0}\u{2028}",
            "#ff0000",
            "main",
            "12",
            "1.2.3",
            "abcdef0123456789",
        ];
        let mut text = (*self.random.pick(&words).unwrap()).to_owned();
        while (text.chars().count() as u64) < shortest {
            text.push('x');
        }
        json!(text)
    }

    fn array(&mut self, members: &Map<String, Value>, depth: usize) -> Value {
        let first: Vec<Value> = ["prefixItems", "items"]
            .iter()
            .find_map(|key| members.get(*key).and_then(Value::as_array).cloned())
            .unwrap_or_default();
        let others = members.get("items").filter(|items| !items.is_array()).cloned();
        let least = members.get("minItems").and_then(Value::as_u64).unwrap_or(0);
        let count = if depth > 8 { 0 } else { self.random.next(3) as u64 }.max(least);
        let mut items: Vec<Value> = first.iter().map(|item| self.value(item, depth + 1)).collect();
        while (items.len() as u64) < count {
            match &others {
                Some(Value::Bool(false)) => break,
                Some(item) => items.push(self.value(item, depth + 1)),
                None => items.push(self.anything(depth)),
            }
        }
        Value::Array(items)
    }

    fn object(&mut self, members: &Map<String, Value>, depth: usize) -> Value {
        let required: Vec<&str> =
            members.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
        let mut object = Map::new();
        for (name, schema) in members.get("properties").and_then(Value::as_object).into_iter().flatten() {
            let wanted = match self.generous {
                0 => false,
                1 => self.random.next(2) == 0,
                _ => self.random.next(8) != 0,
            };
            if required.contains(&name.as_str()) || (wanted && depth < 8) {
                object.insert(name.clone(), self.value(schema, depth + 1));
            }
        }
        for name in required {
            if !object.contains_key(name) {
                let schema = members.get("additionalProperties").cloned().unwrap_or(Value::Bool(true));
                object.insert(name.to_owned(), self.value(&schema, depth + 1));
            }
        }
        if self.generous == 2 && members.get("additionalProperties") != Some(&Value::Bool(false)) && depth < 8 {
            let schema = members.get("additionalProperties").cloned().unwrap_or(Value::Bool(true));
            object.insert("x-unknown".to_owned(), self.value(&schema, depth + 1));
        }
        Value::Object(object)
    }

    fn anything(&mut self, depth: usize) -> Value {
        let all = [
            Value::Null,
            json!(true),
            json!(1),
            json!(30.0),
            json!(0.25),
            json!(u64::MAX),
            json!("text"),
            json!([]),
            json!({}),
            json!([1, "a", null]),
            json!({"k": [1, 2], "n": null}),
        ];
        let most = if depth > 8 { 7 } else { all.len() };
        self.random.pick(&all[..most]).cloned().unwrap_or_default()
    }
}

/// The members of both; those of the second win, objects in objects are merged.
fn merge(first: Value, second: Value) -> Value {
    match (first, second) {
        (Value::Object(mut first), Value::Object(second)) => {
            for (name, value) in second {
                let value = match first.remove(&name) {
                    Some(known) => merge(known, value),
                    None => value,
                };
                first.insert(name, value);
            }
            Value::Object(first)
        }
        (_, second) => second,
    }
}
