//! Standard output, written by a thread of its own.
//!
//! `tokio::io::stdout` writes on the runtime's blocking pool, and a runtime waits for that when it
//! ends: a process whose output nobody reads could not be told to end.
//!
//! On Unix the descriptor is taken for the protocol (STD-02): what a handler prints, or a process that
//! it starts, goes to standard error, and no message is broken by it.

#[cfg(unix)]
use std::fs::File;
use std::io::{self, Write as _};
#[cfg(unix)]
use std::os::fd::AsFd as _;
use std::pin::Pin;
#[cfg(unix)]
use std::sync::{Mutex, PoisonError};
use std::task::{Context, Poll};
use std::thread;

use bytes::Bytes;
use tokio::io::AsyncWrite;
use tokio::sync::mpsc;

use super::Part;

/// What the thread is given to write, and what became of it: one part at a time.
pub(super) struct Stdout {
    parts: mpsc::Sender<Part>,
    /// Of each part, that it is written; it is not sent back.
    outcomes: mpsc::Receiver<Part>,
    writing: bool,
}

/// Begins to write standard output.
pub(super) fn open() -> io::Result<Stdout> {
    let (parts, mut given) = mpsc::channel::<Part>(1);
    let (done, outcomes) = mpsc::channel(1);
    let mut output = taken()?;
    thread::spawn(move || {
        while let Some(Ok(part)) = given.blocking_recv() {
            let written = output.write_all(&part).and_then(|()| output.flush());
            if done.blocking_send(written.map(|()| Bytes::new())).is_err() {
                return;
            }
        }
    });
    Ok(Stdout { parts, outcomes, writing: false })
}

#[cfg(unix)]
fn taken() -> io::Result<File> {
    /// What was standard output when it was first taken: it is not there a second time.
    static TAKEN: Mutex<Option<File>> = Mutex::new(None);
    let mut taken = TAKEN.lock().unwrap_or_else(PoisonError::into_inner);
    let own = if let Some(own) = taken.take() {
        own
    } else {
        let own = io::stdout().as_fd().try_clone_to_owned()?;
        rustix::stdio::dup2_stdout(io::stderr())?;
        File::from(own)
    };
    taken.insert(own).try_clone()
}

#[cfg(not(unix))]
fn taken() -> io::Result<io::Stdout> {
    // Locked for one part at a time: a handler that prints, which it should not, must not wait for ever.
    Ok(io::stdout())
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
        Poll::Ready(outcome.map(drop))
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
        // There is room for it: the one before is written.
        if stdout.parts.try_send(Ok(Bytes::copy_from_slice(part))).is_err() {
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
