//! Patterns as static data of the runtime's engines.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::{Emitter, naming};
use crate::validate::ecma::{Dfa, Engine, Machine, Meaning, Set, Step};
use crate::validate::program::Pattern;

/// The name of a pattern's static.
pub(super) fn name(index: usize) -> Ident {
    format_ident!("PATTERN_{}", index)
}

impl Emitter<'_> {
    /// An expression: whether a pattern is found in `text`, a `&str`.
    pub(super) fn finds(&self, pattern: usize, text: &TokenStream) -> TokenStream {
        let name = name(pattern);
        match self.program.patterns[pattern].engine {
            Engine::Automaton(_) => quote! { #name.finds(#text) },
            Engine::Machine(_) => quote! { #name.finds(#text, report) },
        }
    }

    /// The static of a pattern.
    pub(super) fn pattern(&self, index: usize) -> TokenStream {
        item(index, &self.program.patterns[index])
    }
}

fn item(index: usize, pattern: &Pattern) -> TokenStream {
    let name = name(index);
    let text = format!(" `{}`", naming::in_docs(&pattern.source));
    match &pattern.engine {
        Engine::Automaton(dfa) => {
            let value = automaton(dfa);
            quote! { #[doc = #text] static #name: validation::Automaton = #value; }
        }
        Engine::Machine(machine) => {
            let value = program(machine);
            quote! { #[doc = #text] static #name: validation::Program = #value; }
        }
    }
}

fn automaton(dfa: &Dfa) -> TokenStream {
    let class = |c: char| {
        dfa.ranges.iter().find(|(first, last, _)| (*first..=*last).contains(&c)).map_or(0, |(_, _, class)| *class)
    };
    let ascii: Vec<u8> = (0..128u8).map(|byte| class(char::from(byte))).collect();
    let ascii = Literal::byte_string(&ascii);
    // What most characters beyond ASCII are needs no range.
    let other = class(char::MAX);
    let ranges = dfa.ranges.iter().filter(|(_, last, class)| !last.is_ascii() && *class != other);
    let ranges = ranges.map(|(first, last, class)| {
        let (first, class) = (first.max(&'\u{80}'), Literal::u8_unsuffixed(*class));
        quote! { (#first, #last, #class) }
    });
    let rows = Rows::of(dfa);
    let next = rows.next.iter().map(|state| Literal::usize_unsuffixed(*state));
    let [start, at_end, matched, dead] =
        [rows.start, rows.at_end, rows.matched, rows.dead].map(Literal::usize_unsuffixed);
    let other = Literal::u8_unsuffixed(other);
    quote! {
        validation::Automaton {
            ascii: #ascii,
            ranges: &[#(#ranges),*],
            other: #other,
            next: &[#(#next),*],
            start: #start,
            at_end: #at_end,
            matched: #matched,
            dead: #dead,
        }
    }
}

/// The table of an automaton, its rows sorted by meaning, each state the place of its row. The largest
/// table has fewer places than 2^16.
struct Rows {
    next: Vec<usize>,
    start: usize,
    at_end: usize,
    matched: usize,
    dead: usize,
}

impl Rows {
    fn of(dfa: &Dfa) -> Self {
        let mut order: Vec<usize> = (0..dfa.meanings.len()).collect();
        order.sort_by_key(|state| dfa.meanings.get(*state));
        let mut places = vec![0; order.len()];
        for (row, state) in order.iter().enumerate() {
            places[*state] = row * dfa.classes;
        }
        let row = |state: usize| &dfa.next[state * dfa.classes..(state + 1) * dfa.classes];
        let next = order.iter().flat_map(|state| row(*state)).map(|target| places[usize::from(*target)]).collect();
        let below = |meaning| dfa.meanings.iter().filter(|other| **other < meaning).count() * dfa.classes;
        Self {
            next,
            start: places[0],
            at_end: below(Meaning::AtEnd),
            matched: below(Meaning::Match),
            dead: below(Meaning::Dead),
        }
    }
}

fn program(machine: &Machine) -> TokenStream {
    let steps = machine.steps.iter().map(|step| match step {
        Step::Set { set, before: false } => {
            let set = ranges(set);
            quote! { Set(&[#set]) }
        }
        Step::Set { set, before: true } => {
            let set = ranges(set);
            quote! { SetBefore(&[#set]) }
        }
        Step::Many { set, min, max } => {
            let (set, min) = (ranges(set), Literal::u32_unsuffixed(*min));
            let max = max.map_or_else(
                || quote! { ::std::primitive::usize::MAX },
                |max| {
                    let max = Literal::u32_unsuffixed(max);
                    quote! { #max }
                },
            );
            quote! { Many { set: &[#set], min: #min, max: #max } }
        }
        Step::Start => quote! { Start },
        Step::End => quote! { End },
        Step::Boundary(wanted) => quote! { Boundary(#wanted) },
        Step::Jump(to) => {
            let to = index(*to);
            quote! { Jump(#to) }
        }
        Step::Split(first, second) => {
            let (first, second) = (index(*first), index(*second));
            quote! { Split(#first, #second) }
        }
        Step::Save(slot) => {
            let slot = index(*slot);
            quote! { Save(#slot) }
        }
        Step::Forget(from, to) => {
            let (from, to) = (index(*from), index(*to));
            quote! { Forget(#from, #to) }
        }
        Step::Progress(slot) => {
            let slot = index(*slot);
            quote! { Progress(#slot) }
        }
        Step::Again { from, to, before } => {
            let (from, to) = (index(*from), index(*to));
            if *before {
                quote! { AgainBefore(#from, #to) }
            } else {
                quote! { Again(#from, #to) }
            }
        }
        Step::Look { after, negated } => {
            let after = index(*after);
            quote! { Look { after: #after, negated: #negated } }
        }
        Step::Match => quote! { Match },
    });
    let (slots, memoryless) = (index(machine.slots), machine.memoryless);
    quote! {{
        use validation::backtrack::Instruction::*;
        validation::Program { instructions: &[#(#steps),*], slots: #slots, memoryless: #memoryless }
    }}
}

fn index(number: usize) -> Literal {
    Literal::usize_unsuffixed(number)
}

fn ranges(set: &Set) -> TokenStream {
    let ranges = set.ranges().iter().map(|(first, last)| quote! { (#first, #last) });
    quote! { #(#ranges),* }
}
