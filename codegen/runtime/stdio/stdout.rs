//! Standard output, written by a thread of its own.
//!
//! `tokio::io::stdout` writes on the runtime's blocking pool, and a runtime waits for that when it
//! ends: a process whose output nobody reads could not be told to end.

use std::io::{self, Write as _};
use std::pin::Pin;
use std::sync::mpsc as blocking;
use std::task::{Context, Poll};
use std::thread;

use bytes::Bytes;
use tokio::io::AsyncWrite;
use tokio::sync::mpsc;

/// What the thread is given to write, and what became of it: one part at a time.
pub(super) struct Stdout {
    parts: blocking::Sender<Bytes>,
    outcomes: mpsc::Receiver<io::Result<()>>,
    writing: bool,
}

/// Begins to write standard output.
pub(super) fn open() -> Stdout {
    let (parts, given) = blocking::channel::<Bytes>();
    let (done, outcomes) = mpsc::channel(1);
    thread::spawn(move || {
        while let Ok(part) = given.recv() {
            // Held for one part only: a handler that prints, which it should not, must not wait for ever.
            let mut output = io::stdout().lock();
            let written = output.write_all(&part).and_then(|()| output.flush());
            drop(output);
            if done.blocking_send(written).is_err() {
                return;
            }
        }
    });
    Stdout { parts, outcomes, writing: false }
}

impl Stdout {
    /// Ready when the thread has nothing left to write.
    fn poll_written(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if !self.writing {
            return Poll::Ready(Ok(()));
        }
        let outcome = match self.outcomes.poll_recv(cx) {
            Poll::Ready(outcome) => outcome.unwrap_or_else(|| Err(io::ErrorKind::BrokenPipe.into())),
            Poll::Pending => return Poll::Pending,
        };
        self.writing = false;
        Poll::Ready(outcome)
    }
}

impl AsyncWrite for Stdout {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, part: &[u8]) -> Poll<io::Result<usize>> {
        let stdout = self.get_mut();
        match stdout.poll_written(cx) {
            Poll::Ready(Ok(())) => {}
            Poll::Ready(Err(error)) => return Poll::Ready(Err(error)),
            Poll::Pending => return Poll::Pending,
        }
        if stdout.parts.send(Bytes::copy_from_slice(part)).is_err() {
            return Poll::Ready(Err(io::ErrorKind::BrokenPipe.into()));
        }
        stdout.writing = true;
        Poll::Ready(Ok(part.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.get_mut().poll_written(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.get_mut().poll_written(cx)
    }
}
