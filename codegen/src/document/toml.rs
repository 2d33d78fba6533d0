//! TOML text to a [`Document`].
//!
//! The `toml` crate reads and bounds its own recursion; its tree comes with the span of every key
//! and value. A table that is written in several pieces has the place of its first header, a table
//! that only a dotted key implies has the place of that key.

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use toml::Spanned;
use toml::de::{DeTable, DeValue, Error};

use super::number::{self, Number};
use super::{Document, MAX_DEPTH, Part, child};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::source::{FileId, Place, Sources};

/// Most syntax errors of one file that are reported; what follows is rarely more than an echo.
const MAX_SYNTAX_ERRORS: usize = 20;

/// Reads the TOML text of a file. `None` means that nothing could be made of it; the errors are in
/// `diagnostics` (DOC-01 not TOML, DOC-02 a key twice, DOC-03 nested too deep, DOC-07 a value that
/// JSON does not have).
pub fn read(sources: &Sources, file: FileId, diagnostics: &mut Diagnostics) -> Option<Document> {
    let text = sources.get(file).text.as_str();
    let (root, errors) = DeTable::parse_recoverable(text);
    for error in errors.iter().take(MAX_SYNTAX_ERRORS) {
        diagnostics.push(syntax_error(sources, file, error));
    }
    if !errors.is_empty() {
        return None;
    }
    let mut reader = Reader { sources, file, parts: BTreeMap::new(), diagnostics, sound: true };
    let value = reader.table(root.get_ref(), "", 0);
    reader.parts.insert(String::new(), Part { value: sources.place(file, 0..text.len()), key: None });
    let Reader { parts, sound, .. } = reader;
    sound.then(|| Document::new(value, parts))
}

fn syntax_error(sources: &Sources, file: FileId, error: &Error) -> Diagnostic {
    let place = super::place_near(sources, file, error.span().unwrap_or(0..0));
    let message = error.message();
    if message.starts_with("duplicate key") {
        return Diagnostic::error("DOC-02", place, "this key stands twice in one table").help("keep one of the two");
    }
    if message.contains("max recursion depth") || message.contains("recursion limit") {
        return Diagnostic::error("DOC-03", place, "arrays and inline tables are nested too deep")
            .help("TOML is read to 80 levels of brackets; write deeper values as a JSON file beside it");
    }
    Diagnostic::error("DOC-01", place, format!("this is not TOML: {message}"))
        .help("TOML as toml.io defines it; text values stand in quotes")
}

struct Reader<'a> {
    sources: &'a Sources,
    file: FileId,
    parts: BTreeMap<String, Part>,
    diagnostics: &'a mut Diagnostics,
    sound: bool,
}

impl Reader<'_> {
    fn table(&mut self, table: &DeTable<'_>, pointer: &str, depth: usize) -> Value {
        let mut sorted = BTreeMap::new();
        for (name, member) in table {
            let key = self.place(name);
            let at = child(pointer, name.get_ref());
            sorted.insert(name.get_ref().to_string(), self.value(member, at, Some(key), depth + 1));
        }
        Value::Object(sorted.into_iter().collect::<Map<_, _>>())
    }

    fn value(&mut self, spanned: &Spanned<DeValue<'_>>, pointer: String, key: Option<Place>, depth: usize) -> Value {
        let place = self.place(spanned);
        if depth > MAX_DEPTH {
            if self.sound {
                self.fail("DOC-03", place, format!("nested deeper than {MAX_DEPTH} levels"), "flatten the value");
            }
            return Value::Null;
        }
        let value = match spanned.get_ref() {
            DeValue::String(text) => Value::String(text.to_string()),
            DeValue::Boolean(flag) => Value::Bool(*flag),
            DeValue::Integer(digits) => match number::integer(digits.as_str(), digits.radix()) {
                Some(number) => self.number(number, place),
                None => self.no_json(place, &format!("the integer {digits}")),
            },
            DeValue::Float(digits) => match number::float(digits.as_str()) {
                Some(number) => self.number(number, place),
                None => self.no_json(place, &format!("the number {digits}")),
            },
            DeValue::Datetime(date) => {
                let message = format!("JSON has no dates: {date} stands here without quotes");
                self.fail("DOC-07", place, message, &format!("write the text \"{date}\""));
                Value::Null
            }
            DeValue::Array(items) => Value::Array(
                items
                    .iter()
                    .enumerate()
                    .map(|(index, item)| self.value(item, format!("{pointer}/{index}"), None, depth + 1))
                    .collect(),
            ),
            DeValue::Table(table) => self.table(table, &pointer, depth),
        };
        self.parts.insert(pointer, Part { value: place, key });
        value
    }

    fn number(&mut self, number: Number, place: Place) -> Value {
        if let Some(inexact) = number.inexact {
            self.diagnostics.push(super::inexact(place, &inexact));
        }
        Value::Number(number.value)
    }

    fn no_json(&mut self, place: Place, what: &str) -> Value {
        self.fail("DOC-07", place, format!("JSON cannot hold {what}"), "use a finite number in the range of JSON");
        Value::Null
    }

    fn fail(&mut self, rule: &'static str, place: Place, message: String, help: &str) {
        self.sound = false;
        self.diagnostics.push(Diagnostic::error(rule, place, message).help(help));
    }

    fn place<T>(&self, spanned: &Spanned<T>) -> Place {
        self.sources.place(self.file, spanned.span())
    }
}
