//! What a request has to send before its result: a bounded queue between a handler and its transport.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

/// Messages that may wait for a slow reader. Beyond that the oldest are given up.
const CAPACITY: usize = 256;

/// The queue. It is closed when the request is answered or cancelled; from then on it takes nothing.
#[derive(Debug, Default)]
pub(super) struct Outbox(Mutex<Queue>);

#[derive(Debug, Default)]
struct Queue {
    messages: VecDeque<Message>,
    closed: bool,
    reader: Option<Waker>,
    /// One that waits until all is taken.
    writer: Option<Waker>,
}

#[derive(Debug)]
struct Message {
    text: String,
    /// A later report of progress takes the place of one that has not been sent.
    progress: bool,
}

impl Outbox {
    /// Appends a message, made only if it is taken.
    pub(super) fn push(&self, message: impl FnOnce() -> String) {
        self.put(message, false);
    }

    /// Appends a report of progress; if the last message waiting is one too, replaces it.
    pub(super) fn progress(&self, message: impl FnOnce() -> String) {
        self.put(message, true);
    }

    fn put(&self, message: impl FnOnce() -> String, progress: bool) {
        let mut queue = self.lock();
        if queue.closed {
            return;
        }
        let text = message();
        match queue.messages.back_mut() {
            Some(last) if progress && last.progress => last.text = text,
            _ => {
                if queue.messages.len() >= CAPACITY {
                    queue.messages.pop_front();
                }
                queue.messages.push_back(Message { text, progress });
            }
        }
        if let Some(reader) = queue.reader.take() {
            drop(queue);
            reader.wake();
        }
    }

    /// What waits, without waiting for more.
    pub(super) fn take(&self) -> Option<String> {
        let mut queue = self.lock();
        let message = queue.messages.pop_front()?;
        let writer = if queue.messages.is_empty() { queue.writer.take() } else { None };
        drop(queue);
        if let Some(writer) = writer {
            writer.wake();
        }
        Some(message.text)
    }

    /// Takes nothing more; what waits can still be read.
    pub(super) fn close(&self) {
        let mut queue = self.lock();
        queue.closed = true;
        if let Some(reader) = queue.reader.take() {
            drop(queue);
            reader.wake();
        }
    }

    /// Whether nothing waits.
    pub(super) fn is_empty(&self) -> bool {
        self.lock().messages.is_empty()
    }

    /// Has the task of this context woken by the next message.
    pub(super) fn wake_on_message(&self, cx: &Context<'_>) {
        self.lock().reader = Some(cx.waker().clone());
    }

    /// Waits until everything that waited has been taken.
    pub(super) async fn emptied(&self) {
        poll_fn(|cx| {
            let mut queue = self.lock();
            if queue.messages.is_empty() {
                return Poll::Ready(());
            }
            queue.writer = Some(cx.waker().clone());
            Poll::Pending
        })
        .await;
    }

    /// The next message; `None` once the queue is closed and empty.
    pub(super) fn poll_next(&self, cx: &Context<'_>) -> Poll<Option<String>> {
        if let Some(message) = self.take() {
            return Poll::Ready(Some(message));
        }
        let mut queue = self.lock();
        if queue.closed {
            return Poll::Ready(None);
        }
        queue.reader = Some(cx.waker().clone());
        // One may have come between the two locks.
        if !queue.messages.is_empty() {
            cx.waker().wake_by_ref();
        }
        Poll::Pending
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
