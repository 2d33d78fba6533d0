//! What a rule id means.

use super::{nearest, safe};
use crate::rules::{FAMILIES, find};

/// What a rule means, for a person: title, what is legal, where that is written.
///
/// # Errors
/// When there is no such rule: one line that says which there are.
pub fn explain(id: &str) -> Result<String, String> {
    if let Some(rule) = find(id) {
        return Ok(format!("{}: {}\n\nLegal: {}\nSource: {}\n", rule.id, rule.title, rule.legal, rule.source));
    }
    let ids = || FAMILIES.iter().flat_map(|family| family.iter()).map(|rule| rule.id);
    let family = id.split('-').next().unwrap_or_default().to_ascii_uppercase();
    let kin: Vec<&str> = ids().filter(|id| id.split('-').next() == Some(family.as_str())).collect();
    Err(if !kin.is_empty() {
        format!("there is no rule {}; of this family there are {}", safe::line(id), kin.join(", "))
    } else if let Some(meant) = nearest(id, ids()) {
        format!("there is no rule {}; did you mean {meant}?", safe::line(id))
    } else {
        format!("there is no rule {}; a rule is called as diagnostics show it, such as HDR-14", safe::line(id))
    })
}
