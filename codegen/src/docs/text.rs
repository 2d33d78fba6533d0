//! Characters: what may stand in a comment at all.

/// Ends every line with LF, turns tabs into spaces, drops terminal sequences, control characters
/// and characters that reorder or hide the text around them.
pub(super) fn clean(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\r' => {
                chars.next_if_eq(&'\n');
                out.push('\n');
            }
            '\n' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => out.push('\n'),
            '\t' => out.push_str("    "),
            '\u{1b}' => skip_escape_sequence(&mut chars),
            '\u{9b}' => skip_parameters(&mut chars),
            c if c.is_control() || is_invisible(c) => {}
            c => out.push(c),
        }
    }
    out
}

/// ECMA-48: `ESC [` and parameters, or `ESC ]` up to its terminator, or one more character.
fn skip_escape_sequence(chars: &mut std::iter::Peekable<std::str::Chars<'_>>) {
    if chars.next_if_eq(&'[').is_some() {
        skip_parameters(chars);
    } else if chars.next_if_eq(&']').is_some() {
        // An unterminated one ends with its line, so that it cannot swallow the rest of the text.
        while let Some(c) = chars.next_if(|c| !matches!(c, '\n' | '\r')) {
            if c == '\u{7}' || (c == '\u{1b}' && chars.next_if_eq(&'\\').is_some()) {
                return;
            }
        }
    }
}

fn skip_parameters(chars: &mut std::iter::Peekable<std::str::Chars<'_>>) {
    while chars.next_if(|c| matches!(c, ' '..='?')).is_some() {}
    chars.next_if(|c| matches!(c, '@'..='~'));
}

/// Bidirectional controls, zero-width and tag characters, byte order mark, interlinear
/// annotation; joiners stay, scripts and emoji need them.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}
