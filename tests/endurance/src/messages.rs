//! Every message that the server sends, held against the schema of the protocol.
//!
//! The same few messages come millions of times: each text is judged once.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use super::emitted;

static JUDGED: Mutex<Option<HashSet<String>>> = Mutex::new(None);

/// Judges what stands in a body, or in a whole chunk of one: a message, or events with a line of data each.
///
/// # Panics
/// When one of them is not legal; the message says which and why.
pub fn judge(body: &str) {
    for line in body.lines() {
        let message = line.strip_prefix("data: ").unwrap_or(line);
        if message.starts_with('{') && is_new(message) {
            emitted::assert_legal_text(None, message);
        }
    }
}

/// How many different ones there were.
pub fn count() -> usize {
    JUDGED.lock().unwrap_or_else(PoisonError::into_inner).as_ref().map_or(0, HashSet::len)
}

fn is_new(message: &str) -> bool {
    let mut judged = JUDGED.lock().unwrap_or_else(PoisonError::into_inner);
    let judged = judged.get_or_insert_default();
    !judged.contains(message) && judged.insert(message.to_owned())
}
