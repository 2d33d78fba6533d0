//! `format`, where the author of a schema asked to assert it: one function a format, each true for
//! the strings that are legal.

use std::net::{Ipv4Addr, Ipv6Addr};

/// RFC 3339 section 5.6, `full-date`.
#[must_use]
pub fn date(text: &str) -> bool {
    let mut parts = text.split('-');
    let (Some(year), Some(month), Some(day), None) = (parts.next(), parts.next(), parts.next(), parts.next()) else {
        return false;
    };
    let (Some(year), Some(month), Some(day)) = (digits(year, 4), digits(month, 2), digits(day, 2)) else {
        return false;
    };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let last = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 => 28 + u32::from(leap),
        _ => return false,
    };
    (1..=last).contains(&day)
}

/// RFC 3339 section 5.6, `full-time`.
#[must_use]
pub fn time(text: &str) -> bool {
    let Some(zone) = text.find(['Z', 'z', '+', '-']) else { return false };
    let (clock, zone) = text.split_at(zone);
    let (clock, fraction) = clock.split_once('.').map_or((clock, None), |(clock, fraction)| (clock, Some(fraction)));
    if fraction.is_some_and(|fraction| fraction.is_empty() || !fraction.bytes().all(|b| b.is_ascii_digit())) {
        return false;
    }
    let mut parts = clock.split(':').map(|part| digits(part, 2));
    let (Some(Some(hour)), Some(Some(minute)), Some(Some(second)), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    let Some(offset) = offset(zone) else { return false };
    if hour > 23 || minute > 59 {
        return false;
    }
    // A leap second is the last one of a day in UTC.
    let day = 24 * 60;
    let utc = (i64::from(hour * 60 + minute) - offset).rem_euclid(day);
    second <= 59 || (second == 60 && utc == day - 1)
}

/// Minutes of a zone.
fn offset(zone: &str) -> Option<i64> {
    if zone == "Z" || zone == "z" {
        return Some(0);
    }
    let sign = if zone.starts_with('-') { -1 } else { 1 };
    let (hour, minute) = zone.get(1..)?.split_once(':')?;
    let (hour, minute) = (digits(hour, 2)?, digits(minute, 2)?);
    (hour <= 23 && minute <= 59).then(|| sign * i64::from(hour * 60 + minute))
}

/// RFC 3339 section 5.6, `date-time`.
#[must_use]
pub fn date_time(text: &str) -> bool {
    text.split_once(['T', 't']).is_some_and(|(day, clock)| date(day) && time(clock))
}

/// RFC 3339 appendix A, `duration`.
#[must_use]
pub fn duration(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('P') else { return false };
    let (day, clock) = rest.split_once('T').map_or((rest, None), |(day, clock)| (day, Some(clock)));
    if let Some(weeks) = day.strip_suffix('W') {
        return clock.is_none() && number(weeks);
    }
    let clock_is_legal = clock.is_none_or(|clock| units(clock, "HMS") == Some(true));
    match units(day, "YMD") {
        Some(any) => clock_is_legal && (any || clock.is_some()),
        None => false,
    }
}

/// Whether there is any unit; `None` when they are not neighbours in order.
fn units(text: &str, order: &str) -> Option<bool> {
    let mut next = None;
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_ascii_digit()).filter(|end| *end > 0)?;
        let place = order.find(rest.get(end..=end)?)?;
        if next.is_some_and(|next| next != place) {
            return None;
        }
        next = Some(place + 1);
        rest = rest.get(end + 1..)?;
    }
    Some(next.is_some())
}

/// RFC 5321 section 4.1.2, `Mailbox`.
#[must_use]
pub fn email(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    let quoted = local.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    let local_is_legal = match quoted {
        Some(inner) => {
            let mut escaped = false;
            let legal = inner.bytes().all(|b| {
                let plain = matches!(b, b' '..=b'~') && (escaped || b != b'"');
                escaped = !escaped && b == b'\\';
                plain
            });
            legal && !escaped
        }
        None => local.split('.').all(|atom| {
            !atom.is_empty() && atom.bytes().all(|b| b.is_ascii_alphanumeric() || b"!#$%&'*+/=?^_`{|}~-".contains(&b))
        }),
    };
    let literal = domain.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let domain_is_legal = match literal {
        Some(address) => address.strip_prefix("IPv6:").map_or_else(|| ipv4(address), ipv6),
        None => hostname(domain),
    };
    local_is_legal && domain_is_legal
}

/// RFC 1123 section 2.1.
#[must_use]
pub fn hostname(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= 253
        && text.split('.').all(|label| {
            (1..=63).contains(&label.len())
                && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
                && !label.starts_with('-')
                && !label.ends_with('-')
        })
}

/// RFC 2673 section 3.2, `dotted-quad`.
#[must_use]
pub fn ipv4(text: &str) -> bool {
    text.parse::<Ipv4Addr>().is_ok()
}

/// RFC 4291 section 2.2.
#[must_use]
pub fn ipv6(text: &str) -> bool {
    text.parse::<Ipv6Addr>().is_ok()
}

/// RFC 4122 section 3.
#[must_use]
pub fn uuid(text: &str) -> bool {
    let mut parts = text.split('-');
    let lengths = [8, 4, 4, 4, 12];
    lengths.iter().all(|length| {
        parts.next().is_some_and(|part| part.len() == *length && part.bytes().all(|b| b.is_ascii_hexdigit()))
    }) && parts.next().is_none()
}

/// RFC 6901 section 3.
#[must_use]
pub fn json_pointer(text: &str) -> bool {
    (text.is_empty() || text.starts_with('/'))
        && text.split('~').skip(1).all(|rest| rest.starts_with('0') || rest.starts_with('1'))
}

/// RFC 3986, `URI`: with a scheme.
#[must_use]
pub fn uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b))
        && hierarchy(rest)
}

/// RFC 3986, `URI-reference`.
#[must_use]
pub fn uri_reference(text: &str) -> bool {
    // A colon in the first segment would be that of a scheme.
    let first = text.split(['/', '?', '#']).next().unwrap_or_default();
    uri(text) || (!first.contains(':') && hierarchy(text))
}

/// What follows the scheme: authority, path, query, fragment.
fn hierarchy(text: &str) -> bool {
    let (rest, fragment) = text.split_once('#').unwrap_or((text, ""));
    let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
    let (authority, path) = match rest.strip_prefix("//") {
        Some(rest) => rest.split_at(rest.find('/').unwrap_or(rest.len())),
        None => ("", rest),
    };
    let (user, host) = authority.rsplit_once('@').unwrap_or(("", authority));
    let (host, port) = match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((address, port)) => {
            let future = address.strip_prefix(['v', 'V']).is_some_and(|rest| characters(rest, ":"));
            if !future && !ipv6(address) {
                return false;
            }
            ("", port)
        }
        None => host.find(':').map_or((host, ""), |at| host.split_at(at)),
    };
    let port_is_legal =
        port.is_empty() || port.strip_prefix(':').is_some_and(|port| port.bytes().all(|b| b.is_ascii_digit()));
    port_is_legal
        && characters(user, ":")
        && characters(host, "")
        && characters(path, ":@/")
        && characters(query, ":@/?")
        && characters(fragment, ":@/?")
}

/// Unreserved characters, sub-delimiters, triples after `%`, and those of `more`.
fn characters(text: &str, more: &str) -> bool {
    let mut bytes = text.bytes();
    while let Some(b) = bytes.next() {
        let legal = match b {
            b'%' => (0..2).all(|_| bytes.next().is_some_and(|b| b.is_ascii_hexdigit())),
            b => b.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=".contains(&b) || more.as_bytes().contains(&b),
        };
        if !legal {
            return false;
        }
    }
    true
}

/// RFC 6570: literals, and expressions in braces that are closed and name variables.
#[must_use]
pub fn uri_template(text: &str) -> bool {
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        let (literal, expression) = rest.split_at(at);
        let Some((inside, after)) = expression.strip_prefix('{').and_then(|rest| rest.split_once('}')) else {
            return false;
        };
        let names = inside.strip_prefix(['+', '#', '.', '/', ';', '?', '&']).unwrap_or(inside);
        if !literal_is_legal(literal) || !names.split(',').all(variable) {
            return false;
        }
        rest = after;
    }
    literal_is_legal(rest)
}

fn literal_is_legal(text: &str) -> bool {
    text.chars().all(|c| !c.is_control() && !matches!(c, ' ' | '"' | '\'' | '<' | '>' | '\\' | '^' | '`' | '|'))
        && text.split('%').skip(1).all(|rest| rest.bytes().take(2).filter(u8::is_ascii_hexdigit).count() == 2)
}

/// A variable with its modifier.
fn variable(text: &str) -> bool {
    let name = match text.split_once(':') {
        Some((name, length)) => {
            if !number(length) || length.len() > 4 || length.starts_with('0') {
                return false;
            }
            name
        }
        None => text.strip_suffix('*').unwrap_or(text),
    };
    name.split('.').all(|part| {
        !part.is_empty()
            && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'%')
            && characters(part, "")
    })
}

/// The number of exactly `length` digits.
fn digits(text: &str, length: usize) -> Option<u32> {
    (text.len() == length && number(text)).then(|| text.parse().ok())?
}

fn number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}
