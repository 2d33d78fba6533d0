//! W3C Trace Context of a request: which trace it belongs to (META-06, A-43).
//!
//! Comes in: `_meta`, and the header fields of an HTTP request. Goes out: `traceparent` and
//! `tracestate` as they are to be sent on. Always holds: both are well-formed and from one place,
//! `_meta` before the header; what is malformed is as good as absent, and fails nothing.

use std::borrow::Cow;

use http::HeaderMap;

use super::checks::{Member, Message};
use super::headers::Fields;

/// `traceparent` and `tracestate`.
#[derive(Debug, Default)]
pub(super) struct Trace<'r> {
    pub(super) parent: Option<Cow<'r, str>>,
    /// Only ever beside a parent: without one it says nothing.
    pub(super) state: Option<Cow<'r, str>>,
}

impl<'r> Trace<'r> {
    /// What a request says, in its `_meta` or else in its header.
    pub(super) fn of(message: &Message<'_, 'r>, fields: Option<&Fields<'r>>) -> Self {
        let of_meta = Self::checked(message.string(Member::TraceParent), || message.string(Member::TraceState));
        match (of_meta.parent, fields) {
            (None, Some(fields)) => Self::checked(one_line(fields), || all_lines(fields.all)),
            (parent, _) => Self { parent, state: of_meta.state },
        }
    }

    fn checked(parent: Option<Cow<'r, str>>, state: impl FnOnce() -> Option<Cow<'r, str>>) -> Self {
        match parent.filter(|parent| is_traceparent(parent)) {
            None => Self::default(),
            parent => Self { parent, state: state().filter(|state| is_tracestate(state)) },
        }
    }
}

/// `traceparent`: there is one or none.
fn one_line<'h>(fields: &Fields<'h>) -> Option<Cow<'h, str>> {
    fields.trace_parent.only()?.to_str().ok().map(Cow::Borrowed)
}

/// `tracestate`: its lines are one list (RFC 9110, section 5.3).
fn all_lines(headers: &HeaderMap) -> Option<Cow<'_, str>> {
    let mut lines = headers.get_all("tracestate").iter();
    let mut all = Cow::Borrowed(lines.next()?.to_str().ok()?);
    for line in lines {
        let all = all.to_mut();
        all.push(',');
        all.push_str(line.to_str().ok()?);
    }
    Some(all)
}

/// Whether this is `version-traceid-parentid-flags` of W3C Trace Context, level 1.
fn is_traceparent(value: &str) -> bool {
    let mut parts = value.split('-');
    let mut part = |length: usize| {
        parts
            .next()
            .filter(|part| part.len() == length && part.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')))
    };
    let nonzero = |id: &str| id.bytes().any(|byte| byte != b'0');
    let (Some(version), Some(trace), Some(parent), Some(_)) = (part(2), part(32), part(16), part(2)) else {
        return false;
    };
    let more = parts.next().is_some();
    version != "ff" && nonzero(trace) && nonzero(parent) && (version != "00" || !more)
}

/// Whether this is a list of `key=value`, at most 32 of them, each key once. A list that is longer is
/// given up at the member after the last.
fn is_tracestate(value: &str) -> bool {
    const MEMBERS: usize = 32;
    let members = value.split(',').map(|member| member.trim_matches([' ', '\t'])).filter(|member| !member.is_empty());
    let mut keys: Vec<&str> = Vec::with_capacity(MEMBERS);
    for member in members {
        let Some((key, _)) = member.split_once('=') else { return false };
        if keys.len() == MEMBERS || !is_member(member) || keys.contains(&key) {
            return false;
        }
        keys.push(key);
    }
    !keys.is_empty()
}

fn is_member(member: &str) -> bool {
    let Some((key, value)) = member.split_once('=') else { return false };
    let (tenant, system) = key.split_once('@').unwrap_or(("0", key));
    let is_name = |name: &str| {
        let first = name.bytes().next();
        first.is_some_and(|first| first.is_ascii_lowercase() || first.is_ascii_digit())
            && name
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'_' | b'-' | b'*' | b'/'))
    };
    let printable = value.bytes().all(|byte| matches!(byte, b' '..=b'~') && byte != b'=');
    key.len() <= 256 && is_name(tenant) && is_name(system) && (1..=256).contains(&value.len()) && printable
}

#[cfg(test)]
mod tests {
    use super::is_tracestate;

    /// Of so many keys, comparing each with each would not end.
    #[test]
    fn a_43_a_list_is_counted_before_its_keys_are_compared() {
        let members: Vec<String> = (0..400_000).map(|n| format!("k{n}=v")).collect();
        assert!(!is_tracestate(&members.join(",")));
        assert!(!is_tracestate("a=1, ,b=2,a=3"));
        assert!(is_tracestate(&format!("a=1{}", " ,".repeat(100))), "empty members are none");
    }
}
