//! Which origins and hosts are allowed (HTTP-02, HTTP-03, A-29).
//!
//! A page on any site can make a browser on this machine send requests to a server that listens on
//! loopback, and by rebinding its name even from what the browser takes for the same origin. `Host`
//! and `Origin` give both away.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// What the head of a request is held against.
#[derive(Clone, Debug)]
pub(in super::super::super) struct Policy {
    /// Whether the server listens on loopback alone: then pages of this machine may call it.
    pub(in super::super::super) loopback: bool,
    /// Further origins, in lower case.
    pub(in super::super::super) origins: Vec<String>,
    /// Further hosts, in lower case, with or without a port.
    pub(in super::super::super) hosts: Vec<String>,
    /// Largest body.
    pub(in super::super::super) max_body_bytes: usize,
}

impl Policy {
    /// Whether an origin, in lower case, is allowed.
    pub(super) fn allows_origin(&self, origin: &str) -> bool {
        let Some(asked) = Origin::parse(origin) else { return false };
        let listed = self.origins.iter().filter_map(|origin| Origin::parse(origin)).any(|listed| listed == asked);
        listed || (self.loopback && is_loopback(asked.host))
    }

    /// Whether a host, in lower case, is allowed. A server that is reachable from elsewhere and has no list
    /// cannot know its names. Rebinding needs one: whoever calls by address is not led astray.
    pub(super) fn allows_host(&self, host: Option<&str>) -> bool {
        let Some((name, _)) = host.and_then(split_port) else { return false };
        is_loopback(name)
            || self.hosts.iter().any(|listed| Some(listed.as_str()) == host || listed == name)
            || (!self.loopback && self.hosts.is_empty() && address(name).is_some())
    }
}

/// `scheme://host[:port]`.
#[derive(PartialEq, Eq)]
struct Origin<'o> {
    scheme: &'o str,
    host: &'o str,
    port: Option<u16>,
}

impl<'o> Origin<'o> {
    fn parse(origin: &'o str) -> Option<Self> {
        let (scheme, rest) = origin.split_once(':')?;
        let authority = rest.strip_prefix("//")?;
        let scheme_ok = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'));
        let (host, port) = split_port(authority)?;
        let port = port.or(match scheme {
            "http" => Some(80),
            "https" => Some(443),
            _ => None,
        });
        scheme_ok.then_some(Self { scheme, host, port })
    }
}

/// A host and its port; `None` if this is not `host[:port]`.
fn split_port(authority: &str) -> Option<(&str, Option<u16>)> {
    let end = match authority.strip_prefix('[') {
        // The bracket that was taken off, and the one found.
        Some(rest) => rest.find(']')? + 2,
        None => authority.find(':').unwrap_or(authority.len()),
    };
    let (host, port) = authority.split_at_checked(end)?;
    let plain = host.bytes().all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'/' | b'@' | b'?' | b'#' | b','));
    if host.is_empty() || !plain {
        return None;
    }
    match port.strip_prefix(':') {
        None if port.is_empty() => Some((host, None)),
        Some("") => Some((host, None)),
        Some(digits) if digits.bytes().all(|byte| byte.is_ascii_digit()) => Some((host, Some(digits.parse().ok()?))),
        _ => None,
    }
}

/// Whether this is `127.0.0.1` or `localhost`, with or without a port. `false` says nothing.
pub(super) fn is_plainly_loopback(host: &[u8]) -> bool {
    let port = host.strip_prefix(b"127.0.0.1").or_else(|| host.strip_prefix(b"localhost"));
    match port.map(<[u8]>::split_first) {
        Some(None) => true,
        // One of five digits may be too large.
        Some(Some((b':', digits))) => digits.len() < 5 && digits.iter().all(u8::is_ascii_digit),
        _ => false,
    }
}

/// Whether a host is this machine, whatever DNS says: `localhost`, 127.0.0.0/8 or `[::1]`.
fn is_loopback(host: &str) -> bool {
    matches!(host, "localhost" | "localhost.")
        || address(host).is_some_and(|address| address.to_canonical().is_loopback())
}

/// The address that a host is, if it is no name.
fn address(host: &str) -> Option<IpAddr> {
    match host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(address) => address.parse::<Ipv6Addr>().ok().map(IpAddr::from),
        None => host.parse::<Ipv4Addr>().ok().map(IpAddr::from),
    }
}
