//! Client capabilities, as JSON text: what is declared, and what is missing (REQ-07, REQ-08).

use super::json::{Kind, at};

/// Whether `declared` has this capability. `elicitation` without any mode means forms (ELI-01).
pub(super) fn declares(declared: &str, path: &[&str]) -> bool {
    if let ["elicitation", "form"] = path {
        return at(declared, path).is_some_and(is_object)
            || at(declared, &["elicitation"]).is_some_and(|modes| is_object(modes) && at(modes, &["url"]).is_none());
    }
    at(declared, path).is_some_and(is_object)
}

fn is_object(text: &str) -> bool {
    Kind::of(text) == Kind::Object
}
