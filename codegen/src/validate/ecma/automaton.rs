//! Nondeterministic to deterministic, over classes of characters, searching anywhere in a text.

use std::collections::{BTreeMap, BTreeSet};

use super::nfa::{Edge, Nfa, State};
use super::set::{Set, after};

/// What a state means for the search; as in the runtime.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::validate) enum Meaning {
    Open,
    AtEnd,
    Match,
    Dead,
}

/// A deterministic automaton; state 0 is the first.
#[derive(Clone, Debug)]
pub(in crate::validate) struct Dfa {
    /// Ranges in order, each with its class; together all characters.
    pub(in crate::validate) ranges: Vec<(char, char, u8)>,
    pub(in crate::validate) classes: usize,
    /// At `state * classes + class`.
    pub(in crate::validate) next: Vec<u16>,
    pub(in crate::validate) meanings: Vec<Meaning>,
}

/// A table with more entries than this is left to the backtracking machine.
const MOST: usize = 8_192;

/// The smallest automaton; `None` when it is too large.
pub(super) fn build(nfa: &Nfa) -> Option<Dfa> {
    let (ranges, members) = classes(&nfa.sets)?;
    let classes = members.len();
    let first = closure(nfa, &[nfa.start], true);
    let mut known = BTreeMap::from([(first.clone(), 0)]);
    let (mut states, mut next) = (vec![first], Vec::new());
    let mut at = 0;
    while let Some(state) = states.get(at).cloned() {
        for sets in &members {
            let target = step(nfa, &state, sets);
            let count = states.len();
            let index = *known.entry(target.clone()).or_insert(count);
            if index == count {
                states.push(target);
            }
            next.push(index);
        }
        if states.len() * classes > 8 * MOST {
            return None;
        }
        at += 1;
    }
    let meanings = states.iter().map(|state| state.meaning).collect::<Vec<_>>();
    smallest(classes, &next, &meanings).filter(|(next, _)| next.len() <= MOST).map(|(next, meanings)| Dfa {
        ranges,
        classes,
        next,
        meanings,
    })
}

/// States of the nondeterministic automaton that wait for a character.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Subset {
    waiting: Vec<State>,
    meaning: Meaning,
}

fn closure(nfa: &Nfa, from: &[State], at_start: bool) -> Subset {
    let mut meaning = Meaning::Open;
    let mut waiting = BTreeSet::new();
    // A state is followed once as reached freely, and once as reached only at the end of the text.
    let mut seen = BTreeSet::new();
    let mut open: Vec<(State, bool)> = from.iter().map(|state| (*state, false)).collect();
    while let Some((state, only_at_end)) = open.pop() {
        if !seen.insert((state, only_at_end)) {
            continue;
        }
        match &nfa.edges[state] {
            Edge::Set(..) if only_at_end => {}
            Edge::Set(..) => {
                waiting.insert(state);
            }
            Edge::Free(ways) => open.extend(ways.iter().map(|way| (*way, only_at_end))),
            Edge::AtStart(next) if at_start => open.push((*next, only_at_end)),
            Edge::AtStart(_) => {}
            Edge::AtEnd(next) => open.push((*next, true)),
            Edge::Accept if only_at_end => meaning = meaning.max(Meaning::AtEnd),
            Edge::Accept => meaning = Meaning::Match,
        }
    }
    if meaning == Meaning::Match {
        waiting.clear();
    }
    Subset { waiting: waiting.into_iter().collect(), meaning }
}

/// After a character that is in the sets; a search may begin at every character.
fn step(nfa: &Nfa, state: &Subset, sets: &BTreeSet<usize>) -> Subset {
    if state.meaning == Meaning::Match {
        return state.clone();
    }
    let mut reached = vec![nfa.start];
    for waiting in &state.waiting {
        if let Edge::Set(set, next) = &nfa.edges[*waiting]
            && sets.contains(set)
        {
            reached.push(*next);
        }
    }
    closure(nfa, &reached, false)
}

/// Characters that are in the same sets are of one class: ranges with classes, and the sets of each class.
type Classes = (Vec<(char, char, u8)>, Vec<BTreeSet<usize>>);

fn classes(sets: &[Set]) -> Option<Classes> {
    let mut starts = BTreeSet::from(['\0']);
    for (first, last) in sets.iter().flat_map(Set::ranges) {
        starts.insert(*first);
        starts.extend(after(*last));
    }
    let starts: Vec<char> = starts.into_iter().collect();
    let mut members: Vec<BTreeSet<usize>> = Vec::new();
    let mut ranges: Vec<(char, char, u8)> = Vec::new();
    for (index, start) in starts.iter().enumerate() {
        let inside: BTreeSet<usize> = (0..sets.len()).filter(|set| sets[*set].contains(*start)).collect();
        let class = members.iter().position(|known| *known == inside).unwrap_or_else(|| {
            members.push(inside);
            members.len() - 1
        });
        let class = u8::try_from(class).ok()?;
        let end = match starts.get(index + 1) {
            Some('\u{e000}') => '\u{d7ff}',
            Some(next) => char::from_u32(u32::from(*next) - 1)?,
            None => char::MAX,
        };
        match ranges.last_mut() {
            Some((_, last, known)) if *known == class => *last = end,
            _ => ranges.push((*start, end, class)),
        }
    }
    Some((ranges, members))
}

/// Merges states that nothing can tell apart (Moore), and finds those that lead nowhere.
fn smallest(classes: usize, next: &[usize], meanings: &[Meaning]) -> Option<(Vec<u16>, Vec<Meaning>)> {
    let mut blocks: Vec<usize> = meanings.iter().map(|meaning| *meaning as usize).collect();
    let mut count = blocks.iter().collect::<BTreeSet<_>>().len();
    loop {
        let mut known = BTreeMap::new();
        let refined: Vec<usize> = (0..meanings.len())
            .map(|state| {
                let row = &next[state * classes..(state + 1) * classes];
                let key = (blocks[state], row.iter().map(|target| blocks[*target]).collect::<Vec<_>>());
                let fresh = known.len();
                *known.entry(key).or_insert(fresh)
            })
            .collect();
        let (refined_count, before) = (known.len(), count);
        (blocks, count) = (refined, refined_count);
        if refined_count == before {
            break;
        }
    }
    // Blocks are numbered by their first state, so that state 0 is in block 0.
    let mut table = Vec::with_capacity(count * classes);
    let mut merged = Vec::with_capacity(count);
    for block in 0..count {
        let state = blocks.iter().position(|other| *other == block)?;
        let row: Vec<usize> =
            next[state * classes..(state + 1) * classes].iter().map(|target| blocks[*target]).collect();
        let leads_nowhere = meanings[state] == Meaning::Open && row.iter().all(|target| *target == block);
        merged.push(if leads_nowhere { Meaning::Dead } else { meanings[state] });
        for target in row {
            table.push(u16::try_from(target).ok()?);
        }
    }
    Some((table, merged))
}
