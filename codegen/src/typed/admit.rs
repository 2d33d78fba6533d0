//! Whether a constant is a value of a shape, as far as shapes say: what is refused here, the schema refuses too.

use serde_json::Value;

use super::arena::Arena;
use super::shape::{Id, Text};

impl Arena<'_> {
    /// Notes a `default` that its own schema refuses. It is documentation all the same, and no more than that.
    pub(super) fn check_default(&mut self, node: Id) {
        let default = self.source_schema(node).and_then(|schema| schema.get("default"));
        if let Some(default) = default
            && !self.admits(node, default)
        {
            let at = self.at(node);
            let message = format!("the default {} is not a value of its own schema", shortened(default));
            self.note("TYP-06", "default", &at, &message);
        }
    }

    fn admits(&mut self, node: Id, value: &Value) -> bool {
        let shape = self.shape(node);
        match value {
            Value::Null => shape.null,
            Value::Bool(_) => shape.boolean,
            Value::Number(number) => shape.number.is_some_and(|allowed| {
                let float = number.as_f64().unwrap_or_default();
                let whole = number.as_i64().map(i128::from).or_else(|| number.as_u64().map(i128::from));
                let integer = whole.is_some() || float.fract() == 0.0;
                let beyond = whole.is_some_and(|whole| {
                    allowed.low.is_some_and(|low| whole < low) || allowed.high.is_some_and(|high| whole > high)
                });
                (integer || !allowed.integer) && !beyond
            }),
            Value::String(text) => match &shape.string {
                Some(Text::Of(list)) => list.contains(text),
                other => other.is_some(),
            },
            Value::Array(items) => match shape.array {
                Some(array) => items.iter().all(|item| array.items.is_some_and(|node| self.admits(node, item))),
                None => false,
            },
            Value::Object(members) => shape.objects.iter().any(|object| {
                let complete = object.fields.iter().all(|(name, field)| !field.required || members.contains_key(name));
                complete
                    && members.iter().all(|(name, value)| {
                        let node = object.fields.get(name).map(|field| field.node).or(object.rest);
                        node.is_some_and(|node| self.admits(node, value))
                    })
            }),
        }
    }
}

fn shortened(value: &Value) -> String {
    const MOST: usize = 60;
    let text = value.to_string();
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
