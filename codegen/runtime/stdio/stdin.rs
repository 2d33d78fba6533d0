//! Standard input, read by a thread of its own.
//!
//! `tokio::io::stdin` reads on the runtime's blocking pool, and a runtime waits for that when it
//! ends: a process told to end would hang until the next line came.
//!
//! On Unix the descriptor is taken for the protocol: whoever else reads standard input, such as a
//! process that a handler starts, finds its end at once instead of taking messages away.

#[cfg(unix)]
use std::fs::File;
use std::io::{self, Read as _};
#[cfg(unix)]
use std::os::fd::AsFd as _;
use std::pin::Pin;
#[cfg(unix)]
use std::sync::{Mutex, PoisonError};
use std::task::{Context, Poll};
use std::thread;

use bytes::Bytes;
use tokio::io::{AsyncRead, ReadBuf};
use tokio::sync::mpsc;

use super::Part;

/// What the thread has read.
pub(super) struct Stdin {
    parts: mpsc::Receiver<Part>,
    current: Bytes,
}

/// Begins to read standard input.
pub(super) fn open() -> io::Result<Stdin> {
    let (sender, parts) = mpsc::channel(4);
    let mut input = taken()?;
    thread::spawn(move || {
        let mut buffer = vec![0; 64 * 1024];
        loop {
            let part = match input.read(&mut buffer) {
                Ok(0) => return,
                Ok(length) => Ok(Bytes::copy_from_slice(buffer.get(..length).unwrap_or_default())),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => Err(error),
            };
            let failed = part.is_err();
            if sender.blocking_send(part).is_err() || failed {
                return;
            }
        }
    });
    Ok(Stdin { parts, current: Bytes::new() })
}

#[cfg(unix)]
fn taken() -> io::Result<File> {
    /// What was standard input when it was first taken: it is not there a second time.
    static TAKEN: Mutex<Option<File>> = Mutex::new(None);
    let mut taken = TAKEN.lock().unwrap_or_else(PoisonError::into_inner);
    let own = if let Some(own) = taken.take() {
        own
    } else {
        let own = io::stdin().as_fd().try_clone_to_owned()?;
        rustix::stdio::dup2_stdin(File::open("/dev/null")?)?;
        File::from(own)
    };
    taken.insert(own).try_clone()
}

#[cfg(not(unix))]
fn taken() -> io::Result<io::Stdin> {
    Ok(io::stdin())
}

impl AsyncRead for Stdin {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let stdin = self.get_mut();
        while stdin.current.is_empty() {
            match stdin.parts.poll_recv(cx) {
                Poll::Ready(Some(part)) => stdin.current = part?,
                Poll::Ready(None) => return Poll::Ready(Ok(())),
                Poll::Pending => return Poll::Pending,
            }
        }
        let length = stdin.current.len().min(buffer.remaining());
        buffer.put_slice(&stdin.current.split_to(length));
        Poll::Ready(Ok(()))
    }
}
