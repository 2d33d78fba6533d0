//! The requests in progress on a byte stream.

use std::collections::HashMap;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::mpsc;
use tokio::task::{AbortHandle, JoinSet};

use super::super::checks::{InFlight, id_key};
use super::super::context::Context;
use super::super::endpoint::{Endpoint, Transport};
use super::super::operation::Call;
use super::super::server::Server;
use super::{Part, as_line};

/// By the key of their id: how to stop each.
#[derive(Debug, Default)]
pub(super) struct Requests(Mutex<HashMap<String, AbortHandle>>);

/// Requests that may be in progress at once. What each holds is bounded by the length of a message and the
/// room of an outbox; an answer that nobody reads yet keeps its request in progress.
const MOST: usize = 1024;

impl InFlight for Requests {
    fn contains(&self, key: &str) -> bool {
        self.lock().contains_key(key)
    }

    fn is_full(&self) -> bool {
        self.lock().len() >= MOST
    }
}

impl Requests {
    /// Carries a request out beside the others. Its notifications and then its answer go to `outgoing`.
    pub(super) fn start<S: Server>(
        self: &Arc<Self>,
        call: Call,
        cx: Context,
        endpoint: &Arc<Endpoint<S>>,
        outgoing: &mpsc::Sender<Part>,
        running: &mut JoinSet<()>,
    ) {
        let key = id_key(call.id.as_str());
        let request = run(call, cx, Arc::clone(endpoint), outgoing.clone(), Arc::clone(self), key.clone());
        // Held until the handle is in the map: the task may be done at once.
        let mut requests = self.lock();
        requests.insert(key, running.spawn(request));
    }

    /// Stops a request: its handler is dropped and nothing more is sent for it (CAN-02, A-42).
    /// An id that belongs to none is ignored.
    pub(super) fn cancel(&self, key: &str) {
        if let Some(request) = self.lock().remove(key) {
            request.abort();
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, AbortHandle>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn run<S: Server>(
    call: Call,
    cx: Context,
    endpoint: Arc<Endpoint<S>>,
    outgoing: mpsc::Sender<Part>,
    requests: Arc<Requests>,
    key: String,
) {
    let outbox = cx.outbox();
    let carried = async {
        match endpoint.at_once(&call, cx.metadata()) {
            Some(reply) => reply,
            None => endpoint.carry_out(&call, &cx, Transport::Stdio).await,
        }
    };
    let mut answer = pin!(carried);
    let answer = loop {
        tokio::select! {
            biased;
            Some(notification) = poll_fn(|cx| outbox.poll_next(cx)) => {
                if outgoing.send(Ok(as_line(notification))).await.is_err() {
                    return;
                }
            }
            answer = &mut answer => break answer,
        }
    };
    while let Some(notification) = outbox.take() {
        if outgoing.send(Ok(as_line(notification))).await.is_err() {
            return;
        }
    }
    // Once the answer can be read its id can be used again. And once it is certain to be written, the
    // request cannot be cancelled any more.
    if let Ok(place) = outgoing.reserve().await
        && requests.lock().remove(&key).is_some()
    {
        place.send(Ok(as_line(answer.text)));
    }
}
