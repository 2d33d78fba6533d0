//! The body of an answer.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};

use super::events::Events;
use super::patience::InProgress;

/// The body of an answer: JSON text, a stream of events, or nothing.
#[derive(Debug)]
pub struct ResponseBody {
    content: Content,
    /// The request that it answers, where a connection of this server waits for its end.
    in_progress: Option<InProgress>,
}

#[derive(Debug)]
enum Content {
    Empty,
    Full(Bytes),
    Events(Events),
}

impl ResponseBody {
    fn of(content: Content) -> Self {
        Self { content, in_progress: None }
    }

    pub(super) fn full(text: String) -> Self {
        Self::of(Content::Full(Bytes::from(text)))
    }

    pub(super) fn empty() -> Self {
        Self::of(Content::Empty)
    }

    pub(super) fn events(events: Events) -> Self {
        Self::of(Content::Events(events))
    }

    /// Has the request that it answers be in progress until it has been sent.
    pub(super) fn ends(&mut self, request: InProgress) {
        self.in_progress = Some(request);
    }
}

impl Body for ResponseBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let content = &mut self.get_mut().content;
        if let Content::Events(events) = content {
            return events.poll_frame(cx);
        }
        match std::mem::replace(content, Content::Empty) {
            Content::Full(bytes) => Poll::Ready(Some(Ok(Frame::data(bytes)))),
            _ => Poll::Ready(None),
        }
    }

    fn is_end_stream(&self) -> bool {
        match &self.content {
            Content::Empty => true,
            Content::Full(_) => false,
            Content::Events(events) => events.is_over(),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match &self.content {
            Content::Empty => SizeHint::with_exact(0),
            Content::Full(bytes) => SizeHint::with_exact(bytes.len() as u64),
            Content::Events(_) => SizeHint::default(),
        }
    }
}
