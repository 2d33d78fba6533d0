//! A flag that is raised once and can be waited for.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::Notify;

/// Whether work is still wanted. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct Cancellation(Arc<Flag>);

impl Cancellation {
    /// Raises the flag; raising it again changes nothing.
    pub fn cancel(&self) {
        self.0.raise();
    }

    /// Whether the flag is up.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.is_raised()
    }

    /// Waits until the flag is up.
    pub async fn cancelled(&self) {
        self.0.raised().await;
    }
}

/// The flag itself, for those who share what it is part of.
#[derive(Debug, Default)]
pub(super) struct Flag {
    raised: AtomicBool,
    waiting: Notify,
}

impl Flag {
    pub(super) fn raise(&self) {
        if !self.raised.swap(true, Ordering::AcqRel) {
            self.waiting.notify_waiters();
        }
    }

    pub(super) fn is_raised(&self) -> bool {
        self.raised.load(Ordering::Acquire)
    }

    pub(super) async fn raised(&self) {
        loop {
            // Made before the flag is read: `notify_waiters` reaches it from here on.
            let raised = self.waiting.notified();
            if self.is_raised() {
                return;
            }
            raised.await;
        }
    }
}
