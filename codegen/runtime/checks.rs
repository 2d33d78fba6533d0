//! The request checks, executed from their table.
//!
//! In: the head of an HTTP request, then a message as bytes. Out: a `Call` that may be made, a
//! notification, or the `Refusal` of the first row that the message fails. Status, code and order
//! are the table's alone; a check only says whether its rule holds. Nothing here waits, calls
//! anything of the application, or remembers anything of another request.

mod entry;
mod envelope;
mod fit;
mod head;
mod message;
mod request;
pub mod row;
pub mod table;
mod target;

use std::borrow::Cow;
use std::fmt::Debug;

use bytes::Bytes;

use super::authorization::{Caller, Challenge};
use super::contract::{Contract, Method};
use super::headers::Fields;
use super::input::Input;
use super::metadata::Metadata;
use super::operation::{Call, Operation};
use super::principal::Principal;
use super::rpc;
use super::seal::Seal;
pub(super) use entry::Naming;
pub(super) use envelope::id_key;
pub(super) use head::{Accepted, Admitted, Head, Policy, admit, too_long};
pub(super) use message::{Member, Message};
use table::{CHECKS, Check, MESSAGE, Step, Transports};
pub(super) use target::uri_data;

/// The request checks, in order.
#[must_use]
pub fn request_checks() -> &'static [Check] {
    CHECKS
}

/// A message that failed a check.
#[derive(Debug)]
pub(super) struct Refusal {
    /// The row that it failed.
    pub(super) check: &'static Check,
    /// The JSON text of the id, where the message is a request with a readable one (ENV-06).
    id: Option<String>,
    /// Whether it is a notification: over stdio nothing is answered to one (ENV-08).
    pub(super) notification: bool,
    fault: Fault,
}

impl Refusal {
    /// A refusal of something that never became a message.
    pub(super) fn of(step: Step, fault: impl Into<Fault>) -> Self {
        Self { check: table::row(step), id: None, notification: false, fault: fault.into() }
    }

    /// What the caller must bring, where that is why it was refused.
    pub(super) fn challenge(&self) -> Option<&Challenge> {
        self.fault.0.challenge.as_ref()
    }

    /// Tells whatever collects it which row was failed; what the message quotes is the caller's.
    pub(super) fn report(&self) {
        let Check { id, answer, .. } = self.check;
        tracing::debug!(check = id, status = answer.status, code = answer.code, "refused");
    }

    /// The JSON-RPC error, where the row has a code.
    pub(super) fn body(&self) -> Option<String> {
        let Why { message, data, .. } = &*self.fault.0;
        let code = self.check.answer.code?;
        Some(rpc::error(self.id.as_deref(), code.into(), &sentence(message), data.as_deref()))
    }
}

/// A message as a short sentence of one line (ENV-07), whatever names of the refused message it quotes.
fn sentence(message: &str) -> Cow<'_, str> {
    const LONGEST: usize = 500;
    let breaks = |char: char| char.is_control() || matches!(char, '\u{2028}' | '\u{2029}');
    let end = message.char_indices().nth(LONGEST).map(|(end, _)| end);
    if end.is_none() && !message.contains(breaks) {
        return Cow::Borrowed(message);
    }
    let mut sentence = String::new();
    for char in message.get(..end.unwrap_or(message.len())).unwrap_or_default().chars() {
        if breaks(char) { sentence.extend(char.escape_default()) } else { sentence.push(char) }
    }
    if end.is_some() {
        sentence.push('…');
    }
    Cow::Owned(sentence)
}

/// What does not hold of a message; on the heap, because most checks find none.
#[derive(Debug)]
pub(super) struct Fault(Box<Why>);

#[derive(Debug)]
struct Why {
    message: Cow<'static, str>,
    /// `error.data`, as JSON text.
    data: Option<String>,
    /// `WWW-Authenticate`.
    challenge: Option<Challenge>,
}

impl Fault {
    #[cold]
    fn new(message: impl Into<Cow<'static, str>>) -> Self {
        Self(Box::new(Why { message: message.into(), data: None, challenge: None }))
    }

    fn with_data(mut self, data: String) -> Self {
        self.0.data = Some(data);
        self
    }

    fn with_challenge(mut self, challenge: Option<Challenge>) -> Self {
        self.0.challenge = challenge;
        self
    }
}

impl From<&'static str> for Fault {
    fn from(message: &'static str) -> Self {
        Self::new(message)
    }
}

impl From<String> for Fault {
    fn from(message: String) -> Self {
        Self::new(message)
    }
}

/// A message that passed the checks.
#[expect(clippy::large_enum_variant, reason = "made once a request and taken apart at once")]
#[derive(Debug)]
pub(super) enum Passed {
    /// A request: what is to be done, with what metadata, and on whose behalf, where that is asked.
    Request(Call, Metadata, Option<Principal>),
    /// A notification; nothing is answered.
    Notification(Notification),
}

/// The notifications that a server may act upon.
#[derive(Debug)]
pub(super) enum Notification {
    /// The request with the id of this key is cancelled ([`id_key`]).
    Cancelled(String),
    /// Any other.
    Ignored,
}

/// Where a message came from.
#[derive(Clone, Copy, Debug)]
pub(super) enum Source<'s> {
    /// HTTP, with these header fields.
    Http(&'s Fields<'s>),
    /// A byte stream, on which these requests are in progress.
    Stdio(&'s dyn InFlight),
}

/// The requests in progress on a byte stream.
pub(super) trait InFlight: Debug {
    /// Whether the id with this key belongs to one ([`id_key`]).
    fn contains(&self, key: &str) -> bool;

    /// Whether there is room for no more.
    fn is_full(&self) -> bool;
}

impl Source<'_> {
    /// The transport that it is not of: what is checked there alone is not checked here.
    fn other(self) -> Transports {
        match self {
            Source::Http(_) => Transports::Stdio,
            Source::Stdio(_) => Transports::Http,
        }
    }
}

/// Makes the checks of a message that has arrived.
pub(super) fn check_message(
    contract: &'static Contract,
    seal: &Seal,
    message: &Bytes,
    source: Source<'_>,
    caller: Caller<'_>,
) -> Result<Passed, Refusal> {
    let mut room = message::Room::EMPTY;
    let read = Message::read(message, &mut room).map_err(|fault| Refusal::of(Step::Json, fault))?;
    let served = contract.method(read.method());
    let mut exchange = Exchange {
        contract,
        seal,
        bytes: message,
        message: &read,
        source,
        caller,
        served,
        method: None,
        operation: None,
        input: Input::default(),
    };
    match exchange.walk()? {
        Some(notification) => Ok(Passed::Notification(notification)),
        None => exchange.into_request(),
    }
}

/// A message on its way through the rows of the table, and what the rows have found out.
struct Exchange<'a, 'j> {
    contract: &'static Contract,
    seal: &'j Seal,
    bytes: &'a Bytes,
    message: &'j Message<'j, 'a>,
    source: Source<'j>,
    caller: Caller<'j>,
    /// The method that the message names, if it is served.
    served: Option<&'static Method>,
    /// The same, once [`Step::KnownMethod`] has seen to it that there is one.
    method: Option<&'static Method>,
    /// Set by the row that has seen enough to know.
    operation: Option<Operation>,
    /// Set by [`Step::RequestState`].
    input: Input,
}

impl Exchange<'_, '_> {
    /// Makes the checks, in the order of the table. A notification that is accepted ends the walk.
    fn walk(&mut self) -> Result<Option<Notification>, Refusal> {
        let other = self.source.other();
        for check in MESSAGE.iter().filter(|check| check.on != other) {
            let holds = match check.step {
                Step::Object => self.object(),
                Step::Depth => self.depth(),
                Step::Names => self.names(),
                Step::JsonRpc => self.jsonrpc(),
                Step::Id => self.id(),
                Step::Method => self.method(),
                Step::Params => self.params(),
                Step::InFlight => self.in_flight(),
                Step::Room => self.room(),
                Step::NotificationHeaders => self.notification_headers(),
                Step::Notification => match self.notification() {
                    Some(notification) => return Ok(Some(notification)),
                    None => Ok(()),
                },
                Step::Initialize => self.initialize(),
                Step::RequiredMetadata => self.required_metadata(),
                Step::OptionalMetadata => self.optional_metadata(),
                Step::VersionHeader => self.version_header(),
                Step::MethodHeader => self.method_header(),
                Step::NameHeader => self.name_header(),
                Step::Version => self.version(),
                Step::KnownMethod => self.known_method(),
                Step::AcceptEvents => self.accept_events(),
                Step::ParamsSchema => self.params_schema(),
                Step::Cursor => self.cursor(),
                Step::Name => self.name(),
                Step::ParamHeaders => self.param_headers(),
                Step::ClientCapability => self.client_capability(),
                Step::Authorization => self.authorization(),
                Step::RequestState => self.request_state(),
                // Made elsewhere: before there is a message, by `admit` and by the transport; the last three by
                // generated code, which knows the schemas.
                Step::DeclaredLength
                | Step::Origin
                | Step::Host
                | Step::HttpMethod
                | Step::Credentials
                | Step::Authentication
                | Step::Authorizer
                | Step::ContentType
                | Step::Accept
                | Step::Arrival
                | Step::Length
                | Step::Json
                | Step::InputResponses
                | Step::Arguments
                | Step::Output => Ok(()),
            };
            if let Err(fault) = holds {
                return Err(self.refuse(check, fault));
            }
        }
        Ok(None)
    }

    fn refuse(&self, check: &'static Check, fault: Fault) -> Refusal {
        let notification = self.message.is_notification();
        Refusal { check, id: envelope::readable_id(self.message), notification, fault }
    }
}
