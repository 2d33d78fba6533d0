//! The head of an HTTP request, before its body is read.

mod accept;
mod origin;

use std::borrow::Cow;

use http::{Method, Uri};

use super::super::authorization::{Authorization, Challenge, Reason, Unauthenticated};
use super::super::contract::Contract;
use super::super::headers::{self, Field, Fields};
use super::super::principal::Principal;
use super::table::{HEAD, Step};
use super::{Fault, Refusal};
pub(in super::super) use accept::Accepted;
pub(in super::super) use origin::Policy;

/// The head of a request.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Head<'r> {
    pub(in super::super) method: &'r Method,
    pub(in super::super) uri: &'r Uri,
    pub(in super::super) fields: &'r Fields<'r>,
}

/// What was found out about a head that passed.
#[derive(Debug)]
pub(in super::super) struct Admitted {
    pub(in super::super) accepted: Accepted,
    /// Who sent it, where that is asked.
    pub(in super::super) principal: Option<Principal>,
}

/// Makes the checks of a head, in the order of the table.
pub(in super::super) async fn admit(
    head: Head<'_>,
    policy: &Policy,
    contract: &Contract,
    authorization: Option<&Authorization>,
) -> Result<Admitted, Refusal> {
    let fields = head.fields;
    let accepted = Accepted::of(fields);
    // Asked for when its rows come, and once.
    let mut verdict = None;
    for check in HEAD {
        let holds = match check.step {
            Step::DeclaredLength => declared_length(fields.content_length, policy.max_body_bytes),
            Step::Origin => policy.origin(fields.origin),
            Step::Host => policy.host(fields.host, head.uri),
            Step::HttpMethod if *head.method == Method::POST => Ok(()),
            Step::HttpMethod => Err("messages come by POST".into()),
            Step::Credentials | Step::Authentication | Step::Authorizer => match authorization {
                Some(authorization) => {
                    if verdict.is_none() {
                        verdict = Some(authorization.authenticate(fields.all).await);
                    }
                    let verdict = verdict.as_ref().and_then(|verdict| verdict.as_ref().err());
                    refused_by(verdict, check.step, || named_scopes(contract, fields), authorization)
                }
                None => Ok(()),
            },
            Step::ContentType => content_type(fields.content_type),
            Step::Accept if accepted.json || accepted.events => Ok(()),
            Step::Accept => Err("Accept must allow application/json or text/event-stream".into()),
            _ => Ok(()),
        };
        holds.map_err(|fault| Refusal { check, id: None, notification: false, fault })?;
    }
    Ok(Admitted { accepted, principal: verdict.and_then(Result::ok) })
}

/// Whether it is this row that an authorizer's verdict fails.
fn refused_by(
    verdict: Option<&Unauthenticated>,
    step: Step,
    scopes: impl FnOnce() -> &'static [&'static str],
    authorization: &Authorization,
) -> Result<(), Fault> {
    let Some(why) = verdict else { return Ok(()) };
    match (why.reason, step) {
        (Reason::Unavailable, Step::Authorizer) => {
            tracing::error!(detail = %why, "callers cannot be authenticated");
            Err("callers cannot be authenticated now".into())
        }
        (Reason::Malformed, Step::Credentials) | (Reason::Missing | Reason::Invalid, Step::Authentication) => {
            let challenge = Challenge::unauthenticated(authorization.metadata(), scopes(), why);
            Err(Fault::new(why.description.clone()).with_challenge(Some(challenge)))
        }
        _ => Ok(()),
    }
}

/// The scopes of what the headers say is asked for. They are not compared with the body yet: it is a
/// hint to a client that will compare them itself (AUT-06).
fn named_scopes(contract: &Contract, fields: &Fields<'_>) -> &'static [&'static str] {
    let method = headers::recognised(fields.method, headers::METHOD).ok().flatten();
    let name = headers::recognised(fields.name, headers::NAME).ok().flatten();
    let name = name.and_then(headers::decode).unwrap_or_default();
    match method {
        Some("tools/call") => {
            let tool = contract.tool_index(&name).and_then(|place| contract.tools.get(place));
            tool.map_or(&[], |tool| tool.scopes)
        }
        Some("prompts/get") => {
            let prompt = contract.prompt_index(&name).and_then(|place| contract.prompts.get(place));
            prompt.map_or(&[], |prompt| prompt.scopes)
        }
        Some("resources/read") => contract.resource_scopes(&name),
        _ => &[],
    }
}

fn declared_length(field: Field<'_>, limit: usize) -> Result<(), Fault> {
    let declared = field.first.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
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
fn content_type(field: Field<'_>) -> Result<(), Fault> {
    if field.is_plainly("application/json") {
        return Ok(());
    }
    let essence = field.only().and_then(|line| line.to_str().ok()?.split(';').next());
    match essence {
        Some(essence) if essence.trim().eq_ignore_ascii_case("application/json") => Ok(()),
        _ => Err("Content-Type must be application/json".into()),
    }
}

/// The one value of a field; `Err` if there are several, or bytes that are not visible ASCII.
fn single(field: Field<'_>) -> Result<Option<Cow<'_, str>>, ()> {
    match field.first {
        None => Ok(None),
        Some(line) if !field.repeated => line.to_str().map(|line| Some(lower(line.trim()))).map_err(drop),
        Some(_) => Err(()),
    }
}

fn lower(text: &str) -> Cow<'_, str> {
    let has_upper = text.bytes().any(|byte| byte.is_ascii_uppercase());
    if has_upper { Cow::Owned(text.to_ascii_lowercase()) } else { Cow::Borrowed(text) }
}

impl Policy {
    fn origin(&self, field: Field<'_>) -> Result<(), Fault> {
        match single(field) {
            Ok(None) => Ok(()),
            Ok(Some(origin)) if self.allows_origin(&origin) => Ok(()),
            _ => Err("this Origin is not allowed".into()),
        }
    }

    fn host(&self, field: Field<'_>, uri: &Uri) -> Result<(), Fault> {
        // Of these nothing more is to be found out.
        if uri.authority().is_none() && field.only().is_some_and(|host| origin::is_plainly_loopback(host.as_bytes())) {
            return Ok(());
        }
        let Ok(field) = single(field) else { return Err("this Host is not allowed".into()) };
        // A target that names a host is the one that counts (RFC 9112, section 3.2.2).
        let host = uri.authority().map(|authority| lower(authority.as_str())).or(field);
        if self.allows_host(host.as_deref()) {
            Ok(())
        } else {
            Err("this Host is not allowed; the manifest lists those that are in http.allowedHosts".into())
        }
    }
}
