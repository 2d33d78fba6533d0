//! A message as the rows see it: the members that they look at, found in the one reading of its text.
//!
//! Comes in: bytes. Goes out: [`Message`], or where they stop being JSON. Always holds: what a row asks for has
//! been found already, but for what lies deeper than the members of `params` and `_meta`.

use std::borrow::Cow;

use super::super::json::{self, ENVELOPE, Kept, Kind, LISTED, Listed, NOTHING, Scope};
use super::super::metadata::{CLIENT_CAPABILITIES, CLIENT_INFO, LOG_LEVEL, PROTOCOL_VERSION};

/// A member that a row looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Member {
    JsonRpc,
    Id,
    Method,
    Params,
    Result,
    Error,
    // Of `params`.
    Meta,
    Name,
    Arguments,
    Uri,
    Cursor,
    RequestState,
    InputResponses,
    RequestId,
    InitializeVersion,
    // Of `_meta`.
    ProtocolVersion,
    ClientCapabilities,
    ClientInfo,
    LogLevel,
    ProgressToken,
    TraceParent,
    TraceState,
    // Of `clientInfo`.
    ClientName,
    ClientVersion,
}

/// How many there are.
const MEMBERS: usize = Member::ClientVersion as usize + 1;

const PARAMS: Scope = 1;
const META: Scope = 2;
const INFO: Scope = 3;

/// What is kept of a member.
#[inline]
fn kept(scope: Scope, name: &[u8]) -> Kept {
    let (member, inner) = match scope {
        ENVELOPE => match name {
            b"jsonrpc" => (Member::JsonRpc, NOTHING),
            b"id" => (Member::Id, NOTHING),
            b"method" => (Member::Method, NOTHING),
            b"params" => (Member::Params, PARAMS),
            b"result" => (Member::Result, NOTHING),
            b"error" => (Member::Error, NOTHING),
            _ => return Kept::NOTHING,
        },
        PARAMS => match name {
            b"_meta" => (Member::Meta, META),
            b"name" => (Member::Name, NOTHING),
            b"arguments" => (Member::Arguments, LISTED),
            b"uri" => (Member::Uri, NOTHING),
            b"cursor" => (Member::Cursor, NOTHING),
            b"requestState" => (Member::RequestState, NOTHING),
            b"inputResponses" => (Member::InputResponses, NOTHING),
            b"requestId" => (Member::RequestId, NOTHING),
            b"protocolVersion" => (Member::InitializeVersion, NOTHING),
            _ => return Kept::NOTHING,
        },
        META => match name {
            name if name == PROTOCOL_VERSION.as_bytes() => (Member::ProtocolVersion, NOTHING),
            name if name == CLIENT_CAPABILITIES.as_bytes() => (Member::ClientCapabilities, NOTHING),
            name if name == CLIENT_INFO.as_bytes() => (Member::ClientInfo, INFO),
            name if name == LOG_LEVEL.as_bytes() => (Member::LogLevel, NOTHING),
            b"progressToken" => (Member::ProgressToken, NOTHING),
            b"traceparent" => (Member::TraceParent, NOTHING),
            b"tracestate" => (Member::TraceState, NOTHING),
            _ => return Kept::NOTHING,
        },
        INFO => match name {
            b"name" => (Member::ClientName, NOTHING),
            b"version" => (Member::ClientVersion, NOTHING),
            _ => return Kept::NOTHING,
        },
        _ => return Kept::NOTHING,
    };
    Kept { place: member as u8, scope: inner }
}

/// A message that has been read.
#[derive(Debug)]
pub(in super::super) struct Message<'v, 'a> {
    read: json::Read<'v, 'a>,
    /// `method`, if it is a string.
    method: Option<Cow<'a, str>>,
    /// `params`, if it is an object: null is as good as absent.
    pub(super) params: Option<&'a str>,
}

/// Room for what is kept of a message.
pub(super) struct Room<'a> {
    members: [&'a str; MEMBERS],
    arguments: Listed<'a>,
}

impl Room<'_> {
    /// Before anything is in it.
    pub(super) const EMPTY: Self = Self { members: [""; MEMBERS], arguments: Listed::NONE };
}

impl<'v, 'a> Message<'v, 'a> {
    /// Reads a message; what is said of one that is not JSON is for its sender.
    pub(super) fn read(bytes: &'a [u8], room: &'v mut Room<'a>) -> Result<Self, String> {
        let Room { members, arguments } = room;
        let read = json::read(bytes, members, arguments, kept).map_err(|fault| format!("not JSON: {fault}"))?;
        let method = read.string(Member::Method as usize);
        let params = read.value(Member::Params as usize).filter(|params| Kind::of(params) == Kind::Object);
        Ok(Self { read, method, params })
    }

    /// The whole message.
    pub(super) fn root(&self) -> &'a str {
        self.read.root
    }

    /// The JSON text of a member.
    #[inline]
    pub(in super::super) fn member(&self, member: Member) -> Option<&'a str> {
        self.read.value(member as usize)
    }

    /// The JSON type of a member.
    pub(in super::super) fn kind(&self, member: Member) -> Option<Kind> {
        self.member(member).map(Kind::of)
    }

    /// A member that is a string.
    #[inline]
    pub(in super::super) fn string(&self, member: Member) -> Option<Cow<'a, str>> {
        self.read.string(member as usize)
    }

    /// What lies at this path of `params`.
    pub(in super::super) fn param(&self, path: &[&str]) -> Option<&'a str> {
        self.params.and_then(|params| json::at(params, path))
    }

    /// What lies at this path of `arguments`.
    pub(super) fn argument(&self, path: &[&str]) -> Option<&'a str> {
        let (first, deeper) = path.split_first()?;
        match self.read.listed(first) {
            Some(member) => json::at(member?, deeper),
            None => json::at(self.member(Member::Arguments)?, path),
        }
    }

    /// The name of the method; empty if there is none.
    pub(super) fn method(&self) -> &str {
        self.method.as_deref().unwrap_or_default()
    }

    pub(super) fn has_reserved_name(&self) -> bool {
        self.read.reserved
    }

    pub(super) fn is_too_deep(&self) -> bool {
        self.read.too_deep
    }

    /// A name that one object has twice.
    pub(super) fn repeated(&self) -> Option<&str> {
        self.read.repeated.as_deref()
    }

    pub(super) fn is_notification(&self) -> bool {
        self.member(Member::Method).is_some() && self.member(Member::Id).is_none()
    }

    pub(super) fn is_response(&self) -> bool {
        self.member(Member::Result).is_some() || self.member(Member::Error).is_some()
    }
}
