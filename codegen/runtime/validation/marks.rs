//! Which members or items a subschema has evaluated, for `unevaluatedProperties` and `unevaluatedItems`.

/// A set of positions. Up to 512 of them need no allocation.
#[derive(Clone, Debug)]
pub struct Marks {
    near: [u64; 8],
    far: Vec<u64>,
}

const BITS: usize = 64;

impl Marks {
    /// None of `len` positions is marked.
    #[must_use]
    pub fn new(len: usize) -> Self {
        let near = [0; 8];
        Self { near, far: vec![0; len.div_ceil(BITS).saturating_sub(near.len())] }
    }

    /// Marks one position.
    #[inline]
    pub fn set(&mut self, index: usize) {
        if let Some(word) = self.word(index / BITS) {
            *word |= 1 << (index % BITS);
        }
    }

    /// Marks the positions from 0 to `end`, `end` not among them.
    pub fn set_below(&mut self, end: usize) {
        let words = self.near.iter_mut().chain(&mut self.far);
        for word in words.take(end / BITS) {
            *word = u64::MAX;
        }
        for index in end - end % BITS..end {
            self.set(index);
        }
    }

    /// Whether a position is marked.
    #[inline]
    #[must_use]
    pub fn has(&self, index: usize) -> bool {
        let (near, word) = (self.near.len(), index / BITS);
        let word = self.near.get(word).or_else(|| self.far.get(word.checked_sub(near)?));
        word.is_some_and(|word| word & (1 << (index % BITS)) != 0)
    }

    fn word(&mut self, word: usize) -> Option<&mut u64> {
        let near = self.near.len();
        if word < near { self.near.get_mut(word) } else { self.far.get_mut(word - near) }
    }
}
