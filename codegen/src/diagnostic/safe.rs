//! Text from outside, made fit for a terminal and a log.
//!
//! Manifests come from strangers. An escape sequence in a tool's name must not repaint a terminal,
//! and a bidirectional control must not make a line read as another one.

use std::borrow::Cow;

/// Whether a character is one that a terminal acts on or a reader cannot see.
#[must_use]
pub fn is_hostile(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// One line of text: hostile characters are spelled out as Rust escapes (`\n`, `\u{1b}`).
#[must_use]
pub fn line(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hostile) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_hostile(c) { out.extend(c.escape_default()) } else { out.push(c) }
    }
    Cow::Owned(out)
}

/// One character of a source line as one visible character, so that columns stay where they are.
#[must_use]
pub(super) fn visible(c: char) -> char {
    match c {
        '\t' => ' ',
        '\u{0}'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'),
        '\u{7f}' => '\u{2421}',
        c if is_hostile(c) => '\u{fffd}',
        c => c,
    }
}

/// JSON text whose strings hold no hostile character, whatever they were made of.
#[must_use]
pub(super) fn json(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c != '\n' && is_hostile(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                out.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            out.push(c);
        }
    }
    out
}
