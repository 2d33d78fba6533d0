//! Patterns as finite automata: built when the code was generated, run in one pass over the text.

/// A deterministic automaton over classes of characters that searches anywhere in a text.
#[derive(Clone, Copy, Debug)]
pub struct Automaton {
    /// Class of each ASCII character.
    pub ascii: &'static [u8; 128],
    /// Classes of other characters: ranges in order; what is in none of them is of class `other`.
    pub ranges: &'static [(char, char, u8)],
    /// Class of all other characters.
    pub other: u8,
    /// How many classes there are.
    pub classes: usize,
    /// The state after `state` and a character: at `state * classes + class`. The first state is 0.
    pub next: &'static [u16],
    /// What each state means for the search.
    pub states: &'static [State],
}

/// What is known once a state is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Nothing yet, and no match if the text ends here.
    Open,
    /// A match if the text ends here.
    AtEnd,
    /// A match, whatever follows.
    Match,
    /// No match, whatever follows.
    Dead,
}

impl Automaton {
    /// Whether the pattern is found in `text`.
    #[must_use]
    pub fn finds(&self, text: &str) -> bool {
        let mut state = 0;
        let mut known = self.state(0);
        for c in text.chars() {
            match known {
                State::Match => return true,
                State::Dead => return false,
                State::Open | State::AtEnd => {}
            }
            let class = usize::from(self.class(c));
            state = self.next.get(state * self.classes + class).copied().map_or(0, usize::from);
            known = self.state(state);
        }
        matches!(known, State::Match | State::AtEnd)
    }

    #[inline]
    fn state(&self, state: usize) -> State {
        self.states.get(state).copied().unwrap_or(State::Dead)
    }

    #[inline]
    fn class(&self, c: char) -> u8 {
        if let Some(class) = self.ascii.get(c as usize) {
            return *class;
        }
        let after = self.ranges.partition_point(|(first, _, _)| *first <= c);
        match after.checked_sub(1).and_then(|index| self.ranges.get(index)) {
            Some((_, last, class)) if c <= *last => *class,
            _ => self.other,
        }
    }
}
