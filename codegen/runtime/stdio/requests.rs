//! The requests in progress on a byte stream.

use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::mpsc;
use tokio::task::{AbortHandle, JoinSet};

use super::super::checks::{InFlight, id_key};
use super::super::context::Context;
use super::super::endpoint::{Endpoint, Transport};
use super::super::operation::Call;
use super::super::server::Server;
use super::{Part, as_line};

/// By the key of their id, sorted: how to stop each.
#[derive(Debug, Default)]
pub(super) struct Requests(Mutex<Vec<(String, AbortHandle)>>);

/// Requests that may be in progress at once. What each holds is bounded by the length of a message and the
/// room of an outbox; an answer that nobody reads yet keeps its request in progress.
const MOST: usize = 1024;

impl InFlight for Requests {
    fn contains(&self, key: &str) -> bool {
        place(&self.lock(), key).is_ok()
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
        // Erased, as what is started for a connection of HTTP.
        let request: Pin<Box<dyn Future<Output = ()> + Send>> = Box::pin(request);
        // Held until the handle is in the map: the task may be done at once.
        let mut requests = self.lock();
        // None in progress has this id: that was checked.
        let place = place(&requests, &key).unwrap_or_else(|place| place);
        requests.insert(place, (key, running.spawn(request)));
    }

    /// Stops a request: its handler is dropped and nothing more is sent for it (CAN-02, A-42).
    /// An id that belongs to none is ignored.
    pub(super) fn cancel(&self, key: &str) {
        if let Some(request) = self.remove(key) {
            request.abort();
        }
    }

    fn remove(&self, key: &str) -> Option<AbortHandle> {
        let mut requests = self.lock();
        let place = place(&requests, key).ok()?;
        Some(requests.remove(place).1)
    }

    fn lock(&self) -> MutexGuard<'_, Vec<(String, AbortHandle)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where the request of this key is, or would be.
fn place(requests: &[(String, AbortHandle)], key: &str) -> Result<usize, usize> {
    requests.binary_search_by(|(other, _)| other.as_str().cmp(key))
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
        && requests.remove(&key).is_some()
    {
        place.send(Ok(as_line(answer.text)));
    }
}
