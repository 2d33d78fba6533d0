//! An answer as a stream of server-sent events: notifications, then the response (HTTP-07 to HTTP-09).

use std::convert::Infallible;
use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http_body::Frame;
use tokio::time::{Instant, Sleep, sleep};

use super::super::context::Context as Request;
use super::super::endpoint::Reply;

/// How long a stream may be silent: intermediaries close what seems dead.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// A request that is being carried out. The handler runs while this is polled and is dropped with it.
pub(super) struct Exchange {
    state: State,
    /// Whose outbox is looked into; `None` where nothing was asked of a handler.
    request: Option<Request>,
}

enum State {
    Running(Pin<Box<dyn Future<Output = Reply> + Send>>),
    Answered(Reply),
    Sent,
}

/// What comes first of a request.
pub(super) enum First {
    /// Its answer, before anything else was to be sent.
    Reply(Reply),
    /// Something else: a stream begins.
    Events(Exchange),
}

impl Exchange {
    pub(super) fn new(reply: impl Future<Output = Reply> + Send + 'static, request: Request) -> Self {
        Self { state: State::Running(Box::pin(reply)), request: Some(request) }
    }

    /// A request that has been answered.
    pub(super) fn answered(reply: Reply) -> Self {
        Self { state: State::Answered(reply), request: None }
    }

    /// Waits for the first thing that can be sent.
    pub(super) async fn first(mut self) -> First {
        poll_fn(|cx| match self.advance(cx) {
            Poll::Pending if self.nothing_waits() => Poll::Pending,
            _ => Poll::Ready(()),
        })
        .await;
        match self.state {
            State::Answered(reply) if self.nothing_waits() => First::Reply(reply),
            state => First::Events(Self { state, request: self.request }),
        }
    }

    /// Whether there is nothing to send before the answer.
    fn nothing_waits(&self) -> bool {
        self.request.as_ref().is_none_or(|request| request.outbox().is_empty())
    }

    /// Whether all has been sent.
    fn is_over(&self) -> bool {
        matches!(self.state, State::Sent)
    }

    /// Lets the handler run; ready once it has answered.
    fn advance(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let State::Running(handler) = &mut self.state else { return Poll::Ready(()) };
        match handler.as_mut().poll(cx) {
            Poll::Ready(reply) => {
                self.state = State::Answered(reply);
                Poll::Ready(())
            }
            Poll::Pending => {
                if let Some(request) = &self.request {
                    request.outbox().wake_on_message(cx);
                }
                Poll::Pending
            }
        }
    }

    /// The next message; `None` after the response.
    fn poll_message(&mut self, cx: &mut Context<'_>) -> Poll<Option<String>> {
        loop {
            if let Some(message) = self.request.as_ref().and_then(|request| request.outbox().take()) {
                return Poll::Ready(Some(message));
            }
            match std::mem::replace(&mut self.state, State::Sent) {
                State::Sent => return Poll::Ready(None),
                State::Answered(reply) => return Poll::Ready(Some(reply.text)),
                running @ State::Running(_) => self.state = running,
            }
            if self.advance(cx).is_pending() && self.nothing_waits() {
                return Poll::Pending;
            }
        }
    }
}

/// The body of such an answer.
pub(super) struct Events {
    exchange: Exchange,
    /// Ends when the stream has been silent for too long. There is none before something has been waited for.
    silence: Option<Pin<Box<Sleep>>>,
    /// Whether something was sent since the silence began.
    broken: bool,
}

impl Events {
    pub(super) fn new(exchange: Exchange) -> Self {
        Self { exchange, silence: None, broken: false }
    }

    pub(super) fn poll_frame(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let event = match self.exchange.poll_message(cx) {
            Poll::Ready(Some(message)) => format!("data: {message}\n\n"),
            Poll::Ready(None) => return Poll::Ready(None),
            Poll::Pending if self.is_silent_for_long(cx) => String::from(":\n\n"),
            Poll::Pending => return Poll::Pending,
        };
        self.broken = true;
        Poll::Ready(Some(Ok(Frame::data(Bytes::from(event)))))
    }

    /// Whether there will be nothing more.
    pub(super) fn is_over(&self) -> bool {
        self.exchange.is_over()
    }

    /// Whether something is to be sent only so that something is; otherwise the task of `cx` is woken when it is.
    fn is_silent_for_long(&mut self, cx: &mut Context<'_>) -> bool {
        let silence = self.silence.get_or_insert_with(|| Box::pin(sleep(KEEP_ALIVE)));
        if std::mem::take(&mut self.broken) {
            silence.as_mut().reset(Instant::now() + KEEP_ALIVE);
        }
        silence.as_mut().poll(cx).is_ready()
    }
}

impl fmt::Debug for Events {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Events")
    }
}
