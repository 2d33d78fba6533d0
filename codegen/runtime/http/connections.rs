//! The connections of a server, and how they end together.
//!
//! Comes in: each connection as it is accepted, and at last the word that it is the end. Goes out: when all have
//! ended, each after the request that it was in. Always holds: a connection that is woken looks at a flag for that
//! word and does nothing else about it.

use std::error::Error;
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;

use hyper::body::{Body, Incoming};
use hyper::server::conn::http1::Connection;
use hyper::service::HttpService;
use hyper_util::rt::TokioIo;

use super::super::cancellation::Cancellation;
use super::patience::Patience;
use super::socket::Socket;

/// The connections of a server.
pub(super) struct Connections {
    ending: Cancellation,
    /// Held by each connection as long as it is open.
    open: Arc<Open>,
    all_closed: Cancellation,
}

/// What raises the flag when the last who holds it lets it go.
struct Open(Cancellation);

impl Drop for Open {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

impl Connections {
    pub(super) fn new() -> Self {
        let all_closed = Cancellation::default();
        Self { ending: Cancellation::default(), open: Arc::new(Open(all_closed.clone())), all_closed }
    }

    /// A connection until it is closed, or until the patience with it is over; to be polled by one task.
    pub(super) fn hold<S, B>(
        &self,
        connection: Connection<TokioIo<Socket>, S>,
        mut patience: Patience,
    ) -> impl Future<Output = ()> + use<S, B>
    where
        S: HttpService<Incoming, ResBody = B>,
        S::Error: Into<Box<dyn Error + Send + Sync>>,
        B: Body + 'static,
        B::Error: Into<Box<dyn Error + Send + Sync>>,
    {
        let (ending, open) = (self.ending.clone(), Arc::clone(&self.open));
        async move {
            let mut connection = pin!(connection);
            let mut ended = pin!(ending.cancelled());
            // Waited for from the first time on: the task that is to be woken stays the same.
            let mut waiting = false;
            let mut told = false;
            let closed = poll_fn(|cx| {
                if !told && (ending.is_cancelled() || (!waiting && ended.as_mut().poll(cx).is_ready())) {
                    told = true;
                    connection.as_mut().graceful_shutdown();
                }
                waiting = true;
                if patience.is_over(cx) {
                    return Poll::Ready(None);
                }
                connection.as_mut().poll(cx).map(Some)
            });
            match closed.await {
                Some(Ok(())) => {}
                Some(Err(error)) => tracing::debug!(%error, "a connection ended"),
                None => tracing::debug!("a connection was idle for too long"),
            }
            drop(open);
        }
    }

    /// Has each connection end after the request that it is in, and waits for the last.
    pub(super) async fn end(self) {
        self.ending.cancel();
        drop(self.open);
        self.all_closed.cancelled().await;
    }
}
