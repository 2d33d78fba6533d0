//! One fault for each row of the table, as a change to a request that the server accepts.

use serde_json::{Value, json};

use super::base::Base;
use super::draft::{CLIENT_CAPABILITIES, CLIENT_INFO, Draft, PROTOCOL_VERSION};
use super::subject::Subject;
use super::table::Step;

/// A fault.
pub(super) struct Fault {
    /// The row that it fails.
    pub(super) step: Step,
    /// Whether it is of what is asked for, and not of how: other methods have it in another way.
    pub(super) particular: bool,
    /// How a request gets it.
    pub(super) spoil: Spoil,
    /// `error.data` of its answer, if there is any and the request does not say.
    pub(super) data: fn(&Subject, &Base) -> Option<Value>,
}

/// How a request gets a fault.
pub(super) enum Spoil {
    /// By a change that each request knows for itself ([`Base::faults`]), if it has room for the fault.
    Own,
    /// If it is one that has room for the fault, by the same change for all.
    If(fn(&Subject, &Base) -> bool, fn(&mut Draft<'_>)),
}

/// Rows that no message can fail by itself, and why.
pub const ELSEWHERE: &[(Step, &str)] = &[
    (Step::Arrival, "the body would have to end before it is whole, or not at all"),
    (Step::Room, "a thousand other requests would have to be in progress"),
    (Step::InFlight, "another request with the same id would have to be in progress"),
];

/// The faults, in the order of their rows.
pub(super) const FAULTS: &[Fault] = &[
    fault(Step::DeclaredLength, any, |draft| draft.blanks = draft.subject.max_body_bytes),
    fault(Step::Origin, any, |draft| draft.set("Origin", "https://evil.example")),
    fault(Step::Host, any, |draft| draft.set("Host", "evil.example")),
    fault(Step::HttpMethod, any, |draft| draft.verb = "PUT"),
    fault(Step::Credentials, asks_who, |draft| draft.set("Authorization", "Bearer")),
    fault(Step::Authentication, asks_who, |draft| draft.remove("Authorization")),
    fault(
        Step::Authorizer,
        |subject, _| subject.tokens.as_ref().is_some_and(|tokens| tokens.unverifiable.is_some()),
        |draft| {
            let tokens = draft.subject.tokens.as_ref();
            draft.set_token(tokens.and_then(|tokens| tokens.unverifiable.as_deref()).unwrap_or_default());
        },
    ),
    fault(Step::ContentType, any, |draft| draft.set("Content-Type", "text/plain")),
    fault(Step::Accept, any, |draft| draft.set("Accept", "image/png")),
    fault(Step::Length, any, |draft| {
        draft.chunked = true;
        draft.blanks = draft.subject.max_body_bytes;
    }),
    fault(Step::Json, any, |draft| draft.text.push(|text| format!("{text}!"))),
    fault(Step::Object, any, |draft| draft.text.push(|text| format!("[{text}]"))),
    fault(Step::Depth, any, |draft| {
        draft.text.push(|text| text.replacen('{', &format!("{{\"deep\":{}1{},", "[".repeat(200), "]".repeat(200)), 1));
    }),
    fault(Step::Names, any, |draft| draft.text.push(|text| text.replacen('{', r#"{"twice":1,"twice":2,"#, 1))),
    fault(Step::JsonRpc, any, |draft| draft.body["jsonrpc"] = json!("1.0")),
    fault(Step::Id, any, |draft| draft.body["id"] = json!(1.5)),
    fault(Step::Method, any, |draft| draft.body["method"] = json!(5)),
    fault(Step::Params, any, |draft| draft.body["params"] = json!([])),
    fault(Step::NotificationHeaders, any, |draft| {
        draft.take("", "id");
        draft.set("Mcp-Method", "notifications/other");
    }),
    fault(Step::Notification, any, |draft| {
        draft.take("", "id");
        // A notification need not have these; where they are, they must be right.
        draft.remove("Mcp-Method");
        draft.remove("MCP-Protocol-Version");
    }),
    Fault {
        data: |subject, _| Some(json!({"supported": subject.supported, "requested": EARLIER})),
        ..fault(Step::Initialize, any, |draft| {
            draft.set_method("initialize");
            draft.body["params"] = json!({"protocolVersion": EARLIER});
            draft.remove("MCP-Protocol-Version");
        })
    },
    fault(Step::RequiredMetadata, any, |draft| draft.take("/params/_meta", PROTOCOL_VERSION)),
    fault(Step::OptionalMetadata, any, |draft| draft.meta()[CLIENT_INFO] = json!("me")),
    fault(Step::VersionHeader, any, |draft| draft.set("MCP-Protocol-Version", "2020-02-20")),
    fault(Step::MethodHeader, any, |draft| draft.set("Mcp-Method", "another/method")),
    own(Step::NameHeader),
    Fault {
        data: |subject, _| Some(json!({"supported": subject.supported, "requested": UNKNOWN})),
        ..fault(Step::Version, any, |draft| {
            draft.meta()[PROTOCOL_VERSION] = json!(UNKNOWN);
            draft.set("MCP-Protocol-Version", UNKNOWN);
        })
    },
    fault(Step::KnownMethod, any, |draft| draft.set_method("tools/nope")),
    own(Step::AcceptEvents),
    own(Step::ParamsSchema),
    own(Step::Cursor),
    own(Step::Name),
    own(Step::ParamHeaders),
    Fault {
        particular: true,
        data: |_, base| Some(json!({"requiredCapabilities": base.capabilities})),
        ..fault(
            Step::ClientCapability,
            |_, base| base.capabilities != json!({}),
            |draft| draft.meta()[CLIENT_CAPABILITIES] = json!({}),
        )
    },
    Fault {
        particular: true,
        ..fault(
            Step::Authorization,
            |subject, base| subject.tokens.is_some() && base.scoped,
            |draft| {
                let tokens = draft.subject.tokens.as_ref();
                draft.set_token(tokens.map_or("", |tokens| &tokens.poor));
            },
        )
    },
    own(Step::RequestState),
    own(Step::InputResponses),
    own(Step::Arguments),
    own(Step::Output),
];

/// A revision before metadata.
const EARLIER: &str = "2025-06-18";
/// A revision that there will never be.
const UNKNOWN: &str = "v999";

const fn fault(step: Step, of: fn(&Subject, &Base) -> bool, spoil: fn(&mut Draft<'_>)) -> Fault {
    Fault { step, particular: false, spoil: Spoil::If(of, spoil), data: |_, _| None }
}

const fn own(step: Step) -> Fault {
    Fault { step, particular: true, spoil: Spoil::Own, data: |_, _| None }
}

fn any(_: &Subject, _: &Base) -> bool {
    true
}

fn asks_who(subject: &Subject, _: &Base) -> bool {
    subject.tokens.is_some()
}

/// Whether a fault is of the message, and not of who sends it: over stdio the process has one caller.
pub(super) fn is_of_message(step: Step) -> bool {
    step != Step::Authorization
}

/// Whether no message can have these two faults at once, whatever it is.
pub(super) fn exclusive(one: Step, other: Step) -> bool {
    use Step::{
        AcceptEvents, DeclaredLength, Id, Initialize, KnownMethod, Length, NameHeader, Notification,
        NotificationHeaders, RequiredMetadata, Version,
    };
    let of =
        |a: &[Step], b: &[Step]| (a.contains(&one) && b.contains(&other)) || (a.contains(&other) && b.contains(&one));
    // Of a method that is not known nothing more is known: no header names anything, nothing is a stream.
    of(&[KnownMethod], &[NameHeader, AcceptEvents])
        || of(&[AcceptEvents], &[Initialize])
        // An `initialize` of an earlier era has no metadata.
        || of(&[Initialize], &[RequiredMetadata, Version])
        // An id is there or not; a notification has the wrong headers or none.
        || of(&[Id], &[Notification, NotificationHeaders])
        || of(&[Notification], &[NotificationHeaders])
        // One body, in one framing.
        || of(&[DeclaredLength], &[Length])
}
