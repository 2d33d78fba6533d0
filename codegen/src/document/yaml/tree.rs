//! Builds the value from events, on a stack of its own.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::aliases::{Anchored, Anchors, MAX_COPIED};
use super::scalar::Plain;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::{Document, MAX_DEPTH, Part, below, child, inexact};
use crate::source::Place;

/// An array or object that is still open.
struct Open {
    members: Members,
    /// JSON Pointer of it, and its key.
    pointer: String,
    key: Option<Place>,
    place: Place,
    anchor: usize,
    /// Levels below it, so far.
    height: usize,
}

enum Members {
    Sequence(Vec<Value>),
    /// Members, the places of their keys, and the key whose value comes next.
    Mapping(BTreeMap<String, Value>, BTreeMap<String, Place>, Option<(String, Place)>),
}

/// The value so far.
pub(super) struct Tree<'a> {
    root: Option<Value>,
    open: Vec<Open>,
    parts: BTreeMap<String, Part>,
    anchors: Anchors,
    diagnostics: &'a mut Diagnostics,
    sound: bool,
    /// Going on would only repeat the same error.
    hopeless: bool,
    /// Keys that could not be used: their values are read under names that nobody sees.
    refused_keys: usize,
}

impl<'a> Tree<'a> {
    pub(super) fn new(diagnostics: &'a mut Diagnostics) -> Self {
        Self {
            root: None,
            open: Vec::new(),
            parts: BTreeMap::new(),
            anchors: Anchors::default(),
            diagnostics,
            sound: true,
            hopeless: false,
            refused_keys: 0,
        }
    }

    pub(super) fn fail(&mut self, diagnostic: Diagnostic) {
        self.sound = false;
        self.diagnostics.push(diagnostic);
    }

    pub(super) fn is_hopeless(&self) -> bool {
        self.hopeless
    }

    pub(super) fn finish(mut self, whole: Place) -> Option<Document> {
        self.parts.entry(String::new()).or_insert(Part { value: whole, key: None });
        (self.sound && self.open.is_empty()).then(|| Document::new(self.root.unwrap_or(Value::Null), self.parts))
    }

    /// A scalar, as a key or as a value.
    pub(super) fn scalar(&mut self, scalar: Plain, plain: bool, anchor: usize, place: Place) {
        if self.expects_key() {
            match scalar.value {
                Some(Value::String(name)) if !(plain && name == "<<") => self.key(name, place),
                Some(Value::String(_)) => {
                    self.refuse_key(
                        place,
                        "`<<` merges nothing in YAML 1.2",
                        "write the members out, or use an alias as a value",
                    );
                }
                _ => {
                    self.refuse_key(place, "this key is not text", "put the key in quotes: JSON has text as keys only")
                }
            }
            return;
        }
        if let Some(became) = &scalar.inexact {
            self.diagnostics.push(inexact(place, became));
        }
        let value = scalar.value.unwrap_or_else(|| {
            self.fail(
                Diagnostic::error("DOC-07", place, "JSON cannot hold this number")
                    .help("use a finite number; put text that looks like one in quotes"),
            );
            Value::Null
        });
        let (pointer, key) = self.here();
        self.parts.insert(pointer.clone(), Part { value: place, key });
        self.anchor(anchor, &value, &pointer, 0);
        self.put(value, 0);
    }

    /// An array or object starts.
    pub(super) fn open(&mut self, mapping: bool, anchor: usize, place: Place) {
        if self.expects_key() {
            self.refuse_key(place, "this key is an array or object", "JSON has text as keys only");
        }
        if self.open.len() > MAX_DEPTH {
            self.fail(Diagnostic::error("DOC-03", place, format!("nested deeper than {MAX_DEPTH} levels")));
            self.hopeless = true;
            return;
        }
        let (pointer, key) = self.here();
        let members = if mapping {
            Members::Mapping(BTreeMap::new(), BTreeMap::new(), None)
        } else {
            Members::Sequence(Vec::new())
        };
        self.open.push(Open { members, pointer, key, place, anchor, height: 0 });
    }

    /// The array or object that was opened last ends at `end`.
    pub(super) fn close(&mut self, end: Place) {
        let Some(open) = self.open.pop() else { return };
        let Open { members, pointer, key, place, anchor, height } = open;
        let value = match members {
            Members::Sequence(items) => Value::Array(items),
            Members::Mapping(members, ..) => Value::Object(members.into_iter().collect::<Map<_, _>>()),
        };
        let place = Place { end: end.end.max(place.end), ..place };
        self.parts.insert(pointer.clone(), Part { value: place, key });
        self.anchor(anchor, &value, &pointer, height + 1);
        self.put(value, height + 1);
    }

    /// A copy of what an anchor names.
    pub(super) fn alias(&mut self, id: usize, place: Place) {
        if self.expects_key() {
            match self.anchors.get(id).map(|anchored| anchored.value.clone()) {
                Some(Value::String(name)) => self.key(name, place),
                _ => self.refuse_key(place, "this key is not text", "JSON has text as keys only"),
            }
            return;
        }
        let (pointer, key) = self.here();
        let Some(anchored) = self.anchors.get(id) else {
            self.fail(
                Diagnostic::error("DOC-07", place, "this alias stands inside its own anchor")
                    .help("a JSON value cannot contain itself; use `$ref` for a recursive schema"),
            );
            self.put(Value::Null, 0);
            return;
        };
        let (size, height) = (anchored.parts.len(), anchored.height);
        if self.open.len() + height > MAX_DEPTH {
            self.fail(Diagnostic::error("DOC-03", place, format!("this alias makes more than {MAX_DEPTH} levels")));
            self.hopeless = true;
            return;
        }
        if !self.anchors.count(size) {
            self.fail(
                Diagnostic::error("DOC-07", place, format!("aliases of this file copy more than {MAX_COPIED} values"))
                    .help("use `$ref` and `$defs` for parts of schemas that repeat"),
            );
            self.hopeless = true;
            return;
        }
        let Some(anchored) = self.anchors.get(id) else { return };
        for (below, part) in &anchored.parts {
            let part = if below.is_empty() { Part { key, ..*part } } else { *part };
            self.parts.insert(format!("{pointer}{below}"), part);
        }
        let value = anchored.value.clone();
        self.put(value, height);
    }

    fn expects_key(&self) -> bool {
        self.open.last().is_some_and(|open| matches!(open.members, Members::Mapping(_, _, None)))
    }

    fn key(&mut self, name: String, place: Place) {
        let Some(Open { members: Members::Mapping(_, keys, pending), .. }) = self.open.last_mut() else { return };
        let first = keys.get(&name).copied();
        keys.entry(name.clone()).or_insert(place);
        *pending = Some((name.clone(), place));
        if let Some(first) = first {
            self.fail(
                Diagnostic::error("DOC-02", place, format!("the key `{name}` stands twice in one mapping"))
                    .help("keep one of the two")
                    .related(first, "it stands here first"),
            );
        }
    }

    fn refuse_key(&mut self, place: Place, message: &str, help: &str) {
        self.fail(Diagnostic::error("DOC-07", place, message).help(help));
        self.refused_keys += 1;
        let name = format!("\u{0}{}", self.refused_keys);
        if let Some(Open { members: Members::Mapping(_, _, pending), .. }) = self.open.last_mut() {
            *pending = Some((name, place));
        }
    }

    /// The JSON Pointer of the value that comes next, and the place of its key.
    fn here(&self) -> (String, Option<Place>) {
        match self.open.last() {
            None => (String::new(), None),
            Some(Open { members: Members::Sequence(items), pointer, .. }) => {
                (format!("{pointer}/{}", items.len()), None)
            }
            Some(Open { members: Members::Mapping(_, _, pending), pointer, .. }) => match pending {
                Some((name, place)) => (child(pointer, name), Some(*place)),
                None => (pointer.clone(), None),
            },
        }
    }

    fn put(&mut self, value: Value, height: usize) {
        let Some(open) = self.open.last_mut() else {
            self.root = Some(value);
            return;
        };
        open.height = open.height.max(height);
        match &mut open.members {
            Members::Sequence(items) => items.push(value),
            Members::Mapping(members, _, pending) => {
                if let Some((name, _)) = pending.take() {
                    members.insert(name, value);
                }
            }
        }
    }

    fn anchor(&mut self, id: usize, value: &Value, pointer: &str, height: usize) {
        if id == 0 {
            return;
        }
        let range = below(pointer);
        let below = self.parts.range::<str, _>(range.bounds());
        let own = self.parts.get(pointer).map(|part| (String::new(), *part));
        let parts: Vec<_> =
            own.into_iter().chain(below.map(|(at, part)| (at[pointer.len()..].to_owned(), *part))).collect();
        // A value inside many nested anchors is kept once for each; that too counts as copying.
        if !self.anchors.count(parts.len()) {
            let place = self.parts.get(pointer).map(|part| part.value);
            self.fail(
                Diagnostic::error("DOC-07", place, format!("anchors of this file hold more than {MAX_COPIED} values"))
                    .help("use `$ref` and `$defs` for parts of schemas that repeat"),
            );
            self.hopeless = true;
            return;
        }
        self.anchors.define(id, Anchored { value: value.clone(), parts, height });
    }
}
