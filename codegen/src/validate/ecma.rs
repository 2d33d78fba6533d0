//! Patterns of ECMA-262, parsed, judged and compiled for an engine of the runtime.
//!
//! Comes in: the text of a pattern. Goes out: a finite automaton where the pattern is a regular
//! expression in the strict sense and the automaton is small, else a program for the runtime's
//! backtracking machine. Always holds: the meaning is ECMA-262's with the `u` flag (code points,
//! ASCII `\d` and `\w`, unanchored); a pattern that is legal only without that flag is read so.

mod automaton;
mod machine;
mod nfa;
mod parse;
mod set;

pub(super) use automaton::{Dfa, Meaning};
pub(super) use machine::{Machine, Step};
pub(super) use parse::Syntax;
pub(super) use set::Set;

/// How a pattern is run.
#[derive(Clone, Debug)]
pub(super) enum Engine {
    /// In one pass.
    Automaton(Dfa),
    /// Backtracking, its steps counted.
    Machine(Machine),
}

/// Reads a pattern; the error says what is wrong and where.
pub(super) fn parse(pattern: &str) -> Result<Syntax, String> {
    let syntax = parse::parse(pattern)?;
    match machine::size(&syntax) {
        size if size > machine::MOST => {
            Err(format!("its repetitions add up to {size} steps, {} are the most", machine::MOST))
        }
        _ => Ok(syntax),
    }
}

/// The engine for a pattern.
pub(super) fn compile(syntax: &Syntax) -> Engine {
    match nfa::build(syntax).and_then(|nfa| automaton::build(&nfa)) {
        Some(dfa) => Engine::Automaton(dfa),
        None => Engine::Machine(machine::build(syntax)),
    }
}
