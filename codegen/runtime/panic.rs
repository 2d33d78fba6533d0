//! A handler that panics has failed; the server and its other requests have not.

use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::Poll;

/// The handler panicked. What it panicked with has gone to the panic hook.
#[derive(Debug)]
pub(super) struct Panicked;

/// A future whose panic is its outcome. The future itself is not polled again after it.
pub(super) async fn caught<F: Future>(mut future: Pin<&mut F>) -> Result<F::Output, Panicked> {
    // State that a panic left half-changed is the handler's own; nothing here looks at it.
    poll_fn(|cx| match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(cx))) {
        Ok(Poll::Pending) => Poll::Pending,
        Ok(Poll::Ready(output)) => Poll::Ready(Ok(output)),
        Err(_) => Poll::Ready(Err(Panicked)),
    })
    .await
}
