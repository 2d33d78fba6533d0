//! The protocol's part of the model: types, unions, methods, error codes of one revision.

use serde::Serialize;

/// The messages of one revision.
#[derive(Clone, Debug, Serialize)]
pub struct Protocol {
    /// The revision, such as `2026-07-28`.
    pub revision: String,
}
