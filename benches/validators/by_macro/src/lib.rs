//! The validators of the macro.

use serde_json::Value;

/// Whether a value is valid; the first error, dropped after it was made.
pub type Functions = (fn(&Value) -> bool, fn(&Value) -> Option<()>);

#[allow(clippy::all, clippy::pedantic, dead_code, unused_imports, missing_docs)]
mod macros {
    use std::hint::black_box;

    use super::Functions;

    include!(concat!(env!("OUT_DIR"), "/macros.rs"));
}

pub use macros::ALL;
