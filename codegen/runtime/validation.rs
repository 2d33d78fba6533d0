//! What generated validators call: the checks that are more than one comparison, and the report.
//!
//! Comes in: a `serde_json::Value` that nobody has looked at. Goes out: valid or not, or a list of
//! [`Violations`] that a person or a model can act on. Always holds: no panic; yes or no without an
//! allocation (but for `uniqueItems` on long arrays, `unevaluated*` on very wide values, patterns with
//! look-around or back references, and `propertyNames` of many subschemas);
//! depth and work are bounded by [`Limits`] (JSC-06), and a bound that is hit makes the value
//! invalid, never valid.

pub mod automaton;
pub mod backtrack;
pub mod format;
pub mod literal;
pub mod marks;
pub mod members;
pub mod number;
pub mod path;
pub mod report;
pub mod similar;
pub mod sort;
pub mod text;
pub mod unique;
pub mod violation;

pub use automaton::Automaton;
pub use backtrack::{Instruction, Program};
pub use literal::Literal;
pub use marks::Marks;
pub use report::{Check, Collect, Limits, Quiet, Report, check, first, holds, holds_uncounted};
pub use violation::{Expected, Found, Violation, Violations};
