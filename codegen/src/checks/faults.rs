//! One fault for each row of the table, as a change to a request that the server accepts.

use serde_json::{Value, json};

use super::draft::{Base, CLIENT_CAPABILITIES, CLIENT_INFO, Draft, PROTOCOL_VERSION};
use super::subject::Subject;
use super::table::Step;

/// A fault.
pub(super) struct Fault {
    /// The row that it fails.
    pub(super) step: Step,
    /// Which requests can have it.
    pub(super) of: fn(&Subject, Base<'_>) -> bool,
    /// Gives it to a request.
    pub(super) spoil: fn(&mut Draft<'_>),
    /// `error.data` of its answer, if there is any.
    pub(super) data: fn(&Subject, Base<'_>) -> Option<Value>,
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
    fault(Step::MethodHeader, any, |draft| draft.set("Mcp-Method", "prompts/list")),
    fault(Step::NameHeader, is_call, |draft| draft.set("Mcp-Name", "another-name")),
    Fault {
        data: |subject, _| Some(json!({"supported": subject.supported, "requested": UNKNOWN})),
        ..fault(Step::Version, any, |draft| {
            draft.meta()[PROTOCOL_VERSION] = json!(UNKNOWN);
            draft.set("MCP-Protocol-Version", UNKNOWN);
        })
    },
    fault(Step::KnownMethod, any, |draft| draft.set_method("tools/nope")),
    fault(Step::AcceptEvents, any, |draft| {
        draft.set_method("subscriptions/listen");
        draft.set("Accept", "application/json");
    }),
    fault(
        Step::ParamsSchema,
        |_, base| matches!(base, Base::Call(_) | Base::List(_)),
        |draft| match draft.base {
            Base::Call(_) => draft.body["params"]["arguments"] = json!("none"),
            _ => draft.body["params"]["cursor"] = json!(5),
        },
    ),
    fault(Step::Cursor, |_, base| matches!(base, Base::List(_)), |draft| draft.body["params"]["cursor"] = json!("zzz")),
    fault(Step::Name, is_call, |draft| {
        draft.body["params"]["name"] = json!("no-such-tool");
        draft.set("Mcp-Name", "no-such-tool");
    }),
    fault(
        Step::ParamHeaders,
        |_, base| matches!(base, Base::Call(call) if call.mirrored.is_some()),
        |draft| {
            let Base::Call(call) = draft.base else { return };
            let Some(field) = &call.mirrored else { return };
            let value = call.fields.iter().find(|(name, _)| name == field).map_or("", |(_, value)| value);
            draft.set(field, &format!("not-{value}"));
        },
    ),
    Fault {
        data: |_, base| match base {
            Base::Call(call) => Some(json!({"requiredCapabilities": call.capabilities})),
            _ => None,
        },
        ..fault(
            Step::ClientCapability,
            |_, base| matches!(base, Base::Call(call) if call.capabilities != json!({})),
            |draft| draft.meta()[CLIENT_CAPABILITIES] = json!({}),
        )
    },
    fault(
        Step::Authorization,
        |subject, base| subject.tokens.is_some() && matches!(base, Base::Call(call) if call.scoped),
        |draft| {
            let tokens = draft.subject.tokens.as_ref();
            draft.set_token(tokens.map_or("", |tokens| &tokens.poor));
        },
    ),
    fault(Step::RequestState, is_call, |draft| draft.body["params"]["requestState"] = json!("forged")),
    fault(
        Step::InputResponses,
        |_, base| matches!(base, Base::Call(call) if call.asks.is_some()),
        |draft| {
            let Base::Call(call) = draft.base else { return };
            let key = call.asks.as_deref().unwrap_or_default();
            draft.body["params"]["inputResponses"] = json!({key: {"action": "maybe"}});
        },
    ),
    fault(
        Step::Arguments,
        |_, base| matches!(base, Base::Call(call) if call.unfit.is_some()),
        |draft| {
            let Base::Call(call) = draft.base else { return };
            draft.body["params"]["arguments"] = call.unfit.clone().unwrap_or_default();
        },
    ),
    fault(
        Step::Output,
        |_, base| matches!(base, Base::Call(call) if call.broken.is_some()),
        |draft| {
            let Base::Call(call) = draft.base else { return };
            draft.body["params"]["arguments"] = call.broken.clone().unwrap_or_default();
        },
    ),
];

/// A revision before metadata.
const EARLIER: &str = "2025-06-18";
/// A revision that there will never be.
const UNKNOWN: &str = "v999";

const fn fault(step: Step, of: fn(&Subject, Base<'_>) -> bool, spoil: fn(&mut Draft<'_>)) -> Fault {
    Fault { step, of, spoil, data: |_, _| None }
}

fn any(_: &Subject, _: Base<'_>) -> bool {
    true
}

fn asks_who(subject: &Subject, _: Base<'_>) -> bool {
    subject.tokens.is_some()
}

fn is_call(_: &Subject, base: Base<'_>) -> bool {
    matches!(base, Base::Call(_))
}

/// Whether a fault is of the message, and not of who sends it: over stdio the process has one caller.
pub(super) fn is_of_message(step: Step) -> bool {
    step != Step::Authorization
}

/// Whether no message can have these two faults at once, whatever it is.
pub(super) fn exclusive(one: Step, other: Step) -> bool {
    use Step::{
        AcceptEvents, Arguments, Cursor, DeclaredLength, Id, Initialize, KnownMethod, Length, NameHeader, Notification,
        NotificationHeaders, Output, ParamsSchema, RequiredMetadata, Version,
    };
    let of =
        |a: &[Step], b: &[Step]| (a.contains(&one) && b.contains(&other)) || (a.contains(&other) && b.contains(&one));
    // One method: of those that are not `tools/call`, no header names anything.
    of(&[AcceptEvents, KnownMethod], &[NameHeader])
        || of(&[AcceptEvents], &[KnownMethod, Initialize])
        || of(&[Cursor], &[KnownMethod, ParamsSchema])
        // An `initialize` of an earlier era has no metadata.
        || of(&[Initialize], &[RequiredMetadata, Version])
        // An id is there or not; a notification has the wrong headers or none.
        || of(&[Id], &[Notification, NotificationHeaders])
        || of(&[Notification], &[NotificationHeaders])
        // One body, in one framing; one value of the arguments.
        || of(&[DeclaredLength], &[Length])
        || of(&[Arguments, ParamsSchema], &[Output])
        || of(&[Arguments], &[ParamsSchema])
}
