//! Strings, borrowed from the text where it has no escapes.

use std::borrow::Cow;

use serde_json::Value;

use super::Reader;

impl<'t> Reader<'t> {
    /// A string.
    pub fn text(&mut self) -> Option<Cow<'t, str>> {
        self.name()
    }

    /// The same for the names of members, which most strings are.
    #[allow(clippy::inline_always, reason = "the loop over members is one function: no other place takes this in")]
    #[inline(always)]
    pub(super) fn name(&mut self) -> Option<Cow<'t, str>> {
        self.pass(b'"')?;
        let start = self.at;
        let end = plain(self.text.as_bytes(), start);
        match self.text.as_bytes().get(end)? {
            b'"' => {
                self.at = end + 1;
                self.text.get(start..end).map(Cow::Borrowed)
            }
            b'\\' => self.escaped(start, end),
            _ => None,
        }
    }

    /// A string as its own.
    #[inline]
    pub fn string(&mut self) -> Option<String> {
        self.text().map(Cow::into_owned)
    }

    /// A string with escapes, the first of them at `at`: what they stand for is for `serde_json` to say.
    #[cold]
    fn escaped(&mut self, start: usize, at: usize) -> Option<Cow<'t, str>> {
        let end = end(self.text.as_bytes(), at)?;
        self.at = end + 1;
        let quoted = self.text.get(start.checked_sub(1)?..=end)?;
        match quoted.parse() {
            Ok(Value::String(text)) => Some(Cow::Owned(text)),
            _ => None,
        }
    }

    /// Passes over a string whose opening quote was passed, whatever is in it.
    pub(super) fn pass_string(&mut self) -> Option<()> {
        let end = end(self.text.as_bytes(), self.at)?;
        self.at = end + 1;
        Some(())
    }
}

/// The closing quote of the string that `at` is in.
fn end(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        at = plain(bytes, at);
        match bytes.get(at)? {
            b'"' => return Some(at),
            // The byte after it is part of the escape.
            b'\\' => at += 2,
            _ => return None,
        }
    }
}

/// The first quote, backslash or control character from `at` on; the end if there is none.
#[inline]
fn plain(bytes: &[u8], mut at: usize) -> usize {
    const ONES: u64 = u64::MAX / 255;
    const HIGHS: u64 = ONES << 7;
    // Eight bytes at a time; where a byte is zero after the subtraction, its highest bit is set.
    // Bits above the first one set may be wrong, which does not matter: the first one counts.
    while let Some(eight) = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        let word = u64::from_le_bytes(*eight);
        let control = word.wrapping_sub(ONES * 0x20) & !word;
        let quote = word ^ (ONES * u64::from(b'"'));
        let backslash = word ^ (ONES * u64::from(b'\\'));
        let quote = quote.wrapping_sub(ONES) & !quote;
        let backslash = backslash.wrapping_sub(ONES) & !backslash;
        let found = (control | quote | backslash) & HIGHS;
        if found != 0 {
            return at + (found.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..0x20)).unwrap_or(rest.len())
}
