//! A request that a server accepts, and the faults that are of this request alone.

use serde_json::{Value, json};

use super::table::Step;

/// A request that a server accepts.
#[derive(Clone, Debug)]
pub struct Base {
    /// The method.
    pub method: &'static str,
    /// `params`, without `_meta`.
    pub params: Value,
    /// The header fields that are of this request: `Mcp-Name`, `Mcp-Param-*`, `Accept`.
    pub fields: Vec<(String, String)>,
    /// What the client has to declare, as `ClientCapabilities`.
    pub capabilities: Value,
    /// Whether the caller must hold a scope.
    pub scoped: bool,
    own: Vec<Own>,
}

/// A change that makes this request fail a row.
#[derive(Clone, Debug)]
pub(super) struct Own {
    pub(super) step: Step,
    /// Members of `params`, by JSON Pointer, and what they become.
    pub(super) members: Vec<(&'static str, Value)>,
    /// Header fields, and what they become.
    pub(super) fields: Vec<(String, String)>,
    /// `error.data` of its answer.
    pub(super) data: Option<Value>,
}

impl Base {
    fn new(method: &'static str, params: Value) -> Self {
        Self { method, params, fields: Vec::new(), capabilities: json!({}), scoped: false, own: Vec::new() }
    }

    /// `server/discover`, which every server answers.
    #[must_use]
    pub fn discover() -> Self {
        Self::new("server/discover", json!({}))
    }

    /// `subscriptions/listen`, which every server answers, to nothing.
    #[must_use]
    pub fn listen() -> Self {
        Self::new("subscriptions/listen", json!({"notifications": {}}))
            .own(Own::field(Step::AcceptEvents, "Accept", "application/json"))
            .own(Own::member(Step::ParamsSchema, "/notifications", json!("none")))
    }

    /// A list, from its beginning.
    #[must_use]
    pub fn list(method: &'static str) -> Self {
        Self::new(method, json!({})).own(Own::member(Step::ParamsSchema, "/cursor", json!(5))).own(Own::member(
            Step::Cursor,
            "/cursor",
            json!("zzz"),
        ))
    }

    /// `tools/call`, with arguments that fit.
    #[must_use]
    pub fn call(tool: &str, arguments: &Value) -> Self {
        Self::new("tools/call", json!({"name": tool, "arguments": arguments}))
            .named(tool)
            .own(Own::member(Step::ParamsSchema, "/arguments", json!("none")))
            .own(Own::member(Step::RequestState, "/requestState", json!("forged")))
    }

    /// `prompts/get`, with all arguments that are required.
    #[must_use]
    pub fn prompt(name: &str, arguments: &Value) -> Self {
        Self::new("prompts/get", json!({"name": name, "arguments": arguments}))
            .named(name)
            .own(Own::member(Step::ParamsSchema, "/arguments", json!({"text": 5})))
            .own(Own::member(Step::RequestState, "/requestState", json!("forged")))
    }

    /// `resources/read`.
    #[must_use]
    pub fn read(uri: &str) -> Self {
        Self::new("resources/read", json!({"uri": uri}))
            .named(uri)
            .own(Own::member(Step::ParamsSchema, "/inputResponses", json!("none")))
            .own(Own::member(Step::RequestState, "/requestState", json!("forged")))
    }

    /// `completion/complete` of an argument of `reference`, a `ref/prompt` or `ref/resource`.
    #[must_use]
    pub fn complete(reference: &Value, argument: &str) -> Self {
        Self::new("completion/complete", json!({"ref": reference, "argument": {"name": argument, "value": ""}}))
            .own(Own::member(Step::ParamsSchema, "/context", json!("none")))
    }

    /// Header and body name the same thing.
    fn named(mut self, name: &str) -> Self {
        self.fields.push(("Mcp-Name".to_owned(), name.to_owned()));
        self.own(Own::field(Step::NameHeader, "Mcp-Name", "another-name"))
    }

    /// A name, or URI, of nothing that the server has.
    #[must_use]
    pub fn unknown(self, name: &str) -> Self {
        let (member, data) = match self.method {
            "resources/read" => ("/uri", true),
            "completion/complete" if self.params["ref"].get("uri").is_some() => ("/ref/uri", true),
            "completion/complete" => ("/ref/name", false),
            _ => ("/name", false),
        };
        let mut own = Own::member(Step::Name, member, json!(name));
        if self.fields.iter().any(|(field, _)| field == "Mcp-Name") {
            own.fields.push(("Mcp-Name".to_owned(), name.to_owned()));
        }
        own.data = data.then(|| json!({"uri": name}));
        self.own(own)
    }

    /// The name of an argument that what is completed does not have.
    #[must_use]
    pub fn unknown_argument(self, name: &str) -> Self {
        self.own(Own::member(Step::Name, "/argument/name", json!(name)))
    }

    /// Arguments of a prompt, without one that is required.
    #[must_use]
    pub fn lacking(self, arguments: Value) -> Self {
        self.own(Own::member(Step::Name, "/arguments", arguments))
    }

    /// A field that an argument is mirrored into, with its value if the argument is there.
    #[must_use]
    pub fn mirrored(mut self, field: &str, value: Option<&str>) -> Self {
        self.fields.extend(value.map(|value| (field.to_owned(), value.to_owned())));
        let other = format!("not-{}", value.unwrap_or_default());
        self.own(Own::field(Step::ParamHeaders, field, other))
    }

    /// The client has to declare these `ClientCapabilities`.
    #[must_use]
    pub fn needing(self, capabilities: Value) -> Self {
        Self { capabilities, ..self }
    }

    /// The caller must hold a scope, or need not.
    #[must_use]
    pub fn guarded(self, scoped: bool) -> Self {
        Self { scoped, ..self }
    }

    /// The key of an elicitation that may be asked for.
    #[must_use]
    pub fn asking(self, key: &str) -> Self {
        self.own(Own::member(Step::InputResponses, "/inputResponses", json!({key: {"action": "maybe"}})))
    }

    /// Arguments that demand the same fields and do not fit.
    #[must_use]
    pub fn unfit(self, arguments: Value) -> Self {
        self.own(Own::member(Step::Arguments, "/arguments", arguments))
    }

    /// Arguments that demand the same fields, and for which the tool's output does not fit its
    /// `outputSchema`. No contract says; who wrote the tool may know.
    #[must_use]
    pub fn broken(self, arguments: Value) -> Self {
        self.own(Own::member(Step::Output, "/arguments", arguments))
    }

    fn own(mut self, own: Own) -> Self {
        self.own.push(own);
        self
    }

    /// The tool, prompt or URI.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        ["name", "uri"].iter().find_map(|member| self.params.get(member)?.as_str())
    }

    /// The changes that make it fail this row.
    pub(super) fn faults(&self, step: Step) -> impl Iterator<Item = &Own> {
        self.own.iter().filter(move |own| own.step == step)
    }

    /// For how many rows it has a change.
    pub(super) fn rooms(&self) -> usize {
        self.own.len() + usize::from(self.capabilities != json!({})) + usize::from(self.scoped)
    }
}

impl Own {
    fn member(step: Step, pointer: &'static str, value: Value) -> Self {
        Self { step, members: vec![(pointer, value)], fields: Vec::new(), data: None }
    }

    fn field(step: Step, field: &str, value: impl Into<String>) -> Self {
        Self { step, members: Vec::new(), fields: vec![(field.to_owned(), value.into())], data: None }
    }

    /// Whether a request can have both: no member becomes two things.
    pub(super) fn goes_with(&self, other: &Self) -> bool {
        let same = |one: &str, other: &str| {
            let below = |one: &str, other: &str| one.strip_prefix(other).is_some_and(|rest| rest.starts_with('/'));
            one == other || below(one, other) || below(other, one)
        };
        !self.members.iter().any(|(one, _)| other.members.iter().any(|(other, _)| same(one, other)))
    }
}
