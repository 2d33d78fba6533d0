//! Plain TCP as a `tower` service: connections to one host, kept while they are idle.

use std::error::Error as StdError;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use bytes::Bytes;
use http::header::HOST;
use http::uri::{PathAndQuery, Scheme};
use http::{HeaderValue, Request, Response, Uri};
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tower_service::Service;

use super::error::Error;

type Connection = SendRequest<Full<Bytes>>;
type AnyError = Box<dyn StdError + Send + Sync>;

/// Connections to one host.
#[derive(Clone, Debug)]
pub struct Tcp {
    host: Arc<str>,
    port: u16,
    field: HeaderValue,
    idle: Arc<Mutex<Vec<Connection>>>,
}

impl Tcp {
    /// Connections to the host of an `http://` address.
    ///
    /// # Errors
    /// [`Error::Unsendable`] for another scheme.
    pub fn to(uri: &Uri) -> Result<Self, Error> {
        let unsendable = |why: &str| Error::Unsendable(format!("{uri}: {why}"));
        if uri.scheme() != Some(&Scheme::HTTP) {
            return Err(unsendable("only http:// goes over plain TCP; hand in a service that speaks TLS"));
        }
        let host = uri.host().ok_or_else(|| unsendable("no host"))?;
        // The field has the port as the address has it; user information never goes along.
        let field = uri.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"));
        let field = HeaderValue::from_str(&field).map_err(|_| unsendable("no legal host"))?;
        let host = host.trim_start_matches('[').trim_end_matches(']');
        Ok(Self { host: host.into(), port: uri.port_u16().unwrap_or(80), field, idle: Arc::default() })
    }

    fn take_idle(&self) -> Option<Connection> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.retain(|connection| !connection.is_closed());
        let ready = idle.iter().position(Connection::is_ready)?;
        Some(idle.swap_remove(ready))
    }

    fn give_back(&self, connection: Connection) {
        if !connection.is_closed() {
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
        }
    }

    async fn connection(&self) -> Result<Connection, AnyError> {
        match self.take_idle() {
            Some(connection) => Ok(connection),
            None => self.fresh().await,
        }
    }

    async fn fresh(&self) -> Result<Connection, AnyError> {
        let stream = TcpStream::connect((&*self.host, self.port)).await?;
        stream.set_nodelay(true)?;
        let (connection, driver) = handshake(TokioIo::new(stream)).await?;
        tokio::spawn(async move {
            // An error here ends the request in flight, and is reported there.
            let _ = driver.await;
        });
        Ok(connection)
    }
}

impl Service<Request<Full<Bytes>>> for Tcp {
    type Response = Response<Incoming>;
    type Error = AnyError;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Self::Error>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, mut request: Request<Full<Bytes>>) -> Self::Future {
        let tcp = self.clone();
        Box::pin(async move {
            request.headers_mut().insert(HOST, tcp.field.clone());
            let path = request.uri().path_and_query().cloned().unwrap_or_else(|| PathAndQuery::from_static("/"));
            *request.uri_mut() = Uri::from(path);
            let mut connection = tcp.connection().await?;
            match connection.try_send_request(request).await {
                Ok(response) => {
                    tcp.give_back(connection);
                    Ok(response)
                }
                Err(mut refused) => {
                    // The server had closed an idle connection: nothing of the request has left, so
                    // that it may go over a new one.
                    let Some(request) = refused.take_message() else { return Err(refused.into_error().into()) };
                    let mut connection = tcp.fresh().await?;
                    let response = connection.send_request(request).await?;
                    tcp.give_back(connection);
                    Ok(response)
                }
            }
        })
    }
}
