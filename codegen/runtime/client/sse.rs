//! Server-sent events, read as they arrive.
//!
//! Comes in: the bytes of a `text/event-stream` body, cut anywhere. Goes out: the data of each
//! complete event of type `message`. Always holds: a line ends at LF, CR or CRLF and nowhere else
//! (U+2028, U+2029 and U+0085 are text); bytes are joined before they are decoded, so that a cut
//! inside a character does no harm; comments, unknown fields and events without data give nothing
//! (HTTP-10); what is held never exceeds the limit.

/// More bytes in one event than the limit allows.
#[derive(Debug)]
pub(super) struct EventTooLong;

/// The state between two pieces of a stream.
#[derive(Debug)]
pub(super) struct EventReader {
    line: Vec<u8>,
    data: Vec<u8>,
    /// Whether the event so far is of type `message`, which an event without a type is too.
    is_message: bool,
    after_cr: bool,
    at_start: bool,
    limit: usize,
}

impl EventReader {
    /// A reader that holds at most `limit` bytes of one event.
    pub(super) fn new(limit: usize) -> Self {
        Self { line: Vec::new(), data: Vec::new(), is_message: true, after_cr: false, at_start: true, limit }
    }

    /// Takes a piece of the stream in, and hands each event that it completes to `event`.
    pub(super) fn push(&mut self, piece: &[u8], mut event: impl FnMut(Vec<u8>)) -> Result<(), EventTooLong> {
        let mut rest = piece;
        if self.after_cr && !rest.is_empty() {
            self.after_cr = false;
            rest = rest.strip_prefix(b"\n").unwrap_or(rest);
        }
        while let Some(end) = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
            let (line, tail) = rest.split_at(end);
            self.hold(line)?;
            if let Some(data) = self.end_of_line() {
                event(data);
            }
            rest = match tail {
                [b'\r', b'\n', rest @ ..] | [_, rest @ ..] => rest,
                [] => tail,
            };
            self.after_cr = matches!(tail, [b'\r']);
        }
        self.hold(rest)
    }

    fn hold(&mut self, part: &[u8]) -> Result<(), EventTooLong> {
        if self.line.len() + self.data.len() + part.len() > self.limit {
            return Err(EventTooLong);
        }
        self.line.extend_from_slice(part);
        Ok(())
    }

    /// Reads the line that is now complete; gives the data of the event that an empty line ends.
    fn end_of_line(&mut self) -> Option<Vec<u8>> {
        let line = ::std::mem::take(&mut self.line);
        let mut line = line.as_slice();
        if ::std::mem::take(&mut self.at_start) {
            line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        }
        if line.is_empty() {
            let mut data = ::std::mem::take(&mut self.data);
            let is_message = ::std::mem::replace(&mut self.is_message, true);
            data.pop();
            return (is_message && !data.is_empty()).then_some(data);
        }
        let (field, value) = match line.iter().position(|byte| *byte == b':') {
            Some(colon) => {
                let (field, value) = line.split_at(colon);
                let value = value.strip_prefix(b":").unwrap_or(value);
                (field, value.strip_prefix(b" ").unwrap_or(value))
            }
            None => (line, &[][..]),
        };
        match field {
            b"data" => {
                self.data.extend_from_slice(value);
                self.data.push(b'\n');
            }
            b"event" => self.is_message = value.is_empty() || value == b"message",
            _ => {}
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events(pieces: &[&[u8]]) -> Vec<String> {
        let mut reader = EventReader::new(1000);
        let mut events = Vec::new();
        for piece in pieces {
            reader.push(piece, |data| events.push(String::from_utf8(data).unwrap_or_default())).unwrap_or_default();
        }
        events
    }

    #[test]
    fn text_is_whole_wherever_the_stream_is_cut() {
        let text = "data: {\"t\":\"a\u{2028}b\u{2029}c\u{85}d 潮 🚢\"}\r\n\r\n: x\r\ndata:second\rdata: line\n\n";
        let whole = events(&[text.as_bytes()]);
        assert_eq!(whole, ["{\"t\":\"a\u{2028}b\u{2029}c\u{85}d 潮 🚢\"}", "second\nline"]);
        let bytes: Vec<&[u8]> = text.as_bytes().chunks(1).collect();
        assert_eq!(events(&bytes), whole);
        for cut in 0..text.len() {
            let (head, tail) = text.as_bytes().split_at(cut);
            assert_eq!(events(&[head, tail]), whole, "cut at {cut}");
        }
    }

    #[test]
    fn comments_empty_data_and_other_types_give_no_event() {
        let text =
            b"\xef\xbb\xbf:\n\nid: 4\ndata:\n\nevent: ping\ndata: {}\n\n:still here\nevent: message\ndata: 1\n\n";
        assert_eq!(events(&[text]), ["1"]);
    }

    #[test]
    fn an_event_that_the_stream_cuts_off_is_none() {
        assert!(events(&[b"data: 1\n"]).is_empty());
    }

    #[test]
    fn an_event_beyond_the_limit_is_refused() {
        let mut reader = EventReader::new(16);
        assert!(reader.push(b"data: 123456789", |_| ()).is_ok());
        assert!(reader.push(b"0123456789", |_| ()).is_err());
        let mut reader = EventReader::new(16);
        assert!(reader.push(b"data: 123\ndata: 456\ndata: 789\ndata: 0123\ndata: 4", |_| ()).is_err());
    }
}
