//! Whether `params` fit the schema of their method, as far as the runtime reads them.

use super::super::json::{Kind, Value, members};
use super::Fault;

/// A member of `params`, and what it must be.
struct Member {
    path: &'static [&'static str],
    kind: Kind,
    required: bool,
}

const fn required(path: &'static [&'static str], kind: Kind) -> Member {
    Member { path, kind, required: true }
}

const fn optional(path: &'static [&'static str], kind: Kind) -> Member {
    Member { path, kind, required: false }
}

const INPUT_RESPONSES: Member = optional(&["inputResponses"], Kind::Object);
const REQUEST_STATE: Member = optional(&["requestState"], Kind::String);

/// The members that the runtime reads, by method. Absent and null are two things.
fn expected(method: &str) -> &'static [Member] {
    const CALL: &[Member] =
        &[required(&["name"], Kind::String), optional(&["arguments"], Kind::Object), INPUT_RESPONSES, REQUEST_STATE];
    const LIST: &[Member] = &[optional(&["cursor"], Kind::String)];
    const READ: &[Member] = &[required(&["uri"], Kind::String), INPUT_RESPONSES, REQUEST_STATE];
    const COMPLETE: &[Member] = &[
        required(&["ref"], Kind::Object),
        required(&["ref", "type"], Kind::String),
        optional(&["ref", "name"], Kind::String),
        optional(&["ref", "uri"], Kind::String),
        required(&["argument"], Kind::Object),
        required(&["argument", "name"], Kind::String),
        required(&["argument", "value"], Kind::String),
        optional(&["context"], Kind::Object),
        optional(&["context", "arguments"], Kind::Object),
    ];
    match method {
        "tools/call" | "prompts/get" => CALL,
        "tools/list" | "prompts/list" | "resources/list" | "resources/templates/list" => LIST,
        "resources/read" => READ,
        "completion/complete" => COMPLETE,
        _ => &[],
    }
}

/// Objects all of whose members are of one kind (PRM-02, CMP-02, MRT-10).
const UNIFORM: [(&str, &[&str], Kind); 5] = [
    ("prompts/get", &["arguments"], Kind::String),
    ("completion/complete", &["context", "arguments"], Kind::String),
    ("tools/call", &["inputResponses"], Kind::Object),
    ("prompts/get", &["inputResponses"], Kind::Object),
    ("resources/read", &["inputResponses"], Kind::Object),
];

/// Looks at each member that the runtime reads.
pub(super) fn check(method: &str, params: Option<Value<'_, '_>>) -> Result<(), Fault> {
    for Member { path, kind, required } in expected(method) {
        match params.and_then(|params| params.at(path)) {
            None if *required => return Err(format!("params.{} is missing", path.join(".")).into()),
            Some(value) if value.kind() != *kind => {
                return Err(format!("params.{} must be {}", path.join("."), kind.with_article()).into());
            }
            _ => {}
        }
    }
    for (_, path, kind) in UNIFORM.iter().filter(|(of, ..)| *of == method) {
        let Some(object) = params.and_then(|params| params.at(path)) else { continue };
        if members(object.text).any(|(_, value)| Kind::of(value) != *kind) {
            return Err(format!("each member of params.{} must be {}", path.join("."), kind.with_article()).into());
        }
    }
    if method == "completion/complete" {
        let has = |member: &str| params.and_then(|params| params.at(&["ref", member])).is_some();
        let kind = params.and_then(|params| params.at(&["ref", "type"])?.as_string());
        let fits = match kind.as_deref() {
            Some("ref/prompt") => has("name"),
            Some("ref/resource") => has("uri"),
            _ => false,
        };
        if !fits {
            return Err("params.ref must be a ref/prompt with `name` or a ref/resource with `uri`".into());
        }
    }
    Ok(())
}
