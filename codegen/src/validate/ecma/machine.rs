//! A pattern as a program of the runtime's backtracking machine (`runtime/validation/backtrack.rs`).

use super::parse::Syntax;
use super::set::Set;

/// One instruction, as in the runtime.
#[derive(Clone, Debug)]
pub(in crate::validate) enum Step {
    Set { set: Set, before: bool },
    Many { set: Set, min: u32, max: Option<u32> },
    Start,
    End,
    Boundary(bool),
    Jump(usize),
    Split(usize, usize),
    Save(usize),
    Forget(usize, usize),
    Progress(usize),
    Again { from: usize, to: usize, before: bool },
    Look { after: usize, negated: bool },
    Match,
}

/// A program.
#[derive(Clone, Debug, Default)]
pub(in crate::validate) struct Machine {
    pub(in crate::validate) steps: Vec<Step>,
    pub(in crate::validate) slots: usize,
    pub(in crate::validate) memoryless: bool,
}

/// The program of a pattern.
pub(super) fn build(syntax: &Syntax) -> Machine {
    let mut machine = Machine { steps: Vec::new(), slots: 2 * (groups(syntax) + 1), memoryless: memoryless(syntax) };
    machine.add(syntax, false);
    machine.steps.push(Step::Match);
    machine
}

/// Programs of more steps than this are not made: repetitions are unrolled.
pub(super) const MOST: usize = 50_000;

impl Machine {
    fn push(&mut self, step: Step) -> usize {
        self.steps.push(step);
        self.steps.len() - 1
    }

    /// Adds the steps of `syntax`; `before`: reading backward, inside look-behind.
    fn add(&mut self, syntax: &Syntax, before: bool) {
        match syntax {
            Syntax::Empty => {}
            Syntax::Set(set) => {
                self.push(Step::Set { set: set.clone(), before });
            }
            Syntax::Start => {
                self.push(Step::Start);
            }
            Syntax::End => {
                self.push(Step::End);
            }
            Syntax::Boundary(wanted) => {
                self.push(Step::Boundary(*wanted));
            }
            Syntax::Sequence(all) if before => all.iter().rev().for_each(|syntax| self.add(syntax, before)),
            Syntax::Sequence(all) => all.iter().for_each(|syntax| self.add(syntax, before)),
            Syntax::Alternatives(all) => self.alternatives(all, before),
            Syntax::Group(inner, None) => self.add(inner, before),
            Syntax::Group(inner, Some(group)) => {
                let (first, last) = (2 * group, 2 * group + 1);
                self.push(Step::Save(if before { last } else { first }));
                self.add(inner, before);
                self.push(Step::Save(if before { first } else { last }));
            }
            Syntax::Repeat { inner, min, max, greedy, .. } if self.many(inner, *greedy, before).is_some() => {
                if let Some(set) = self.many(inner, *greedy, before).cloned() {
                    self.push(Step::Many { set, min: *min, max: *max });
                }
            }
            Syntax::Repeat { inner, min, max, greedy, groups } => {
                for _ in 0..*min {
                    self.round(inner, *groups, before);
                }
                match max {
                    Some(max) => self.optional(inner, max - min, *greedy, *groups, before),
                    None => self.endless(inner, *greedy, *groups, before),
                }
            }
            Syntax::Again(groups) => {
                for group in groups {
                    self.push(Step::Again { from: 2 * group, to: 2 * group + 1, before });
                }
            }
            Syntax::Look { inner, behind, negated } => {
                let look = self.push(Step::Look { after: 0, negated: *negated });
                self.add(inner, *behind);
                let end = self.push(Step::Match);
                self.steps[look] = Step::Look { after: end + 1, negated: *negated };
            }
        }
    }

    /// The set of a repetition that needs one step only. Where the groups do not matter, neither does
    /// whether it is greedy.
    fn many<'s>(&self, inner: &'s Syntax, greedy: bool, before: bool) -> Option<&'s Set> {
        single(inner).filter(|_| !before && (greedy || self.memoryless))
    }

    fn alternatives(&mut self, all: &[Syntax], before: bool) {
        let mut ends = Vec::new();
        for (index, syntax) in all.iter().enumerate() {
            if index + 1 == all.len() {
                self.add(syntax, before);
                break;
            }
            let split = self.push(Step::Match);
            self.add(syntax, before);
            ends.push(self.push(Step::Match));
            self.steps[split] = Step::Split(split + 1, self.steps.len());
        }
        for end in ends {
            self.steps[end] = Step::Jump(self.steps.len());
        }
    }

    /// One round of a repetition: its groups are forgotten first (ECMA-262, `RepeatMatcher`).
    fn round(&mut self, inner: &Syntax, groups: (usize, usize), before: bool) {
        if groups.0 < groups.1 {
            self.push(Step::Forget(2 * groups.0, 2 * groups.1));
        }
        self.add(inner, before);
    }

    /// At most `count` rounds more.
    fn optional(&mut self, inner: &Syntax, count: u32, greedy: bool, groups: (usize, usize), before: bool) {
        let mut splits = Vec::new();
        for _ in 0..count {
            splits.push(self.push(Step::Match));
            self.checked_round(inner, groups, before);
        }
        let end = self.steps.len();
        for split in splits {
            self.steps[split] = either(greedy, split + 1, end);
        }
    }

    fn endless(&mut self, inner: &Syntax, greedy: bool, groups: (usize, usize), before: bool) {
        let split = self.push(Step::Match);
        self.checked_round(inner, groups, before);
        self.push(Step::Jump(split));
        self.steps[split] = either(greedy, split + 1, self.steps.len());
    }

    /// A round that must read something.
    fn checked_round(&mut self, inner: &Syntax, groups: (usize, usize), before: bool) {
        let checked = may_be_empty(inner);
        let slot = self.slots;
        if checked {
            self.slots += 1;
            self.push(Step::Save(slot));
        }
        self.round(inner, groups, before);
        if checked {
            self.push(Step::Progress(slot));
        }
    }
}

fn single(syntax: &Syntax) -> Option<&Set> {
    match syntax {
        Syntax::Set(set) => Some(set),
        Syntax::Group(inner, None) => single(inner),
        _ => None,
    }
}

fn either(greedy: bool, round: usize, end: usize) -> Step {
    if greedy { Step::Split(round, end) } else { Step::Split(end, round) }
}

fn inner(syntax: &Syntax) -> Vec<&Syntax> {
    match syntax {
        Syntax::Sequence(all) | Syntax::Alternatives(all) => all.iter().collect(),
        Syntax::Group(inner, _) | Syntax::Repeat { inner, .. } | Syntax::Look { inner, .. } => vec![inner],
        _ => Vec::new(),
    }
}

fn groups(syntax: &Syntax) -> usize {
    let own = match syntax {
        Syntax::Group(_, Some(number)) => *number,
        _ => 0,
    };
    inner(syntax).into_iter().map(groups).fold(own, usize::max)
}

fn memoryless(syntax: &Syntax) -> bool {
    // A round that may be empty asks where it began.
    let own = match syntax {
        Syntax::Again(_) | Syntax::Look { .. } => false,
        Syntax::Repeat { inner, .. } => !may_be_empty(inner),
        _ => true,
    };
    own && inner(syntax).into_iter().all(memoryless)
}

fn may_be_empty(syntax: &Syntax) -> bool {
    match syntax {
        Syntax::Set(_) => false,
        Syntax::Sequence(all) => all.iter().all(may_be_empty),
        Syntax::Alternatives(all) => all.iter().any(may_be_empty),
        Syntax::Group(inner, _) => may_be_empty(inner),
        Syntax::Repeat { inner, min, .. } => *min == 0 || may_be_empty(inner),
        _ => true,
    }
}

/// How many steps a program would have, before it is made.
pub(super) fn size(syntax: &Syntax) -> usize {
    let body: usize = inner(syntax).into_iter().map(size).fold(0, usize::saturating_add);
    match syntax {
        Syntax::Repeat { inner, greedy: true, .. } if single(inner).is_some() => 1,
        Syntax::Repeat { min, max, .. } => {
            let rounds = max.unwrap_or(min.saturating_add(1)).max(1) as usize;
            body.saturating_add(4).saturating_mul(rounds)
        }
        Syntax::Alternatives(all) => body.saturating_add(2 * all.len()),
        _ => body.saturating_add(3),
    }
}
