//! Typed access to one object of a manifest: a wrong JSON type is an error with a place, never a
//! default.

use serde_json::{Map, Value};

use crate::diagnostic::{Diagnostic, Diagnostics, did_you_mean};
use crate::document::{Document, child};
use crate::source::Place;

/// An object of a document, and the rule that wrong types in it break.
pub(crate) struct Section<'a> {
    pub(crate) document: &'a Document,
    pub(crate) pointer: String,
    members: &'a Map<String, Value>,
    rule: &'static str,
}

impl<'a> Section<'a> {
    /// The object at `pointer`; `None` where there is nothing, or something else (an error).
    pub(crate) fn at(
        document: &'a Document,
        pointer: &str,
        rule: &'static str,
        found: &mut Diagnostics,
    ) -> Option<Self> {
        match document.value.pointer(pointer)? {
            Value::Object(members) => Some(Self { document, pointer: pointer.to_owned(), members, rule }),
            other => {
                wrong_type(document, pointer, rule, "an object", other, found);
                None
            }
        }
    }

    /// The object under a key.
    pub(crate) fn section(&self, key: &str, rule: &'static str, found: &mut Diagnostics) -> Option<Self> {
        self.members.get(key)?;
        Self::at(self.document, &self.child(key), rule, found)
    }

    /// The array under a key, as JSON Pointers of its elements.
    pub(crate) fn list(&self, key: &str, found: &mut Diagnostics) -> Vec<String> {
        match self.members.get(key) {
            None => Vec::new(),
            Some(Value::Array(items)) => (0..items.len()).map(|index| format!("{}/{index}", self.child(key))).collect(),
            Some(other) => {
                wrong_type(self.document, &self.child(key), self.rule, "an array", other, found);
                Vec::new()
            }
        }
    }

    /// The text under a key.
    pub(crate) fn text(&self, key: &str, found: &mut Diagnostics) -> Option<&'a str> {
        match self.members.get(key)? {
            Value::String(text) => Some(text),
            other => {
                wrong_type(self.document, &self.child(key), self.rule, "text", other, found);
                None
            }
        }
    }

    /// The array of texts under a key.
    pub(crate) fn texts(&self, key: &str, found: &mut Diagnostics) -> Vec<(String, &'a str)> {
        let pointers = self.list(key, found);
        let items = pointers.into_iter().filter_map(|pointer| {
            let value = self.document.value.pointer(&pointer)?;
            match value {
                Value::String(text) => Some((pointer, text.as_str())),
                other => {
                    wrong_type(self.document, &pointer, self.rule, "text", other, found);
                    None
                }
            }
        });
        items.collect()
    }

    /// The whole number under a key, not negative.
    pub(crate) fn whole(&self, key: &str, rule: &'static str, found: &mut Diagnostics) -> Option<u64> {
        let value = self.members.get(key)?;
        let whole = value.as_u64().or_else(|| {
            // `60000.0` is an integer of JSON, too; above 2^53 a float no longer says which.
            let float = value.as_f64().filter(|f| f.fract() == 0.0 && (0.0..=9_007_199_254_740_992.0).contains(f))?;
            format!("{float:.0}").parse().ok()
        });
        if whole.is_none() {
            let actual = if value.is_number() { value.to_string() } else { kind(value).to_owned() };
            let message = format!("`{key}` must be a whole number from 0, not {actual}");
            found.push(Diagnostic::error(rule, self.place(key), message).label("no whole number from 0"));
        }
        whole
    }

    /// The boolean under a key.
    pub(crate) fn flag(&self, key: &str, found: &mut Diagnostics) -> Option<bool> {
        let value = self.members.get(key)?;
        if !value.is_boolean() {
            wrong_type(self.document, &self.child(key), self.rule, "true or false", value, found);
        }
        value.as_bool()
    }

    pub(crate) fn get(&self, key: &str) -> Option<&'a Value> {
        self.members.get(key)
    }

    pub(crate) fn members(&self) -> &'a Map<String, Value> {
        self.members
    }

    pub(crate) fn child(&self, key: &str) -> String {
        child(&self.pointer, key)
    }

    pub(crate) fn place(&self, key: &str) -> Option<Place> {
        self.document.place(&self.child(key))
    }

    /// Own keys are a closed list (MAN-02).
    pub(crate) fn refuse_unknown(&self, known: &[&str], found: &mut Diagnostics) {
        for key in self.members.keys().filter(|key| !known.contains(&key.as_str())) {
            let place = self.document.key_place(&self.child(key));
            let meant = did_you_mean(key, known.iter().copied());
            let what = if self.pointer.is_empty() { "a manifest".to_owned() } else { readable(&self.pointer) };
            found.push(
                Diagnostic::error("MAN-02", place, format!("`{key}` is not a key of {what}{meant}"))
                    .help(format!("known here: {}", known.join(", "))),
            );
        }
    }
}

/// A JSON Pointer as TOML would write it: `cache."tools/list"`.
fn readable(pointer: &str) -> String {
    let keys = pointer.split('/').skip(1).map(|key| {
        let key = key.replace("~1", "/").replace("~0", "~");
        let bare = !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b));
        if bare { key } else { format!("\"{key}\"") }
    });
    format!("`{}`", keys.collect::<Vec<_>>().join("."))
}

/// Says that a value has another JSON type than it must have.
pub(super) fn wrong_type(
    document: &Document,
    pointer: &str,
    rule: &'static str,
    expected: &str,
    actual: &Value,
    found: &mut Diagnostics,
) {
    let name = pointer.rsplit('/').next().unwrap_or_default().replace("~1", "/").replace("~0", "~");
    let message = if name.is_empty() || name.bytes().all(|b| b.is_ascii_digit()) {
        format!("{expected} belongs here, not {}", kind(actual))
    } else {
        format!("`{name}` must be {expected}, not {}", kind(actual))
    };
    found.push(Diagnostic::error(rule, document.place(pointer), message).label(format!("not {expected}")));
}

/// What a value is, in words.
pub(super) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(number) if number.is_f64() => "a fraction",
        Value::Number(_) => "an integer",
        Value::String(_) => "text",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}
