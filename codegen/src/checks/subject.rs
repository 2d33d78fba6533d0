//! What requests to a server can be made of.

use serde_json::{Map, Value, json};

use super::base::Base;
use super::left_out::LeftOut;
use super::table::Step;
use crate::ir::asks::{Answer, Ask, Asks};
use crate::ir::contract::{Contract, HeaderKind, Tool};
use crate::ir::entries::{Presence, Prompt, Resource, ResourceTemplate, TextField, TextKind, Texts};
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
    /// Requests; of those of a method the first that has room for a fault is taken.
    pub bases: Vec<Base>,
    /// What callers bring, where the server asks who they are.
    pub tokens: Option<Tokens>,
    /// What no request could be made of.
    pub left_out: Vec<LeftOut>,
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

impl Subject {
    /// What a contract says of its server.
    #[must_use]
    pub fn of(revision: &str, contract: &Contract) -> Self {
        let calls = contract.tools.iter().filter_map(|tool| call(tool, contract));
        let prompts = contract.prompts.iter().filter_map(|prompt| get(prompt, contract));
        let reads = contract.resources.iter().filter_map(|resource| read(resource, contract));
        let reads = reads.chain(contract.resource_templates.iter().filter_map(|template| read_one(template, contract)));
        let completions = contract.prompts.iter().filter_map(|prompt| complete_prompt(prompt, contract));
        let templates = &contract.resource_templates;
        let completions =
            completions.chain(templates.iter().filter_map(|template| complete_template(template, contract)));
        let mut bases: Vec<Base> = calls.chain(prompts).chain(reads).chain(completions).collect();
        // One of a method for as many faults as can be, so that pairs of them meet.
        bases.sort_by_key(|base| std::cmp::Reverse(base.rooms()));
        bases.sort_by_key(|base| place(base.method));
        let advertised = |capability: &str| contract.capabilities.get(capability).is_some();
        let lists = LISTS.iter().filter(|(_, capability)| advertised(capability));
        bases.extend(lists.map(|(method, _)| Base::list(method)));
        bases.extend([Base::listen(), Base::discover()]);
        Self {
            path: contract.http.path.clone(),
            supported: vec![revision.to_owned()],
            max_body_bytes: usize::try_from(contract.http.max_body_bytes).unwrap_or(usize::MAX),
            bases,
            tokens: None,
            left_out: left_out(contract),
        }
    }

    /// The requests of each method, in the order in which the methods first come.
    pub(super) fn methods(&self) -> Vec<Vec<&Base>> {
        let mut methods: Vec<Vec<&Base>> = Vec::new();
        for base in &self.bases {
            let known = methods.iter_mut().find(|bases| bases.iter().any(|other| other.method == base.method));
            match known {
                Some(bases) => bases.push(base),
                None => methods.push(vec![base]),
            }
        }
        methods
    }
}

/// The lists, and the capability that each belongs to.
const LISTS: [(&str, &str); 4] = [
    ("tools/list", "tools"),
    ("prompts/list", "prompts"),
    ("resources/list", "resources"),
    ("resources/templates/list", "resources"),
];

/// Methods with room for more faults come first.
fn place(method: &str) -> usize {
    ["tools/call", "prompts/get", "resources/read"].iter().position(|other| *other == method).unwrap_or(usize::MAX)
}

/// A call of a tool, if arguments can be made that fit for certain.
fn call(tool: &Tool, contract: &Contract) -> Option<Base> {
    let arguments = sample(&tool.input_schema)?;
    let mut fields = Vec::new();
    for binding in &tool.headers {
        let value = binding.path.iter().try_fold(&arguments, |value, name| value.get(name));
        let value = match (binding.kind, value) {
            (_, None | Some(Value::Null)) => None,
            (HeaderKind::String, Some(Value::String(text))) if is_plain(text) => Some(text.clone()),
            (HeaderKind::Integer, Some(value)) => Some(value.as_i64()?.to_string()),
            (HeaderKind::Boolean, Some(value)) => Some(value.as_bool()?.to_string()),
            // It would have to be encoded, or does not fit its own annotation.
            (HeaderKind::String, Some(_)) => return None,
        };
        fields.push((format!("Mcp-Param-{}", binding.header), value));
    }
    let base = Base::call(&tool.name, &arguments)
        .unknown(&fresh("no-such-tool", |name| contract.tools.iter().any(|tool| tool.name == name)));
    let base = fields.iter().fold(base, |base, (field, value)| base.mirrored(field, value.as_deref()));
    let base = asked(base, tool.asks.as_ref()).guarded(!tool.scopes.is_empty());
    Some(match unfit(tool, &arguments) {
        Some(unfit) => base.unfit(unfit),
        None => base,
    })
}

/// What no request is made of, or no request with arguments that do not fit.
fn left_out(contract: &Contract) -> Vec<LeftOut> {
    let tools = contract.tools.iter().filter_map(|tool| tool_left_out(tool, contract));
    let named = |what: &str, name: &str, steps: &[Step], asks: Option<&Asks>| LeftOut {
        what: format!("{what} {name:?}"),
        why: "no header holds its name as it is",
        steps: [&[Step::NameHeader, Step::ParamsSchema, Step::RequestState], steps, &asking(asks)].concat(),
    };
    let prompts = contract.prompts.iter().filter(|prompt| get(prompt, contract).is_none());
    let prompts = prompts.map(|prompt| named("prompt", &prompt.name, &[Step::Name], prompt.asks.as_ref()));
    let resources = contract.resources.iter().filter(|resource| read(resource, contract).is_none());
    let resources = resources.map(|resource| named("resource", &resource.uri, &[Step::Name], resource.asks.as_ref()));
    let templates = contract.resource_templates.iter().filter(|template| read_one(template, contract).is_none());
    let templates = templates.map(|template| LeftOut {
        why: "no URI could be made up that is its own for certain and that a header holds",
        ..named("template", &template.uri_template, &[Step::Name], template.asks.as_ref())
    });
    tools.chain(prompts).chain(resources).chain(templates).collect()
}

fn tool_left_out(tool: &Tool, contract: &Contract) -> Option<LeftOut> {
    let left_out = |why, steps| Some(LeftOut { what: format!("tool {:?}", tool.name), why, steps });
    let mut steps = vec![Step::NameHeader, Step::ParamsSchema, Step::Name, Step::RequestState, Step::Arguments];
    steps.extend((!tool.headers.is_empty()).then_some(Step::ParamHeaders));
    steps.extend(asking(tool.asks.as_ref()));
    match (sample(&tool.input_schema), call(tool, contract)) {
        (None, _) => left_out("no arguments could be made up that fit its schema for certain", steps),
        (Some(_), None) => left_out("its arguments would have to be encoded for their headers", steps),
        (Some(arguments), Some(_)) if unfit(tool, &arguments).is_none() => {
            left_out("no arguments could be made up that do not fit its schema for certain", vec![Step::Arguments])
        }
        (Some(_), Some(_)) => None,
    }
}

/// The rows that what asks the client has beside the others.
fn asking(asks: Option<&Asks>) -> Vec<Step> {
    let Some(asks) = asks else { return Vec::new() };
    let capability = (asks.required_capabilities() != json!({})).then_some(Step::ClientCapability);
    capability.into_iter().chain(elicitation(asks).map(|_| Step::InputResponses)).collect()
}

/// A prompt with the arguments that it requires, if a header can hold its name.
fn get(prompt: &Prompt, contract: &Contract) -> Option<Base> {
    let required = prompt.args.iter().flat_map(|texts| &texts.fields);
    let required = required.filter(|field| field.presence == Presence::Required);
    let arguments: Map<String, Value> = required.map(|field| (field.wire.clone(), json!(text(field)))).collect();
    let base = Base::prompt(&prompt.name, &Value::Object(arguments.clone())).unknown(&no_prompt(contract));
    let base = match arguments.keys().min() {
        Some(name) => {
            let mut lacking = arguments.clone();
            lacking.remove(name);
            base.lacking(Value::Object(lacking))
        }
        None => base,
    };
    is_plain(&prompt.name).then(|| asked(base, prompt.asks.as_ref()).guarded(!prompt.scopes.is_empty()))
}

/// A resource, if a header can hold its URI.
fn read(resource: &Resource, contract: &Contract) -> Option<Base> {
    read_at(&resource.uri, resource.asks.as_ref(), &resource.scopes, contract)
}

/// A resource of a template, if no other may be meant.
fn read_one(template: &ResourceTemplate, contract: &Contract) -> Option<Base> {
    let mut parts = template.uri_template.split('{');
    let mut uri = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (expression, literal) = part.split_once('}')?;
        // The other operators may stand for nothing.
        if !expression.starts_with(['#', '.', '/', ';', '?', '&']) {
            let name = expression.trim_start_matches('+').trim_end_matches('*');
            let mut fields = template.args.iter().flat_map(|texts| &texts.fields);
            // One variable, and all of it: no variable is called `a,b` or `a:3`.
            uri += text(fields.find(|field| field.wire == name)?);
        }
        uri += literal;
    }
    let mut others = contract.resource_templates.iter().filter(|other| other.uri_template != template.uri_template);
    let taken =
        contract.resources.iter().any(|resource| resource.uri == uri) || others.any(|other| may_fit(other, &uri));
    if taken { None } else { read_at(&uri, template.asks.as_ref(), &template.scopes, contract) }
}

fn read_at(uri: &str, asks: Option<&Asks>, scopes: &[String], contract: &Contract) -> Option<Base> {
    let base = asked(Base::read(uri), asks).guarded(!scopes.is_empty());
    let base = match no_resource(contract) {
        Some(unknown) => base.unknown(&unknown),
        None => base,
    };
    is_plain(uri).then_some(base)
}

/// The completion of an argument of a prompt.
fn complete_prompt(prompt: &Prompt, contract: &Contract) -> Option<Base> {
    let (argument, unknown) = argument(prompt.completion.as_ref().and(prompt.args.as_ref())?)?;
    let base = Base::complete(&json!({"type": "ref/prompt", "name": prompt.name}), &argument);
    let base = base.unknown(&no_prompt(contract)).unknown_argument(&unknown);
    Some(base.guarded(!prompt.scopes.is_empty()))
}

/// The completion of a variable of a template.
fn complete_template(template: &ResourceTemplate, contract: &Contract) -> Option<Base> {
    let (argument, unknown) = argument(template.completion.as_ref().and(template.args.as_ref())?)?;
    let base = Base::complete(&json!({"type": "ref/resource", "uri": template.uri_template}), &argument);
    let templates = &contract.resource_templates;
    let no_template = fresh("test://no-such-template", |uri| templates.iter().any(|other| other.uri_template == uri));
    let base = base.unknown(&no_template).unknown_argument(&unknown);
    Some(base.guarded(!template.scopes.is_empty()))
}

/// The name of one of these texts, and one that none of them has.
fn argument(texts: &Texts) -> Option<(String, String)> {
    let unknown = fresh("no-such-argument", |name| texts.fields.iter().any(|field| field.wire == name));
    Some((texts.fields.first()?.wire.clone(), unknown))
}

/// What a text may be that stands for something.
fn text(field: &TextField) -> &'static str {
    match field.kind {
        TextKind::String => "sample",
        TextKind::Integer | TextKind::Number => "1",
        TextKind::Boolean => "true",
    }
}

fn no_prompt(contract: &Contract) -> String {
    fresh("no-such-prompt", |name| contract.prompts.iter().any(|prompt| prompt.name == name))
}

/// A URI of nothing, unless a template may fit whatever is made up.
fn no_resource(contract: &Contract) -> Option<String> {
    let uri = fresh("test://no-such-resource", |uri| contract.resources.iter().any(|resource| resource.uri == uri));
    (!contract.resource_templates.iter().any(|template| may_fit(template, &uri))).then_some(uri)
}

/// Whether a URI may be one of a template: surely not, where it begins otherwise.
fn may_fit(template: &ResourceTemplate, uri: &str) -> bool {
    uri.starts_with(template.uri_template.split('{').next().unwrap_or_default())
}

/// A name that is not taken.
fn fresh(name: &str, taken: impl Fn(&str) -> bool) -> String {
    let mut name = name.to_owned();
    while taken(&name) {
        name.push('x');
    }
    name
}

/// The same, with what it needs of a client that can be asked.
fn asked(base: Base, asks: Option<&Asks>) -> Base {
    let Some(asks) = asks else { return base };
    let base = base.needing(asks.required_capabilities());
    match elicitation(asks) {
        Some(key) => base.asking(&key),
        None => base,
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
