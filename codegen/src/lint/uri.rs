//! URIs (RFC 3986) and URI templates (RFC 6570), as far as their syntax goes.

/// The scheme, if a text starts with one.
pub(super) fn scheme(text: &str) -> Option<&str> {
    let (scheme, _) = text.split_once(':')?;
    let fits = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b));
    fits.then_some(scheme)
}

/// Whether a text is a URI with a scheme and something behind it.
pub(super) fn is_uri(text: &str) -> bool {
    scheme(text).is_some_and(|scheme| text.len() > scheme.len() + 1) && fluent_uri::Uri::parse(text).is_ok()
}

/// Whether a path climbs: a segment `..`, spelled out or percent-encoded.
pub(super) fn climbs(text: &str) -> bool {
    text.split(['/', '\\']).any(|segment| segment.to_ascii_lowercase().replace("%2e", ".") == "..")
        || text.to_ascii_lowercase().contains("%2f..")
}

/// What is wrong with a URI template.
pub(super) fn template_fault(template: &str) -> Option<String> {
    let mut rest = template;
    if rest.is_empty() {
        return Some("it is empty".to_owned());
    }
    while let Some(open) = rest.find('{') {
        let (literal, after) = rest.split_at(open);
        if let Some(fault) = fault_of_literal(literal) {
            return Some(fault);
        }
        let Some((expression, tail)) = after.get(1..)?.split_once('}') else {
            return Some("an expression `{` is not closed".to_owned());
        };
        if let Some(fault) = fault_of_expression(expression) {
            return Some(fault);
        }
        rest = tail;
    }
    fault_of_literal(rest)
}

/// Characters outside of expressions (RFC 6570 section 2.1); those that a URI encodes are legal.
fn fault_of_literal(literal: &str) -> Option<String> {
    let bytes = literal.as_bytes();
    for (at, c) in literal.char_indices() {
        let refused = c.is_control() || c.is_whitespace() || "\"'<>\\^`{|}".contains(c);
        if refused {
            return Some(format!("`{c}` may not stand in it"));
        }
        let encoded = bytes.get(at + 1..at + 3).is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit));
        if c == '%' && !encoded {
            return Some("a `%` is not followed by two hexadecimal digits".to_owned());
        }
    }
    None
}

/// `{` operator? variable-list `}` (RFC 6570 section 2.2).
fn fault_of_expression(expression: &str) -> Option<String> {
    let list = match expression.chars().next() {
        Some(c) if "=,!@|".contains(c) => return Some(format!("the operator `{c}` is reserved")),
        Some(c) if "+#./;?&".contains(c) => expression.get(1..)?,
        _ => expression,
    };
    list.split(',').find_map(|variable| {
        let (name, modifier) = match variable.split_once(':') {
            Some((name, length)) => (name, Some(length)),
            None => (variable.strip_suffix('*').unwrap_or(variable), None),
        };
        let fits = |length: &str| {
            (1..=4).contains(&length.len()) && !length.starts_with('0') && length.bytes().all(|b| b.is_ascii_digit())
        };
        if !modifier.is_none_or(fits) {
            return Some(format!("`{variable}` has no length from 1 to 9999 after its colon"));
        }
        let shown = if name.is_empty() { "nothing".to_owned() } else { format!("`{name}`") };
        (!is_variable(name)).then(|| format!("{shown} is not the name of a variable"))
    })
}

/// Letters, digits, `_` and percent-encodings, in parts with dots between.
fn is_variable(name: &str) -> bool {
    name.split('.').all(|part| {
        !part.is_empty()
            && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'%')
            && fault_of_literal(part).is_none()
    })
}
