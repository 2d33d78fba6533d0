//! A pattern as a nondeterministic automaton, where it is regular in the strict sense.

use super::parse::Syntax;
use super::set::Set;

/// Index of a state.
pub(super) type State = usize;

/// One state: what has to be seen, and where that leads.
#[derive(Clone, Debug)]
pub(super) enum Edge {
    Set(usize, State),
    Free(Vec<State>),
    AtStart(State),
    AtEnd(State),
    Accept,
}

/// States and the sets that their edges name.
#[derive(Debug, Default)]
pub(super) struct Nfa {
    pub(super) edges: Vec<Edge>,
    pub(super) sets: Vec<Set>,
    pub(super) start: State,
}

/// More states than this are left to the backtracking machine.
const MOST: usize = 4_000;

/// The automaton; `None` when the pattern looks around, refers back, asks for boundaries of words,
/// or is too large.
pub(super) fn build(syntax: &Syntax) -> Option<Nfa> {
    let mut nfa = Nfa::default();
    let accept = nfa.push(Edge::Accept)?;
    nfa.start = nfa.add(syntax, accept)?;
    Some(nfa)
}

impl Nfa {
    fn push(&mut self, edge: Edge) -> Option<State> {
        self.edges.push(edge);
        (self.edges.len() <= MOST).then_some(self.edges.len() - 1)
    }

    fn set(&mut self, set: &Set) -> usize {
        self.sets.iter().position(|known| known == set).unwrap_or_else(|| {
            self.sets.push(set.clone());
            self.sets.len() - 1
        })
    }

    /// The state from which `syntax` leads to `next`; built from the end.
    fn add(&mut self, syntax: &Syntax, next: State) -> Option<State> {
        match syntax {
            Syntax::Empty => Some(next),
            Syntax::Set(set) => {
                let set = self.set(set);
                self.push(Edge::Set(set, next))
            }
            Syntax::Start => self.push(Edge::AtStart(next)),
            Syntax::End => self.push(Edge::AtEnd(next)),
            Syntax::Sequence(all) => all.iter().rev().try_fold(next, |next, syntax| self.add(syntax, next)),
            Syntax::Alternatives(all) => {
                let ways = all.iter().map(|syntax| self.add(syntax, next)).collect::<Option<Vec<_>>>()?;
                self.push(Edge::Free(ways))
            }
            Syntax::Group(inner, _) => self.add(inner, next),
            // Whether a repetition is greedy makes no difference to whether there is a match.
            Syntax::Repeat { inner, min, max, .. } => {
                let mut state = next;
                match max {
                    Some(max) => {
                        for _ in *min..*max {
                            let once = self.add(inner, state)?;
                            state = self.push(Edge::Free(vec![once, next]))?;
                        }
                    }
                    None => {
                        let again = self.push(Edge::Free(vec![next]))?;
                        let once = self.add(inner, again)?;
                        self.edges[again] = Edge::Free(vec![once, next]);
                        state = again;
                    }
                }
                (0..*min).try_fold(state, |state, _| self.add(inner, state))
            }
            Syntax::Boundary(_) | Syntax::Again(_) | Syntax::Look { .. } => None,
        }
    }
}
