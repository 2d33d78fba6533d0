//! How long a connection may be open while nothing is asked on it.
//!
//! Comes in: that a request has begun and ended, and that something was written. Goes out: that it is enough. One
//! timer a connection looks now and then at what has moved since; hyper's own would be set and stopped again with each
//! request, which costs more than all else that a request needs of the runtime. Always holds: a connection on which a
//! request is in progress is not given up, and one on which no whole head of a request has come for [`PATIENCE`], and
//! nothing was written, is: by twice that time at the latest.

use std::future::Future as _;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::task::Context;
use std::time::Duration;

use tokio::time::{Instant, Sleep, sleep};

/// How long the head of a request may take, and how long a connection may be idle before it.
const PATIENCE: Duration = Duration::from_secs(30);

/// What moves on a connection. One task sees to all of a connection, so that nothing here needs an order.
#[derive(Debug, Default)]
pub(super) struct Activity {
    /// How often something moved.
    moves: AtomicUsize,
    /// Whether a request is in progress.
    busy: AtomicBool,
}

impl Activity {
    #[inline]
    pub(super) fn moved(&self) {
        self.moves.store(self.moves.load(Ordering::Relaxed).wrapping_add(1), Ordering::Relaxed);
    }
}

/// A request in progress, until this is dropped; HTTP/1.1 has one at a time.
#[derive(Debug)]
pub(super) struct InProgress(Arc<Activity>);

impl InProgress {
    pub(super) fn on(connection: &Arc<Activity>) -> Self {
        connection.busy.store(true, Ordering::Relaxed);
        Self(Arc::clone(connection))
    }
}

impl Drop for InProgress {
    fn drop(&mut self) {
        self.0.busy.store(false, Ordering::Relaxed);
        self.0.moved();
    }
}

/// The patience with a connection.
#[derive(Debug)]
pub(super) struct Patience {
    activity: Arc<Activity>,
    /// How often something had moved at the last look; there is none before the first.
    seen: Option<usize>,
    alarm: Pin<Box<Sleep>>,
}

impl Patience {
    pub(super) fn with(activity: Arc<Activity>) -> Self {
        Self { activity, seen: None, alarm: Box::pin(sleep(PATIENCE)) }
    }

    /// Whether it is at its end; if not, the task is woken to ask again. To be asked by one task.
    #[inline]
    pub(super) fn is_over(&mut self, cx: &mut Context<'_>) -> bool {
        (self.seen.is_none() || self.alarm.is_elapsed()) && self.look(cx)
    }

    #[cold]
    fn look(&mut self, cx: &mut Context<'_>) -> bool {
        loop {
            let moves = self.activity.moves.load(Ordering::Relaxed);
            let in_use = self.seen.replace(moves) != Some(moves) || self.activity.busy.load(Ordering::Relaxed);
            if self.alarm.as_mut().poll(cx).is_pending() {
                return false;
            }
            if !in_use {
                return true;
            }
            self.alarm.as_mut().reset(Instant::now() + PATIENCE);
        }
    }
}
