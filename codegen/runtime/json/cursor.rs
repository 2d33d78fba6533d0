//! The tokens of JSON (RFC 8259), byte by byte.

use std::fmt::{self, Display};

/// Where and why a text is not JSON (RFC 8259).
#[derive(Debug)]
pub(in super::super) struct NotJson {
    pub(super) at: usize,
    pub(super) why: &'static str,
}

impl Display for NotJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.why, self.at)
    }
}

/// How many of these bytes come before the first that a string cannot have as it is: a quote, a backslash
/// or a control character.
#[inline]
pub(super) fn plain(bytes: &[u8]) -> usize {
    const ONES: u64 = u64::MAX / 255;
    const HIGHS: u64 = ONES << 7;
    // Eight at a time. The high bit of each byte says whether it is one of them; a borrow may make that
    // wrong above the first such byte, which is the one that counts.
    let mut at = 0;
    while let Some(word) = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        let word = u64::from_le_bytes(*word);
        let below = |word: u64, limit: u64| word.wrapping_sub(ONES * limit) & !word & HIGHS;
        let quote = below(word ^ (ONES * u64::from(b'"')), 1);
        let backslash = below(word ^ (ONES * u64::from(b'\\')), 1);
        let special = quote | backslash | below(word, 0x20);
        if special != 0 {
            return at + special.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..0x20)).unwrap_or(rest.len())
}

/// Whether these bytes have neither a backslash nor a control character, so that in a JSON text among them each
/// string ends with the next quote.
fn are_simple(bytes: &[u8]) -> bool {
    // Without a branch, so that the compiler takes many at a time.
    bytes.iter().fold(0, |found, byte| found | u8::from(*byte < 0x20) | u8::from(*byte == b'\\')) == 0
}

/// How many of these bytes come before the first quote.
#[inline]
fn before_quote(bytes: &[u8]) -> usize {
    const ONES: u64 = u64::MAX / 255;
    let mut at = 0;
    while let Some(word) = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        let quotes = u64::from_le_bytes(*word) ^ (ONES * u64::from(b'"'));
        let zeros = quotes.wrapping_sub(ONES) & !quotes & (ONES << 7);
        if zeros != 0 {
            return at + zeros.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().position(|byte| *byte == b'"').unwrap_or(rest.len())
}

/// A place in a text.
pub(super) struct Cursor<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
    /// Whether each string ends with the next quote.
    simple: bool,
}

impl<'a> Cursor<'a> {
    /// At the beginning of a text.
    pub(super) fn over(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, simple: are_simple(bytes) }
    }

    /// Whether nothing in the text is escaped.
    pub(super) fn is_simple(&self) -> bool {
        self.simple
    }

    #[inline]
    pub(super) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    pub(super) fn error(&self, why: &'static str) -> NotJson {
        NotJson { at: self.at, why: if self.peek().is_none() { "unexpected end of text" } else { why } }
    }

    #[inline]
    pub(super) fn whitespace(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.peek() {
            self.at += 1;
        }
    }

    pub(super) fn scalar(&mut self) -> Result<(), NotJson> {
        match self.peek() {
            Some(b'"') => self.string().map(drop),
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

    /// Reads a string, from quote to quote; whether anything in it is escaped.
    #[inline]
    pub(super) fn string(&mut self) -> Result<bool, NotJson> {
        let start = self.at + 1;
        if self.simple {
            let end = start + before_quote(self.bytes.get(start..).unwrap_or_default());
            if end < self.bytes.len() {
                self.at = end + 1;
                return Ok(false);
            }
        }
        self.any_string()
    }

    #[inline(never)]
    fn any_string(&mut self) -> Result<bool, NotJson> {
        self.at += 1;
        let mut escaped = false;
        loop {
            self.at += plain(self.bytes.get(self.at..).unwrap_or_default());
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(escaped);
                }
                Some(b'\\') => {
                    escaped = true;
                    self.escape()?;
                }
                Some(_) => return Err(self.error("a control character in a string")),
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
    pub(super) fn pass(&mut self) {
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

#[cfg(test)]
mod tests {
    use super::{are_simple, before_quote, plain};

    /// The same, one byte at a time.
    fn one_by_one(bytes: &[u8]) -> usize {
        bytes.iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..0x20)).unwrap_or(bytes.len())
    }

    #[test]
    fn eight_bytes_at_a_time_find_what_one_at_a_time_finds() {
        for length in 0..36 {
            for place in 0..length {
                for byte in 0..=u8::MAX {
                    // What stands around it: letters, bytes of UTF-8, and others that are special too.
                    for around in [b'a', 0x7F, 0x80, 0xFF, b'!', b'#', b'[', b']', 0x20, b'"', 0x1F, 0] {
                        let mut before = vec![b'a'; length];
                        before[place] = byte;
                        before[place + 1..].fill(around);
                        assert_eq!(plain(&before), one_by_one(&before), "{before:?}");
                        let mut after = vec![around; length];
                        after[place] = byte;
                        assert_eq!(plain(&after), one_by_one(&after), "{after:?}");
                        for bytes in [before, after] {
                            let quote = bytes.iter().position(|byte| *byte == b'"').unwrap_or(bytes.len());
                            assert_eq!(before_quote(&bytes), quote, "{bytes:?}");
                            let simple = !bytes.iter().any(|byte| matches!(byte, b'\\' | 0..0x20));
                            assert_eq!(are_simple(&bytes), simple, "{bytes:?}");
                        }
                    }
                }
            }
        }
    }
}
