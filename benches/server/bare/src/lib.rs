//! Reads each request to its end and answers it with the same bytes.

use std::convert::Infallible;
use std::io;

use bytes::Bytes;
use http::header::{CONTENT_TYPE, HeaderValue};
use http::{Request, Response};
use http_body_util::{BodyExt as _, Full};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpListener;

/// Serves on a listener, without an end.
///
/// # Errors
///
/// If a connection cannot be accepted.
pub async fn serve(listener: TcpListener, answer: Bytes) -> io::Result<Infallible> {
    loop {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        let answer = answer.clone();
        tokio::spawn(async move {
            let service = service_fn(|request: Request<Incoming>| {
                let answer = answer.clone();
                async move {
                    // A sender that broke off is not answered.
                    let _ = request.into_body().collect().await;
                    let mut response = Response::new(Full::new(answer));
                    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
                    Ok::<_, Infallible>(response)
                }
            });
            // As hyper is set by itself; its timeout of heads needs a clock.
            let mut protocol = http1::Builder::new();
            protocol.timer(TokioTimer::new());
            let _ = protocol.serve_connection(TokioIo::new(stream), service).await;
        });
    }
}
