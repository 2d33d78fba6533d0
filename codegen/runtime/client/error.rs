//! What can go wrong with a call, and on which side it went wrong (ERR-11).

use std::error::Error as StdError;
use std::fmt;
use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;

use super::answer::{InputRequired, ToolAnswer};

/// Why a call gave no output.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// Raised here, nothing was sent: the arguments cannot travel as MCP wants them to, such as an
    /// integer beyond 2^53 that a header must mirror (HDR-17).
    Unsendable(String),
    /// Raised here: no answer within the time that [`super::Settings::timeout`] gives. The request was cancelled.
    Timeout(Duration),
    /// Raised here: the connection, the process or the service below failed.
    Transport(Box<dyn StdError + Send + Sync>),
    /// Raised here: the answer breaks MCP or the contract of the tool.
    InvalidAnswer(String),
    /// Raised here: the server speaks, but no revision that this client knows (VER-02).
    NoCommonVersion {
        /// What this client speaks.
        ours: Vec<String>,
        /// What the server said it speaks.
        theirs: Vec<String>,
    },
    /// Raised here: the server answers like one of an older revision of MCP, or like no MCP server.
    NotModern {
        /// The HTTP status.
        status: u16,
    },
    /// The server, or something before it, refused by an HTTP status without a message: 401, 403, 3xx, 5xx …
    /// Redirections are not followed: credentials would go where nobody sent them.
    Status(u16),
    /// Raised here: nobody answered what the server asked, and this is why. The call was not made again.
    Unanswered(String),
    /// Raised here: the call asked for input more often than [`super::Settings::max_rounds`] allows.
    TooManyRounds(usize),
    /// The server answered with a JSON-RPC error.
    Peer(PeerError),
    /// The server has nothing at this URI: its error -32602 says so, or -32002 of an older one (RSC-04).
    NotFound {
        /// The URI.
        uri: String,
    },
    /// The tool ran and failed, and says why (`isError: true`).
    Tool(ToolAnswer),
    /// The tool, prompt or resource wants to know more first (`resultType: input_required`).
    InputRequired(InputRequired),
}

impl Error {
    /// Whether the fault was raised on this side. Otherwise the server said it.
    #[must_use]
    pub fn is_local(&self) -> bool {
        let said = matches!(
            self,
            Self::Peer(_) | Self::NotFound { .. } | Self::Tool(_) | Self::InputRequired(_) | Self::Status(_)
        );
        !said
    }

    pub(super) fn transport(error: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        Self::Transport(error.into())
    }

    pub(super) fn invalid(message: impl Into<String>) -> Self {
        Self::InvalidAnswer(message.into())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsendable(why) => write!(f, "the call was not sent: {why}"),
            Self::Timeout(limit) => write!(f, "no answer within {} ms", limit.as_millis()),
            Self::Transport(error) => write!(f, "the transport failed: {error}"),
            Self::InvalidAnswer(why) => write!(f, "the answer is not valid: {why}"),
            Self::NoCommonVersion { ours, theirs } => {
                write!(f, "no common revision of MCP: here {}, at the server {}", ours.join(", "), theirs.join(", "))
            }
            Self::NotModern { status } => {
                write!(f, "HTTP {status} without an MCP answer: this server speaks an older revision of MCP, or none")
            }
            Self::Status(status) => write!(f, "the server refused with HTTP status {status}"),
            Self::Unanswered(why) => write!(f, "what the server asked was not answered: {why}"),
            Self::TooManyRounds(most) => write!(f, "the call asked for input more than {most} times"),
            Self::Peer(error) => write!(f, "the server answered with error {}: {}", error.code, error.message),
            Self::NotFound { uri } => write!(f, "the server has no resource {uri:?}"),
            Self::Tool(answer) => write!(f, "the tool failed: {}", answer.text()),
            Self::InputRequired(_) => f.write_str("the server asks for input before it can go on"),
        }
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match self {
            Self::Transport(error) => Some(&**error),
            _ => None,
        }
    }
}

/// The `error` member of a JSON-RPC answer (ENV-07).
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct PeerError {
    /// The code.
    pub code: i64,
    /// One sentence.
    pub message: String,
    /// More, of any shape.
    #[serde(default)]
    pub data: Value,
}
