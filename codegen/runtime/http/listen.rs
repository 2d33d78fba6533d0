//! A whole HTTP server around the service: connections, the path, and the end.

use std::future::Future;
use std::io;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;

use super::super::server::Server;
use super::super::termination::termination;
use super::Service;
use super::connections::Connections;
use super::patience::{Activity, InProgress, Patience};
use super::socket::Socket;

/// How long the requests in progress may take to end after the server was told to.
const GRACE: Duration = Duration::from_secs(30);

/// Serves on a listener, at the path that the contract states, until the process is told to end
/// (SIGINT, SIGTERM); then lets the requests in progress finish.
///
/// Which `Host` and `Origin` are allowed follows from the address of the listener: see
/// [`Service::reachable_at`].
///
/// # Errors
///
/// If the listener has no address, or signals cannot be listened for, or the key that seals state is not
/// one (`MCP_STATE_KEY`).
pub async fn serve<S: Server>(server: S, listener: TcpListener) -> io::Result<()> {
    let terminated = termination()?;
    let address = listener.local_addr()?.ip();
    let service = Service::reachable_at(server, address);
    if !address.to_canonical().is_loopback() && service.contract().http.allowed_hosts.is_empty() {
        tracing::warn!(%address, "callers must name this server by an IP address: the contract has no `allowedHosts`");
    }
    service.ready()?;
    serve_until(service, listener, terminated).await;
    Ok(())
}

/// Serves on a listener, at the path that the contract states, until `shutdown` completes; then lets
/// the requests in progress finish.
pub async fn serve_until<S: Server>(service: Service<S>, listener: TcpListener, shutdown: impl Future<Output = ()>) {
    let mut shutdown = pin!(shutdown);
    let connections = Connections::new();
    let mut protocol = http1::Builder::new();
    // Half-closed connections stay off: nothing tells a client that will send no more from one that is gone, until
    // something is written to it, and what nobody waits for is to stop at once (HTTP-12). RFC 9112, section 9.6,
    // lets either side close; a client reads its answer before it does.
    // Nor has hyper a clock: `Patience` sees to what takes too long.
    protocol.header_read_timeout(None);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut shutdown => break,
        };
        match accepted {
            Ok((stream, _)) => {
                // An answer is written at once and whole; waiting to fill a segment would only delay it.
                let _ = stream.set_nodelay(true);
                let activity = Arc::new(Activity::default());
                let socket = Socket::new(stream, Arc::clone(&activity));
                let patience = Patience::with(Arc::clone(&activity));
                let service = service.clone();
                // A function and not a type of its own, whose future would have to be on the heap to have a name.
                let service =
                    service_fn(move |request| service.clone().at_its_path(request, InProgress::on(&activity)));
                let connection = protocol.serve_connection(TokioIo::new(socket), service);
                // Erased, as what is started for a request over stdio: another type of task is five thousand lines to
                // compile.
                let held: Pin<Box<dyn Future<Output = ()> + Send>> = Box::pin(connections.hold(connection, patience));
                tokio::spawn(held);
            }
            Err(error) if is_of_one_connection(&error) => {}
            Err(error) => {
                // Out of descriptors, most likely: others must close first.
                tracing::warn!(%error, "cannot accept connections");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
    drop(listener);
    service.end();
    if tokio::time::timeout(GRACE, connections.end()).await.is_err() {
        tracing::warn!("requests were still in progress when the time to finish ran out");
    }
}

fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted)
}
