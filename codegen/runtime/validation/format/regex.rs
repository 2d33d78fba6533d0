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
/// Unicode properties (`\p{L}`) in all: each is hundreds of ranges, which a class compares with those that it has.
const PROPERTIES: usize = 16;
/// Steps that a property is worth.
const STEPS: usize = 4_000;

/// ECMA-262 section 22.2.1 with the flag `u`, as JSON Schema recommends (2020-12 Core, section 6.4).
#[must_use]
pub fn legal(text: &str) -> bool {
    let is_small = text.len() <= LONGEST && text.split('|').count() <= ALTERNATIVES && properties(text) <= PROPERTIES;
    if !is_small || nesting(text) > NESTED {
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
    if text.len() > LONGEST { 0 } else { properties(text).min(PROPERTIES) * STEPS }
}

/// How many groups are open at most.
fn nesting(text: &str) -> usize {
    let (mut open, mut most, mut in_class) = (0_usize, 0, false);
    let mut bytes = text.bytes();
    while let Some(b) = bytes.next() {
        match b {
            b'\\' => drop(bytes.next()),
            b'[' => in_class = true,
            b']' => in_class = false,
            b'(' if !in_class => {
                open += 1;
                most = most.max(open);
            }
            b')' if !in_class => open = open.saturating_sub(1),
            _ => {}
        }
    }
    most
}

/// At least as many as there are.
fn properties(text: &str) -> usize {
    text.matches("\\p").count() + text.matches("\\P").count()
}
