//! The one pass over a text, and the second look at parts that it did not index.

use std::fmt::{self, Display};
use std::str::Chars;

use super::{INDEXED_DEPTH, Json, MAX_DEPTH, Member, Place};

/// Rows of the index. A text with more outer members than this is looked up without one, so that the
/// index cannot outgrow a text made of short members.
const MAX_INDEX: usize = 1024;

/// Where and why a text is not JSON (RFC 8259).
#[derive(Debug)]
pub(in super::super) struct NotJson {
    at: usize,
    why: &'static str,
}

impl Display for NotJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.why, self.at)
    }
}

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
            names: self.names.len(),
            member: None,
        });
    }

    fn close(&mut self) {
        self.cursor.at += 1;
        if !self.beyond.pop()
            && let Some(frame) = self.frames.pop()
        {
            self.check_names(frame.names);
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
        self.cursor.string()?;
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
        if let Some(frame) = self.frames.last_mut().filter(|frame| frame.indexed) {
            if self.members.len() >= MAX_INDEX {
                self.unindexed = true;
            } else {
                frame.member = Some(self.members.len());
                let value = Place { start: self.cursor.at, end: self.cursor.at };
                self.members.push(Member { depth, name, value, inside: 0 });
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
    fn check_names(&mut self, from: usize) {
        const FEW: usize = 8;
        if self.repeated.is_some() {
            return;
        }
        let text = self.text;
        let Some(names) = self.names.get_mut(from..) else { return };
        let raw = |place: &Place| text.get(place.start..place.end).unwrap_or_default();
        let escaped = names.iter().any(|name| raw(name).contains('\\'));
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

struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Cursor<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn error(&self, why: &'static str) -> NotJson {
        NotJson { at: self.at, why: if self.peek().is_none() { "unexpected end of text" } else { why } }
    }

    fn whitespace(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.peek() {
            self.at += 1;
        }
    }

    fn scalar(&mut self) -> Result<(), NotJson> {
        match self.peek() {
            Some(b'"') => self.string(),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.literal(b"true"),
            Some(b'f') => self.literal(b"false"),
            Some(b'n') => self.literal(b"null"),
            _ => Err(self.error("expected a value")),
        }
    }

    fn literal(&mut self, word: &[u8]) -> Result<(), NotJson> {
        if self.bytes.get(self.at..).is_some_and(|rest| rest.starts_with(word)) {
            self.at += word.len();
            return Ok(());
        }
        Err(NotJson { at: self.at, why: "expected a value" })
    }

    fn number(&mut self) -> Result<(), NotJson> {
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        if self.peek() == Some(b'0') {
            self.at += 1;
        } else {
            self.digits()?;
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.peek() {
            self.at += 1;
            if let Some(b'+' | b'-') = self.peek() {
                self.at += 1;
            }
            self.digits()?;
        }
        Ok(())
    }

    fn digits(&mut self) -> Result<(), NotJson> {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.peek() {
            self.at += 1;
        }
        if self.at == start { Err(self.error("expected a digit")) } else { Ok(()) }
    }

    /// Reads a string, from quote to quote.
    fn string(&mut self) -> Result<(), NotJson> {
        self.at += 1;
        loop {
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(());
                }
                Some(b'\\') => self.escape()?,
                Some(0..0x20) => return Err(self.error("a control character in a string")),
                Some(_) => self.at += 1,
                None => return Err(self.error("")),
            }
        }
    }

    fn escape(&mut self) -> Result<(), NotJson> {
        self.at += 1;
        match self.peek() {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => {
                self.at += 1;
                Ok(())
            }
            Some(b'u') => {
                let start = self.at - 1;
                self.at += 1;
                let half = NotJson { at: start, why: "half a surrogate pair in a string" };
                match self.hex4()? {
                    0xD800..=0xDBFF => {
                        if self.bytes.get(self.at..self.at + 2) != Some(b"\\u") {
                            return Err(half);
                        }
                        self.at += 2;
                        if matches!(self.hex4()?, 0xDC00..=0xDFFF) { Ok(()) } else { Err(half) }
                    }
                    0xDC00..=0xDFFF => Err(half),
                    _ => Ok(()),
                }
            }
            _ => Err(self.error("an unknown escape in a string")),
        }
    }

    fn hex4(&mut self) -> Result<u32, NotJson> {
        let mut code = 0;
        for _ in 0..4 {
            let Some(digit) = self.peek().and_then(|byte| char::from(byte).to_digit(16)) else {
                return Err(self.error("expected a hexadecimal digit"));
            };
            code = code * 16 + digit;
            self.at += 1;
        }
        Ok(code)
    }

    /// Passes over a value of a text that has been read: brackets are balanced and strings end.
    fn pass(&mut self) {
        let mut depth = 0usize;
        loop {
            match self.peek() {
                Some(b'"') => {
                    if self.string().is_err() {
                        return;
                    }
                }
                Some(b'{' | b'[') => {
                    depth += 1;
                    self.at += 1;
                }
                Some(b'}' | b']') => {
                    depth = depth.saturating_sub(1);
                    self.at += 1;
                }
                Some(b',' | b':' | b' ' | b'\t' | b'\n' | b'\r') => self.at += 1,
                Some(_) => {
                    while let Some(b'+' | b'-' | b'.' | b'0'..=b'9' | b'a'..=b'z' | b'E') = self.peek() {
                        self.at += 1;
                    }
                }
                None => return,
            }
            if depth == 0 {
                return;
            }
        }
    }
}

/// The value at a path of member names in the text of a value that has been read, if each step is an
/// object with that member.
pub(in super::super) fn at<'a>(text: &'a str, path: &[&str]) -> Option<&'a str> {
    path.iter().try_fold(text, |text, name| {
        Members::of(text).find(|(raw, _)| super::is_name(raw, name)).map(|(_, value)| value)
    })
}

/// How many members of this name an object has, in text that has been read.
pub(super) fn occurrences(text: &str, name: &str) -> usize {
    Members::of(text).filter(|(raw, _)| super::is_name(raw, name)).count()
}

/// The members of an object in text that has been read: raw names and the text of the values.
struct Members<'a> {
    text: &'a str,
    cursor: Cursor<'a>,
}

impl<'a> Members<'a> {
    /// No members, if this is not an object.
    fn of(text: &'a str) -> Self {
        let at = if text.starts_with('{') { 1 } else { text.len() };
        Self { text, cursor: Cursor { bytes: text.as_bytes(), at } }
    }
}

impl<'a> Iterator for Members<'a> {
    type Item = (&'a str, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        let Self { text, cursor } = self;
        while let Some(b' ' | b'\t' | b'\n' | b'\r' | b',') = cursor.peek() {
            cursor.at += 1;
        }
        if cursor.peek() != Some(b'"') {
            return None;
        }
        let start = cursor.at + 1;
        cursor.string().ok()?;
        let name = text.get(start..cursor.at - 1)?;
        while let Some(b' ' | b'\t' | b'\n' | b'\r' | b':') = cursor.peek() {
            cursor.at += 1;
        }
        let value = cursor.at;
        cursor.pass();
        Some((name, text.get(value..cursor.at)?))
    }
}

/// The text that a string stands for. `raw` is what stands between its quotes in a text that has been read.
pub(super) fn unescape(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut chars = raw.chars();
    while let Some(char) = chars.next() {
        if char != '\\' {
            text.push(char);
            continue;
        }
        match chars.next() {
            Some('b') => text.push('\u{8}'),
            Some('f') => text.push('\u{c}'),
            Some('n') => text.push('\n'),
            Some('r') => text.push('\r'),
            Some('t') => text.push('\t'),
            Some('u') => {
                let mut code = code_unit(&mut chars);
                if (0xD800..0xDC00).contains(&code) {
                    // The scanner has seen that the other half follows.
                    chars.nth(1);
                    let low = code_unit(&mut chars);
                    code = 0x10000 + ((code - 0xD800) << 10) + (low.wrapping_sub(0xDC00) & 0x3FF);
                }
                text.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            Some(other) => text.push(other),
            None => {}
        }
    }
    text
}

fn code_unit(chars: &mut Chars<'_>) -> u32 {
    let mut code = 0;
    for digit in chars.by_ref().take(4) {
        code = code * 16 + digit.to_digit(16).unwrap_or(0);
    }
    code
}
