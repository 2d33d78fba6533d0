//! URI templates (RFC 6570): read backwards, from a URI to the values of the variables, and written.
//!
//! A variable is a text, or with `*` a list of texts; the associative arrays of the RFC are not values
//! here. Always holds: what [`read::variables`] finds, [`write::uri`] writes as a URI that reads the same.

mod file;
mod read;
mod write;

use std::borrow::Cow;
use std::fmt::Write as _;

pub(super) use self::file::traverses;
pub(super) use self::read::variables;
pub(super) use self::write::uri;

/// The names of the variables of a template.
pub(super) fn names(template: &str) -> Vec<String> {
    let expressions = parts(template).unwrap_or_default().into_iter().filter_map(|part| match part {
        Part::Literal(_) => None,
        Part::Expression { variables, .. } => Some(variables),
    });
    expressions.flatten().map(|variable| variable.name.to_owned()).collect()
}

/// How particular a template is: of several that fit a URI, the one with the most literal text is
/// meant, and then the one whose variables hold the least.
pub(super) fn particularity(template: &str) -> (usize, std::cmp::Reverse<usize>) {
    let mut literal = 0;
    let mut reserved = 0;
    for part in parts(template).unwrap_or_default() {
        match part {
            Part::Literal(text) => literal += text.len(),
            Part::Expression { operator, .. } => reserved += usize::from(operator.reserved),
        }
    }
    (literal, std::cmp::Reverse(reserved))
}

enum Part<'t> {
    Literal(Cow<'t, str>),
    Expression { operator: Operator, variables: Vec<Variable<'t>> },
}

struct Variable<'t> {
    name: &'t str,
    max_chars: usize,
    list: bool,
}

/// How an expression is written out (RFC 6570, appendix A).
#[derive(Clone, Copy)]
struct Operator {
    first: &'static str,
    separator: char,
    /// What stands between a name and an empty value, where names are written.
    named: Option<&'static str>,
    reserved: bool,
    /// Whether nothing at all may stand for it.
    optional: bool,
}

fn operator(expression: &str) -> (Operator, &str) {
    let operator =
        |first, separator, named, reserved, optional| Operator { first, separator, named, reserved, optional };
    let (operator, length) = match expression.bytes().next() {
        Some(b'+') => (operator("", ',', None, true, false), 1),
        Some(b'#') => (operator("#", ',', None, true, true), 1),
        Some(b'.') => (operator(".", '.', None, false, true), 1),
        Some(b'/') => (operator("/", '/', None, false, true), 1),
        Some(b';') => (operator(";", ';', Some(""), false, true), 1),
        Some(b'?') => (operator("?", '&', Some("="), false, true), 1),
        Some(b'&') => (operator("&", '&', Some("="), false, true), 1),
        _ => (operator("", ',', None, false, false), 0),
    };
    (operator, expression.get(length..).unwrap_or_default())
}

fn parts(template: &str) -> Option<Vec<Part<'_>>> {
    let mut parts = Vec::new();
    let mut rest = template;
    while let Some((text, after)) = rest.split_once('{') {
        parts.extend(literal(text));
        let (expression, after) = after.split_once('}')?;
        let (operator, list) = operator(expression);
        let variables = list.split(',').map(|variable| {
            let (variable, list) = variable.strip_suffix('*').map_or((variable, false), |name| (name, true));
            let (name, max) = variable.split_once(':').unwrap_or((variable, ""));
            Variable { name, max_chars: max.parse().unwrap_or(usize::MAX), list }
        });
        parts.push(Part::Expression { operator, variables: variables.collect() });
        rest = after;
    }
    parts.extend(literal(rest));
    Some(parts)
}

/// Text outside of expressions, as it stands in a URI (RFC 6570 section 3.1).
fn literal(text: &str) -> Option<Part<'_>> {
    if text.is_ascii() {
        return (!text.is_empty()).then_some(Part::Literal(Cow::Borrowed(text)));
    }
    let mut encoded = String::with_capacity(text.len());
    push_encoded(&mut encoded, text, |byte| byte.is_ascii());
    Some(Part::Literal(Cow::Owned(encoded)))
}

/// Adds text, with each byte that is not allowed percent-encoded.
fn push_encoded(uri: &mut String, text: &str, allowed: impl Fn(u8) -> bool) {
    for byte in text.bytes() {
        if allowed(byte) {
            uri.push(char::from(byte));
        } else {
            // Writing to a `String` cannot fail.
            let _ = write!(uri, "%{byte:02X}");
        }
    }
}

fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~".contains(&byte)
}

fn is_reserved(byte: u8) -> bool {
    b":/?#[]@!$&'()*+,;=".contains(&byte)
}

/// Percent-decoded text, of which each other byte is allowed.
pub(super) fn percent_decoded(text: &str, allowed: impl Fn(u8) -> bool) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let mut digit = || rest.next().and_then(|byte| char::from(byte).to_digit(16));
            let (high, low) = (digit()?, digit()?);
            bytes.push(u8::try_from(high * 16 + low).ok()?);
        } else if allowed(byte) {
            bytes.push(byte);
        } else {
            return None;
        }
    }
    String::from_utf8(bytes).ok()
}
