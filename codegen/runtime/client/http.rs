//! Streamable HTTP, client side, over any `tower` service.
//!
//! The service is the connection: [`Tcp`] for `http://`, the generated server
//! itself in a test, or whatever speaks TLS (such as the client of `hyper-util` with a connector
//! of `hyper-rustls`, which is a service of the right type). Always holds: every request goes
//! through `Http::request`, which makes its header fields from its body; the address is used as
//! it was given, and no redirection is followed.

use std::error::Error as StdError;
use std::future::poll_fn;
use std::pin::pin;

use bytes::{Buf as _, Bytes};
use http::header::{ACCEPT, CONTENT_TYPE};
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode, Uri};
use http_body::Body;
use http_body_util::{BodyExt as _, Full};
use serde::Deserialize;
use tower_service::Service;

use super::error::Error;
use super::headers;
use super::sse::EventReader;
use super::tcp::Tcp;
use super::transport::{Exchange, Incoming, Outgoing, Transport};

/// A server behind an address and a service that reaches it.
#[derive(Clone, Debug)]
pub struct Http<S> {
    service: S,
    uri: Uri,
    fields: HeaderMap,
}

impl Http<Tcp> {
    /// A server at an `http://` address, over TCP, connections kept.
    ///
    /// # Errors
    /// [`Error::Unsendable`] for another scheme or no address at all; nothing is connected yet.
    pub fn connect(url: &str) -> Result<Self, Error> {
        let uri = address(url)?;
        let tcp = Tcp::to(&uri)?;
        Ok(Self { service: tcp, uri, fields: HeaderMap::new() })
    }
}

impl<S> Http<S> {
    /// A server at any address, reached through `service`.
    ///
    /// # Errors
    /// [`Error::Unsendable`] if `url` is not an absolute address.
    pub fn over(url: &str, service: S) -> Result<Self, Error> {
        Ok(Self { service, uri: address(url)?, fields: HeaderMap::new() })
    }

    /// Sends this field with every request, such as `Authorization`. The fields that mirror the
    /// body cannot be set: they are made from the body.
    ///
    /// # Errors
    /// [`Error::Unsendable`] if name or value cannot stand in a header.
    pub fn with_field(mut self, name: &str, value: &str) -> Result<Self, Error> {
        let name = HeaderName::try_from(name).map_err(|_| Error::Unsendable(format!("{name:?} is no field name")))?;
        let mut value =
            HeaderValue::from_str(value).map_err(|_| Error::Unsendable(format!("the value of {name} is not legal")))?;
        value.set_sensitive(true);
        self.fields.insert(name, value);
        Ok(self)
    }

    fn request(&self, body: String, exchange: &Exchange<'_>) -> Result<Request<Full<Bytes>>, Error> {
        let mut request = Request::new(());
        *request.method_mut() = Method::POST;
        *request.uri_mut() = self.uri.clone();
        let fields = request.headers_mut();
        fields.extend(self.fields.clone());
        fields.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        fields.insert(ACCEPT, HeaderValue::from_static("application/json, text/event-stream"));
        for (name, value) in headers::mirror(&body, exchange.bindings)? {
            let unsendable = || Error::Unsendable(format!("{name} cannot be sent"));
            let field = HeaderName::try_from(&name).map_err(|_| unsendable())?;
            let value = HeaderValue::try_from(value).map_err(|_| unsendable())?;
            fields.insert(field, value);
        }
        Ok(request.map(|()| Full::new(Bytes::from(body))))
    }
}

fn address(url: &str) -> Result<Uri, Error> {
    let uri: Uri = url.parse().map_err(|error| Error::Unsendable(format!("{url:?}: {error}")))?;
    if uri.scheme().is_none() || uri.host().is_none() {
        return Err(Error::Unsendable(format!("{url:?} is not an absolute address")));
    }
    Ok(uri)
}

impl<S, B> Transport for Http<S>
where
    S: Service<Request<Full<Bytes>>, Response = Response<B>> + Clone + Send + Sync + 'static,
    S::Error: Into<Box<dyn StdError + Send + Sync>>,
    S::Future: Send,
    B: Body + Send,
    B::Data: Send,
    B::Error: Into<Box<dyn StdError + Send + Sync>>,
{
    async fn exchange(&self, outgoing: Outgoing, exchange: Exchange<'_>) -> Result<Incoming, Error> {
        let request = self.request(outgoing.body, &exchange)?;
        let mut service = self.service.clone();
        poll_fn(|cx| service.poll_ready(cx)).await.map_err(Error::transport)?;
        let response = service.call(request).await.map_err(Error::transport)?;
        let status = response.status();
        let media_type = response.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let media_type = media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        let message = match media_type.as_str() {
            "text/event-stream" if status.is_success() => Some(streamed(response.into_body(), &exchange).await?),
            "application/json" => whole(response.into_body(), exchange.max_message_bytes).await?,
            _ => None,
        };
        match message {
            Some(message) if status.is_success() || is_error(&message) => {
                Ok(Incoming { message, status: Some(status.as_u16()) })
            }
            _ => Err(refusal(status)),
        }
    }
}

/// What a status without an answer means. Only statuses that a server of another revision may well
/// give are taken for one; the rest says nothing about revisions.
fn refusal(status: StatusCode) -> Error {
    match status {
        StatusCode::BAD_REQUEST | StatusCode::NOT_FOUND | StatusCode::METHOD_NOT_ALLOWED => {
            Error::NotModern { status: status.as_u16() }
        }
        status if status.is_success() => Error::invalid(format!("HTTP status {} without an answer", status.as_u16())),
        status => Error::Status(status.as_u16()),
    }
}

fn is_error(message: &str) -> bool {
    #[derive(Deserialize)]
    struct Answer {
        error: Option<serde::de::IgnoredAny>,
    }
    serde_json::from_str::<Answer>(message).is_ok_and(|answer| answer.error.is_some())
}

/// A body that is one message; `None` if it is empty.
async fn whole<B>(body: B, limit: usize) -> Result<Option<String>, Error>
where
    B: Body,
    B::Error: Into<Box<dyn StdError + Send + Sync>>,
{
    let mut bytes = Vec::new();
    each_piece(body, |piece| {
        if bytes.len() + piece.len() > limit {
            return Err(too_long(limit));
        }
        bytes.extend_from_slice(piece);
        Ok(false)
    })
    .await?;
    Ok(if bytes.is_empty() { None } else { Some(utf8(bytes)?) })
}

/// A stream of messages, the last of which is the answer (HTTP-07).
async fn streamed<B>(body: B, exchange: &Exchange<'_>) -> Result<String, Error>
where
    B: Body,
    B::Error: Into<Box<dyn StdError + Send + Sync>>,
{
    let mut reader = EventReader::new(exchange.max_message_bytes);
    let mut answer = None;
    each_piece(body, |piece| {
        let mut events = Vec::new();
        reader.push(piece, |event| events.push(event)).map_err(|_| too_long(exchange.max_message_bytes))?;
        for event in events {
            let event = utf8(event)?;
            match method_and_id(&event) {
                (Some(_), true) => return Err(Error::invalid("the server sent a request on a response stream")),
                (Some(_), false) => (exchange.notification)(&event),
                (None, _) => {
                    answer = Some(event);
                    return Ok(true);
                }
            }
        }
        Ok(false)
    })
    .await?;
    answer.ok_or_else(|| Error::transport("the stream ended before the answer"))
}

/// Whether a message has a method, and an id: what tells requests, notifications and answers apart.
pub(super) fn method_and_id(message: &str) -> (Option<String>, bool) {
    #[derive(Deserialize)]
    struct Kind {
        method: Option<String>,
        id: Option<serde::de::IgnoredAny>,
    }
    serde_json::from_str::<Kind>(message).map_or((None, false), |kind| (kind.method, kind.id.is_some()))
}

/// Hands over the pieces of a body until `take` has enough.
async fn each_piece<B>(body: B, mut take: impl FnMut(&[u8]) -> Result<bool, Error>) -> Result<(), Error>
where
    B: Body,
    B::Error: Into<Box<dyn StdError + Send + Sync>>,
{
    let mut body = pin!(body);
    while let Some(frame) = body.frame().await {
        let Ok(mut data) = frame.map_err(Error::transport)?.into_data() else { continue };
        while data.has_remaining() {
            let piece = data.chunk();
            let length = piece.len();
            if take(piece)? {
                return Ok(());
            }
            data.advance(length);
        }
    }
    Ok(())
}

fn utf8(bytes: Vec<u8>) -> Result<String, Error> {
    String::from_utf8(bytes).map_err(|_| Error::invalid("the answer is not UTF-8"))
}

fn too_long(limit: usize) -> Error {
    Error::invalid(format!("a message of more than {limit} bytes"))
}
