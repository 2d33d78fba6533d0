//! The body of an answer.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};

use super::events::Events;

/// The body of an answer: JSON text, a stream of events, or nothing.
#[derive(Debug)]
pub struct ResponseBody(Content);

#[derive(Debug)]
enum Content {
    Empty,
    Full(Bytes),
    Events(Events),
}

impl ResponseBody {
    pub(super) fn full(text: String) -> Self {
        Self(Content::Full(Bytes::from(text)))
    }

    pub(super) fn empty() -> Self {
        Self(Content::Empty)
    }

    pub(super) fn events(events: Events) -> Self {
        Self(Content::Events(events))
    }
}

impl Body for ResponseBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let content = &mut self.get_mut().0;
        if let Content::Events(events) = content {
            return events.poll_frame(cx);
        }
        match std::mem::replace(content, Content::Empty) {
            Content::Full(bytes) => Poll::Ready(Some(Ok(Frame::data(bytes)))),
            _ => Poll::Ready(None),
        }
    }

    fn is_end_stream(&self) -> bool {
        match &self.0 {
            Content::Empty => true,
            Content::Full(_) => false,
            Content::Events(events) => events.is_over(),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match &self.0 {
            Content::Empty => SizeHint::with_exact(0),
            Content::Full(bytes) => SizeHint::with_exact(bytes.len() as u64),
            Content::Events(_) => SizeHint::default(),
        }
    }
}
