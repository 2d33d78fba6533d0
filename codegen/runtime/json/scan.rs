//! The one pass over a text.

use std::borrow::Cow;

use super::cursor::{Cursor, NotJson};
use super::lookup::unescape;
use super::{MAX_DEPTH, inside, string};

/// An object whose members are of interest, by a number that the reader gives it.
pub(in super::super) type Scope = u8;

/// The scope of the outermost object.
pub(in super::super) const ENVELOPE: Scope = 0;

/// The scope of all values whose members are not of interest.
pub(in super::super) const NOTHING: Scope = Scope::MAX;

/// What is kept of a member: its value in this place, and of its members those of this scope.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Kept {
    pub(in super::super) place: u8,
    pub(in super::super) scope: Scope,
}

impl Kept {
    /// Nothing: no value has this place.
    pub(in super::super) const NOTHING: Self = Self { place: u8::MAX, scope: NOTHING };
}

/// A text that has been read, with the values that were asked for.
#[derive(Debug)]
pub(in super::super) struct Read<'a, const N: usize> {
    /// The whole value, without whitespace around it.
    pub(in super::super) root: &'a str,
    /// The JSON text of each value; empty where there is none. Of two with the same name it is the first.
    values: [&'a str; N],
    /// Whether something in the text may be escaped.
    escapes: bool,
    /// A name that one object has twice: the first found.
    pub(in super::super) repeated: Option<String>,
    /// Whether nesting went beyond [`MAX_DEPTH`].
    pub(in super::super) too_deep: bool,
}

impl<'a, const N: usize> Read<'a, N> {
    /// The JSON text of the value in this place.
    #[inline]
    pub(in super::super) fn value(&self, place: usize) -> Option<&'a str> {
        self.values.get(place).copied().filter(|text| !text.is_empty())
    }

    /// The string in this place, if it is one.
    #[inline]
    pub(in super::super) fn string(&self, place: usize) -> Option<Cow<'a, str>> {
        let text = self.value(place)?;
        if self.escapes { string(text) } else { inside(text).map(Cow::Borrowed) }
    }
}

/// Reads a text. `kept` says of a member, by the scope of its object and its name, what is kept of it.
///
/// # Errors
///
/// If it is not UTF-8 or not JSON. Strings must be Unicode text: half a surrogate pair is an error.
pub(in super::super) fn read<const N: usize>(
    bytes: &[u8],
    kept: impl Fn(Scope, &[u8]) -> Kept,
) -> Result<Read<'_, N>, NotJson> {
    let text = std::str::from_utf8(bytes)
        .map_err(|error| NotJson { at: error.valid_up_to(), why: "bytes that are not UTF-8" })?;
    let mut reader = Reader {
        cursor: Cursor::over(bytes),
        text,
        kept,
        frames: Vec::with_capacity(8),
        beyond: Bits::default(),
        names: Vec::with_capacity(16),
        inner: ENVELOPE,
        values: [""; N],
        repeated: None,
    };
    let root = reader.run()?;
    let escapes = !reader.cursor.is_simple();
    let Reader { beyond, values, repeated, .. } = reader;
    Ok(Read { root, values, escapes, repeated, too_deep: beyond.reached })
}

struct Reader<'a, K, const N: usize> {
    cursor: Cursor<'a>,
    text: &'a str,
    kept: K,
    /// The containers open, down to [`MAX_DEPTH`].
    frames: Vec<Frame>,
    /// The containers open beyond that.
    beyond: Bits,
    /// The names of the objects open, innermost last.
    names: Vec<&'a [u8]>,
    /// The scope of the value that comes next.
    inner: Scope,
    values: [&'a str; N],
    repeated: Option<String>,
}

struct Frame {
    object: bool,
    scope: Scope,
    /// Whether one of its names is escaped.
    escaped: bool,
    /// Where its names begin in `names`.
    names: usize,
    /// The place that the value being read is kept in.
    place: u8,
    /// Where it begins.
    value: usize,
}

impl<'a, K: Fn(Scope, &[u8]) -> Kept, const N: usize> Reader<'a, K, N> {
    fn run(&mut self) -> Result<&'a str, NotJson> {
        self.cursor.whitespace();
        let start = self.cursor.at;
        'value: loop {
            match self.cursor.peek() {
                Some(b'{') => {
                    self.open(true);
                    self.cursor.whitespace();
                    if self.cursor.peek() != Some(b'}') {
                        self.name()?;
                        continue 'value;
                    }
                }
                Some(b'[') => {
                    self.open(false);
                    self.cursor.whitespace();
                    if self.cursor.peek() != Some(b']') {
                        continue 'value;
                    }
                }
                _ => {
                    self.cursor.scalar()?;
                    self.end_of_value();
                }
            }
            // After a value, or at the end of an empty container.
            while let Some(object) = self.innermost() {
                self.cursor.whitespace();
                match self.cursor.peek() {
                    Some(b',') => {
                        self.cursor.at += 1;
                        self.cursor.whitespace();
                        if object {
                            self.name()?;
                        }
                        continue 'value;
                    }
                    Some(b'}') if object => self.close(),
                    Some(b']') if !object => self.close(),
                    _ if object => return Err(self.cursor.error("expected `,` or `}`")),
                    _ => return Err(self.cursor.error("expected `,` or `]`")),
                }
            }
            break;
        }
        let end = self.cursor.at;
        self.cursor.whitespace();
        if self.cursor.peek().is_some() {
            return Err(self.cursor.error("text after the value"));
        }
        Ok(self.text.get(start..end).unwrap_or_default())
    }

    /// Whether the innermost container is an object; `None` outside of all.
    #[inline]
    fn innermost(&self) -> Option<bool> {
        self.beyond.last().or_else(|| self.frames.last().map(|frame| frame.object))
    }

    #[inline]
    fn open(&mut self, object: bool) {
        self.cursor.at += 1;
        if self.frames.len() >= MAX_DEPTH {
            self.beyond.push(object);
            return;
        }
        let scope = if object { self.inner } else { NOTHING };
        self.inner = NOTHING;
        let (names, place) = (self.names.len(), Kept::NOTHING.place);
        self.frames.push(Frame { object, scope, escaped: false, names, place, value: 0 });
    }

    #[inline]
    fn close(&mut self) {
        self.cursor.at += 1;
        if !self.beyond.pop()
            && let Some(frame) = self.frames.pop()
        {
            if self.repeated.is_none() {
                self.repeated = self.names.get_mut(frame.names..).and_then(|names| repeated(names, frame.escaped));
            }
            self.names.truncate(frame.names);
        }
        self.end_of_value();
    }

    /// Reads a name and its colon, up to the value.
    #[inline]
    fn name(&mut self) -> Result<(), NotJson> {
        if self.cursor.peek() != Some(b'"') {
            return Err(self.cursor.error("expected a member name"));
        }
        let start = self.cursor.at + 1;
        let escaped = self.cursor.string()?;
        let name = self.cursor.bytes.get(start..self.cursor.at - 1).unwrap_or_default();
        self.cursor.whitespace();
        if self.cursor.peek() != Some(b':') {
            return Err(self.cursor.error("expected `:`"));
        }
        self.cursor.at += 1;
        self.cursor.whitespace();
        if !self.beyond.is_empty() {
            return Ok(());
        }
        self.names.push(name);
        let Some(frame) = self.frames.last_mut() else { return Ok(()) };
        frame.escaped |= escaped;
        if frame.scope != NOTHING {
            let kept = if escaped {
                (self.kept)(frame.scope, unescaped(name).as_bytes())
            } else {
                (self.kept)(frame.scope, name)
            };
            self.inner = kept.scope;
            frame.place = kept.place;
            frame.value = self.cursor.at;
        }
        Ok(())
    }

    #[inline]
    fn end_of_value(&mut self) {
        if !self.beyond.is_empty() {
            return;
        }
        self.inner = NOTHING;
        let Some(frame) = self.frames.last_mut() else { return };
        let place = std::mem::replace(&mut frame.place, Kept::NOTHING.place);
        if let Some(value) = self.values.get_mut(usize::from(place))
            && value.is_empty()
        {
            *value = self.text.get(frame.value..self.cursor.at).unwrap_or_default();
        }
    }
}

/// A name that occurs twice among these.
fn repeated(names: &mut [&[u8]], escaped: bool) -> Option<String> {
    const FEW: usize = 8;
    if escaped {
        let mut names: Vec<String> = names.iter().map(|name| unescaped(name)).collect();
        names.sort_unstable();
        return neighbours(&names).cloned();
    }
    if names.len() > FEW {
        names.sort_unstable();
        return neighbours(names).map(|name| unescaped(name));
    }
    let mut rest: &[&[u8]] = names;
    while let Some((name, others)) = rest.split_first() {
        // Most differ in length already.
        if others.iter().any(|other| other.len() == name.len() && other == name) {
            return Some(unescaped(name));
        }
        rest = others;
    }
    None
}

/// The first of two neighbours that are equal.
fn neighbours<T: PartialEq>(sorted: &[T]) -> Option<&T> {
    sorted.windows(2).find_map(|pair| match pair {
        [one, other] if one == other => Some(one),
        _ => None,
    })
}

/// A name as it is meant, from what stands between its quotes.
fn unescaped(name: &[u8]) -> String {
    // A part of a text that is UTF-8, between two quotes.
    unescape(std::str::from_utf8(name).unwrap_or_default())
}

/// The kinds of the containers beyond [`MAX_DEPTH`]: a bit each, for a text may be nothing but brackets.
#[derive(Default)]
struct Bits {
    words: Vec<u64>,
    len: usize,
    reached: bool,
}

impl Bits {
    fn push(&mut self, bit: bool) {
        self.reached = true;
        let place = self.len % 64;
        if place == 0 {
            self.words.push(0);
        }
        if let Some(word) = self.words.last_mut() {
            *word = (*word & !(1 << place)) | (u64::from(bit) << place);
        }
        self.len += 1;
    }

    /// Takes the last one off, if there is one.
    fn pop(&mut self) -> bool {
        if self.len == 0 {
            return false;
        }
        self.len -= 1;
        if self.len.is_multiple_of(64) {
            self.words.pop();
        }
        true
    }

    fn last(&self) -> Option<bool> {
        let place = self.len.checked_sub(1)? % 64;
        self.words.last().map(|word| (word >> place) & 1 == 1)
    }

    fn is_empty(&self) -> bool {
        self.len == 0
    }
}
