//! The socket of a connection, which takes a small answer in one piece.
//!
//! Comes in: what hyper writes of an answer, its head and its body as two buffers. Goes out: few bytes copied together,
//! which costs less than having the kernel gather them; many as they are, uncopied. Always holds: a peer that takes
//! anything has moved, which its [`Patience`](super::patience) sees.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

use super::patience::Activity;

/// How many bytes are copied together, at most.
const SMALL: usize = 1024;

#[derive(Debug)]
pub(super) struct Socket {
    stream: TcpStream,
    activity: Arc<Activity>,
}

impl Socket {
    pub(super) fn new(stream: TcpStream, activity: Arc<Activity>) -> Self {
        Self { stream, activity }
    }

    fn stream(self: Pin<&mut Self>) -> Pin<&mut TcpStream> {
        Pin::new(&mut self.get_mut().stream)
    }

    /// Says how much was taken, which is a move if it is anything.
    #[inline]
    fn written(&self, taken: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if matches!(taken, Poll::Ready(Ok(1..))) {
            self.activity.moved();
        }
        taken
    }
}

impl AsyncRead for Socket {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        self.stream().poll_read(cx, buffer)
    }
}

impl AsyncWrite for Socket {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let taken = self.as_mut().stream().poll_write(cx, bytes);
        self.written(taken)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let mut small = [0; SMALL];
        let mut length = 0;
        for part in parts {
            let Some(room) = small.get_mut(length..length + part.len()) else {
                let taken = self.as_mut().stream().poll_write_vectored(cx, parts);
                return self.written(taken);
            };
            room.copy_from_slice(part);
            length += part.len();
        }
        self.poll_write(cx, small.get(..length).unwrap_or_default())
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream().poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream().poll_shutdown(cx)
    }
}
