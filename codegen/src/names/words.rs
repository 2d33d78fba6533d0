//! A wire name taken apart into words, and words that Rust or a file system keeps for itself.

use super::Kind;

/// Strict and reserved keywords of every edition up to 2024. Words that are keywords only in some
/// places (`union`, `raw`, `safe`, `macro_rules`) are legal identifiers.
const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn", "else",
    "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod",
    "move", "mut", "override", "priv", "pub", "ref", "return", "self", "Self", "static", "struct", "super", "trait",
    "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// File names that Windows keeps for devices, with any extension.
const DEVICES: &[&str] = &[
    "aux", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9", "con", "conin$", "conout$", "lpt1",
    "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9", "nul", "prn",
];

/// Types, traits and constructors of the prelude: a glob import of generated types must not hide them.
const PRELUDE: &[&str] = &[
    "AsMut",
    "AsRef",
    "AsyncFn",
    "AsyncFnMut",
    "AsyncFnOnce",
    "Box",
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "DoubleEndedIterator",
    "Drop",
    "Eq",
    "Err",
    "Error",
    "ExactSizeIterator",
    "Extend",
    "Fn",
    "FnMut",
    "FnOnce",
    "From",
    "FromIterator",
    "Future",
    "Hash",
    "Into",
    "IntoFuture",
    "IntoIterator",
    "Iterator",
    "None",
    "Ok",
    "Option",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Result",
    "Send",
    "Sized",
    "Some",
    "String",
    "Sync",
    "ToOwned",
    "ToString",
    "TryFrom",
    "TryInto",
    "Unpin",
    "Vec",
];

/// Acronyms that stand side by side without a mark between them in MCP's names.
const ACRONYMS: &[&str] = &["JSON", "RPC", "HTTP", "URI", "URL"];

/// Makes an identifier legal: what Rust or a file system keeps for itself gets a suffix.
pub(super) fn free(kind: Kind, name: String) -> String {
    let kept = KEYWORDS.contains(&name.as_str()) || (kind == Kind::Module && DEVICES.contains(&name.as_str()));
    match kind {
        Kind::Type if PRELUDE.contains(&name.as_str()) => name + "Type",
        _ if kept => name + "_",
        _ => name,
    }
}

/// The words of a name: cut at everything that is no letter or digit, before a capital after a small
/// letter or digit, and before the last capital of a run that a small letter follows.
pub(super) fn split(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    let chars: Vec<char> = name.chars().collect();
    let mut end = |word: &mut String| {
        if !word.is_empty() {
            words.extend(split_acronyms(word));
            word.clear();
        }
    };
    for (at, &c) in chars.iter().enumerate() {
        if !c.is_ascii_alphanumeric() {
            end(&mut word);
            if c.is_alphanumeric() {
                word = format!("u{:x}", u32::from(c));
                end(&mut word);
            }
            continue;
        }
        let before = at.checked_sub(1).and_then(|at| chars.get(at)).copied().unwrap_or(' ');
        let after = chars.get(at + 1).copied().unwrap_or(' ');
        let starts = c.is_ascii_uppercase()
            && (before.is_ascii_lowercase()
                || before.is_ascii_digit()
                || (before.is_ascii_uppercase() && after.is_ascii_lowercase()));
        if starts {
            end(&mut word);
        }
        word.push(c);
    }
    end(&mut word);
    words
}

/// `JSONRPC` is two words.
fn split_acronyms(word: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut rest = word;
    while let Some(acronym) = ACRONYMS.iter().find(|acronym| rest.starts_with(**acronym)) {
        parts.push((*acronym).to_owned());
        rest = &rest[acronym.len()..];
    }
    if rest.is_empty() {
        return parts;
    }
    if !parts.is_empty() && !rest.starts_with(|c: char| c.is_ascii_uppercase()) {
        // `URIs` and the like: what follows is not a word of its own.
        return vec![word.to_owned()];
    }
    parts.push(rest.to_owned());
    parts
}
