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

/// Whether a string can have all of these bytes as they are.
#[inline]
pub(in super::super) fn is_plain(bytes: &[u8]) -> bool {
    plain(bytes) == bytes.len()
}

/// Whether these bytes have neither a backslash nor a control character, so that in a JSON text among them each
/// string ends with the next quote.
fn are_simple(bytes: &[u8]) -> bool {
    // Minima and no branch, so that the compiler takes many at a time: the lowest byte, and the one nearest to a
    // backslash.
    let nearest = |(lowest, nearest): (u8, u8), byte: &u8| (lowest.min(*byte), nearest.min(*byte ^ b'\\'));
    let (lowest, nearest) = bytes.iter().fold((u8::MAX, u8::MAX), nearest);
    lowest >= 0x20 && nearest > 0
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

/// A text, token by token: each function is given where a token begins, and says where it ends.
#[derive(Clone, Copy)]
pub(super) struct Tokens<'a> {
    pub(super) bytes: &'a [u8],
    /// Whether each string ends with the next quote.
    simple: bool,
}

/// The name of a member.
pub(super) struct Name {
    /// After its closing quote.
    pub(super) end: usize,
    /// Whether anything in it is escaped.
    pub(super) escaped: bool,
    /// Where the value begins.
    pub(super) value: usize,
}

impl<'a> Tokens<'a> {
    pub(super) fn of(bytes: &'a [u8]) -> Self {
        Self { bytes, simple: are_simple(bytes) }
    }

    /// Whether nothing in the text is escaped.
    pub(super) fn is_simple(self) -> bool {
        self.simple
    }

    #[inline]
    pub(super) fn byte(self, at: usize) -> Option<u8> {
        self.bytes.get(at).copied()
    }

    #[cold]
    pub(super) fn error(self, at: usize, why: &'static str) -> NotJson {
        NotJson { at, why: if self.byte(at).is_none() { "unexpected end of text" } else { why } }
    }

    /// What is neither a comma nor the end of its container.
    #[cold]
    pub(super) fn not_ended(self, at: usize, object: bool) -> NotJson {
        self.error(at, if object { "expected `,` or `}`" } else { "expected `,` or `]`" })
    }

    #[inline]
    pub(super) fn whitespace(self, mut at: usize) -> usize {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.byte(at) {
            at += 1;
        }
        at
    }

    /// The same in a simple text, which has spaces alone.
    #[inline]
    pub(super) fn blank(self, mut at: usize) -> usize {
        while self.byte(at) == Some(b' ') {
            at += 1;
        }
        at
    }

    /// The byte here, or the first behind the spaces that are here: most texts have none.
    #[inline]
    pub(super) fn past_blank(self, at: &mut usize) -> Option<u8> {
        match self.byte(*at)? {
            b' ' => {
                *at = self.blank(*at);
                self.byte(*at)
            }
            byte => Some(byte),
        }
    }

    /// Where the closing quote is of the string that begins here, behind its quote, in a simple text; its end if there
    /// is none.
    #[inline]
    pub(super) fn simple_end(self, at: usize) -> usize {
        at + before_quote(self.bytes.get(at..).unwrap_or_default())
    }

    /// Reads a name and its colon, up to the value.
    #[inline]
    pub(super) fn name(self, at: usize) -> Result<Name, NotJson> {
        if self.byte(at) != Some(b'"') {
            return Err(self.error(at, "expected a member name"));
        }
        let (end, escaped) = self.string(at)?;
        let colon = self.whitespace(end);
        if self.byte(colon) != Some(b':') {
            return Err(self.error(colon, "expected `:`"));
        }
        Ok(Name { end, escaped, value: self.whitespace(colon + 1) })
    }

    #[inline]
    pub(super) fn scalar(self, at: usize) -> Result<usize, NotJson> {
        match self.byte(at) {
            Some(b'"') => self.string(at).map(|(end, _)| end),
            Some(b'-' | b'0'..=b'9') => self.number(at),
            Some(b't') => self.literal(at, b"true"),
            Some(b'f') => self.literal(at, b"false"),
            Some(b'n') => self.literal(at, b"null"),
            _ => Err(self.error(at, "expected a value")),
        }
    }

    fn literal(self, at: usize, word: &[u8]) -> Result<usize, NotJson> {
        if self.bytes.get(at..).is_some_and(|rest| rest.starts_with(word)) {
            return Ok(at + word.len());
        }
        Err(NotJson { at, why: "expected a value" })
    }

    fn number(self, start: usize) -> Result<usize, NotJson> {
        let mut at = start;
        if self.byte(at) == Some(b'-') {
            at += 1;
        }
        if self.byte(at) == Some(b'0') {
            at += 1;
        } else {
            at = self.digits(at)?;
        }
        if self.byte(at) == Some(b'.') {
            at = self.digits(at + 1)?;
        }
        if let Some(b'e' | b'E') = self.byte(at) {
            at += 1;
            if let Some(b'+' | b'-') = self.byte(at) {
                at += 1;
            }
            at = self.digits(at)?;
        }
        Ok(at)
    }

    #[inline]
    fn digits(self, start: usize) -> Result<usize, NotJson> {
        let mut at = start;
        while let Some(b'0'..=b'9') = self.byte(at) {
            at += 1;
        }
        if at == start { Err(self.error(at, "expected a digit")) } else { Ok(at) }
    }

    /// Reads the string that begins with this quote; also says whether anything in it is escaped.
    #[inline]
    pub(super) fn string(self, at: usize) -> Result<(usize, bool), NotJson> {
        if self.simple {
            let end = self.simple_end(at + 1);
            if end < self.bytes.len() {
                return Ok((end + 1, false));
            }
        }
        self.any_string(at)
    }

    /// Where the string that begins with this quote has its other one, in a text that has been read.
    #[inline]
    pub(super) fn closing_quote(self, quote: usize) -> usize {
        if self.simple {
            return self.simple_end(quote + 1);
        }
        self.any_string(quote).map_or(self.bytes.len(), |(end, _)| end - 1)
    }

    #[inline(never)]
    fn any_string(self, quote: usize) -> Result<(usize, bool), NotJson> {
        let mut at = quote + 1;
        let mut escaped = false;
        loop {
            at += plain(self.bytes.get(at..).unwrap_or_default());
            match self.byte(at) {
                Some(b'"') => return Ok((at + 1, escaped)),
                Some(b'\\') => {
                    escaped = true;
                    at = self.escape(at)?;
                }
                Some(_) => return Err(self.error(at, "a control character in a string")),
                None => return Err(self.error(at, "")),
            }
        }
    }

    fn escape(self, backslash: usize) -> Result<usize, NotJson> {
        let at = backslash + 1;
        match self.byte(at) {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => Ok(at + 1),
            Some(b'u') => {
                let half = NotJson { at: backslash, why: "half a surrogate pair in a string" };
                match self.hex4(at + 1)? {
                    0xD800..=0xDBFF => {
                        let second = at + 5;
                        if self.bytes.get(second..second + 2) != Some(b"\\u") {
                            return Err(half);
                        }
                        let low = self.hex4(second + 2)?;
                        if matches!(low, 0xDC00..=0xDFFF) { Ok(second + 6) } else { Err(half) }
                    }
                    0xDC00..=0xDFFF => Err(half),
                    _ => Ok(at + 5),
                }
            }
            _ => Err(self.error(at, "an unknown escape in a string")),
        }
    }

    fn hex4(self, start: usize) -> Result<u32, NotJson> {
        let mut code = 0;
        for at in start..start + 4 {
            let Some(digit) = self.byte(at).and_then(|byte| char::from(byte).to_digit(16)) else {
                return Err(self.error(at, "expected a hexadecimal digit"));
            };
            code = code * 16 + digit;
        }
        Ok(code)
    }

    /// Passes over a value of a text that has been read: brackets are balanced and strings end.
    pub(super) fn pass(self, start: usize) -> usize {
        let mut at = start;
        let mut depth = 0usize;
        loop {
            match self.byte(at) {
                Some(b'"') => at = self.closing_quote(at) + 1,
                Some(b'{' | b'[') => {
                    depth += 1;
                    at += 1;
                }
                Some(b'}' | b']') => {
                    depth = depth.saturating_sub(1);
                    at += 1;
                }
                Some(b',' | b':' | b' ' | b'\t' | b'\n' | b'\r') => at += 1,
                Some(_) => {
                    // Unless one byte is passed at least, this would not end.
                    at += 1;
                    while let Some(b'+' | b'-' | b'.' | b'0'..=b'9' | b'a'..=b'z' | b'E') = self.byte(at) {
                        at += 1;
                    }
                }
                None => return at,
            }
            if depth == 0 {
                return at;
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
