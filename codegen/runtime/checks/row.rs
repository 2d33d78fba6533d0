//! What a row of the table of request checks is.

/// A row of the table.
#[derive(Debug)]
pub struct Check {
    /// A name that stays.
    pub id: &'static str,
    /// What holds of a message that passes.
    pub checks: &'static str,
    /// Where the check is made.
    pub on: Transports,
    /// What a message that fails is answered.
    pub answer: Answer,
    /// The shape of `error.data`, if there is any.
    pub data: Option<&'static str>,
    /// Where the rule comes from.
    pub requirements: &'static [&'static str],
    /// Which check it is.
    pub step: Step,
}

/// The answer to a message that fails a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// The code of the JSON-RPC error, if it is one.
    pub code: Option<i32>,
    /// Whether it is a result with `isError: true`.
    pub is_error: bool,
}

impl Answer {
    pub(super) const fn refusal(status: u16, code: i32) -> Self {
        Self { status, code: Some(code), is_error: false }
    }

    pub(super) const fn accepted(status: u16) -> Self {
        Self { status, code: None, is_error: false }
    }

    pub(super) const fn tool_error(status: u16) -> Self {
        Self { status, code: None, is_error: true }
    }
}

/// Where a check is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transports {
    /// Streamable HTTP and stdio.
    Both,
    /// Streamable HTTP alone.
    Http,
    /// stdio alone.
    Stdio,
}

/// The checks, one for each row of the table. What each does is in `checks.rs` and beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is described by its row")]
pub enum Step {
    DeclaredLength,
    Origin,
    Host,
    HttpMethod,
    Credentials,
    Authentication,
    Authorizer,
    ContentType,
    Accept,
    Arrival,
    Length,
    Json,
    Object,
    Depth,
    Names,
    JsonRpc,
    Id,
    Method,
    Params,
    InFlight,
    NotificationHeaders,
    Notification,
    Room,
    Initialize,
    RequiredMetadata,
    OptionalMetadata,
    VersionHeader,
    MethodHeader,
    NameHeader,
    Version,
    KnownMethod,
    AcceptEvents,
    ParamsSchema,
    Cursor,
    Name,
    ParamHeaders,
    ClientCapability,
    Authorization,
    RequestState,
    InputResponses,
    Arguments,
    Output,
}
