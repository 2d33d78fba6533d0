//! Whether `params` fit the schema of their method, as far as the runtime reads them.

use super::super::json::{Kind, members, string};
use super::Fault;
use super::message::{Member, Message};

/// A member of `params`, and what it must be.
#[derive(Clone, Copy)]
struct Expected {
    /// Where it was kept when the message was read, if it was.
    kept: Option<Member>,
    path: &'static [&'static str],
    kind: Kind,
    required: bool,
    /// What each of its members must be (PRM-02, CMP-02, MRT-10).
    of: Option<Kind>,
}

impl Expected {
    fn value<'a>(&self, message: &Message<'_, 'a>) -> Option<&'a str> {
        match self.kept {
            Some(member) => message.member(member),
            None => message.param(self.path),
        }
    }
}

const fn kept(member: Member, path: &'static [&'static str], kind: Kind) -> Expected {
    Expected { kept: Some(member), path, kind, required: false, of: None }
}

const fn deeper(path: &'static [&'static str], kind: Kind) -> Expected {
    Expected { kept: None, path, kind, required: false, of: None }
}

const fn required(expected: Expected) -> Expected {
    Expected { required: true, ..expected }
}

const fn all(of: Kind, expected: Expected) -> Expected {
    Expected { of: Some(of), ..expected }
}

const NAME: Expected = required(kept(Member::Name, &["name"], Kind::String));
const ARGUMENTS: Expected = kept(Member::Arguments, &["arguments"], Kind::Object);
const INPUT_RESPONSES: Expected = all(Kind::Object, kept(Member::InputResponses, &["inputResponses"], Kind::Object));
const REQUEST_STATE: Expected = kept(Member::RequestState, &["requestState"], Kind::String);

/// The members that the runtime reads, by method. Absent and null are two things.
fn expected(method: &str) -> &'static [Expected] {
    const CALL: &[Expected] = &[NAME, ARGUMENTS, INPUT_RESPONSES, REQUEST_STATE];
    const GET: &[Expected] = &[NAME, all(Kind::String, ARGUMENTS), INPUT_RESPONSES, REQUEST_STATE];
    const LIST: &[Expected] = &[kept(Member::Cursor, &["cursor"], Kind::String)];
    const READ: &[Expected] = &[required(kept(Member::Uri, &["uri"], Kind::String)), INPUT_RESPONSES, REQUEST_STATE];
    const COMPLETE: &[Expected] = &[
        required(deeper(&["ref"], Kind::Object)),
        required(deeper(&["ref", "type"], Kind::String)),
        deeper(&["ref", "name"], Kind::String),
        deeper(&["ref", "uri"], Kind::String),
        required(deeper(&["argument"], Kind::Object)),
        required(deeper(&["argument", "name"], Kind::String)),
        required(deeper(&["argument", "value"], Kind::String)),
        deeper(&["context"], Kind::Object),
        all(Kind::String, deeper(&["context", "arguments"], Kind::Object)),
    ];
    match method {
        "tools/call" => CALL,
        "prompts/get" => GET,
        "tools/list" | "prompts/list" | "resources/list" | "resources/templates/list" => LIST,
        "resources/read" => READ,
        "completion/complete" => COMPLETE,
        _ => &[],
    }
}

/// Looks at each member that the runtime reads.
pub(super) fn check(method: &str, message: &Message<'_, '_>) -> Result<(), Fault> {
    let expected = expected(method);
    for member in expected {
        let path = || member.path.join(".");
        match member.value(message) {
            None if member.required => return Err(format!("params.{} is missing", path()).into()),
            Some(value) if Kind::of(value) != member.kind => {
                return Err(format!("params.{} must be {}", path(), member.kind.with_article()).into());
            }
            _ => {}
        }
    }
    for member in expected {
        if let (Some(kind), Some(object)) = (member.of, member.value(message))
            && members(object).any(|(_, value)| Kind::of(value) != kind)
        {
            let path = member.path.join(".");
            return Err(format!("each member of params.{path} must be {}", kind.with_article()).into());
        }
    }
    if method == "completion/complete" {
        let kind = message.param(&["ref", "type"]).and_then(string);
        let fits = match kind.as_deref() {
            Some("ref/prompt") => message.param(&["ref", "name"]).is_some(),
            Some("ref/resource") => message.param(&["ref", "uri"]).is_some(),
            _ => false,
        };
        if !fits {
            return Err("params.ref must be a ref/prompt with `name` or a ref/resource with `uri`".into());
        }
    }
    Ok(())
}
