//! Whether `params` fit the schema of their method, as far as the runtime reads them.

use super::super::json::{Kind, Value};
use super::Fault;

/// A member of `params`, and what it must be.
struct Member {
    name: &'static str,
    kind: Kind,
    required: bool,
}

const fn required(name: &'static str, kind: Kind) -> Member {
    Member { name, kind, required: true }
}

const fn optional(name: &'static str, kind: Kind) -> Member {
    Member { name, kind, required: false }
}

/// The members that the runtime reads, by method. Absent and null are two things.
fn members(method: &str) -> &'static [Member] {
    const CALL: &[Member] = &[
        required("name", Kind::String),
        optional("arguments", Kind::Object),
        optional("inputResponses", Kind::Object),
        optional("requestState", Kind::String),
    ];
    const LIST: &[Member] = &[optional("cursor", Kind::String)];
    match method {
        "tools/call" => CALL,
        "tools/list" => LIST,
        _ => &[],
    }
}

/// Looks at each member that the runtime reads.
pub(super) fn check(method: &str, params: Option<Value<'_, '_>>) -> Result<(), Fault> {
    for Member { name, kind, required } in members(method) {
        match params.and_then(|params| params.member(name)) {
            None if *required => return Err(format!("params.{name} is missing").into()),
            Some(value) if value.kind() != *kind => {
                return Err(format!("params.{name} must be {}", kind.with_article()).into());
            }
            _ => {}
        }
    }
    Ok(())
}
