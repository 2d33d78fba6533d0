//! Patterns as finite automata: built when the code was generated, run in one pass over the text.

/// A deterministic automaton over classes of characters that searches anywhere in a text.
///
/// A state is the place of its row in `next`. The rows are sorted by what the state means: first those
/// that are no match yet, then those that are one if the text ends there, then those that are one
/// whatever follows, and at last those that can never be one.
#[derive(Clone, Copy, Debug)]
pub struct Automaton {
    /// Class of each ASCII character.
    pub ascii: &'static [u8; 128],
    /// Classes of other characters: ranges in order; what is in none of them is of class `other`.
    pub ranges: &'static [(char, char, u8)],
    /// Class of all other characters.
    pub other: u8,
    /// The state after `state` and a character: at `state + class`.
    pub next: &'static [u16],
    /// Where a search begins.
    pub start: u16,
    /// From here on, a match if the text ends.
    pub at_end: u16,
    /// From here on, a match.
    pub matched: u16,
    /// From here on, no match.
    pub dead: u16,
}

impl Automaton {
    /// Whether the pattern is found in `text`.
    #[must_use]
    pub fn finds(&self, text: &str) -> bool {
        let mut state = self.start;
        if state < self.matched {
            for c in text.chars() {
                let cell = usize::from(state) + usize::from(self.class(c));
                state = self.next.get(cell).copied().unwrap_or(self.dead);
                if state >= self.matched {
                    break;
                }
            }
        }
        (self.at_end..self.dead).contains(&state)
    }

    #[inline]
    fn class(&self, c: char) -> u8 {
        match self.ascii.get(c as usize) {
            Some(class) => *class,
            None => self.wide_class(c),
        }
    }

    #[cold]
    fn wide_class(&self, c: char) -> u8 {
        let after = self.ranges.partition_point(|(first, _, _)| *first <= c);
        match after.checked_sub(1).and_then(|index| self.ranges.get(index)) {
            Some((_, last, class)) if c <= *last => *class,
            _ => self.other,
        }
    }
}
