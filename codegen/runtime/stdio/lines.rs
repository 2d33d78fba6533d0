//! Bytes as lines, none of them longer than a limit.

use std::io;

use tokio::io::{AsyncBufReadExt as _, AsyncRead, BufReader};

/// A line that is not blank.
#[derive(Debug)]
pub(super) enum Line {
    /// Without its end, LF or CR LF.
    Message(Vec<u8>),
    /// Longer than the limit; nothing of it is kept.
    TooLong,
}

/// The lines of a byte stream. The last one needs no end.
pub(super) struct Lines<R> {
    input: BufReader<R>,
    limit: usize,
    /// What has been read of the current line.
    line: Vec<u8>,
    too_long: bool,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    pub(super) fn new(input: R, limit: usize) -> Self {
        Self { input: BufReader::with_capacity(64 * 1024, input), limit, line: Vec::new(), too_long: false }
    }

    /// The next line; `None` at the end. Dropping the future loses nothing.
    pub(super) async fn next(&mut self) -> io::Result<Option<Line>> {
        loop {
            let available = match self.input.fill_buf().await {
                Ok(available) => available,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let at_end = available.is_empty();
            let (part, consumed, complete) = match available.iter().position(|byte| *byte == b'\n') {
                Some(end) => (available.get(..end).unwrap_or_default(), end + 1, true),
                None => (available, available.len(), at_end),
            };
            // The CR of an end that has one is none of the line: one byte more is kept until that is known.
            if self.too_long || part.len() > self.limit.saturating_add(1).saturating_sub(self.line.len()) {
                self.too_long = true;
                self.line = Vec::new();
            } else {
                self.line.extend_from_slice(part);
            }
            self.input.consume(consumed);
            if !complete {
                continue;
            }
            if std::mem::take(&mut self.too_long) {
                return Ok(Some(Line::TooLong));
            }
            let mut line = std::mem::take(&mut self.line);
            if line.last() == Some(&b'\r') {
                line.pop();
            }
            if line.len() > self.limit {
                return Ok(Some(Line::TooLong));
            }
            if !line.trim_ascii().is_empty() {
                return Ok(Some(Line::Message(line)));
            }
            if at_end {
                return Ok(None);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn std_01_the_end_of_a_line_is_none_of_its_bytes() -> io::Result<()> {
        for end in ["\n", "\r\n", ""] {
            for length in [1, 7, 8, 9, 10, 20] {
                let text = format!("{}{end}", "x".repeat(length));
                let mut lines = Lines::new(text.as_bytes(), 8);
                match lines.next().await? {
                    Some(Line::Message(line)) => assert!(line.len() == length && length <= 8, "{text:?}"),
                    Some(Line::TooLong) => assert!(length > 8, "{text:?}"),
                    None => panic!("{text:?}"),
                }
                assert!(lines.next().await?.is_none(), "{text:?}");
            }
        }
        Ok(())
    }
}
