//! `regex`: ECMA-262, decided by the crate `regress`.
//!
//! What it may cost is bounded here (JSC-06), so that no expression takes much memory, stack or time; one beyond a
//! bound is refused.

use ::regress::{Flags, Regex};

/// Bytes of the longest expression.
const LONGEST: usize = 4_096;
/// Alternatives in all: the crate goes down into them one below the other.
const ALTERNATIVES: usize = 256;
/// Groups inside one another.
const NESTED: usize = 100;
/// Sets of very many ranges in all: Unicode properties (`\p{L}`), which a class compares with the ranges that it
/// has, and where case is ignored each class, to which the other case of all that it has is added.
const SETS: usize = 16;
/// Steps that one of them is worth.
const STEPS: usize = 4_000;

/// ECMA-262 section 22.2.1 with the flag `u`, as JSON Schema recommends (2020-12 Core, section 6.4).
#[must_use]
pub fn legal(text: &str) -> bool {
    let is_small = text.len() <= LONGEST && text.split('|').count() <= ALTERNATIVES && sets(text) <= SETS;
    if !is_small {
        return false;
    }
    let parts = Parts::of(text);
    if parts.nested > NESTED || parts.repeats_a_boundary {
        return false;
    }
    // Nothing is run: an optimised program would be made for nobody.
    let mut flags = Flags::from("u");
    flags.no_opt = true;
    Regex::with_flags(text, flags).is_ok()
}

/// The work of reading an expression, beyond what its length says.
#[must_use]
pub fn steps(text: &str) -> usize {
    if text.len() > LONGEST { 0 } else { sets(text).min(SETS) * STEPS }
}

/// What is asked of an expression before the crate reads it.
struct Parts {
    /// How many groups are open at most.
    nested: usize,
    /// Whether a quantifier stands behind `\b` or `\B`, which the crate takes and the flag `u` forbids.
    repeats_a_boundary: bool,
}

impl Parts {
    fn of(text: &str) -> Self {
        let mut parts = Self { nested: 0, repeats_a_boundary: false };
        let (mut open, mut in_class) = (0_usize, false);
        let mut bytes = text.bytes().peekable();
        while let Some(b) = bytes.next() {
            match b {
                b'\\' => {
                    let is_boundary = matches!(bytes.next(), Some(b'b' | b'B'));
                    parts.repeats_a_boundary |=
                        is_boundary && !in_class && matches!(bytes.peek(), Some(b'*' | b'+' | b'?' | b'{'));
                }
                b'[' => in_class = true,
                b']' => in_class = false,
                b'(' if !in_class => {
                    open += 1;
                    parts.nested = parts.nested.max(open);
                }
                b')' if !in_class => open = open.saturating_sub(1),
                _ => {}
            }
        }
        parts
    }
}

/// At least as many as there are.
fn sets(text: &str) -> usize {
    let properties = text.matches("\\p").count() + text.matches("\\P").count();
    if ignores_case(text) { properties + text.matches('[').count() } else { properties }
}

/// Whether any group may have the modifier `i` (`(?i:`, `(?ms-i:`).
fn ignores_case(text: &str) -> bool {
    let modifiers = |group: &str| group.chars().take_while(|c| matches!(c, 'i' | 'm' | 's' | '-')).any(|c| c == 'i');
    text.split("(?").skip(1).any(modifiers)
}
