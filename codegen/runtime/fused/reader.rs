//! The place in the text, and the containers around it.

use super::super::validation::{Limits, Quiet};
use super::Members;

/// Containers in containers that `serde_json` reads; the text is not to be read deeper here than there.
const MOST_OPEN: usize = 127;

/// What reading by a schema costs its validator at most.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// Subschemas open inside one another, for each level of the value.
    pub levels: usize,
    /// Steps for each value in the value.
    pub steps: u64,
}

/// A text that is being read.
#[derive(Debug)]
pub struct Reader<'t> {
    pub(super) text: &'t str,
    /// The next byte.
    pub(super) at: usize,
    /// How many more containers may be opened.
    pub(super) room: usize,
    /// How many may be open at all.
    most: usize,
    levels: usize,
    /// How many bytes may still be looked at ahead of reading them.
    pub(super) ahead: usize,
    /// What checks on parts of the value may still spend.
    pub(super) quiet: Quiet,
}

impl<'t> Reader<'t> {
    /// At the beginning of a text; nothing if a bound of the validator might be hit.
    pub(super) fn new(text: &'t str, limits: &Limits, cost: Cost) -> Option<Self> {
        // A value is a byte at least, and so is what parts it from the next one.
        let values = text.len() as u64 / 2 + 1;
        let quiet = Quiet::beside(limits, values, cost.steps)?;
        let most = (limits.depth / cost.levels.max(1)).checked_sub(1)?.min(MOST_OPEN);
        let ahead = text.len().saturating_mul(4);
        Some(Self { text, at: 0, room: most, most, levels: cost.levels, ahead, quiet })
    }

    /// Whether nothing but whitespace is left, and no bound was hit.
    pub(super) fn ends(&mut self) -> bool {
        self.whitespace();
        self.at == self.text.len() && !self.quiet.is_exhausted()
    }

    /// How many subschemas the validator has open here, at most.
    pub(super) fn depth(&self) -> usize {
        (self.most - self.room + 1) * self.levels
    }

    /// What patterns may spend.
    pub fn quiet(&mut self) -> &mut Quiet {
        &mut self.quiet
    }

    #[inline]
    pub(super) fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// The first byte of the next value.
    #[inline]
    pub fn peek(&mut self) -> Option<u8> {
        self.whitespace();
        self.byte()
    }

    #[inline]
    pub(super) fn whitespace(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.byte() {
            self.at += 1;
        }
    }

    /// Passes this byte, and whitespace before it.
    #[inline]
    pub(super) fn pass(&mut self, byte: u8) -> Option<()> {
        if self.peek()? != byte {
            return None;
        }
        self.at += 1;
        Some(())
    }

    pub(super) fn word(&mut self, word: &str) -> Option<()> {
        if !self.text.get(self.at..)?.starts_with(word) {
            return None;
        }
        self.at += word.len();
        Some(())
    }

    /// `null`
    pub fn null(&mut self) -> Option<()> {
        self.whitespace();
        self.word("null")
    }

    /// `true` or `false`
    pub fn boolean(&mut self) -> Option<bool> {
        match self.peek()? {
            b't' => self.word("true").map(|()| true),
            _ => self.word("false").map(|()| false),
        }
    }

    /// `null`, or what `read` reads.
    #[allow(clippy::option_option, reason = "an option that could not be read")]
    #[inline]
    pub fn nullable<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<Option<T>> {
        match self.peek()? {
            b'n' => self.word("null").map(|()| None),
            _ => read(self).map(Some),
        }
    }

    /// What `read` reads, on the heap.
    pub fn boxed<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<Box<T>> {
        read(self).map(Box::new)
    }

    /// Passes an opening bracket, and the closing one where it comes next: whether anything is in between.
    #[inline]
    fn open(&mut self, brackets: [u8; 2]) -> Option<bool> {
        let [opening, closing] = brackets;
        self.pass(opening)?;
        self.room = self.room.checked_sub(1)?;
        let empty = self.peek()? == closing;
        if empty {
            self.close();
        }
        Some(!empty)
    }

    fn close(&mut self) {
        self.at += 1;
        self.room += 1;
    }

    /// Passes a comma or the closing bracket: whether there is one more.
    #[inline]
    fn more(&mut self, bracket: u8) -> Option<bool> {
        match self.peek()? {
            b',' => {
                self.at += 1;
                Some(true)
            }
            byte if byte == bracket => {
                self.close();
                Some(false)
            }
            _ => None,
        }
    }

    /// The members of an object: `member` gets each name and reads the value. One function for all objects, so that
    /// what readers take to compile grows with the members that they know, and not with this loop.
    pub fn object(&mut self, member: &mut dyn FnMut(&mut Self, &str) -> Option<()>) -> Option<()> {
        let mut more = self.open(*b"{}")?;
        while more {
            let name = self.name()?;
            self.pass(b':')?;
            member(self, &name)?;
            more = self.more(b'}')?;
        }
        Some(())
    }

    /// The items of an array, each read by `item`.
    #[inline]
    pub fn array<T>(&mut self, mut item: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let mut items = Vec::new();
        let mut more = self.open(*b"[]")?;
        while more {
            items.push(item(self)?);
            more = self.more(b']')?;
        }
        Some(items)
    }

    /// The members of an object that has no names of its own, each value read by `value`.
    #[inline]
    pub fn map<M: Members>(&mut self, mut value: impl FnMut(&mut Self) -> Option<M::Value>) -> Option<M> {
        let mut members = M::default();
        self.object(&mut |reader, name| super::keep(&mut members, name, value(reader)?))?;
        Some(members)
    }
}
