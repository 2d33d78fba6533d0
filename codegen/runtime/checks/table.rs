//! The request checks, in the order in which they are made: the first that fails answers.
//!
//! This file is data and names nothing but what a row is (`row.rs`), so that it can be printed as well as executed.
//! Requirement ids and readings (`A-…`) are those of the project's requirements.

pub use super::row::{Answer, Check, Step, Transports};

/// What each check is, where it applies, and how a message that fails it is answered.
pub static CHECKS: &[Check] = &[
    // The head of an HTTP request, before its body is read.
    Check {
        id: "http-declared-length",
        checks: "Content-Length is within the limit",
        on: Transports::Http,
        answer: Answer::refusal(413, -32600),
        data: None,
        requirements: &["A-04"],
        step: Step::DeclaredLength,
    },
    Check {
        id: "http-origin",
        checks: "Origin is absent, or one that is allowed",
        on: Transports::Http,
        answer: Answer::refusal(403, -32600),
        data: None,
        requirements: &["HTTP-02", "A-29"],
        step: Step::Origin,
    },
    Check {
        id: "http-host",
        checks: "Host is one that is allowed",
        on: Transports::Http,
        answer: Answer::refusal(403, -32600),
        data: None,
        requirements: &["HTTP-03", "A-29"],
        step: Step::Host,
    },
    Check {
        id: "http-method",
        checks: "the HTTP method is POST; the answer has Allow: POST",
        on: Transports::Http,
        answer: Answer::refusal(405, -32600),
        data: None,
        requirements: &["HTTP-01", "HTTP-14"],
        step: Step::HttpMethod,
    },
    // Who sends it; where nobody asks for that, these pass.
    Check {
        id: "http-credentials",
        checks: "the credentials, where present, are of the form that they must have",
        on: Transports::Http,
        answer: Answer::refusal(400, -32600),
        data: None,
        requirements: &["AUT-04"],
        step: Step::Credentials,
    },
    Check {
        id: "http-authentication",
        checks: "the caller is known; the answer has WWW-Authenticate",
        on: Transports::Http,
        answer: Answer::refusal(401, -32600),
        data: None,
        requirements: &["AUT-03", "AUT-04", "AUT-05", "AUT-06", "AUT-08", "A-09"],
        step: Step::Authentication,
    },
    Check {
        id: "http-authorizer",
        checks: "who the caller is can be found out",
        on: Transports::Http,
        answer: Answer::refusal(503, -32603),
        data: None,
        requirements: &["AUT-05"],
        step: Step::Authorizer,
    },
    Check {
        id: "http-content-type",
        checks: "Content-Type is application/json",
        on: Transports::Http,
        answer: Answer::refusal(415, -32600),
        data: None,
        requirements: &["A-28"],
        step: Step::ContentType,
    },
    Check {
        id: "http-accept",
        checks: "Accept allows application/json or text/event-stream",
        on: Transports::Http,
        answer: Answer::refusal(406, -32600),
        data: None,
        requirements: &["A-28"],
        step: Step::Accept,
    },
    // The message as bytes.
    Check {
        id: "message-arrives",
        checks: "the body arrives whole and in time",
        on: Transports::Http,
        answer: Answer::refusal(408, -32600),
        data: None,
        requirements: &["A-04"],
        step: Step::Arrival,
    },
    Check {
        id: "message-length",
        checks: "the message is within the limit, whatever its framing",
        on: Transports::Both,
        answer: Answer::refusal(413, -32600),
        data: None,
        requirements: &["A-04"],
        step: Step::Length,
    },
    // The message as JSON-RPC.
    Check {
        id: "json",
        checks: "the message is UTF-8 and JSON",
        on: Transports::Both,
        answer: Answer::refusal(400, -32700),
        data: None,
        requirements: &["ENV-02", "ENV-06", "ORD-02", "A-08"],
        step: Step::Json,
    },
    Check {
        id: "envelope-object",
        checks: "the message is one object, not a batch",
        on: Transports::Both,
        answer: Answer::refusal(400, -32600),
        data: None,
        requirements: &["ENV-01", "ENV-11"],
        step: Step::Object,
    },
    Check {
        id: "envelope-depth",
        checks: "nothing is nested deeper than 128",
        on: Transports::Both,
        answer: Answer::refusal(400, -32600),
        data: None,
        requirements: &["JSC-06"],
        step: Step::Depth,
    },
    Check {
        id: "envelope-names",
        checks: "no object has a member name twice",
        on: Transports::Both,
        answer: Answer::refusal(400, -32600),
        data: None,
        requirements: &["A-36"],
        step: Step::Names,
    },
    Check {
        id: "envelope-version",
        checks: "`jsonrpc` is \"2.0\"",
        on: Transports::Both,
        answer: Answer::refusal(400, -32600),
        data: None,
        requirements: &["ENV-01", "ORD-03"],
        step: Step::JsonRpc,
    },
    Check {
        id: "envelope-id",
        checks: "`id` is absent, a string or an integer",
        on: Transports::Both,
        answer: Answer::refusal(400, -32600),
        data: None,
        requirements: &["ENV-03", "A-35"],
        step: Step::Id,
    },
    Check {
        id: "envelope-method",
        checks: "`method` is a string: the message is a request or a notification, not a response",
        on: Transports::Both,
        answer: Answer::refusal(400, -32600),
        data: None,
        requirements: &["ENV-10", "ENV-11"],
        step: Step::Method,
    },
    Check {
        id: "envelope-params",
        checks: "`params` is absent or an object",
        on: Transports::Both,
        answer: Answer::refusal(400, -32600),
        data: None,
        requirements: &["ENV-12", "A-07"],
        step: Step::Params,
    },
    Check {
        id: "id-in-flight",
        checks: "no request in progress has this id",
        on: Transports::Stdio,
        answer: Answer::refusal(400, -32600),
        data: None,
        requirements: &["ENV-04", "A-35"],
        step: Step::InFlight,
    },
    // Notifications leave here.
    Check {
        id: "notification-headers",
        checks: "of a notification: MCP-Protocol-Version and Mcp-Method, where present, equal the body",
        on: Transports::Http,
        answer: Answer::refusal(400, -32020),
        data: None,
        requirements: &["A-27", "A-30"],
        step: Step::NotificationHeaders,
    },
    Check {
        id: "notification",
        checks: "a notification is accepted, known or not, and nothing is answered",
        on: Transports::Both,
        answer: Answer::accepted(202),
        data: None,
        requirements: &["HTTP-06", "ENV-08", "A-27"],
        step: Step::Notification,
    },
    Check {
        id: "room",
        checks: "fewer than 1024 requests are in progress",
        on: Transports::Stdio,
        answer: Answer::refusal(503, -32603),
        data: None,
        requirements: &["CAN-02"],
        step: Step::Room,
    },
    // The metadata of a request.
    Check {
        id: "initialize",
        checks: "not an `initialize` of an earlier era: no metadata, no version header of this server",
        on: Transports::Both,
        answer: Answer::refusal(400, -32022),
        data: Some("{supported: string[], requested: string}"),
        requirements: &["LEG-09", "A-02"],
        step: Step::Initialize,
    },
    Check {
        id: "metadata-required",
        checks: "`_meta` has the protocol version (string) and the client's capabilities (object)",
        on: Transports::Both,
        answer: Answer::refusal(400, -32602),
        data: None,
        requirements: &["REQ-05", "REQ-06", "META-05", "ORD-04", "A-03"],
        step: Step::RequiredMetadata,
    },
    Check {
        id: "metadata-optional",
        checks: "clientInfo, logLevel and progressToken, where present, are of their type",
        on: Transports::Both,
        answer: Answer::refusal(400, -32602),
        data: None,
        requirements: &["LOG-04", "PRG-01", "A-37"],
        step: Step::OptionalMetadata,
    },
    // Headers against the body.
    Check {
        id: "header-version",
        checks: "MCP-Protocol-Version is there once and equals `_meta`",
        on: Transports::Http,
        answer: Answer::refusal(400, -32020),
        data: None,
        requirements: &["HDR-01", "HDR-04", "HDR-05", "HTTP-15", "ORD-05", "A-30"],
        step: Step::VersionHeader,
    },
    Check {
        id: "header-method",
        checks: "Mcp-Method is there once and equals `method`",
        on: Transports::Http,
        answer: Answer::refusal(400, -32020),
        data: None,
        requirements: &["HDR-02", "HDR-04", "HDR-05", "HDR-07", "ORD-07"],
        step: Step::MethodHeader,
    },
    Check {
        id: "header-name",
        checks: "Mcp-Name, of a method that names something, is there once and equals it when decoded",
        on: Transports::Http,
        answer: Answer::refusal(400, -32020),
        data: None,
        requirements: &["HDR-03", "HDR-04", "HDR-05", "HDR-08", "HDR-10", "A-30", "A-31"],
        step: Step::NameHeader,
    },
    // What is asked for.
    Check {
        id: "version",
        checks: "the protocol version is one that is served",
        on: Transports::Both,
        answer: Answer::refusal(400, -32022),
        data: Some("{supported: string[], requested: string}"),
        requirements: &["ERR-06", "VER-01", "ORD-06"],
        step: Step::Version,
    },
    Check {
        id: "method",
        checks: "the method is known, and its capability advertised",
        on: Transports::Both,
        answer: Answer::refusal(404, -32601),
        data: None,
        requirements: &["ERR-02", "HTTP-13", "LEG-10", "ORD-08"],
        step: Step::KnownMethod,
    },
    Check {
        id: "http-accept-events",
        checks: "Accept of a method that answers in a stream alone allows text/event-stream",
        on: Transports::Http,
        answer: Answer::refusal(406, -32600),
        data: None,
        requirements: &["A-28"],
        step: Step::AcceptEvents,
    },
    Check {
        id: "params",
        checks: "`params` fit the schema of the method",
        on: Transports::Both,
        answer: Answer::refusal(400, -32602),
        data: None,
        requirements: &["TOOL-07", "PRM-02", "CMP-02", "A-46"],
        step: Step::ParamsSchema,
    },
    Check {
        id: "cursor",
        checks: "`cursor`, where present, is one that this server gave out",
        on: Transports::Both,
        answer: Answer::refusal(200, -32602),
        data: None,
        requirements: &["PAG-04"],
        step: Step::Cursor,
    },
    Check {
        id: "name",
        checks: "the tool, prompt, resource or argument that is named is known, and no required argument of a prompt is missing",
        on: Transports::Both,
        answer: Answer::refusal(200, -32602),
        data: Some("{uri: string}, of a resource or template"),
        requirements: &["TOOL-07", "PRM-03", "RSC-03", "RSC-06", "CMP-04", "A-11"],
        step: Step::Name,
    },
    Check {
        id: "header-param",
        checks: "each Mcp-Param-* of the tool is there exactly if its argument is, and equals it when decoded",
        on: Transports::Http,
        answer: Answer::refusal(400, -32020),
        data: None,
        requirements: &["HDR-17", "HDR-31", "HDR-32", "HDR-33", "HDR-34", "HDR-35", "A-14", "A-17", "A-30"],
        step: Step::ParamHeaders,
    },
    Check {
        id: "client-capability",
        checks: "the client declares on this request what the operation needs",
        on: Transports::Both,
        answer: Answer::refusal(400, -32021),
        data: Some("{requiredCapabilities: ClientCapabilities}, only what is missing"),
        requirements: &["REQ-07", "REQ-08", "ERR-05", "ORD-09", "ORD-12", "A-13"],
        step: Step::ClientCapability,
    },
    Check {
        id: "authorization",
        checks: "the caller holds the scopes of the operation; over HTTP the answer has WWW-Authenticate",
        on: Transports::Both,
        answer: Answer::refusal(403, -32600),
        data: None,
        requirements: &["ORD-10", "AUT-04", "AUT-06", "AUT-07", "A-09"],
        step: Step::Authorization,
    },
    Check {
        id: "request-state",
        checks: "`requestState`, where present, is one that this server sealed for this request, and not too old",
        on: Transports::Both,
        answer: Answer::refusal(200, -32602),
        data: None,
        requirements: &["MRT-06", "MRT-07", "A-25"],
        step: Step::RequestState,
    },
    // Beyond this line generated code has been called.
    Check {
        id: "input-responses",
        checks: "each of `inputResponses` that the operation knows answers what was asked under its key",
        on: Transports::Both,
        answer: Answer::refusal(400, -32602),
        data: None,
        requirements: &["MRT-10", "ELI-09"],
        step: Step::InputResponses,
    },
    Check {
        id: "arguments",
        checks: "the arguments fit the tool's inputSchema",
        on: Transports::Both,
        answer: Answer::tool_error(200),
        data: None,
        requirements: &["TOOL-08", "A-05"],
        step: Step::Arguments,
    },
    Check {
        id: "output",
        checks: "the output fits the tool's outputSchema; the fault is logged, not told",
        on: Transports::Both,
        answer: Answer::refusal(200, -32603),
        data: None,
        requirements: &["TOOL-13", "A-06"],
        step: Step::Output,
    },
];

/// The rows of the head of an HTTP request, which are made before its body is read.
pub static HEAD: &[Check] = CHECKS.split_at(first(Step::Arrival)).0;

/// The rows of a message that has been read.
pub static MESSAGE: &[Check] = CHECKS.split_at(first(Step::Object)).1;

/// The place of the row of a check.
const fn first(step: Step) -> usize {
    let mut place = 0;
    while place < CHECKS.len() && CHECKS[place].step as usize != step as usize {
        place += 1;
    }
    place
}

/// The row of a check.
#[must_use]
pub fn row(step: Step) -> &'static Check {
    /// What a check without a row would answer; a test sees to it that there is none.
    static UNLISTED: Check = Check {
        id: "unlisted",
        checks: "the check has a row",
        on: Transports::Both,
        answer: Answer::refusal(500, -32603),
        data: None,
        requirements: &[],
        step: Step::Json,
    };
    CHECKS.iter().find(|check| check.step == step).unwrap_or(&UNLISTED)
}
