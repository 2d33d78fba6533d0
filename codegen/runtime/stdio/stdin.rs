//! Standard input, read by a thread of its own.
//!
//! `tokio::io::stdin` reads on the runtime's blocking pool, and a runtime waits for that when it
//! ends: a process told to end would hang until the next line came.

use std::io::{self, Read as _};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::thread;

use bytes::Bytes;
use tokio::io::{AsyncRead, ReadBuf};
use tokio::sync::mpsc;

/// What the thread has read.
pub(super) struct Stdin {
    parts: mpsc::Receiver<io::Result<Bytes>>,
    current: Bytes,
}

/// Begins to read standard input.
pub(super) fn open() -> Stdin {
    let (sender, parts) = mpsc::channel(4);
    thread::spawn(move || {
        let mut input = io::stdin().lock();
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
    Stdin { parts, current: Bytes::new() }
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
