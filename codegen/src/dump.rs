//! The model as stable JSON: what `dump-ir` prints, and what golden files hold.

use crate::ir::Ir;
use crate::schema::vendor::canonical;

/// Sorted keys, two blanks for a level, and a line end.
#[must_use]
pub fn dump(ir: &Ir) -> String {
    canonical(&serde_json::to_value(ir).unwrap_or_default())
}
