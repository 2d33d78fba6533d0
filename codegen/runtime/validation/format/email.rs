//! `email`: RFC 5321 section 4.1.2. The crates for it read RFC 5322, whose local parts and domains are others.

use ::std::net::Ipv6Addr;

use super::domain;

/// RFC 5321 section 4.1.2, `Mailbox`.
#[must_use]
pub fn legal(text: &str) -> bool {
    let Some((local, place)) = text.rsplit_once('@') else { return false };
    let local_is_legal = match local.strip_prefix('"') {
        Some(rest) => rest.strip_suffix('"').is_some_and(quoted),
        None => local.split('.').all(atom),
    };
    local_is_legal
        && match place.strip_prefix('[') {
            Some(rest) => rest.strip_suffix(']').is_some_and(address),
            None => domain::legal(place),
        }
}

/// `Atom`.
fn atom(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"!#$%&'*+/=?^_`{|}~-".contains(&b))
}

/// What stands in a `Quoted-string`.
fn quoted(inner: &str) -> bool {
    let mut escaped = false;
    let legal = inner.bytes().all(|b| {
        let plain = matches!(b, b' '..=b'~') && (escaped || b != b'"');
        escaped = !escaped && b == b'\\';
        plain
    });
    legal && !escaped
}

/// What stands in an `address-literal`. `IPv6` is the one tag that is registered.
fn address(text: &str) -> bool {
    match text.split_once(':') {
        Some((tag, address)) => tag.eq_ignore_ascii_case("IPv6") && address.parse::<Ipv6Addr>().is_ok(),
        None => text.split('.').count() == 4 && text.split('.').all(snum),
    }
}

/// `Snum`: up to 255, also with zeros before it.
fn snum(text: &str) -> bool {
    matches!(text.len(), 1..=3) && text.bytes().all(|b| b.is_ascii_digit()) && text.parse::<u8>().is_ok()
}
