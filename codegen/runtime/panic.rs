//! A handler that panics has failed; the server and its other requests have not.

use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll};

/// A future whose panic is its outcome. The future itself is not polled again after it.
pub(super) struct CatchPanic<F>(Pin<Box<F>>);

/// The handler panicked. What it panicked with has gone to the panic hook.
#[derive(Debug)]
pub(super) struct Panicked;

impl<F: Future> CatchPanic<F> {
    pub(super) fn new(future: F) -> Self {
        Self(Box::pin(future))
    }
}

impl<F: Future> Future for CatchPanic<F> {
    type Output = Result<F::Output, Panicked>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        // State that a panic left half-changed is the handler's own; nothing here looks at it.
        match catch_unwind(AssertUnwindSafe(|| self.0.as_mut().poll(cx))) {
            Ok(Poll::Pending) => Poll::Pending,
            Ok(Poll::Ready(output)) => Poll::Ready(Ok(output)),
            Err(_) => Poll::Ready(Err(Panicked)),
        }
    }
}
