//! Where in a value a check stands: a list linked on the stack, rendered only when a fault is told.

use serde_json::Value;

/// One place, and the way to it.
#[derive(Clone, Copy, Debug)]
pub struct Path<'p> {
    parent: Option<&'p Path<'p>>,
    step: Step<'p>,
    depth: usize,
}

#[derive(Clone, Copy, Debug)]
enum Step<'p> {
    /// The value itself, seen by a subschema further in.
    Same,
    Member(&'p str),
    Item(usize),
}

impl<'p> Path<'p> {
    /// The whole value.
    #[must_use]
    pub const fn root() -> Self {
        Self { parent: None, step: Step::Same, depth: 0 }
    }

    /// The member `name` of the object here.
    #[inline]
    #[must_use]
    pub const fn member(&'p self, name: &'p str) -> Self {
        Self { parent: Some(self), step: Step::Member(name), depth: self.depth + 1 }
    }

    /// The item `index` of the array here.
    #[inline]
    #[must_use]
    pub const fn item(&'p self, index: usize) -> Self {
        Self { parent: Some(self), step: Step::Item(index), depth: self.depth + 1 }
    }

    /// The same place, one subschema further in.
    #[inline]
    #[must_use]
    pub const fn within(&'p self) -> Self {
        Self { parent: Some(self), step: Step::Same, depth: self.depth + 1 }
    }

    /// How many subschemas are open.
    #[must_use]
    pub const fn depth(&self) -> usize {
        self.depth
    }

    /// The steps from the root as a JSON Pointer (RFC 6901), with room for so many bytes more. Of a name of more than
    /// 256 bytes, its beginning and `...`: what is told of a value is bounded by its depth, not by its size.
    #[inline]
    #[must_use]
    pub fn pointer(&self, room: usize) -> String {
        match self.parent {
            None => String::with_capacity(room),
            Some(_) => self.pointer_below(room),
        }
    }

    fn pointer_below(&self, room: usize) -> String {
        let mut length = room;
        let mut place = Some(self);
        while let Some(here) = place {
            length += match here.step {
                Step::Same => 0,
                Step::Member(name) => 1 + name.len().min(MOST_NAME),
                Step::Item(_) => 4,
            };
            place = here.parent;
        }
        let mut pointer = String::with_capacity(length);
        self.write(&mut pointer);
        pointer
    }

    /// As deep on the stack as subschemas are open, which is bounded.
    fn write(&self, pointer: &mut String) {
        // The root is no step.
        let Some(parent) = self.parent else { return };
        if parent.parent.is_some() {
            parent.write(pointer);
        }
        match self.step {
            Step::Same => {}
            Step::Member(name) => push_name(pointer, name),
            Step::Item(index) => {
                pointer.push('/');
                push_index(pointer, index);
            }
        }
    }
}

/// The most bytes of a member's name in a pointer.
const MOST_NAME: usize = 256;

/// What stands for the rest of a longer name.
const CUT: &str = "...";

/// The part of a long name that is told; nothing where all of it is.
fn beginning(name: &str) -> Option<&str> {
    if name.len() <= MOST_NAME {
        return None;
    }
    let end = (0..=MOST_NAME).rev().find(|end| name.is_char_boundary(*end))?;
    name.get(..end)
}

/// Whether a name is told as this one.
fn is_told_as(name: &str, told: &str) -> bool {
    match beginning(name) {
        None => name == told,
        Some(start) => told.strip_suffix(CUT) == Some(start),
    }
}

/// The position of each step of a pointer in its parent, by which faults are put in document order.
pub(super) fn order(root: &Value, pointer: &str) -> Vec<usize> {
    let (mut order, mut value) = (Vec::new(), Some(root));
    for token in pointer.split('/').skip(1) {
        let name = name_of(token);
        let (position, next) = match value {
            Some(Value::Object(object)) => {
                let found = object.iter().enumerate().find(|(_, (key, _))| is_told_as(key, &name));
                (found.map(|(position, _)| position), found.map(|(_, (_, next))| next))
            }
            Some(Value::Array(items)) => {
                let index = name.parse().ok();
                (index, index.and_then(|index: usize| items.get(index)))
            }
            _ => (None, None),
        };
        order.push(position.unwrap_or(usize::MAX));
        value = next;
    }
    order
}

/// The name that a step of a pointer stands for (RFC 6901 section 4).
pub(super) fn name_of(token: &str) -> String {
    let mut name = String::with_capacity(token.len());
    let mut rest = token;
    while let Some(at) = rest.find('~') {
        let (plain, escaped) = rest.split_at(at);
        name.push_str(plain);
        let (meant, length) = match escaped.get(..2) {
            Some("~1") => ('/', 2),
            Some("~0") => ('~', 2),
            _ => ('~', 1),
        };
        name.push(meant);
        rest = escaped.get(length..).unwrap_or_default();
    }
    name.push_str(rest);
    name
}

/// Adds a number. The machinery of `fmt` takes longer than all the rest of a pointer.
pub(in super::super) fn push_index(pointer: &mut String, index: usize) {
    let mut power = 1;
    while index / power >= 10 {
        power *= 10;
    }
    while power > 0 {
        #[allow(clippy::cast_possible_truncation, reason = "one digit")]
        let digit = (index / power % 10) as u8;
        pointer.push(char::from(b'0' + digit));
        power /= 10;
    }
}

/// Adds the step to a member.
pub(super) fn push_name(pointer: &mut String, name: &str) {
    pointer.push('/');
    let start = beginning(name);
    push_token(pointer, start.unwrap_or(name));
    if start.is_some() {
        pointer.push_str(CUT);
    }
}

/// Adds a member name, escaped as RFC 6901 section 3 says.
pub(in super::super) fn push_token(pointer: &mut String, name: &str) {
    // Most names have nothing to escape, which is seen faster byte by byte.
    if !name.bytes().any(|byte| matches!(byte, b'~' | b'/')) {
        pointer.push_str(name);
        return;
    }
    let mut rest = name;
    while let Some(at) = rest.find(['~', '/']) {
        let (plain, special) = rest.split_at(at);
        pointer.push_str(plain);
        pointer.push_str(if special.starts_with('~') { "~0" } else { "~1" });
        rest = special.get(1..).unwrap_or_default();
    }
    pointer.push_str(rest);
}
