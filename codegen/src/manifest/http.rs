//! `http`: what the HTTP transport starts from.

use super::keys;
use super::section::Section;
use crate::diagnostic::{Diagnostic, Diagnostics};

/// The `http` section, defaults filled in.
#[derive(Clone, Debug)]
pub struct Http {
    /// The one path.
    pub path: String,
    /// Origins accepted beside loopback ones.
    pub allowed_origins: Vec<String>,
    /// Hosts accepted beside loopback ones.
    pub allowed_hosts: Vec<String>,
    /// Largest request body in bytes.
    pub max_body_bytes: u64,
}

impl Default for Http {
    fn default() -> Self {
        Self {
            path: "/mcp".to_owned(),
            allowed_origins: Vec::new(),
            allowed_hosts: Vec::new(),
            max_body_bytes: 4 * 1024 * 1024,
        }
    }
}

pub(super) fn read(root: &Section<'_>, found: &mut Diagnostics) -> Http {
    let mut http = Http::default();
    let Some(section) = root.section("http", "MAN-11", found) else { return http };
    section.refuse_unknown(keys::HTTP, found);
    if let Some(path) = section.text("path", found) {
        if !is_path(path) {
            found.push(
                Diagnostic::error("MAN-11", section.place("path"), format!("`{path}` is not the path of an endpoint"))
                    .help("an absolute path without query and without `.` and `..` segments: \"/mcp\""),
            );
        }
        path.clone_into(&mut http.path);
    }
    for (pointer, origin) in section.texts("allowedOrigins", found) {
        if is_origin(origin) {
            http.allowed_origins.push(origin.to_owned());
        } else {
            found.push(
                Diagnostic::error("MAN-11", root.document.place(&pointer), format!("`{origin}` is not an origin"))
                    .help("scheme, host and port as browsers send them: \"https://app.example.com\"; no path, no `*`"),
            );
        }
    }
    for (pointer, host) in section.texts("allowedHosts", found) {
        if is_authority(host) {
            http.allowed_hosts.push(host.to_owned());
        } else {
            found.push(
                Diagnostic::error("MAN-11", root.document.place(&pointer), format!("`{host}` is not a host")).help(
                    "a host with or without port as `Host` has it: \"mcp.example.com\" or \"mcp.example.com:8443\"",
                ),
            );
        }
    }
    if let Some(bytes) = section.whole("maxBodyBytes", "MAN-11", found) {
        if bytes == 0 || bytes > u64::from(u32::MAX) {
            let place = section.place("maxBodyBytes");
            found.push(
                Diagnostic::error("MAN-11", place, "a body limit of this size accepts nothing, or is none")
                    .help("1 to 4294967295 bytes; the default is 4194304"),
            );
        }
        http.max_body_bytes = bytes;
    }
    http
}

/// `/` and path segments (RFC 3986 section 3.3), such as a router matches byte for byte. Clients take `.` and `..`
/// away before they send a path (section 5.2.4), so that one with such segments is never asked for.
fn is_path(path: &str) -> bool {
    let escapes = || path.split('%').skip(1);
    let is_escape = |rest: &str| rest.len() >= 2 && rest.bytes().take(2).all(|b| b.is_ascii_hexdigit());
    let dots = path.replace("%2e", ".").replace("%2E", ".");
    path.starts_with('/')
        && !path.contains("//")
        && path.bytes().all(|b| b.is_ascii_alphanumeric() || b"/-._~!$&'()*+,;=:@%".contains(&b))
        && escapes().all(is_escape)
        && dots.split('/').all(|segment| !matches!(segment, "." | ".."))
}

fn is_origin(origin: &str) -> bool {
    origin.split_once("://").is_some_and(|(scheme, authority)| {
        matches!(scheme, "http" | "https") && is_authority(authority) && authority == authority.to_ascii_lowercase()
    })
}

/// A host name, an IPv4 address or a bracketed IPv6 address, and perhaps a port.
fn is_authority(authority: &str) -> bool {
    let (host, port) = match authority.strip_prefix('[') {
        Some(rest) => match rest.split_once(']') {
            Some((address, "")) => (address, None),
            Some((address, rest)) => match rest.strip_prefix(':') {
                Some(port) => (address, Some(port)),
                None => return false,
            },
            None => return false,
        },
        None => match authority.split_once(':') {
            Some((host, port)) => (host, Some(port)),
            None => (authority, None),
        },
    };
    let host_fits = if authority.starts_with('[') {
        host.parse::<std::net::Ipv6Addr>().is_ok()
    } else {
        !host.is_empty() && host.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._".contains(&b))
    };
    host_fits && port.is_none_or(|port| port.parse::<u16>().is_ok())
}
