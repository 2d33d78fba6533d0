//! JSON text to a [`Document`].
//!
//! `serde_json` reads; a raw value is a slice of the text, and where the slice lies is its place.
//! Each level of nesting reads its text again, so the cost is size times depth, and
//! [`MAX_DEPTH`] bounds the depth.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::{Document, MAX_DEPTH, Part, child};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::source::{FileId, Place, Sources};

/// Reads the JSON text of a file. `None` means that nothing could be made of it; the errors are in
/// `diagnostics` (DOC-01 not JSON, DOC-02 a member name twice, DOC-03 nested too deep).
pub fn read(sources: &Sources, file: FileId, diagnostics: &mut Diagnostics) -> Option<Document> {
    let text = sources.get(file).text.as_str();
    let root: &RawValue = match serde_json::from_str(text) {
        Ok(root) => root,
        Err(error) => {
            diagnostics.push(syntax_error(sources, file, text, &error));
            return None;
        }
    };
    let mut reader = Reader { sources, file, text, parts: BTreeMap::new(), diagnostics, sound: true };
    let value = reader.value(root, String::new(), None, 0);
    let Reader { parts, sound, .. } = reader;
    sound.then(|| Document::new(value, parts))
}

fn syntax_error(sources: &Sources, file: FileId, text: &str, error: &serde_json::Error) -> Diagnostic {
    let start_of_line: usize = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let mut at = (start_of_line + error.column().saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let end = text[at..].chars().next().map_or(at, |c| at + c.len_utf8());
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or_default().to_owned();
    Diagnostic::error("DOC-01", sources.place(file, at..end), format!("this is not JSON: {message}"))
        .help("JSON as RFC 8259 defines it: no comments, no trailing commas, double quotes")
}

struct Reader<'a> {
    sources: &'a Sources,
    file: FileId,
    text: &'a str,
    parts: BTreeMap<String, Part>,
    diagnostics: &'a mut Diagnostics,
    sound: bool,
}

impl<'a> Reader<'a> {
    fn value(&mut self, raw: &'a RawValue, pointer: String, key: Option<Place>, depth: usize) -> Value {
        let raw = raw.get();
        let place = self.place_of(raw);
        if depth > MAX_DEPTH {
            if self.sound {
                self.fail("DOC-03", place, format!("nested deeper than {MAX_DEPTH} levels"));
            }
            self.sound = false;
            return Value::Null;
        }
        let value = match raw.as_bytes().first() {
            Some(b'{') => self.object(raw, &pointer, depth),
            Some(b'[') => match serde_json::from_str::<Vec<&RawValue>>(raw) {
                Ok(items) => Value::Array(
                    items
                        .into_iter()
                        .enumerate()
                        .map(|(index, item)| self.value(item, format!("{pointer}/{index}"), None, depth + 1))
                        .collect(),
                ),
                Err(error) => self.unreadable(place, &error),
            },
            _ => serde_json::from_str(raw).unwrap_or_else(|error| self.unreadable(place, &error)),
        };
        self.parts.insert(pointer, Part { value: place, key });
        value
    }

    fn object(&mut self, raw: &'a str, pointer: &str, depth: usize) -> Value {
        let members: Members<'a> = match serde_json::from_str(raw) {
            Ok(members) => members,
            Err(error) => {
                let place = self.place_of(raw);
                return self.unreadable(place, &error);
            }
        };
        let mut sorted = BTreeMap::new();
        for (name, member) in members.0 {
            let key = self.key_place(member.get());
            if let Some((_, first)) = sorted.get(&name) {
                self.sound = false;
                self.diagnostics.push(
                    Diagnostic::error("DOC-02", key, format!("the member `{name}` stands twice in one object"))
                        .help("keep one of the two: readers of JSON disagree which of them counts")
                        .related(*first, "it stands here first"),
                );
                continue;
            }
            let value = self.value(member, child(pointer, &name), Some(key), depth + 1);
            sorted.insert(name, (value, key));
        }
        Value::Object(sorted.into_iter().map(|(name, (value, _))| (name, value)).collect::<Map<_, _>>())
    }

    /// The key before a value: between them stand only blanks and a colon.
    fn key_place(&self, value: &str) -> Place {
        let before = &self.text[..self.offset(value)];
        let key_end = before.trim_end().trim_end_matches(':').trim_end().len();
        let body = &before[..key_end.saturating_sub(1)];
        let mut start = body.len();
        while let Some(quote) = body[..start].rfind('"') {
            let escapes = body[..quote].len() - body[..quote].trim_end_matches('\\').len();
            start = quote;
            if escapes.is_multiple_of(2) {
                break;
            }
        }
        self.sources.place(self.file, start..key_end)
    }

    fn unreadable(&mut self, place: Place, error: &serde_json::Error) -> Value {
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or_default().to_owned();
        self.fail("DOC-01", place, format!("this JSON value cannot be read: {message}"));
        self.sound = false;
        Value::Null
    }

    fn fail(&mut self, rule: &'static str, place: Place, message: String) {
        self.diagnostics.push(Diagnostic::error(rule, place, message));
    }

    fn place_of(&self, part: &str) -> Place {
        let start = self.offset(part);
        self.sources.place(self.file, start..start + part.len())
    }

    fn offset(&self, part: &str) -> usize {
        part.as_ptr() as usize - self.text.as_ptr() as usize
    }
}

/// The members of an object in the order of the text, a name that stands twice included.
struct Members<'a>(Vec<(String, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct MembersVisitor;
        impl<'de> Visitor<'de> for MembersVisitor {
            type Value = Members<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry::<String, &'de RawValue>()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(MembersVisitor)
    }
}
