//! HTTP/1.1 from the client's side, byte by byte, so that it can be done wrong and broken off.

use std::io;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::messages;

/// A connection, and what has been read of it and not used.
pub struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

/// The head of an answer.
#[derive(Debug)]
pub struct Head {
    pub status: u16,
    /// `close`: no more requests on this connection.
    pub closes: bool,
    left: Left,
}

/// What is left of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Left {
    Bytes(usize),
    Chunks,
    Nothing,
}

impl Connection {
    pub async fn open(address: &str) -> io::Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, buffer: Vec::new() })
    }

    pub async fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream.write_all(bytes).await
    }

    /// Reads up to the end of a head. `None` if the server closed the connection without a byte of one.
    pub async fn head(&mut self) -> io::Result<Option<Head>> {
        let end = loop {
            if let Some(end) = find(&self.buffer, b"\r\n\r\n") {
                break end;
            }
            if !self.more().await? {
                return if self.buffer.is_empty() { Ok(None) } else { Err(broken("in a head")) };
            }
        };
        let text = String::from_utf8_lossy(&self.buffer[..end]).to_ascii_lowercase();
        self.buffer.drain(..end + 4);
        let status =
            text.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or_else(|| broken("in a status"))?;
        let field = |name: &str| {
            text.lines()
                .skip(1)
                .filter_map(|line| line.split_once(':'))
                .find(|(key, _)| *key == name)
                .map(|(_, value)| value.trim())
        };
        let left = match (field("transfer-encoding"), field("content-length")) {
            (Some("chunked"), _) => Left::Chunks,
            (_, Some(length)) => Left::Bytes(length.parse().map_err(|_| broken("in a length"))?),
            (_, None) => Left::Nothing,
        };
        Ok(Some(Head { status, closes: field("connection") == Some("close"), left }))
    }

    /// The next part of a body; `None` at its end.
    pub async fn part(&mut self, head: &mut Head) -> io::Result<Option<Vec<u8>>> {
        match head.left {
            Left::Nothing => Ok(None),
            Left::Bytes(length) => {
                head.left = Left::Nothing;
                self.take(length).await.map(Some)
            }
            Left::Chunks => {
                let end = loop {
                    if let Some(end) = find(&self.buffer, b"\r\n") {
                        break end;
                    }
                    if !self.more().await? {
                        return Err(broken("between chunks"));
                    }
                };
                let line = String::from_utf8_lossy(&self.buffer[..end]).into_owned();
                let length = usize::from_str_radix(line.trim(), 16).map_err(|_| broken("in a chunk's length"))?;
                self.buffer.drain(..end + 2);
                let mut part = self.take(length + 2).await?;
                part.truncate(length);
                if length == 0 {
                    head.left = Left::Nothing;
                    return Ok(None);
                }
                Ok(Some(part))
            }
        }
    }

    /// All that is left of a body, each message of which is judged.
    pub async fn rest(&mut self, head: &mut Head) -> io::Result<String> {
        let mut body = Vec::new();
        while let Some(part) = self.part(head).await? {
            body.extend(part);
        }
        let body = String::from_utf8(body).map_err(|_| broken("in UTF-8"))?;
        messages::judge(&body);
        Ok(body)
    }

    async fn take(&mut self, length: usize) -> io::Result<Vec<u8>> {
        while self.buffer.len() < length {
            if !self.more().await? {
                return Err(broken("in a body"));
            }
        }
        Ok(self.buffer.drain(..length).collect())
    }

    /// Reads more; `false` if there is no more.
    async fn more(&mut self) -> io::Result<bool> {
        Ok(self.stream.read_buf(&mut self.buffer).await? > 0)
    }
}

fn broken(place: &str) -> io::Error {
    io::Error::new(io::ErrorKind::UnexpectedEof, format!("the answer breaks off {place}"))
}

fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).position(|window| window == part)
}
