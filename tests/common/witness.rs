//! A server in this process whose answers somebody else sees, too.
//!
//! In: a service that speaks Streamable HTTP; out: the same service, which tells each message that it sends,
//! with the method of the request, before anybody reads it. It knows nothing of any generated module, so
//! that it can stand in any crate that has one.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http::{Request, Response};
use http_body::Body;
use http_body_util::{BodyExt as _, Full};
use tower_service::Service;

/// Told the method of a request, and the text of a message to whoever sent it.
pub(crate) type Tell = fn(&str, &str);

/// The service, and who is told.
#[derive(Clone, Debug)]
pub(crate) struct Witness<S>(pub(crate) S, pub(crate) Tell);

type Answered<E> = Pin<Box<dyn Future<Output = Result<Response<Full<Bytes>>, E>> + Send>>;

impl<S, B> Service<Request<Full<Bytes>>> for Witness<S>
where
    S: Service<Request<Full<Bytes>>, Response = Response<B>> + Clone + Send + 'static,
    S::Future: Send,
    B: Body + Send + 'static,
    B::Data: Send,
    B::Error: std::fmt::Debug,
{
    type Response = Response<Full<Bytes>>;
    type Error = S::Error;
    type Future = Answered<S::Error>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.0.poll_ready(cx)
    }

    fn call(&mut self, request: Request<Full<Bytes>>) -> Self::Future {
        let tell = self.1;
        let method = request.headers().get("Mcp-Method").and_then(|value| value.to_str().ok());
        let method = method.unwrap_or_default().to_owned();
        let answer = self.0.call(request);
        Box::pin(async move {
            let (head, body) = answer.await?.into_parts();
            let body = body.collect().await.expect("a body").to_bytes();
            let text = std::str::from_utf8(&body).expect("UTF-8");
            // A body is one message of one line, or events with a line of data each.
            for line in text.lines() {
                let line = line.strip_prefix("data: ").unwrap_or(line);
                if line.starts_with('{') {
                    tell(&method, line);
                }
            }
            Ok(Response::from_parts(head, Full::new(body)))
        })
    }
}
