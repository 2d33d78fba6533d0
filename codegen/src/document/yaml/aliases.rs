//! Anchors, and the bound on what aliases copy.
//!
//! A few lines of aliases to aliases ("billion laughs") stand for more values than memory holds.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::document::Part;

/// Most values that all aliases of a document may add together.
pub(super) const MAX_COPIED: usize = 100_000;

/// What an anchor names.
pub(super) struct Anchored {
    pub value: Value,
    /// Places by JSON Pointer relative to the anchor; the anchor itself is the empty one.
    pub parts: Vec<(String, Part)>,
    /// Levels of arrays and objects inside.
    pub height: usize,
}

/// The anchors seen so far, and how much was copied.
#[derive(Default)]
pub(super) struct Anchors {
    by_id: BTreeMap<usize, Anchored>,
    copied: usize,
}

impl Anchors {
    /// Takes in a complete value under the id of its anchor.
    pub(super) fn define(&mut self, id: usize, anchored: Anchored) {
        self.by_id.insert(id, anchored);
    }

    /// What an alias stands for: nothing while its anchor is still open.
    pub(super) fn get(&self, id: usize) -> Option<&Anchored> {
        self.by_id.get(&id)
    }

    /// Counts a copy; false when there were too many.
    pub(super) fn count(&mut self, values: usize) -> bool {
        self.copied = self.copied.saturating_add(values);
        self.copied <= MAX_COPIED
    }
}
