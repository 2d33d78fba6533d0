//! The head of an HTTP request, before its body is read.

mod accept;
mod origin;

use http::header::{CONTENT_LENGTH, CONTENT_TYPE, HOST, ORIGIN};
use http::{HeaderMap, Method, Uri};

use super::table::{CHECKS, Step, Transports};
use super::{Fault, Refusal};
pub(in super::super) use accept::Accepted;
pub(in super::super) use origin::Policy;

/// The head of a request.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Head<'r> {
    pub(in super::super) method: &'r Method,
    pub(in super::super) uri: &'r Uri,
    pub(in super::super) headers: &'r HeaderMap,
}

/// Makes the checks of a head.
pub(in super::super) fn check_head(head: Head<'_>, policy: &Policy) -> Result<Accepted, Refusal> {
    let accepted = Accepted::of(head.headers);
    for check in CHECKS.iter().filter(|check| check.on == Transports::Http) {
        let holds = match check.step {
            Step::DeclaredLength => declared_length(head.headers, policy.max_body_bytes),
            Step::Origin => policy.origin(head.headers),
            Step::Host => policy.host(head.headers, head.uri),
            Step::HttpMethod if *head.method == Method::POST => Ok(()),
            Step::HttpMethod => Err("messages come by POST".into()),
            Step::ContentType => content_type(head.headers),
            Step::Accept if accepted.json || accepted.events => Ok(()),
            Step::Accept => Err("Accept must allow application/json or text/event-stream".into()),
            _ => Ok(()),
        };
        holds.map_err(|fault| Refusal { check, id: None, notification: false, fault })?;
    }
    Ok(accepted)
}

fn declared_length(headers: &HeaderMap, limit: usize) -> Result<(), Fault> {
    let declared = headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    match declared {
        Some(length) if usize::try_from(length).is_ok_and(|length| length <= limit) => Ok(()),
        Some(_) => Err(too_long(limit)),
        None => Ok(()),
    }
}

/// The fault of a message beyond the limit.
pub(in super::super) fn too_long(limit: usize) -> Fault {
    format!("a message may have {limit} bytes").into()
}

/// `application/json`, with or without parameters.
fn content_type(headers: &HeaderMap) -> Result<(), Fault> {
    let mut lines = headers.get_all(CONTENT_TYPE).iter();
    let essence = match (lines.next(), lines.next()) {
        (Some(line), None) => line.to_str().ok().and_then(|line| line.split(';').next()),
        _ => None,
    };
    match essence {
        Some(essence) if essence.trim().eq_ignore_ascii_case("application/json") => Ok(()),
        _ => Err("Content-Type must be application/json".into()),
    }
}

/// The one value of a field; `Err` if there are several, or bytes that are not visible ASCII.
fn single(headers: &HeaderMap, name: &http::HeaderName) -> Result<Option<String>, ()> {
    let mut lines = headers.get_all(name).iter();
    match (lines.next(), lines.next()) {
        (None, _) => Ok(None),
        (Some(line), None) => line.to_str().map(|line| Some(line.trim().to_ascii_lowercase())).map_err(drop),
        (Some(_), Some(_)) => Err(()),
    }
}

impl Policy {
    fn origin(&self, headers: &HeaderMap) -> Result<(), Fault> {
        match single(headers, &ORIGIN) {
            Ok(None) => Ok(()),
            Ok(Some(origin)) if self.allows_origin(&origin) => Ok(()),
            _ => Err("this Origin is not allowed".into()),
        }
    }

    fn host(&self, headers: &HeaderMap, uri: &Uri) -> Result<(), Fault> {
        let Ok(field) = single(headers, &HOST) else { return Err("this Host is not allowed".into()) };
        // A target that names a host is the one that counts (RFC 9112, section 3.2.2).
        let host = uri.authority().map(|authority| authority.as_str().to_ascii_lowercase()).or(field);
        if self.allows_host(host.as_deref()) { Ok(()) } else { Err("this Host is not allowed".into()) }
    }
}
