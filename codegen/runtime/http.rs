//! Streamable HTTP: one path, a POST for each message (HTTP-01 to HTTP-14).
//!
//! [`Service`] is the transport as a [`tower_service::Service`], for any server and any router;
//! [`serve`] is a whole HTTP server around it. No state outlives a request.

mod arrival;
mod body;
mod connections;
mod events;
mod listen;
mod patience;
mod socket;
mod well_known;

use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::net::IpAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use http::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, EXPECT, WWW_AUTHENTICATE};
use http::request::Parts;
use http::{HeaderMap, HeaderValue, Request, Response, StatusCode};
use http_body::Body;

pub use body::ResponseBody;
use events::{Events, Exchange, First};
pub use listen::{serve, serve_until};
use patience::InProgress;

use super::authorization::Challenge;
use super::checks::{Accepted, Admitted, Head, Passed, Policy, Refusal, Source, admit};
use super::contract::Contract;
use super::endpoint::{Endpoint, Transport};
use super::headers::Fields;
use super::metadata::Metadata;
use super::operation::Call;
use super::principal::Principal;
use super::server::Server;

/// A server as a [`tower_service::Service`]; clones share it.
///
/// It looks at no path, but for that of the protected resource metadata document, if there is one: whoever
/// routes to it decides that. `http_service` of the generated module makes one; in an axum router:
/// `Router::new().route_service("/mcp", mcp::http_service(tools))`.
#[derive(Debug)]
pub struct Service<S>(Arc<Inner<S>>);

#[derive(Debug)]
struct Inner<S> {
    endpoint: Endpoint<S>,
    policy: Policy,
}

impl<S> Clone for Service<S> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<S: Server> Service<S> {
    /// Serves what `server` offers to callers on this machine, and to those whose `Host` and `Origin`
    /// the contract allows.
    #[must_use]
    pub fn new(server: S) -> Self {
        Self::reachable_at(server, IpAddr::from([127, 0, 0, 1]))
    }

    /// The same for a server that listens at this address. Unless it is loopback, pages of this machine
    /// are no longer allowed just so; and if the contract names no hosts, a `Host` is allowed that is an IP address
    /// and needs no name.
    #[must_use]
    pub fn reachable_at(server: S, address: IpAddr) -> Self {
        let endpoint = Endpoint::new(server);
        let http = &endpoint.contract.http;
        let lower = |texts: &[&str]| texts.iter().map(|text| text.to_ascii_lowercase()).collect();
        let policy = Policy {
            loopback: address.to_canonical().is_loopback(),
            origins: lower(http.allowed_origins),
            hosts: lower(http.allowed_hosts),
            max_body_bytes: http.max_body_bytes,
        };
        Self(Arc::new(Inner { endpoint, policy }))
    }

    /// Ends the streams that would last, each with its result (SUB-08). [`serve`] does this when it is
    /// told to end.
    pub fn end(&self) {
        self.0.endpoint.ending.cancel();
    }

    fn answering<B>(&self, request: Request<B>) -> Answering
    where
        B: Body<Data = Bytes> + Send + 'static,
        B::Error: Send,
    {
        let inner = Arc::clone(&self.0);
        let (head, body) = request.into_parts();
        Box::pin(async move { Ok(inner.answer(head, body).await) })
    }

    /// Answers at the path of the contract; 404 elsewhere, without a redirect. The request is in progress until the
    /// answer has been sent.
    fn at_its_path<B>(
        self,
        request: Request<B>,
        in_progress: InProgress,
    ) -> impl Future<Output = Result<Response<ResponseBody>, Infallible>>
    where
        B: Body<Data = Bytes>,
    {
        let (head, body) = request.into_parts();
        async move {
            let inner = self.0;
            let path = head.uri.path();
            let mut response =
                if path == inner.endpoint.contract.http.path || inner.is_well_known(&head.method, &head.uri) {
                    inner.answer(head, body).await
                } else {
                    empty(StatusCode::NOT_FOUND)
                };
            response.body_mut().ends(in_progress);
            Ok(response)
        }
    }

    /// Whether it can serve all that the contract offers.
    fn ready(&self) -> io::Result<()> {
        self.0.endpoint.ready()
    }

    /// The tables of the server.
    #[must_use]
    pub fn contract(&self) -> &'static Contract {
        self.0.endpoint.contract
    }
}

impl<S: Server> Inner<S> {
    async fn answer<B>(self: &Arc<Self>, head: Parts, body: B) -> Response<ResponseBody>
    where
        B: Body<Data = Bytes>,
    {
        if let Some(document) = self.well_known(&head) {
            return document;
        }
        let (exchange, accepted) = match self.begun(&head, body).await {
            Ok(begun) => begun,
            Err(response) => return response,
        };
        // JSON if the answer is all there is, events if something comes before it; what the client does not accept
        // is not sent. A stream begins with 200, and some errors must not (REQ-07): they are JSON, as refusals
        // are, whatever is accepted, unless something came before them.
        match exchange.first().await {
            First::Reply(reply) if accepted.json || reply.status != StatusCode::OK => {
                json_in(emptied(head.headers), status(reply.status), reply.text)
            }
            First::Reply(reply) => events(Exchange::answered(reply)),
            First::Events(exchange) => events(exchange),
        }
    }

    /// Takes a message in and makes the checks; a request that passes begins, all else is answered.
    async fn begun<B>(self: &Arc<Self>, head: &Parts, body: B) -> Result<(Exchange, Accepted), Response<ResponseBody>>
    where
        B: Body<Data = Bytes>,
    {
        let fields = Fields::of(&head.headers);
        let mut body = pin!(body);
        let checked = Head { method: &head.method, uri: &head.uri, fields: &fields };
        let authorization = self.endpoint.authorization.as_ref();
        let Admitted { accepted, principal } =
            match admit(checked, &self.policy, self.endpoint.contract, authorization).await {
                Ok(admitted) => admitted,
                Err(refusal) => {
                    // Reading on would tell a sender that waits for `100 Continue` to go ahead.
                    if !head.headers.contains_key(EXPECT) {
                        Box::pin(arrival::discard(body)).await;
                    }
                    return Err(refused(&refusal));
                }
            };
        let message = match arrival::read(body.as_mut(), self.policy.max_body_bytes).await {
            Ok(message) => message,
            Err(refusal) => return Err(refused(&refusal)),
        };
        match self.endpoint.check(&message, Source::Http(&fields), principal.as_ref()) {
            Ok(Passed::Request(call, metadata, principal)) => {
                Ok((self.begin(call, metadata, principal, accepted), accepted))
            }
            Ok(Passed::Notification(_)) => Err(empty(StatusCode::ACCEPTED)),
            Err(refusal) => Err(refused(&refusal)),
        }
    }

    /// Begins what a request asks for. Not `async`, so that no future but the last holds what it consists of.
    fn begin(
        self: &Arc<Self>,
        call: Call,
        metadata: Metadata,
        principal: Option<Principal>,
        accepted: Accepted,
    ) -> Exchange {
        if let Some(reply) = self.endpoint.at_once(&call, &metadata) {
            return Exchange::answered(reply);
        }
        let cx = self.endpoint.context(metadata, principal);
        if !accepted.events {
            cx.outbox().close();
        }
        let (inner, request) = (Arc::clone(self), cx.clone());
        Exchange::new(async move { inner.endpoint.carry_out(&call, &cx, Transport::Http).await }, request)
    }
}

impl<S, B> tower_service::Service<Request<B>> for Service<S>
where
    S: Server,
    B: Body<Data = Bytes> + Send + 'static,
    B::Error: Send,
{
    type Response = Response<ResponseBody>;
    type Error = Infallible;
    type Future = Answering;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Answering {
        self.answering(request)
    }
}

/// An answer on its way.
type Answering = Pin<Box<dyn Future<Output = Result<Response<ResponseBody>, Infallible>> + Send>>;

fn refused(refusal: &Refusal) -> Response<ResponseBody> {
    refusal.report();
    let status = status(refusal.check.answer.status);
    let mut response = match refusal.body() {
        Some(body) => json(status, body),
        None => empty(status),
    };
    if status == StatusCode::METHOD_NOT_ALLOWED {
        response.headers_mut().insert(ALLOW, HeaderValue::from_static("POST"));
    }
    if let Some(challenge) = refusal.challenge().and_then(Challenge::value) {
        response.headers_mut().insert(WWW_AUTHENTICATE, challenge);
    }
    response
}

fn status(status: u16) -> StatusCode {
    StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}

fn events(exchange: Exchange) -> Response<ResponseBody> {
    let mut response = Response::new(ResponseBody::events(Events::new(exchange)));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    // Some proxies hold a stream back until it is whole (HTTP-09).
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}

fn json(status: StatusCode, body: String) -> Response<ResponseBody> {
    json_in(HeaderMap::new(), status, body)
}

/// An answer of JSON, with its fields in a map that is empty.
fn json_in(mut headers: HeaderMap, status: StatusCode, body: String) -> Response<ResponseBody> {
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    let mut response = Response::new(ResponseBody::full(body));
    *response.status_mut() = status;
    *response.headers_mut() = headers;
    response
}

/// The fields of a request without any of them. hyper reads the next request of a connection into what the last answer
/// had: handed on, the room that one request took is there for all.
fn emptied(mut headers: HeaderMap) -> HeaderMap {
    headers.clear();
    headers
}

fn empty(status: StatusCode) -> Response<ResponseBody> {
    let mut response = Response::new(ResponseBody::empty());
    *response.status_mut() = status;
    response
}
