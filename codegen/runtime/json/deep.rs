//! Containers in more containers than [`MAX_DEPTH`](super::MAX_DEPTH): whether they are JSON, and nothing else of them.

use super::tokens::{NotJson, Tokens};

/// Reads a container.
pub(super) fn container(tokens: Tokens<'_>, start: usize) -> Result<usize, NotJson> {
    let mut objects = Bits::default();
    let mut at = start;
    'value: loop {
        if objects.last() == Some(true) {
            at = tokens.name(at)?.value;
        }
        match tokens.byte(at) {
            Some(bracket @ (b'{' | b'[')) => {
                objects.push(bracket == b'{');
                at = tokens.whitespace(at + 1);
                // Either bracket has its counterpart two places on.
                if tokens.byte(at) != Some(bracket + 2) {
                    continue 'value;
                }
            }
            _ => at = tokens.scalar(at)?,
        }
        while let Some(object) = objects.last() {
            at = tokens.whitespace(at);
            match tokens.byte(at) {
                Some(b',') => {
                    at = tokens.whitespace(at + 1);
                    continue 'value;
                }
                Some(b'}') if object => objects.pop(),
                Some(b']') if !object => objects.pop(),
                _ => return Err(tokens.not_ended(at, object)),
            }
            at += 1;
        }
        return Ok(at);
    }
}

/// Which of the containers open are objects: a bit each, for a text may be nothing but brackets.
#[derive(Default)]
struct Bits {
    words: Vec<u64>,
    len: usize,
}

impl Bits {
    fn push(&mut self, bit: bool) {
        let place = self.len % 64;
        if place == 0 {
            self.words.push(0);
        }
        if let Some(word) = self.words.last_mut() {
            *word = (*word & !(1 << place)) | (u64::from(bit) << place);
        }
        self.len += 1;
    }

    /// Takes the last one off.
    fn pop(&mut self) {
        self.len = self.len.saturating_sub(1);
        if self.len.is_multiple_of(64) {
            self.words.pop();
        }
    }

    fn last(&self) -> Option<bool> {
        let place = self.len.checked_sub(1)? % 64;
        self.words.last().map(|word| (word >> place) & 1 == 1)
    }
}
