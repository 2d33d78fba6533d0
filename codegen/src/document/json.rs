//! JSON text to a [`Document`].
//!
//! `serde_json` reads; a raw value is a slice of the text, and where the slice lies is its place.
//! Each level of nesting reads its text again, so the cost is size times depth; the depth is
//! measured first, in one pass, and bounded by [`MAX_DEPTH`].

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::number::inexact_integer;
use super::{Document, MAX_DEPTH, Part, child, inexact, place_near};
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
    if let Some(at) = too_deep(text) {
        let place = place_near(sources, file, at..at);
        diagnostics.push(
            Diagnostic::error("DOC-03", place, format!("nested deeper than {MAX_DEPTH} levels"))
                .help("flatten the value"),
        );
        return None;
    }
    let mut reader = Reader { sources, file, text, parts: BTreeMap::new(), diagnostics, sound: true };
    let value = reader.value(root, String::new(), None);
    let Reader { parts, sound, .. } = reader;
    sound.then(|| Document::new(value, parts))
}

/// Where sound JSON text opens an array or object one level too deep.
fn too_deep(text: &str) -> Option<usize> {
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = quoted,
            b'"' => quoted = !quoted,
            b'[' | b'{' if !quoted => {
                depth += 1;
                if depth > MAX_DEPTH + 1 {
                    return Some(at);
                }
            }
            b']' | b'}' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

fn syntax_error(sources: &Sources, file: FileId, text: &str, error: &serde_json::Error) -> Diagnostic {
    let start_of_line: usize = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    // Column 0: what is wrong is the end of the line before.
    let at = (start_of_line + error.column()).saturating_sub(1);
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or_default().to_owned();
    Diagnostic::error("DOC-01", place_near(sources, file, at..at), format!("this is not JSON: {message}"))
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
    fn value(&mut self, raw: &'a RawValue, pointer: String, key: Option<Place>) -> Value {
        let raw = raw.get();
        let place = self.place_of(raw);
        let value = match raw.as_bytes().first() {
            Some(b'{') => self.object(raw, &pointer),
            Some(b'[') => match serde_json::from_str::<Vec<&RawValue>>(raw) {
                Ok(items) => Value::Array(
                    items
                        .into_iter()
                        .enumerate()
                        .map(|(index, item)| self.value(item, format!("{pointer}/{index}"), None))
                        .collect(),
                ),
                Err(error) => self.unreadable(place, &error),
            },
            _ => self.scalar(raw, place),
        };
        self.parts.insert(pointer, Part { value: place, key });
        value
    }

    fn scalar(&mut self, raw: &str, place: Place) -> Value {
        let value = match serde_json::from_str(raw) {
            Ok(value) => value,
            Err(error) => return self.unreadable(place, &error),
        };
        if let Value::Number(number) = &value
            && number.is_f64()
            && raw.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
            && let Some(became) = inexact_integer(raw, number)
        {
            self.diagnostics.push(inexact(place, &became));
        }
        value
    }

    fn object(&mut self, raw: &'a str, pointer: &str) -> Value {
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
            let value = self.value(member, child(pointer, &name), Some(key));
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
