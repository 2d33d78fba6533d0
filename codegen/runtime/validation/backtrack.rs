//! Patterns that need look-around or back references: a backtracking machine that counts its steps.
//!
//! Its program is made from an ECMA-262 pattern when the code is generated. A run that takes more
//! steps than the report has left sets the report's bound off: the value is invalid, whatever stands
//! around the pattern.

use super::report::Report;

/// A pattern as instructions; the first one is where a match begins.
#[derive(Clone, Copy, Debug)]
pub struct Program {
    /// What to do.
    pub instructions: &'static [Instruction],
    /// How many positions are remembered while matching.
    pub slots: usize,
    /// Whether what follows depends on instruction and position alone: no back reference, no
    /// look-around. Then no pair of them is tried twice, and the time is linear.
    pub memoryless: bool,
}

/// One instruction.
#[derive(Clone, Copy, Debug)]
pub enum Instruction {
    /// One of these characters follows: ranges in order.
    Set(&'static [(char, char)]),
    /// As many of these characters as follow, within bounds; fewer when the rest does not match.
    Many {
        /// The characters.
        set: &'static [(char, char)],
        /// At least.
        min: usize,
        /// At most.
        max: usize,
    },
    /// One of these characters stands before; inside look-behind the text is read backward.
    SetBefore(&'static [(char, char)]),
    /// The start of the text.
    Start,
    /// The end of the text.
    End,
    /// A boundary of an ASCII word, or no such boundary.
    Boundary(bool),
    /// Go on there.
    Jump(usize),
    /// Try the first, then the second.
    Split(usize, usize),
    /// Remember the position.
    Save(usize),
    /// Forget the positions from the first slot up to the second.
    Forget(usize, usize),
    /// Fail when nothing was read since the slot was saved: an empty round of a loop.
    Progress(usize),
    /// The text between two slots again.
    Again(usize, usize),
    /// The same, reading backward.
    AgainBefore(usize, usize),
    /// The instructions up to `after` match here; with `negated`, they do not.
    Look {
        /// Where to go on.
        after: usize,
        /// Whether a match is a failure.
        negated: bool,
    },
    /// Done.
    Match,
}

/// What to do when a way fails.
enum Frame {
    Resume {
        instruction: usize,
        position: usize,
    },
    Restore {
        slot: usize,
        value: Option<usize>,
    },
    /// Give one character back, and so on as long as `spare` lasts.
    GiveBack {
        instruction: usize,
        position: usize,
        spare: usize,
    },
}

struct Run<'a, R> {
    program: &'a Program,
    text: &'a str,
    slots: Vec<Option<usize>>,
    tried: Vec<u64>,
    report: &'a mut R,
}

impl Program {
    /// Whether the pattern is found in `text`; false when the bound of the report is hit.
    pub fn finds<R: Report>(&self, text: &str, report: &mut R) -> bool {
        // One bit for each instruction and position, as long as that is not much.
        const MOST_BITS: usize = 1 << 26;
        let bits = self.instructions.len().saturating_mul(text.len() + 1);
        let tried = if self.memoryless && bits <= MOST_BITS { vec![0; bits / 64 + 1] } else { Vec::new() };
        let mut run = Run { program: self, text, slots: vec![None; self.slots], tried, report };
        let starts = text.char_indices().map(|(index, _)| index).chain([text.len()]);
        for start in starts {
            run.slots.fill(None);
            if run.matches(0, start) {
                return true;
            }
            if !run.report.spend(1) {
                return false;
            }
        }
        false
    }
}

impl<R: Report> Run<'_, R> {
    /// Whether the instructions from `instruction` on reach their `Match`.
    fn matches(&mut self, instruction: usize, position: usize) -> bool {
        let mut frames = vec![Frame::Resume { instruction, position }];
        while let Some(frame) = frames.pop() {
            match frame {
                Frame::Restore { slot, value } => self.put(slot, value),
                Frame::GiveBack { instruction, position, spare } => {
                    let before = self.text.get(..position).and_then(|rest| rest.chars().next_back());
                    let position = position - before.map_or(0, char::len_utf8);
                    if spare > 1 {
                        frames.push(Frame::GiveBack { instruction, position, spare: spare - 1 });
                    }
                    if self.follow(instruction, position, &mut frames) {
                        return true;
                    }
                }
                Frame::Resume { instruction, position } => {
                    if self.follow(instruction, position, &mut frames) {
                        return true;
                    }
                }
            }
            if !self.report.spend(1) {
                return false;
            }
        }
        false
    }

    /// Follows one way to its end.
    fn follow(&mut self, mut instruction: usize, mut position: usize, frames: &mut Vec<Frame>) -> bool {
        while let Some(step) = self.program.instructions.get(instruction) {
            if !self.report.spend(1) || !self.first_try(instruction, position) {
                return false;
            }
            instruction += 1;
            let goes_on = match *step {
                Instruction::Match => return true,
                Instruction::Set(set) => self.take(set, &mut position),
                Instruction::Many { set, min, max } => {
                    let mut count = 0;
                    let mut end = position;
                    while count < max && self.take(set, &mut end) {
                        position = end;
                        count += 1;
                    }
                    if count > min {
                        frames.push(Frame::GiveBack { instruction, position, spare: count - min });
                    }
                    count >= min && self.report.spend(count)
                }
                Instruction::SetBefore(set) => self.take_before(set, &mut position),
                Instruction::Start => position == 0,
                Instruction::End => position == self.text.len(),
                Instruction::Boundary(wanted) => self.at_boundary(position) == wanted,
                Instruction::Jump(to) => {
                    instruction = to;
                    true
                }
                Instruction::Split(first, second) => {
                    frames.push(Frame::Resume { instruction: second, position });
                    instruction = first;
                    true
                }
                Instruction::Save(slot) => {
                    self.remember(slot, Some(position), frames);
                    true
                }
                Instruction::Forget(from, to) => {
                    for slot in from..to {
                        self.remember(slot, None, frames);
                    }
                    true
                }
                Instruction::Progress(slot) => self.get(slot) != Some(position),
                Instruction::Again(from, to) => self.again(from, to, false, &mut position),
                Instruction::AgainBefore(from, to) => self.again(from, to, true, &mut position),
                Instruction::Look { after, negated } => {
                    let kept = self.slots.clone();
                    let found = self.matches(instruction, position);
                    if found && !negated {
                        for (slot, value) in kept.into_iter().enumerate() {
                            if self.get(slot) != value {
                                frames.push(Frame::Restore { slot, value });
                            }
                        }
                    } else {
                        self.slots = kept;
                    }
                    instruction = after;
                    found != negated
                }
            };
            if !goes_on {
                return false;
            }
        }
        false
    }

    /// Whether this pair was not tried before.
    fn first_try(&mut self, instruction: usize, position: usize) -> bool {
        let bit = instruction * (self.text.len() + 1) + position;
        let Some(word) = self.tried.get_mut(bit / 64) else { return true };
        let mask = 1 << (bit % 64);
        let fresh = *word & mask == 0;
        *word |= mask;
        fresh
    }

    fn take(&self, set: &[(char, char)], position: &mut usize) -> bool {
        let Some(c) = self.text.get(*position..).and_then(|rest| rest.chars().next()) else { return false };
        *position += c.len_utf8();
        contains(set, c)
    }

    fn take_before(&self, set: &[(char, char)], position: &mut usize) -> bool {
        let Some(c) = self.text.get(..*position).and_then(|rest| rest.chars().next_back()) else { return false };
        *position -= c.len_utf8();
        contains(set, c)
    }

    /// A group that took no part matches the empty text (ECMA-262, `BackreferenceMatcher`).
    fn again(&self, from: usize, to: usize, before: bool, position: &mut usize) -> bool {
        let (Some(from), Some(to)) = (self.get(from), self.get(to)) else { return true };
        let taken = self.text.get(from.min(to)..from.max(to)).unwrap_or_default();
        let found = if before {
            self.text.get(..*position).is_some_and(|rest| rest.ends_with(taken))
        } else {
            self.text.get(*position..).is_some_and(|rest| rest.starts_with(taken))
        };
        if found {
            *position = if before { *position - taken.len() } else { *position + taken.len() };
        }
        found
    }

    fn at_boundary(&self, position: usize) -> bool {
        let word =
            |index: usize| self.text.as_bytes().get(index).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
        position.checked_sub(1).is_some_and(word) != word(position)
    }

    fn remember(&mut self, slot: usize, value: Option<usize>, frames: &mut Vec<Frame>) {
        frames.push(Frame::Restore { slot, value: self.get(slot) });
        self.put(slot, value);
    }

    fn get(&self, slot: usize) -> Option<usize> {
        self.slots.get(slot).copied().flatten()
    }

    fn put(&mut self, slot: usize, value: Option<usize>) {
        if let Some(place) = self.slots.get_mut(slot) {
            *place = value;
        }
    }
}

fn contains(set: &[(char, char)], c: char) -> bool {
    let after = set.partition_point(|(first, _)| *first <= c);
    after.checked_sub(1).and_then(|index| set.get(index)).is_some_and(|(_, last)| c <= *last)
}
