//! Who calls, and whether they may: the hook of the application, and what is made of its verdict
//! (AUT-01 to AUT-10, ORD-10).
//!
//! Comes in: the header fields of an HTTP request, never its body. Goes out: a [`Principal`], or a
//! refusal with its `WWW-Authenticate`. Always holds: nothing is remembered of an earlier request; an
//! operation that has scopes is refused where nobody is there to say who holds them; credentials are
//! in no log and no `Debug` output of ours.

mod challenge;
mod metadata;

use std::borrow::Cow;
use std::fmt;
use std::future::{Future, ready};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use http::HeaderMap;
use http::header::AUTHORIZATION;

use super::principal::Principal;
pub(super) use challenge::Challenge;
pub use metadata::{NotAResource, ResourceMetadata};

/// How long it may take to say who calls.
const PATIENCE: Duration = Duration::from_secs(30);

/// Recognises callers, and knows what they hold. The application implements it.
pub trait Authorizer: Send + Sync + 'static {
    /// Who makes this HTTP request. Called for each, before its body is read; [`bearer`] reads a token.
    /// A token must be checked whole: signature or introspection, expiry, and that it was issued for
    /// this server (AUT-04, AUT-05).
    ///
    /// What takes longer than half a minute is given up, as if it were [`Unauthenticated::unavailable`]: until then
    /// nothing is read of the request, so that it would not be noticed either that its sender has gone.
    ///
    /// # Errors
    ///
    /// Why that cannot be said; nothing is done then.
    fn authenticate(&self, headers: &HeaderMap) -> impl Future<Output = Result<Principal, Unauthenticated>> + Send;

    /// On whose behalf a server on stdio runs: credentials come from its environment (AUT-01). Asked once,
    /// at its start. Unless it is written, nobody is served there.
    ///
    /// # Errors
    ///
    /// Why that cannot be said; the server does not start then.
    fn environment(&self) -> impl Future<Output = Result<Principal, Unauthenticated>> + Send {
        ready(Err(Unauthenticated::missing()))
    }

    /// Whether a caller holds what an operation needs. Write it where a scope implies others, such as
    /// `files` all of `files:read` (AUT-07), or where rights are taken away while a request runs: who listens
    /// is asked for again before each notification of a resource that has scopes.
    fn holds(&self, principal: &Principal, scope: &str) -> bool {
        principal.scopes().iter().any(|own| own == scope)
    }
}

/// Why a caller is not known.
#[derive(Debug)]
pub struct Unauthenticated {
    pub(super) reason: Reason,
    /// For the client, or, of [`Reason::Unavailable`], for the log.
    pub(super) description: Cow<'static, str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    Missing,
    Malformed,
    Invalid,
    Unavailable,
}

impl Unauthenticated {
    const fn new(reason: Reason, description: Cow<'static, str>) -> Self {
        Self { reason, description }
    }

    /// There are no credentials: 401.
    #[must_use]
    pub const fn missing() -> Self {
        Self::new(Reason::Missing, Cow::Borrowed("credentials are required"))
    }

    /// The credentials are unknown, expired, revoked, or for another server: 401 with `invalid_token`
    /// (RFC 6750, section 3.1). The client is told the description; leave out what helps to guess.
    #[must_use]
    pub fn invalid(description: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Reason::Invalid, description.into())
    }

    /// The credentials are not of the form that they must have: 400 with `invalid_request`.
    #[must_use]
    pub fn malformed(description: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Reason::Malformed, description.into())
    }

    /// Who calls cannot be found out now, because something that is needed for it does not answer: 503.
    /// The detail is for the log alone.
    #[must_use]
    pub fn unavailable(detail: impl fmt::Display) -> Self {
        Self::new(Reason::Unavailable, Cow::Owned(detail.to_string()))
    }
}

impl fmt::Display for Unauthenticated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.description)
    }
}

impl std::error::Error for Unauthenticated {}

/// The bearer token of a request (RFC 6750, section 2.1). It comes in the `Authorization` field of this
/// request and from nowhere else (AUT-08).
///
/// # Errors
///
/// [`Unauthenticated::missing`] without the field or under another scheme; [`Unauthenticated::malformed`] if
/// it is there twice or holds no token.
pub fn bearer(headers: &HeaderMap) -> Result<&str, Unauthenticated> {
    let mut fields = headers.get_all(AUTHORIZATION).iter();
    let field = match (fields.next(), fields.next()) {
        (None, _) => return Err(Unauthenticated::missing()),
        (Some(field), None) => field,
        (Some(_), Some(_)) => return Err(Unauthenticated::malformed("Authorization is there twice")),
    };
    let malformed = || Unauthenticated::malformed("Authorization is not \"Bearer\" and a token");
    let field = field.to_str().map_err(|_| malformed())?.trim();
    let (scheme, token) = field.split_once(' ').unwrap_or((field, ""));
    if !scheme.eq_ignore_ascii_case("bearer") {
        return Err(Unauthenticated::missing());
    }
    let token = token.trim_start_matches(' ');
    let body = token.trim_end_matches('=');
    let is_token = !body.is_empty() && body.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._~+/".contains(&b));
    if is_token { Ok(token) } else { Err(malformed()) }
}

/// An [`Authorizer`], and what clients are told of how to become authorized.
#[derive(Clone)]
pub struct Authorization {
    authorizer: Arc<dyn AnyAuthorizer>,
    metadata: Option<Arc<ResourceMetadata>>,
}

impl Authorization {
    /// Asks `authorizer`. Clients are told nothing of where to get credentials.
    #[must_use]
    pub fn new(authorizer: impl Authorizer) -> Self {
        Self { authorizer: Arc::new(authorizer), metadata: None }
    }

    /// The same, with a protected resource metadata document, which is served at its well-known address
    /// and named in challenges (AUT-02, AUT-03).
    #[must_use]
    pub fn with_metadata(self, metadata: ResourceMetadata) -> Self {
        Self { metadata: Some(Arc::new(metadata)), ..self }
    }

    pub(super) fn metadata(&self) -> Option<&ResourceMetadata> {
        self.metadata.as_deref()
    }

    pub(super) async fn authenticate(&self, headers: &HeaderMap) -> Result<Principal, Unauthenticated> {
        self.authorizer.authenticate(headers).await
    }

    pub(super) async fn environment(&self) -> Result<Principal, Unauthenticated> {
        self.authorizer.environment().await
    }

    /// Whether a caller holds all of these.
    pub(super) fn permits(&self, principal: &Principal, scopes: &[&str]) -> bool {
        scopes.iter().all(|scope| self.authorizer.holds(principal, scope))
    }
}

impl fmt::Debug for Authorization {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Authorization").field("metadata", &self.metadata).finish_non_exhaustive()
    }
}

/// The caller of one request, and who judges it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Caller<'a> {
    pub(super) authorization: Option<&'a Authorization>,
    pub(super) principal: Option<&'a Principal>,
}

impl Caller<'_> {
    /// Whether an operation that needs these scopes may be done. Where nobody can say so it may not.
    pub(super) fn may(&self, scopes: &[&str]) -> bool {
        match (self.authorization, self.principal) {
            (Some(authorization), Some(principal)) => authorization.permits(principal, scopes),
            (None, _) => scopes.is_empty(),
            (Some(_), None) => false,
        }
    }

    /// What to say to a caller who lacks some of these scopes (AUT-06).
    pub(super) fn challenge(&self, scopes: &[&str]) -> Option<Challenge> {
        let authorization = self.authorization?;
        Some(Challenge::insufficient_scope(authorization.metadata(), scopes))
    }
}

/// An authorizer of any type.
trait AnyAuthorizer: Send + Sync {
    fn authenticate<'a>(&'a self, headers: &'a HeaderMap) -> Verdict<'a>;
    fn environment(&self) -> Verdict<'_>;
    fn holds(&self, principal: &Principal, scope: &str) -> bool;
}

type Verdict<'a> = Pin<Box<dyn Future<Output = Result<Principal, Unauthenticated>> + Send + 'a>>;

impl<A: Authorizer> AnyAuthorizer for A {
    fn authenticate<'a>(&'a self, headers: &'a HeaderMap) -> Verdict<'a> {
        Box::pin(async move {
            match tokio::time::timeout(PATIENCE, Authorizer::authenticate(self, headers)).await {
                Ok(verdict) => verdict,
                Err(_) => Err(Unauthenticated::unavailable("the authorizer took too long")),
            }
        })
    }

    fn environment(&self) -> Verdict<'_> {
        Box::pin(Authorizer::environment(self))
    }

    fn holds(&self, principal: &Principal, scope: &str) -> bool {
        Authorizer::holds(self, principal, scope)
    }
}
