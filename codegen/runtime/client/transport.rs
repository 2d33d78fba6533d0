//! How a request travels and its answer comes back: one small trait.
//!
//! A transport gets the final body and gives back the text of the answer; what the answer means is
//! the caller's business. Two are here: [`super::http::Http`], over any `tower` service, and
//! [`super::stdio::Stdio`].

use std::future::Future;

use super::bindings::Bindings;
use super::error::Error;

/// One request, ready to be sent.
#[derive(Debug)]
pub struct Outgoing {
    /// Its JSON-RPC id.
    pub id: u64,
    /// The message, one line of JSON.
    pub body: String,
}

/// What a transport may need beside the request.
pub struct Exchange<'a> {
    /// The table from which header fields are made (HDR-25).
    pub bindings: &'a Bindings,
    /// Takes each notification that arrives before the answer: one message as JSON text.
    pub notification: &'a (dyn Fn(&str) + Send + Sync),
    /// Most bytes of one message that are read.
    pub max_message_bytes: usize,
}

impl std::fmt::Debug for Exchange<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Exchange").field("max_message_bytes", &self.max_message_bytes).finish_non_exhaustive()
    }
}

/// The text that came back.
#[derive(Debug)]
pub struct Incoming {
    /// The JSON-RPC message with the answer.
    pub message: String,
    /// The HTTP status, where there is one.
    pub status: Option<u16>,
}

/// A way to a server.
pub trait Transport: Send + Sync + 'static {
    /// Sends a request and waits for its answer. When the future is dropped, the request is
    /// cancelled in the way of the transport (CAN-01).
    ///
    /// # Errors
    /// [`Error::Unsendable`], [`Error::Transport`], [`Error::Status`], [`Error::NotModern`], [`Error::InvalidAnswer`].
    fn exchange(
        &self,
        outgoing: Outgoing,
        exchange: Exchange<'_>,
    ) -> impl Future<Output = Result<Incoming, Error>> + Send;
}
