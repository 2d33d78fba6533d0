//! The one pass over a text.

use super::cursor::{Cursor, NotJson};
use super::lookup::unescape;
use super::{INDEXED_DEPTH, Json, MAX_DEPTH, Member, Place};

/// Rows of the index. A text with more outer members than this is looked up without one, so that the
/// index cannot outgrow a text made of short members.
const MAX_INDEX: usize = 1024;

/// Reads a text.
///
/// # Errors
///
/// If it is not UTF-8 or not JSON. Strings must be Unicode text: half a surrogate pair is an error.
pub(in super::super) fn scan(bytes: &[u8]) -> Result<Json<'_>, NotJson> {
    let text = std::str::from_utf8(bytes)
        .map_err(|error| NotJson { at: error.valid_up_to(), why: "bytes that are not UTF-8" })?;
    let mut scanner = Scanner {
        cursor: Cursor { bytes, at: 0 },
        text,
        frames: Vec::with_capacity(8),
        beyond: Bits::default(),
        names: Vec::with_capacity(16),
        members: Vec::with_capacity(16),
        unindexed: false,
        repeated: None,
    };
    let root = scanner.run()?;
    let Scanner { beyond, mut members, unindexed, repeated, .. } = scanner;
    if unindexed {
        members.clear();
    }
    Ok(Json { text, root, members, indexed: !unindexed, repeated, too_deep: beyond.reached })
}

struct Scanner<'a> {
    cursor: Cursor<'a>,
    text: &'a str,
    /// The containers open, down to [`MAX_DEPTH`].
    frames: Vec<Frame>,
    /// The containers open beyond that.
    beyond: Bits,
    /// The names of the objects open, innermost last.
    names: Vec<Place>,
    members: Vec<Member>,
    unindexed: bool,
    repeated: Option<String>,
}

struct Frame {
    object: bool,
    indexed: bool,
    /// Whether one of its names is escaped.
    escaped: bool,
    /// Where its names begin in `names`.
    names: usize,
    /// The row of the member whose value is being read.
    member: Option<usize>,
}

impl Scanner<'_> {
    fn run(&mut self) -> Result<Place, NotJson> {
        self.cursor.whitespace();
        let start = self.cursor.at;
        'value: loop {
            let opened = match self.cursor.peek() {
                Some(b'{') => {
                    self.open(true);
                    self.cursor.whitespace();
                    if self.cursor.peek() != Some(b'}') {
                        self.name()?;
                        continue 'value;
                    }
                    true
                }
                Some(b'[') => {
                    self.open(false);
                    self.cursor.whitespace();
                    if self.cursor.peek() != Some(b']') {
                        continue 'value;
                    }
                    true
                }
                _ => false,
            };
            if !opened {
                self.cursor.scalar()?;
                self.end_of_value();
            }
            // After a value, or at the end of an empty container.
            while let Some(object) = self.innermost() {
                self.cursor.whitespace();
                match self.cursor.peek() {
                    Some(b'}') if object => self.close(),
                    Some(b']') if !object => self.close(),
                    Some(b',') => {
                        self.cursor.at += 1;
                        self.cursor.whitespace();
                        if object {
                            self.name()?;
                        }
                        continue 'value;
                    }
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
        Ok(Place { start, end })
    }

    /// Whether the innermost container is an object; `None` outside of all.
    fn innermost(&self) -> Option<bool> {
        self.beyond.last().or_else(|| self.frames.last().map(|frame| frame.object))
    }

    fn open(&mut self, object: bool) {
        self.cursor.at += 1;
        if self.frames.len() >= MAX_DEPTH {
            self.beyond.push(object);
            return;
        }
        let within = self.frames.last().is_none_or(|frame| frame.indexed && frame.object);
        self.frames.push(Frame {
            object,
            indexed: within && object && self.frames.len() < INDEXED_DEPTH,
            escaped: false,
            names: self.names.len(),
            member: None,
        });
    }

    fn close(&mut self) {
        self.cursor.at += 1;
        if !self.beyond.pop()
            && let Some(frame) = self.frames.pop()
        {
            self.check_names(frame.names, frame.escaped);
            self.names.truncate(frame.names);
        }
        self.end_of_value();
    }

    /// Reads a name and its colon, up to the value.
    fn name(&mut self) -> Result<(), NotJson> {
        if self.cursor.peek() != Some(b'"') {
            return Err(self.cursor.error("expected a member name"));
        }
        let start = self.cursor.at + 1;
        let escaped = self.cursor.string()?;
        let name = Place { start, end: self.cursor.at - 1 };
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
        let depth = self.frames.len();
        let Some(frame) = self.frames.last_mut() else { return Ok(()) };
        frame.escaped |= escaped;
        if frame.indexed {
            if self.members.len() >= MAX_INDEX {
                self.unindexed = true;
            } else {
                frame.member = Some(self.members.len());
                let value = Place { start: self.cursor.at, end: self.cursor.at };
                self.members.push(Member { depth, name, escaped, value, inside: 0 });
            }
        }
        Ok(())
    }

    fn end_of_value(&mut self) {
        if !self.beyond.is_empty() {
            return;
        }
        let Some(frame) = self.frames.last_mut() else { return };
        let rows = self.members.len();
        if let Some(row) = frame.member.take()
            && let Some(member) = self.members.get_mut(row)
        {
            member.value.end = self.cursor.at;
            member.inside = rows - row - 1;
        }
    }

    /// Looks for a name that occurs twice among the names from here on.
    fn check_names(&mut self, from: usize, escaped: bool) {
        const FEW: usize = 8;
        if self.repeated.is_some() {
            return;
        }
        let text = self.text;
        let Some(names) = self.names.get_mut(from..) else { return };
        let raw = |place: &Place| text.get(place.start..place.end).unwrap_or_default();
        self.repeated = if escaped {
            let mut names: Vec<String> = names.iter().map(|name| unescape(raw(name))).collect();
            names.sort_unstable();
            names.windows(2).find_map(|pair| match pair {
                [one, other] if one == other => Some(one.clone()),
                _ => None,
            })
        } else if names.len() <= FEW {
            let mut rest: &[Place] = names;
            let mut found = None;
            while let Some((name, others)) = rest.split_first() {
                if found.is_none() && others.iter().any(|other| raw(other) == raw(name)) {
                    found = Some(raw(name).to_owned());
                }
                rest = others;
            }
            found
        } else {
            names.sort_unstable_by_key(|place| raw(place));
            names.windows(2).find_map(|pair| match pair {
                [one, other] if raw(one) == raw(other) => Some(raw(one).to_owned()),
                _ => None,
            })
        };
    }
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
