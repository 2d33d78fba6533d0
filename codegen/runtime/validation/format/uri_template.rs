//! `uri-template`: RFC 6570. The crates that are alive take lengths and names that it has not.

/// RFC 6570 section 2: literals, and expressions in braces that are closed and name variables.
#[must_use]
pub fn legal(text: &str) -> bool {
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        let (before, expression) = rest.split_at(at);
        let Some((inside, after)) = expression.strip_prefix('{').and_then(|rest| rest.split_once('}')) else {
            return false;
        };
        let names = inside.strip_prefix(['+', '#', '.', '/', ';', '?', '&']).unwrap_or(inside);
        if !literal(before) || !names.split(',').all(variable) {
            return false;
        }
        rest = after;
    }
    literal(rest)
}

/// Section 2.1, with the apostrophe, whose absence is an erratum (6937).
fn literal(text: &str) -> bool {
    text.chars().all(is_literal) && triples(text)
}

#[allow(clippy::match_same_arms, reason = "an arm for each rule of the RFC")]
fn is_literal(c: char) -> bool {
    match c {
        '\0'..=' ' | '"' | '<' | '>' | '\\' | '^' | '`' | '{' | '|' | '}' | '\u{7f}' => false,
        '!'..='~' => true,
        // `ucschar` and `iprivate` of RFC 3987.
        '\u{80}'..='\u{9f}' | '\u{fdd0}'..='\u{fdef}' | '\u{fff0}'..='\u{ffff}' | '\u{e0000}'..='\u{e0fff}' => false,
        c => u32::from(c) & 0xfffe != 0xfffe,
    }
}

/// Whether two hexadecimal digits follow every `%`.
fn triples(text: &str) -> bool {
    text.split('%').skip(1).all(|rest| rest.bytes().take(2).filter(u8::is_ascii_hexdigit).count() == 2)
}

/// A variable with its modifier.
fn variable(text: &str) -> bool {
    let name = match text.split_once(':') {
        Some((name, length)) => {
            let digits = length.bytes().all(|b| b.is_ascii_digit());
            if !digits || !matches!(length.len(), 1..=4) || length.starts_with('0') {
                return false;
            }
            name
        }
        None => text.strip_suffix('*').unwrap_or(text),
    };
    name.split('.').all(|part| {
        !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'%') && triples(part)
    })
}
