//! `_meta` of a request (REQ-01 to REQ-06, A-37).

use bytes::Bytes;
use http::HeaderMap;

use super::context::Text;
use super::json::{Kind, Value};
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
    pub(super) meta: Text,
    pub(super) protocol_version: Text,
    pub(super) client_capabilities: Text,
    pub(super) client_info: Option<Text>,
    pub(super) log_level: Option<LogLevel>,
    pub(super) progress_token: Option<Text>,
    pub(super) traceparent: Option<Text>,
    pub(super) tracestate: Option<Text>,
}

impl Metadata {
    /// Takes from `meta`, and of the trace from the header too, what a handler may ask for. `message` is the
    /// text that `meta` is part of.
    pub(super) fn of(message: &Bytes, meta: &Value<'_, '_>, headers: Option<&HeaderMap>) -> Self {
        let trace = Trace::of(meta, headers);
        let text = |name: &str| meta.member(name).map(|value| Text::of(message, value.text));
        let inner = |name: &str| {
            let value = meta.member(name)?;
            match value.as_string()? {
                std::borrow::Cow::Borrowed(plain) => Some(Text::of(message, plain)),
                std::borrow::Cow::Owned(unescaped) => Some(Text::of(message, &unescaped)),
            }
        };
        Self {
            meta: Text::of(message, meta.text),
            protocol_version: inner(PROTOCOL_VERSION).unwrap_or_default(),
            client_capabilities: text(CLIENT_CAPABILITIES).unwrap_or_default(),
            client_info: text(CLIENT_INFO),
            log_level: meta.member(LOG_LEVEL).and_then(|level| LogLevel::named(&level.as_string()?)),
            progress_token: text("progressToken"),
            traceparent: trace.parent.map(|value| Text::of(message, &value)),
            tracestate: trace.state.map(|value| Text::of(message, &value)),
        }
    }

    /// `traceparent`, if the request has one.
    pub(super) fn traceparent(&self) -> Option<&str> {
        self.traceparent.as_ref().map(Text::as_str)
    }
}

/// Whether the members that a request must have are there and of their type (REQ-05, REQ-06).
pub(super) fn required(params: Option<Value<'_, '_>>) -> Result<(), String> {
    let Some(meta) = params.and_then(|params| params.member("_meta")) else {
        return Err(String::from("params._meta is missing"));
    };
    if meta.kind() != Kind::Object {
        return Err(String::from("params._meta must be an object"));
    }
    expect(&meta, PROTOCOL_VERSION, Kind::String, "a string")?;
    expect(&meta, CLIENT_CAPABILITIES, Kind::Object, "an object")?;
    let capabilities = meta.member(CLIENT_CAPABILITIES);
    for (name, inner) in CAPABILITIES {
        let Some(capability) = capabilities.and_then(|capabilities| capabilities.member(name)) else { continue };
        if capability.kind() != Kind::Object {
            return Err(format!("params._meta[\"{CLIENT_CAPABILITIES}\"].{name} must be an object"));
        }
        for part in inner {
            if capability.member(part).is_some_and(|part| part.kind() != Kind::Object) {
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

fn expect(meta: &Value<'_, '_>, name: &str, kind: Kind, what: &str) -> Result<(), String> {
    match meta.member(name) {
        None => Err(format!("params._meta[\"{name}\"] is missing")),
        Some(value) if value.kind() != kind => Err(format!("params._meta[\"{name}\"] must be {what}")),
        Some(_) => Ok(()),
    }
}

/// Whether the members that a request may have are of their type, where they are there (A-37, LOG-04, PRG-01).
pub(super) fn optional(meta: &Value<'_, '_>) -> Result<(), String> {
    if let Some(info) = meta.member(CLIENT_INFO) {
        let is_string = |name| info.member(name).is_some_and(|value: Value<'_, '_>| value.kind() == Kind::String);
        if info.kind() != Kind::Object || !is_string("name") || !is_string("version") {
            return Err(format!(
                "params._meta[\"{CLIENT_INFO}\"] must be an object with the strings `name` and `version`"
            ));
        }
    }
    if let Some(level) = meta.member(LOG_LEVEL)
        && level.as_string().and_then(|level| LogLevel::named(&level)).is_none()
    {
        let names = LogLevel::ALL.map(LogLevel::name).join(", ");
        return Err(format!("params._meta[\"{LOG_LEVEL}\"] must be one of {names}"));
    }
    if let Some(token) = meta.member("progressToken") {
        let fits = match token.kind() {
            Kind::String => true,
            Kind::Number => number::integer(token.text).is_some(),
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
