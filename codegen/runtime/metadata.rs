//! `_meta` of a request (REQ-01 to REQ-06, A-37).

use bytes::Bytes;

use super::checks::{Member, Message};
use super::context::Text;
use super::headers::Fields;
use super::json::{self, Kind};
use super::number;
use super::trace::Trace;

/// `_meta["io.modelcontextprotocol/protocolVersion"]`.
pub(super) const PROTOCOL_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
/// `_meta["io.modelcontextprotocol/clientCapabilities"]`.
pub(super) const CLIENT_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
/// `_meta["io.modelcontextprotocol/clientInfo"]`.
pub(super) const CLIENT_INFO: &str = "io.modelcontextprotocol/clientInfo";
/// `_meta["io.modelcontextprotocol/logLevel"]`.
pub(super) const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";
/// `_meta["io.modelcontextprotocol/serverInfo"]` of a result.
pub(super) const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";

/// The metadata of a request that has passed the checks.
#[derive(Clone, Debug, Default)]
pub(super) struct Metadata {
    /// The revision that it speaks.
    pub(super) protocol_version: &'static str,
    /// The text that the parts below are parts of.
    message: Bytes,
    meta: Part,
    client_capabilities: Part,
    client_info: Part,
    progress_token: Part,
    pub(super) log_level: Option<LogLevel>,
    traceparent: Option<Text>,
    pub(super) tracestate: Option<Text>,
}

/// A part of a text; an empty one is as good as none.
#[derive(Clone, Copy, Debug, Default)]
struct Part {
    start: usize,
    end: usize,
}

impl Part {
    /// The part of `whole` that `part` is.
    fn of(whole: &Bytes, part: Option<&str>) -> Self {
        let Some(part) = part else { return Self::default() };
        let start = (part.as_ptr() as usize).wrapping_sub(whole.as_ptr() as usize);
        Self { start, end: start.saturating_add(part.len()) }
    }
}

impl Metadata {
    /// Takes from a message, and of the trace from the header too, what a handler may ask for. `bytes` are
    /// those that it was read from.
    pub(super) fn of(
        bytes: &Bytes,
        message: &Message<'_, '_>,
        protocol_version: &'static str,
        fields: Option<&Fields<'_>>,
    ) -> Self {
        let trace = Trace::of(message, fields);
        let part = |member| Part::of(bytes, message.member(member));
        Self {
            protocol_version,
            message: bytes.clone(),
            meta: part(Member::Meta),
            client_capabilities: part(Member::ClientCapabilities),
            client_info: part(Member::ClientInfo),
            progress_token: part(Member::ProgressToken),
            log_level: message.string(Member::LogLevel).and_then(|level| LogLevel::named(&level)),
            traceparent: trace.parent.map(|value| Text::of(bytes, &value)),
            tracestate: trace.state.map(|value| Text::of(bytes, &value)),
        }
    }

    /// The whole of it, as JSON text.
    pub(super) fn meta(&self) -> &str {
        self.text(self.meta).unwrap_or_default()
    }

    /// `clientCapabilities`, as JSON text.
    pub(super) fn client_capabilities(&self) -> &str {
        self.text(self.client_capabilities).unwrap_or_default()
    }

    /// `clientInfo`, as JSON text.
    pub(super) fn client_info(&self) -> Option<&str> {
        self.text(self.client_info)
    }

    /// `progressToken`, as JSON text.
    pub(super) fn progress_token(&self) -> Option<&str> {
        self.text(self.progress_token)
    }

    fn text(&self, part: Part) -> Option<&str> {
        let bytes = self.message.get(part.start..part.end).filter(|bytes| !bytes.is_empty())?;
        // A part of JSON text that has been read, so it is UTF-8.
        std::str::from_utf8(bytes).ok()
    }

    /// `traceparent`, if the request has one.
    pub(super) fn traceparent(&self) -> Option<&str> {
        self.traceparent.as_ref().map(Text::as_str)
    }
}

/// Whether the members that a request must have are there and of their type (REQ-05, REQ-06).
pub(super) fn required(message: &Message<'_, '_>) -> Result<(), String> {
    match message.kind(Member::Meta) {
        None => return Err(String::from("params._meta is missing")),
        Some(Kind::Object) => {}
        Some(_) => return Err(String::from("params._meta must be an object")),
    }
    expect(message.kind(Member::ProtocolVersion), PROTOCOL_VERSION, Kind::String, "a string")?;
    expect(message.kind(Member::ClientCapabilities), CLIENT_CAPABILITIES, Kind::Object, "an object")?;
    let capabilities = message.member(Member::ClientCapabilities).filter(|capabilities| *capabilities != "{}");
    let Some(capabilities) = capabilities else { return Ok(()) };
    for (name, inner) in CAPABILITIES {
        let Some(capability) = json::at(capabilities, &[name]) else { continue };
        if Kind::of(capability) != Kind::Object {
            return Err(format!("params._meta[\"{CLIENT_CAPABILITIES}\"].{name} must be an object"));
        }
        for part in inner {
            if json::at(capability, &[part]).is_some_and(|part| Kind::of(part) != Kind::Object) {
                return Err(format!("params._meta[\"{CLIENT_CAPABILITIES}\"].{name}.{part} must be an object"));
            }
        }
    }
    Ok(())
}

/// The members of `ClientCapabilities`, and members of those, that are objects wherever they stand.
const CAPABILITIES: [(&str, &[&str]); 5] = [
    ("elicitation", &["form", "url"]),
    ("experimental", &[]),
    ("extensions", &[]),
    ("roots", &[]),
    ("sampling", &["context", "tools"]),
];

fn expect(kind: Option<Kind>, name: &str, wanted: Kind, what: &str) -> Result<(), String> {
    match kind {
        None => Err(format!("params._meta[\"{name}\"] is missing")),
        Some(kind) if kind != wanted => Err(format!("params._meta[\"{name}\"] must be {what}")),
        Some(_) => Ok(()),
    }
}

/// Whether the members that a request may have are of their type, where they are there (A-37, LOG-04, PRG-01).
pub(super) fn optional(message: &Message<'_, '_>) -> Result<(), String> {
    if let Some(info) = message.kind(Member::ClientInfo) {
        let is_string = |member| message.kind(member) == Some(Kind::String);
        if info != Kind::Object || !is_string(Member::ClientName) || !is_string(Member::ClientVersion) {
            return Err(format!(
                "params._meta[\"{CLIENT_INFO}\"] must be an object with the strings `name` and `version`"
            ));
        }
    }
    if message.member(Member::LogLevel).is_some()
        && message.string(Member::LogLevel).and_then(|level| LogLevel::named(&level)).is_none()
    {
        let mut text = format!("params._meta[\"{LOG_LEVEL}\"] must be one of ");
        for (place, level) in LogLevel::ALL.into_iter().enumerate() {
            text.push_str(if place > 0 { ", " } else { "" });
            text.push_str(level.name());
        }
        return Err(text);
    }
    if let Some(token) = message.member(Member::ProgressToken) {
        let fits = match Kind::of(token) {
            Kind::String => true,
            Kind::Number => number::integer(token).is_some(),
            _ => false,
        };
        if !fits {
            return Err(String::from("params._meta.progressToken must be a string or an integer"));
        }
    }
    Ok(())
}

/// Severity of a log entry, ascending (LOG-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LogLevel {
    /// Detail for debugging.
    Debug,
    /// General information.
    Info,
    /// Normal but significant.
    Notice,
    /// Something to look at.
    Warning,
    /// A failure.
    Error,
    /// A component failed.
    Critical,
    /// Action must be taken at once.
    Alert,
    /// The system is unusable.
    Emergency,
}

impl LogLevel {
    /// All levels, ascending.
    pub const ALL: [Self; 8] = [
        Self::Debug,
        Self::Info,
        Self::Notice,
        Self::Warning,
        Self::Error,
        Self::Critical,
        Self::Alert,
        Self::Emergency,
    ];

    /// The name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Notice => "notice",
            Self::Warning => "warning",
            Self::Error => "error",
            Self::Critical => "critical",
            Self::Alert => "alert",
            Self::Emergency => "emergency",
        }
    }

    fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }
}
