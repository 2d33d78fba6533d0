//! Every fault that the table of request checks knows, alone and with every other: the row that
//! stands first answers, on HTTP and, where it applies, on stdio.

use std::net::SocketAddr;
use std::sync::OnceLock;

use runtime_check::checks::request_checks;
use runtime_check::checks::table::{Check, Step, Transports};
use serde_json::{Value, json};

use super::fixture::{GUARDED, MAX_BODY, start};
use super::raw::{Framing, Post, m0};

/// A request that is being spoilt.
struct Draft {
    post: Post,
    body: Value,
    /// Applied to the JSON text in the end, the first of the list last.
    text: Vec<fn(String) -> String>,
}

struct Spoil {
    step: Step,
    spoil: fn(&mut Draft),
}

fn draft(tool_call: bool) -> Draft {
    let mut meta = m0();
    meta["io.modelcontextprotocol/clientCapabilities"] = json!({"elicitation": {}});
    let (method, params) = if tool_call {
        ("tools/call", json!({"name": "guarded", "arguments": {"region": "r", "text": "t"}, "_meta": meta}))
    } else {
        ("tools/list", json!({"_meta": meta}))
    };
    let post = Post::request(method, params).header("Authorization", "Bearer all");
    let post = if tool_call { post.header("Mcp-Param-Region", "r") } else { post };
    let body = serde_json::from_slice(&post.body).unwrap();
    Draft { post, body, text: Vec::new() }
}

fn set(draft: &mut Draft, name: &str, value: &str) {
    draft.post = draft.post.clone().set(name, value);
}

fn without(draft: &mut Draft, name: &str) {
    draft.post = draft.post.clone().without(name);
}

fn meta(draft: &mut Draft) -> &mut Value {
    &mut draft.body["params"]["_meta"]
}

/// Rows that no single message can fail at will: a body that never ends, and an id that another
/// request has. They have tests of their own.
const ELSEWHERE: [Step; 2] = [Step::Arrival, Step::InFlight];

/// One fault for each row, in any order.
const SPOILS: &[Spoil] = &[
    Spoil {
        step: Step::DeclaredLength,
        spoil: |draft| draft.text.push(|text| format!("{text}{}", " ".repeat(MAX_BODY))),
    },
    Spoil { step: Step::Origin, spoil: |draft| set(draft, "Origin", "https://evil.example") },
    Spoil { step: Step::Host, spoil: |draft| set(draft, "Host", "evil.example") },
    Spoil { step: Step::HttpMethod, spoil: |draft| draft.post.line = "PUT /mcp HTTP/1.1".to_owned() },
    Spoil { step: Step::Credentials, spoil: |draft| set(draft, "Authorization", "Bearer") },
    Spoil { step: Step::Authentication, spoil: |draft| without(draft, "Authorization") },
    Spoil { step: Step::Authorizer, spoil: |draft| set(draft, "Authorization", "Bearer outage") },
    Spoil { step: Step::ContentType, spoil: |draft| set(draft, "Content-Type", "text/plain") },
    Spoil { step: Step::Accept, spoil: |draft| set(draft, "Accept", "image/png") },
    Spoil {
        step: Step::Length,
        spoil: |draft| {
            draft.post.framing = Framing::Chunked;
            draft.text.push(|text| format!("{text}{}", " ".repeat(MAX_BODY)));
        },
    },
    Spoil { step: Step::Json, spoil: |draft| draft.text.push(|text| format!("{text}!")) },
    Spoil { step: Step::Object, spoil: |draft| draft.text.push(|text| format!("[{text}]")) },
    Spoil {
        step: Step::Depth,
        spoil: |draft| {
            draft
                .text
                .push(|text| text.replacen('{', &format!("{{\"deep\":{}1{},", "[".repeat(200), "]".repeat(200)), 1))
        },
    },
    Spoil {
        step: Step::Names,
        spoil: |draft| draft.text.push(|text| text.replacen('{', r#"{"twice":1,"twice":2,"#, 1)),
    },
    Spoil { step: Step::JsonRpc, spoil: |draft| draft.body["jsonrpc"] = json!("1.0") },
    Spoil { step: Step::Id, spoil: |draft| draft.body["id"] = json!(1.5) },
    Spoil { step: Step::Method, spoil: |draft| draft.body["method"] = json!(5) },
    Spoil { step: Step::Params, spoil: |draft| draft.body["params"] = json!([]) },
    Spoil {
        step: Step::NotificationHeaders,
        spoil: |draft| {
            draft.body.as_object_mut().unwrap().remove("id");
            set(draft, "Mcp-Method", "notifications/other");
        },
    },
    Spoil {
        step: Step::Notification,
        spoil: |draft| {
            draft.body.as_object_mut().unwrap().remove("id");
            if let Some(method) = draft.body["method"].as_str().map(str::to_owned) {
                set(draft, "Mcp-Method", &method);
            }
            let version = draft.body["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"].clone();
            set(draft, "MCP-Protocol-Version", version.as_str().unwrap_or("2026-07-28"));
        },
    },
    Spoil {
        step: Step::Initialize,
        spoil: |draft| {
            draft.body["method"] = json!("initialize");
            draft.body["params"] = json!({"protocolVersion": "2025-06-18"});
            without(draft, "MCP-Protocol-Version");
        },
    },
    Spoil {
        step: Step::RequiredMetadata,
        spoil: |draft| drop(meta(draft).as_object_mut().unwrap().remove("io.modelcontextprotocol/protocolVersion")),
    },
    Spoil {
        step: Step::OptionalMetadata,
        spoil: |draft| meta(draft)["io.modelcontextprotocol/clientInfo"] = json!("me"),
    },
    Spoil { step: Step::VersionHeader, spoil: |draft| set(draft, "MCP-Protocol-Version", "2020-02-20") },
    Spoil { step: Step::MethodHeader, spoil: |draft| set(draft, "Mcp-Method", "server/discover") },
    Spoil { step: Step::NameHeader, spoil: |draft| set(draft, "Mcp-Name", "echo") },
    Spoil {
        step: Step::Version,
        spoil: |draft| {
            meta(draft)["io.modelcontextprotocol/protocolVersion"] = json!("v999");
            set(draft, "MCP-Protocol-Version", "v999");
        },
    },
    Spoil {
        step: Step::KnownMethod,
        spoil: |draft| {
            draft.body["method"] = json!("tools/nope");
            set(draft, "Mcp-Method", "tools/nope");
        },
    },
    Spoil {
        step: Step::AcceptEvents,
        spoil: |draft| {
            draft.body["method"] = json!("subscriptions/listen");
            set(draft, "Mcp-Method", "subscriptions/listen");
            set(draft, "Accept", "application/json");
        },
    },
    Spoil { step: Step::ParamsSchema, spoil: |draft| draft.body["params"]["arguments"] = json!("none") },
    Spoil { step: Step::Cursor, spoil: |draft| draft.body["params"]["cursor"] = json!("zzz") },
    Spoil {
        step: Step::Name,
        spoil: |draft| {
            draft.body["params"]["name"] = json!("nope");
            set(draft, "Mcp-Name", "nope");
        },
    },
    Spoil { step: Step::ParamHeaders, spoil: |draft| set(draft, "Mcp-Param-Region", "elsewhere") },
    Spoil {
        step: Step::ClientCapability,
        spoil: |draft| meta(draft)["io.modelcontextprotocol/clientCapabilities"] = json!({}),
    },
    Spoil { step: Step::Authorization, spoil: |draft| set(draft, "Authorization", "Bearer none") },
    Spoil { step: Step::RequestState, spoil: |draft| draft.body["params"]["requestState"] = json!("forged") },
    Spoil {
        step: Step::InputResponses,
        spoil: |draft| draft.body["params"]["inputResponses"] = json!({"mode": {"action": "maybe"}}),
    },
    Spoil {
        step: Step::Arguments,
        spoil: |draft| drop(draft.body["params"]["arguments"].as_object_mut().unwrap().remove("text")),
    },
    Spoil { step: Step::Output, spoil: |draft| draft.body["params"]["arguments"]["text"] = json!("bad") },
];

/// Pairs of faults that no message can have at once.
fn exclusive(one: Step, other: Step) -> bool {
    use Step::{
        AcceptEvents, Arguments, Authorization, ClientCapability, Cursor, DeclaredLength, Id, Initialize,
        InputResponses, KnownMethod, Length, Name, NameHeader, Notification, NotificationHeaders, Output, ParamHeaders,
        ParamsSchema, RequestState, RequiredMetadata, Version,
    };
    let of =
        |a: &[Step], b: &[Step]| (a.contains(&one) && b.contains(&other)) || (a.contains(&other) && b.contains(&one));
    // Of an unknown method no header names anything. A cursor belongs to a list, the rest to a call. `initialize` is another method, without
    // metadata. An id is there or not. A body has one framing.
    of(
        &[Cursor],
        &[
            NameHeader,
            KnownMethod,
            ParamsSchema,
            Name,
            ParamHeaders,
            ClientCapability,
            Authorization,
            InputResponses,
            Arguments,
            Output,
            RequestState,
        ],
    ) || of(&[AcceptEvents], &[NameHeader, KnownMethod, Cursor, Initialize])
        || of(&[KnownMethod], &[NameHeader])
        || of(&[Initialize], &[RequiredMetadata, Version])
        || of(&[Id], &[Notification, NotificationHeaders])
        || of(&[Notification], &[NotificationHeaders])
        || of(&[DeclaredLength], &[Length])
}

fn place(step: Step) -> usize {
    request_checks().iter().position(|check| check.step == step).unwrap()
}

/// Spoils a request: the faults of later rows first, so that none undoes an earlier one.
fn spoilt(steps: &[Step]) -> Post {
    let mut spoils: Vec<&Spoil> = SPOILS.iter().filter(|spoil| steps.contains(&spoil.step)).collect();
    spoils.sort_by_key(|spoil| std::cmp::Reverse(place(spoil.step)));
    let mut draft = draft(!steps.contains(&Step::Cursor));
    for spoil in spoils {
        (spoil.spoil)(&mut draft);
    }
    let text = draft.text.iter().fold(draft.body.to_string(), |text, spoil| spoil(text));
    draft.post.body(&text)
}

fn pairs() -> Vec<Vec<Step>> {
    let steps: Vec<Step> = SPOILS.iter().map(|spoil| spoil.step).collect();
    let mut pairs: Vec<Vec<Step>> = steps.iter().map(|step| vec![*step]).collect();
    for (place, one) in steps.iter().enumerate() {
        let others = steps[place + 1..].iter().filter(|other| !exclusive(*one, **other));
        pairs.extend(others.map(|other| vec![*one, *other]));
    }
    pairs
}

/// The server that knows all faults.
fn address() -> SocketAddr {
    static ADDRESS: OnceLock<SocketAddr> = OnceLock::new();
    *ADDRESS.get_or_init(|| start(&GUARDED).0)
}

fn first(steps: &[Step], on: &[Transports]) -> Option<&'static Check> {
    request_checks().iter().find(|check| steps.contains(&check.step) && on.contains(&check.on))
}

#[test]
fn the_table_has_one_row_for_each_check_and_a_fault_for_each_row() {
    let checks = request_checks();
    for (place, check) in checks.iter().enumerate() {
        assert!(
            !checks[place + 1..].iter().any(|other| other.id == check.id || other.step == check.step),
            "{}",
            check.id
        );
        let spoils = SPOILS.iter().filter(|spoil| spoil.step == check.step).count();
        assert_eq!(spoils, usize::from(!ELSEWHERE.contains(&check.step)), "{}", check.id);
    }
}

#[test]
fn an_unspoilt_request_is_served() {
    spoilt(&[]).send_to(address()).result();
}

#[test]
fn ord_01_of_two_faults_the_earlier_row_answers_over_http() {
    for steps in pairs() {
        let check = first(&steps, &[Transports::Both, Transports::Http]).unwrap();
        let answer = spoilt(&steps).send_to(address());
        let context = format!("{steps:?}: {} {}", answer.status, String::from_utf8_lossy(&answer.body));
        assert_eq!(answer.status, check.answer.status, "{context}");
        match check.answer.code {
            Some(code) => assert_eq!(answer.json()["error"]["code"], code, "{context}"),
            None if check.answer.is_error => assert_eq!(answer.result()["isError"], true, "{context}"),
            None => assert!(answer.body.is_empty(), "{context}"),
        }
        // Whether the id could be read does not depend on what else is wrong.
        let early = place(check.step) < place(Step::Object);
        let lost = [Step::Object, Step::Id, Step::Notification, Step::NotificationHeaders];
        let lost = early || steps.iter().any(|step| lost.contains(step));
        if !answer.body.is_empty() {
            assert_eq!(answer.json().get("id"), (!lost).then_some(&json!(1)), "{context}");
        }
        if let Some(data) = check.data {
            let member = data.trim_start_matches('{').split(':').next().unwrap();
            assert!(answer.json()["error"]["data"].get(member).is_some(), "{context}");
        }
    }
}

#[tokio::test]
async fn ord_01_of_two_faults_the_earlier_row_answers_over_stdio() {
    for steps in pairs() {
        let only_http = |step: &Step| request_checks()[place(*step)].on == Transports::Http;
        // Who calls over stdio does not depend on the message.
        if steps.iter().any(|step| only_http(step) || *step == Step::Authorization) {
            continue;
        }
        let check = first(&steps, &[Transports::Both, Transports::Stdio]).unwrap();
        let message = String::from_utf8(spoilt(&steps).body).unwrap();
        let lines = super::stdio::exchange(&GUARDED, message.as_bytes()).await;
        let context = format!("{steps:?}: {lines:?}");
        let silent = steps.contains(&Step::Notification) && place(check.step) > place(Step::Object);
        if silent {
            assert!(lines.is_empty(), "{context}");
            continue;
        }
        assert_eq!(lines.len(), 1, "{context}");
        match check.answer.code {
            Some(code) => assert_eq!(lines[0]["error"]["code"], code, "{context}"),
            None => assert_eq!(lines[0]["result"]["isError"], true, "{context}"),
        }
    }
}
