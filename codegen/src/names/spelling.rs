//! The identifiers that one name may get, from the plain one to ones that nothing else has.

use super::{Kind, words};

/// Longer identifiers are cut and marked: a module is a file, and file names are bounded.
const MAX_LEN: usize = 96;

/// The `level`th choice for a name:
/// 0 its words; 1 with its punctuation spelled out; 2 with a word for its use of capitals;
/// from 3 on with a digest of it, longer each time.
pub(super) fn candidate(kind: Kind, wire: &str, level: usize) -> String {
    let letterless = !wire.chars().any(char::is_alphabetic);
    let punctuated = letterless && !wire.chars().all(|c| c.is_ascii_digit());
    let mut parts =
        if level > 0 || punctuated || wire.is_empty() { spell(wire, letterless) } else { words::split(wire) };
    if parts.is_empty() {
        parts = spell(wire, letterless);
    }
    if level > 0 && wire.starts_with(|c: char| c.is_ascii_digit()) {
        parts.insert(0, "digit".to_owned());
    }
    if level > 1 {
        parts.push(capitals(wire).to_owned());
    }
    if level > 2 {
        parts.push(format!("x{}", digest(wire, (level - 2) * 4)));
    }
    let name = cut(words::free(kind, join(kind, &parts)), kind, wire);
    // Past all digests nothing but length is left to tell names apart.
    name + &"_".repeat(level.saturating_sub(6))
}

fn join(kind: Kind, parts: &[String]) -> String {
    let mut name = String::new();
    for part in parts {
        let touching = name.ends_with(|c: char| c.is_ascii_digit()) && part.starts_with(|c: char| c.is_ascii_digit());
        match kind {
            Kind::Type | Kind::Variant => {
                if touching {
                    name.push('_');
                }
                let mut chars = part.chars();
                name.extend(chars.next().map(|c| c.to_ascii_uppercase()));
                name.extend(chars.map(|c| c.to_ascii_lowercase()));
            }
            Kind::Field | Kind::Function | Kind::Module | Kind::Const => {
                if !name.is_empty() {
                    name.push('_');
                }
                name.extend(part.chars().map(|c| c.to_ascii_lowercase()));
            }
        }
    }
    if kind == Kind::Const {
        name.make_ascii_uppercase();
    }
    if name.starts_with(|c: char| c.is_ascii_digit()) {
        let upper = matches!(kind, Kind::Type | Kind::Variant | Kind::Const);
        name.insert(0, if upper { 'N' } else { 'n' });
    }
    name
}

fn cut(mut name: String, kind: Kind, wire: &str) -> String {
    if name.len() > MAX_LEN {
        name.truncate(MAX_LEN - 18);
        name.truncate(name.trim_end_matches('_').len());
        let mark = digest(wire, 16);
        name = match kind {
            Kind::Type | Kind::Variant => format!("{name}X{mark}"),
            Kind::Const => format!("{name}_X{}", mark.to_ascii_uppercase()),
            _ => format!("{name}_x{mark}"),
        };
    }
    name
}

/// The words of a name with its punctuation among them.
fn spell(wire: &str, letterless: bool) -> Vec<String> {
    if wire.is_empty() {
        return vec!["empty".to_owned()];
    }
    let mut parts = Vec::new();
    let mut rest = wire;
    while let Some(first) = rest.chars().next() {
        let run = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        if run > 0 {
            parts.extend(words::split(&rest[..run]));
            rest = &rest[run..];
        } else {
            parts.push(symbol(first, letterless));
            rest = &rest[first.len_utf8()..];
        }
    }
    parts
}

fn symbol(c: char, letterless: bool) -> String {
    let word = match c {
        '+' => "plus",
        '-' if letterless => "minus",
        '-' => "hyphen",
        '_' => "underscore",
        '.' => "dot",
        ',' => "comma",
        ':' => "colon",
        ';' => "semicolon",
        '/' => "slash",
        '\\' => "backslash",
        '|' => "bar",
        '<' => "less",
        '=' => "equal",
        '>' => "greater",
        '!' => "not",
        '?' => "question",
        '&' => "and",
        '%' => "percent",
        '*' => "star",
        '^' => "caret",
        '~' => "tilde",
        '$' => "dollar",
        '#' => "hash",
        '@' => "at",
        ' ' => "space",
        '"' => "quote",
        '\'' => "apostrophe",
        '`' => "backtick",
        '(' | '[' | '{' => "open",
        ')' | ']' | '}' => "close",
        _ => return format!("u{:x}", u32::from(c)),
    };
    word.to_owned()
}

/// How a name uses capitals, in a word.
fn capitals(wire: &str) -> &'static str {
    let mut letters = wire.chars().filter(char::is_ascii_alphabetic);
    let first_upper = letters.clone().next().is_some_and(|c| c.is_ascii_uppercase());
    if letters.clone().all(|c| c.is_ascii_lowercase()) {
        "lower"
    } else if letters.all(|c| c.is_ascii_uppercase()) {
        "upper"
    } else if first_upper {
        "pascal"
    } else {
        "camel"
    }
}

/// Hexadecimal digits that stand for a name: FNV-1a, which no version of anything changes.
fn digest(wire: &str, digits: usize) -> String {
    let hash = wire
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    let mut text = format!("{hash:016x}");
    text.truncate(digits);
    text
}
