//! What one request brought, for its handler, and nothing from any other request (STA-01).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use bytes::Bytes;
use serde::Serialize;

use super::cancellation::Flag;
use super::metadata::{LogLevel, Metadata};
use super::notification;
use super::outbox::Outbox;
use super::principal::Principal;
use super::subscriptions::Changes;

/// The metadata of a request, its caller, and the sinks for what may be sent before its result.
///
/// A clone is the same request: tasks that a handler starts may keep one. After the request is
/// answered or cancelled its sinks take nothing more (PRG-02).
#[derive(Clone, Debug)]
pub struct Context(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    metadata: Metadata,
    principal: Option<Principal>,
    cancelled: Flag,
    outbox: Outbox,
    changes: Changes,
    answered: AtomicBool,
    /// Bits of the largest `progress` reported.
    progress: AtomicU64,
}

impl Context {
    pub(super) fn new(metadata: Metadata, principal: Option<Principal>, changes: Changes) -> Self {
        Self(Arc::new(Inner {
            changes,
            answered: AtomicBool::new(false),
            metadata,
            principal,
            cancelled: Flag::default(),
            outbox: Outbox::default(),
            progress: AtomicU64::new(f64::NEG_INFINITY.to_bits()),
        }))
    }

    /// A context without a request, to call a handler from a test: no capabilities, no principal,
    /// and sinks that lead nowhere.
    #[must_use]
    pub fn detached() -> Self {
        let context = Self::new(Metadata::default(), None, Changes::new());
        context.outbox().close();
        context
    }

    /// The revision that this request speaks.
    #[must_use]
    pub fn protocol_version(&self) -> &str {
        self.0.metadata.protocol_version
    }

    /// The whole `_meta` of the request, as the JSON text of an object.
    #[must_use]
    pub fn meta(&self) -> &str {
        self.0.metadata.meta()
    }

    /// What the client declared on this request, as the JSON text of a `ClientCapabilities`.
    #[must_use]
    pub fn client_capabilities(&self) -> &str {
        self.0.metadata.client_capabilities()
    }

    /// Whether the client declared this capability on this request: `["elicitation", "url"]`.
    #[must_use]
    pub fn has_capability(&self, path: &[&str]) -> bool {
        super::capabilities::declares(self.client_capabilities(), path)
    }

    /// Whether the client declared all of these on this request: the JSON text of a `ClientCapabilities`.
    #[must_use]
    pub fn supports(&self, capabilities: &str) -> bool {
        super::capabilities::missing(capabilities, self.client_capabilities()).is_none()
    }

    /// The client's account of itself, as the JSON text of an `Implementation`. It is for display and
    /// logs; nothing may be decided on it (META-08).
    #[must_use]
    pub fn client_info(&self) -> Option<&str> {
        self.0.metadata.client_info()
    }

    /// `traceparent` of W3C Trace Context, from `_meta` or else the HTTP header, if it is well-formed (META-06,
    /// Send it on with calls that this request leads to.
    #[must_use]
    pub fn traceparent(&self) -> Option<&str> {
        self.0.metadata.traceparent()
    }

    /// `tracestate` from the place where [`traceparent`](Self::traceparent) is from, if it is well-formed. It is
    /// sent on with it.
    #[must_use]
    pub fn tracestate(&self) -> Option<&str> {
        self.0.metadata.tracestate.as_ref().map(Text::as_str)
    }

    /// The caller, if an authorization hook recognised one.
    #[must_use]
    pub fn principal(&self) -> Option<&Principal> {
        self.0.principal.as_ref()
    }

    /// The handle by which listen streams are told what has changed.
    #[must_use]
    pub fn changes(&self) -> &Changes {
        &self.0.changes
    }

    /// Whether the client has gone or cancelled the request.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.cancelled.is_raised()
    }

    /// Waits until the client has gone or cancelled the request. The handler itself is dropped then;
    /// this is for tasks that it started.
    pub async fn cancelled(&self) {
        self.0.cancelled.raised().await;
    }

    /// Reports progress, if the client asked for it. `progress` grows with every report that is sent;
    /// a report that does not grow is left out (PRG-03).
    pub fn progress(&self, progress: f64, total: Option<f64>, message: Option<&str>) {
        let Some(token) = self.0.metadata.progress_token() else { return };
        if !progress.is_finite() || total.is_some_and(|total| !total.is_finite()) {
            return;
        }
        let grown = self.0.progress.fetch_update(Ordering::AcqRel, Ordering::Acquire, |last| {
            (progress > f64::from_bits(last)).then(|| progress.to_bits())
        });
        if grown.is_ok() {
            self.0.outbox.progress(|| notification::progress(token, progress, total, message));
        }
    }

    /// Whether a log entry of this level would be sent (LOG-02, LOG-03).
    #[must_use]
    pub fn logs(&self, level: LogLevel) -> bool {
        self.0.metadata.log_level.is_some_and(|wanted| level >= wanted)
    }

    /// Sends a log entry to the client, if it asked for entries of this level and the server declares the
    /// capability `logging` (LOG-01). `data` is any JSON
    /// value; leave out secrets, personal data and internals (LOG-05).
    pub fn log<T: Serialize + ?Sized>(&self, level: LogLevel, logger: Option<&str>, data: &T) {
        if self.logs(level)
            && let Ok(data) = serde_json::to_string(data)
        {
            self.0.outbox.push(|| notification::message(level, logger, &data));
        }
    }

    /// What the request says of itself.
    pub(super) fn metadata(&self) -> &Metadata {
        &self.0.metadata
    }

    /// What waits to be sent before the result.
    pub(super) fn outbox(&self) -> &Outbox {
        &self.0.outbox
    }

    /// The request is answered: nothing more is sent for it.
    pub(super) fn finish(&self) {
        self.0.answered.store(true, Ordering::Release);
        self.0.outbox.close();
    }

    /// Nobody waits for the request any more. After [`finish`](Self::finish) this changes nothing.
    pub(super) fn cancel(&self) {
        if !self.0.answered.load(Ordering::Acquire) {
            self.0.outbox.close();
            self.0.cancelled.raise();
        }
    }
}

/// A part of a message, kept with it.
#[derive(Clone, Debug, Default)]
pub(super) struct Text(Bytes);

impl Text {
    /// The part of `whole` that `part` is; a copy if it is not of it.
    pub(super) fn of(whole: &Bytes, part: &str) -> Self {
        let start = (part.as_ptr() as usize).wrapping_sub(whole.as_ptr() as usize);
        match start.checked_add(part.len()) {
            Some(end) if start <= whole.len() && end <= whole.len() => Self(whole.slice(start..end)),
            _ => Self(Bytes::copy_from_slice(part.as_bytes())),
        }
    }

    pub(super) fn as_str(&self) -> &str {
        // Made from a `&str` only, so it is UTF-8; the empty text is unreachable.
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}
