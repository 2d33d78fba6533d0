//! Why a request gave no result.

use std::borrow::Cow;
use std::fmt::{self, Display};

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use super::tool::ToolOutput;

/// What a handler could not do.
#[derive(Debug)]
pub(super) enum Failure {
    /// A result with `isError: true` (TOOL-08). Boxed: what a handler returns is moved about on every
    /// call, and an output by value would make its error the larger half.
    Execution(Box<ToolOutput>),
    /// -32603 for the client, the detail for the log.
    Internal(String),
    /// -32602: what was asked for is not there. A resource's URI goes into `data` (RSC-03).
    NotFound,
    /// -32602: what was asked for does not make sense.
    Invalid(Cow<'static, str>),
    /// -32602: an answer is not one to what was asked (MRT-10).
    InputResponses(String),
    /// A code of the application's own (ERR-10).
    Application { code: i64, message: Cow<'static, str>, data: Option<Box<RawValue>> },
}

impl Failure {
    pub(super) fn execution(output: ToolOutput) -> Self {
        Self::Execution(Box::new(output.into_error()))
    }

    pub(super) fn internal(detail: impl Display) -> Self {
        Self::Internal(detail.to_string())
    }

    /// Codes from -32768 to -32000 are the protocol's (ERR-07, ERR-10).
    pub(super) fn application(code: i64, message: Cow<'static, str>) -> Self {
        if (-32768..=-32000).contains(&code) {
            return Self::internal(format_args!("{code} is not an application's code: -32768 to -32000 are reserved"));
        }
        Self::Application { code, message, data: None }
    }

    pub(super) fn with_data<T: Serialize + ?Sized>(mut self, value: &T) -> Self {
        if let Self::Application { data, .. } = &mut self {
            *data = to_raw_value(value).ok();
        }
        self
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Execution(output) => match output.texts.first() {
                Some(text) => f.write_str(text),
                None => f.write_str("the tool failed"),
            },
            Self::Internal(detail) => write!(f, "internal error: {detail}"),
            Self::NotFound => f.write_str("not found"),
            Self::InputResponses(message) => f.write_str(message),
            Self::Invalid(message) => f.write_str(message),
            Self::Application { code, message, .. } => write!(f, "{message} ({code})"),
        }
    }
}

/// Why a resource, a prompt or a completion could not be had.
#[derive(Debug)]
pub struct RequestError(pub(super) Failure);

impl RequestError {
    /// It is not there: -32602, for a resource with its URI in `data` (RSC-03).
    #[must_use]
    pub fn not_found() -> Self {
        Self(Failure::NotFound)
    }

    /// What was asked for does not make sense, and this is why: -32602.
    #[must_use]
    pub fn invalid(message: impl Into<Cow<'static, str>>) -> Self {
        Self(Failure::Invalid(message.into()))
    }

    /// Something inside broke that is nobody's business: the client gets -32603 without detail, the
    /// log gets the detail.
    #[must_use]
    pub fn internal(detail: impl Display) -> Self {
        Self(Failure::internal(detail))
    }

    /// A JSON-RPC error with a code of the application's own. Codes from -32768 to -32000 are the
    /// protocol's (ERR-07, ERR-10) and become an internal error.
    #[must_use]
    pub fn application(code: i64, message: impl Into<Cow<'static, str>>) -> Self {
        Self(Failure::application(code, message.into()))
    }

    /// The same error with `data`, where the kind of error carries any.
    #[must_use]
    pub fn with_data<T: Serialize + ?Sized>(self, value: &T) -> Self {
        Self(self.0.with_data(value))
    }
}

impl From<Failure> for RequestError {
    fn from(failure: Failure) -> Self {
        Self(failure)
    }
}

impl Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for RequestError {}
