//! URI templates (RFC 6570), read backwards: from a URI to the values of the variables.
//!
//! A template may fit a URI in several ways; the one in which earlier expressions take most is used.
//! What has failed at a place is not tried there again, so the work is bounded by the square of the
//! URI's length.

use std::collections::HashSet;

/// The longest URI that is looked at.
const MAX_URI: usize = 4096;

/// The variables of a URI, by name, percent-decoded; `None` if the template does not fit it.
/// Undefined variables are not there.
pub(super) fn variables(template: &str, uri: &str) -> Option<Vec<(String, String)>> {
    if uri.len() > MAX_URI {
        return None;
    }
    let parts = parts(template)?;
    let mut failed = HashSet::new();
    let mut found = Vec::new();
    fits(&parts, uri, &mut failed, &mut found).then_some(found)
}

/// The names of the variables of a template.
pub(super) fn names(template: &str) -> Vec<String> {
    let expressions = parts(template).unwrap_or_default().into_iter().filter_map(|part| match part {
        Part::Literal(_) => None,
        Part::Expression { variables, .. } => Some(variables),
    });
    expressions.flatten().map(|variable| variable.name.to_owned()).collect()
}

enum Part<'t> {
    Literal(&'t str),
    Expression { operator: Operator, variables: Vec<Variable<'t>> },
}

struct Variable<'t> {
    name: &'t str,
    max_chars: usize,
}

/// How an expression is written out (RFC 6570, appendix A).
#[derive(Clone, Copy)]
struct Operator {
    first: &'static str,
    separator: char,
    named: bool,
    reserved: bool,
    /// Whether nothing at all may stand for it.
    optional: bool,
}

fn operator(expression: &str) -> (Operator, &str) {
    let operator =
        |first, separator, named, reserved, optional| Operator { first, separator, named, reserved, optional };
    let (operator, length) = match expression.bytes().next() {
        Some(b'+') => (operator("", ',', false, true, false), 1),
        Some(b'#') => (operator("#", ',', false, true, true), 1),
        Some(b'.') => (operator(".", '.', false, false, true), 1),
        Some(b'/') => (operator("/", '/', false, false, true), 1),
        Some(b';') => (operator(";", ';', true, false, true), 1),
        Some(b'?') => (operator("?", '&', true, false, true), 1),
        Some(b'&') => (operator("&", '&', true, false, true), 1),
        _ => (operator("", ',', false, false, false), 0),
    };
    (operator, expression.get(length..).unwrap_or_default())
}

fn parts(template: &str) -> Option<Vec<Part<'_>>> {
    let mut parts = Vec::new();
    let mut rest = template;
    while let Some((literal, after)) = rest.split_once('{') {
        parts.push(Part::Literal(literal));
        let (expression, after) = after.split_once('}')?;
        let (operator, list) = operator(expression);
        let variables = list.split(',').map(|variable| {
            let variable = variable.strip_suffix('*').unwrap_or(variable);
            let (name, max) = variable.split_once(':').unwrap_or((variable, ""));
            Variable { name, max_chars: max.parse().unwrap_or(usize::MAX) }
        });
        parts.push(Part::Expression { operator, variables: variables.collect() });
        rest = after;
    }
    parts.push(Part::Literal(rest));
    Some(parts)
}

/// Whether the parts fit the whole of `uri`. Recursion goes no deeper than there are parts.
fn fits(
    parts: &[Part<'_>],
    uri: &str,
    failed: &mut HashSet<(usize, usize)>,
    found: &mut Vec<(String, String)>,
) -> bool {
    let Some((part, after)) = parts.split_first() else { return uri.is_empty() };
    let place = (parts.len(), uri.len());
    if failed.contains(&place) {
        return false;
    }
    let outcome = match part {
        Part::Literal(literal) => uri.strip_prefix(literal).is_some_and(|rest| fits(after, rest, failed, found)),
        Part::Expression { operator, variables } => {
            let known = found.len();
            let mut ends: Vec<usize> = uri.char_indices().map(|(end, _)| end).collect();
            ends.push(uri.len());
            ends.into_iter().rev().any(|end| {
                let (taken, rest) = uri.split_at_checked(end).unwrap_or((uri, ""));
                let Some(values) = values(*operator, variables, taken) else { return false };
                found.extend(values);
                let outcome = fits(after, rest, failed, found);
                if !outcome {
                    found.truncate(known);
                }
                outcome
            })
        }
    };
    if !outcome {
        failed.insert(place);
    }
    outcome
}

/// The values that an expression has if it is written out as `text`.
fn values(operator: Operator, variables: &[Variable<'_>], text: &str) -> Option<Vec<(String, String)>> {
    if text.is_empty() {
        return operator.optional.then(Vec::new);
    }
    let text = text.strip_prefix(operator.first)?;
    let one = |variable: &Variable<'_>, text: &str| {
        let value = decode(text, operator.reserved)?;
        (value.chars().count() <= variable.max_chars).then(|| (variable.name.to_owned(), value))
    };
    if operator.named {
        let mut left = variables.iter();
        return text
            .split(operator.separator)
            .map(|pair| {
                let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
                // In the order of the template, each at most once.
                one(left.find(|variable| variable.name == name)?, value)
            })
            .collect();
    }
    if let [variable] = variables {
        return Some(vec![one(variable, text)?]);
    }
    let texts: Vec<&str> = text.split(operator.separator).collect();
    if texts.len() > variables.len() {
        return None;
    }
    variables.iter().zip(texts).map(|(variable, text)| one(variable, text)).collect()
}

/// Percent-decoded text; `None` if it has characters that an expansion could not have.
fn decode(text: &str, reserved: bool) -> Option<String> {
    percent_decoded(text, |byte| {
        byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) || (reserved && b":/?#[]@!$&'()*+,;=".contains(&byte))
    })
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

/// Whether a `file:` URI steps out of its path, however it is written (RSC-06).
pub(super) fn traverses(uri: &str) -> bool {
    let Some(path) = uri.get(..5).filter(|scheme| scheme.eq_ignore_ascii_case("file:")).and_then(|_| uri.get(5..))
    else {
        return false;
    };
    let Some(path) = percent_decoded(path, |_| true) else { return true };
    path.contains('\0') || path.split(['/', '\\']).any(|segment| matches!(segment, "." | ".."))
}
