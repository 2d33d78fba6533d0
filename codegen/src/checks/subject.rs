//! What requests to a server can be made of.

use serde_json::{Map, Value, json};

use crate::ir::asks::{Answer, Ask, Asks};
use crate::ir::contract::{Contract, HeaderKind, Tool};
use crate::scaffold::sample;

/// A server that faulty requests are made for.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The one path.
    pub path: String,
    /// The revisions served, newest first.
    pub supported: Vec<String>,
    /// Largest body.
    pub max_body_bytes: usize,
    /// A method that lists something.
    pub list: Option<String>,
    /// Calls of tools; the first that has room for a fault is taken.
    pub calls: Vec<Call>,
    /// What callers bring, where the server asks who they are.
    pub tokens: Option<Tokens>,
}

/// Bearer tokens; a server's contract says nothing of them.
#[derive(Clone, Debug)]
pub struct Tokens {
    /// Of a caller who may do everything.
    pub good: String,
    /// Of one who is known and may do nothing that is guarded.
    pub poor: String,
    /// One for which the server cannot find out whose it is.
    pub unverifiable: Option<String>,
}

/// A call that a server accepts.
#[derive(Clone, Debug)]
pub struct Call {
    /// The tool.
    pub tool: String,
    /// Arguments that fit its `inputSchema`.
    pub arguments: Value,
    /// The `Mcp-Param-*` fields that these arguments demand.
    pub fields: Vec<(String, String)>,
    /// A field that the tool mirrors an argument into.
    pub mirrored: Option<String>,
    /// What the client has to declare, as `ClientCapabilities`.
    pub capabilities: Value,
    /// The key of an elicitation that the tool may ask for.
    pub asks: Option<String>,
    /// Whether the caller must hold a scope.
    pub scoped: bool,
    /// Arguments that demand the same fields and do not fit.
    pub unfit: Option<Value>,
    /// Arguments that demand the same fields, and for which the tool's output does not fit its
    /// `outputSchema`. No contract says; who wrote the tool may know.
    pub broken: Option<Value>,
}

impl Subject {
    /// What a contract says of its server.
    #[must_use]
    pub fn of(revision: &str, contract: &Contract) -> Self {
        let mut calls: Vec<Call> = contract.tools.iter().filter_map(Call::of).collect();
        // One tool for as many faults as can be, so that pairs of them meet.
        let rooms = |call: &Call| {
            let rooms = [call.mirrored.is_some(), call.unfit.is_some(), call.capabilities != json!({})];
            rooms.into_iter().filter(|room| *room).count()
        };
        calls.sort_by_key(|call| std::cmp::Reverse(rooms(call)));
        Self {
            path: contract.http.path.clone(),
            supported: vec![revision.to_owned()],
            max_body_bytes: usize::try_from(contract.http.max_body_bytes).unwrap_or(usize::MAX),
            list: (!contract.tools.is_empty()).then(|| "tools/list".to_owned()),
            calls,
            tokens: None,
        }
    }
}

impl Call {
    /// A call of a tool, if arguments can be made that fit for certain.
    fn of(tool: &Tool) -> Option<Self> {
        let arguments = sample(&tool.input_schema)?;
        let mut fields = Vec::new();
        for binding in &tool.headers {
            let value = binding.path.iter().try_fold(&arguments, |value, name| value.get(name));
            let field = format!("Mcp-Param-{}", binding.header);
            match (binding.kind, value) {
                (_, None | Some(Value::Null)) => {}
                (HeaderKind::String, Some(Value::String(text))) if is_plain(text) => fields.push((field, text.clone())),
                (HeaderKind::Integer, Some(value)) => fields.push((field, value.as_i64()?.to_string())),
                (HeaderKind::Boolean, Some(value)) => fields.push((field, value.as_bool()?.to_string())),
                // It would have to be encoded, or does not fit its own annotation.
                (HeaderKind::String, Some(_)) => return None,
            }
        }
        Some(Self {
            unfit: unfit(tool, &arguments),
            tool: tool.name.clone(),
            arguments,
            fields,
            mirrored: tool.headers.first().map(|binding| format!("Mcp-Param-{}", binding.header)),
            capabilities: tool.asks.as_ref().map_or_else(|| json!({}), Asks::required_capabilities),
            asks: tool.asks.as_ref().and_then(elicitation),
            scoped: !tool.scopes.is_empty(),
            broken: None,
        })
    }
}

/// The key of an elicitation among what is asked.
fn elicitation(asks: &Asks) -> Option<String> {
    let elicits = |ask: &Ask| matches!(ask.answer, Answer::Form { .. } | Answer::Link);
    asks.requests.iter().find(|(_, ask)| elicits(ask)).map(|(key, _)| key.clone())
}

/// Whether a header can hold a text as it is.
fn is_plain(text: &str) -> bool {
    let padded = text.starts_with(' ') || text.ends_with(' ');
    let encoded = text.starts_with("=?base64?");
    !padded && !encoded && text.bytes().all(|byte| matches!(byte, b' '..=b'~'))
}

/// Arguments that do not fit, whatever else the schema says: keywords of its root hold together.
/// What is mirrored stays as it is.
fn unfit(tool: &Tool, fitting: &Value) -> Option<Value> {
    let schema = tool.input_schema.as_object()?;
    let fitting = fitting.as_object()?;
    let mirrors =
        |name: &str| tool.headers.iter().any(|binding| binding.path.first().is_some_and(|first| first == name));
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    if let Some(name) = required.into_iter().find(|name| !mirrors(name)) {
        let mut lacking = fitting.clone();
        lacking.remove(name);
        return Some(Value::Object(lacking));
    }
    let no_properties = Map::new();
    let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&no_properties);
    let mut names: Vec<&String> = properties.keys().collect();
    names.sort_unstable();
    let mistyped = names.into_iter().filter(|name| !mirrors(name)).find_map(|name| {
        // One type, not a list of them: a value of another one cannot fit.
        let wrong = match properties.get(name)?.get("type")?.as_str()? {
            "string" => json!(5),
            _ => json!("wrong"),
        };
        Some((name, wrong))
    });
    if let Some((name, wrong)) = mistyped {
        let mut mistyped = fitting.clone();
        mistyped.insert(name.clone(), wrong);
        return Some(Value::Object(mistyped));
    }
    let closed = schema.get("additionalProperties") == Some(&Value::Bool(false));
    if closed && !schema.contains_key("patternProperties") && !properties.contains_key("unknown") {
        let mut more = fitting.clone();
        more.insert("unknown".to_owned(), json!(1));
        return Some(Value::Object(more));
    }
    None
}
