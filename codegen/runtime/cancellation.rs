//! A flag that is raised once and can be waited for.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::Notify;

/// Whether work is still wanted. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct Cancellation(Arc<Flag>);

#[derive(Debug, Default)]
struct Flag {
    raised: AtomicBool,
    waiting: Notify,
}

impl Cancellation {
    /// Raises the flag; raising it again changes nothing.
    pub fn cancel(&self) {
        if !self.0.raised.swap(true, Ordering::AcqRel) {
            self.0.waiting.notify_waiters();
        }
    }

    /// Whether the flag is up.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.raised.load(Ordering::Acquire)
    }

    /// Waits until the flag is up.
    pub async fn cancelled(&self) {
        loop {
            // Made before the flag is read: `notify_waiters` reaches it from here on.
            let raised = self.0.waiting.notified();
            if self.is_cancelled() {
                return;
            }
            raised.await;
        }
    }
}
