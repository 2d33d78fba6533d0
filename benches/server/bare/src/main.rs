//! Reads each request to its end and answers it with the bytes of a file: `bare FILE`.

use std::convert::Infallible;

use bytes::Bytes;
use http::header::{CONTENT_TYPE, HeaderValue};
use http::{Request, Response};
use http_body_util::{BodyExt as _, Full};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpListener;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1).ok_or("usage: bare FILE")?;
    let answer = Bytes::from(std::fs::read(file)?);
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    eprintln!("listening on http://{}/mcp", listener.local_addr()?);
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
            // The same settings as those of the generated server.
            let mut protocol = http1::Builder::new();
            protocol.timer(TokioTimer::new());
            let _ = protocol.serve_connection(TokioIo::new(stream), service).await;
        });
    }
}
