//! A second look at text that has been read: members that were not indexed, and strings.

use std::ops::Range;
use std::str::Chars;

use super::is_name;
use super::tokens::Tokens;

/// The value at a path of member names in the text of a value that has been read, if each step is an
/// object with that member.
pub(in super::super) fn at<'a>(text: &'a str, path: &[&str]) -> Option<&'a str> {
    path.iter().try_fold(text, |text, name| {
        let mut members = Members::of(text);
        let value = loop {
            let member = members.pass()?;
            if is_name(text.get(member.name)?, name) {
                break member.value;
            }
        };
        text.get(value)
    })
}

/// How many members of this name an object has, in text that has been read.
pub(in super::super) fn occurrences(text: &str, name: &str) -> usize {
    Members::of(text).filter(|(raw, _)| is_name(raw, name)).count()
}

/// The members of an object, in text that has been read: raw names and the text of the values.
pub(in super::super) fn members(text: &str) -> impl Iterator<Item = (&str, &str)> {
    Members::of(text)
}

/// The members of an object in text that has been read: raw names and the text of the values.
struct Members<'a> {
    text: &'a str,
    tokens: Tokens<'a>,
    at: usize,
}

impl<'a> Members<'a> {
    /// No members, if this is not an object.
    fn of(text: &'a str) -> Self {
        let at = if text.starts_with('{') { 1 } else { text.len() };
        Self { text, tokens: Tokens::of(text.as_bytes()), at }
    }
}

/// Where a member stands.
struct Member {
    name: Range<usize>,
    value: Range<usize>,
}

impl Members<'_> {
    /// Where the next member stands.
    #[inline]
    fn pass(&mut self) -> Option<Member> {
        let tokens = self.tokens;
        let quote = tokens.whitespace(self.at);
        if tokens.byte(quote) != Some(b'"') {
            return None;
        }
        let name = quote + 1..tokens.closing_quote(quote);
        let colon = tokens.whitespace(name.end + 1);
        let start = tokens.whitespace(colon + 1);
        let value = start..tokens.pass(start);
        let comma = tokens.whitespace(value.end);
        self.at = if tokens.byte(comma) == Some(b',') { comma + 1 } else { comma };
        Some(Member { name, value })
    }
}

impl<'a> Iterator for Members<'a> {
    type Item = (&'a str, &'a str);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let Member { name, value } = self.pass()?;
        Some((self.text.get(name)?, self.text.get(value)?))
    }
}

/// The text that a string stands for. `raw` is what stands between its quotes in a text that has been read.
pub(in super::super) fn unescape(raw: &str) -> String {
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
