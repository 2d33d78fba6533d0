//! `asks` of a manifest to [`Asks`]: names, the members that handlers say, and what clients must be able to do.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::document::canonical;
use crate::ir::asks::{Answer, Ask, Asks, Said};
use crate::names::{self, Kind};

/// Names of functions and fields that the generated types have of their own.
const OWN: [&str; 5] = ["again", "and", "of", "state", "with_state"];

/// Names of types and modules that the generated files use.
const USED: [&str; 18] = [
    "Asked",
    "Context",
    "Elicited",
    "Form",
    "Input",
    "InputRequest",
    "InputRequired",
    "InvalidInput",
    "Link",
    "Respond",
    "Responder",
    "Response",
    "State",
    "Unanswered",
    "client",
    "protocol",
    "runtime",
    "typed",
];

/// Who asks.
pub(super) struct Asker<'a> {
    /// Name on the wire.
    pub(super) name: &'a str,
    /// Module and file.
    pub(super) module: &'a str,
    /// What the names of its types begin with.
    pub(super) stem: &'a str,
}

/// The types of what is asked, of the answers, and of who answers.
pub(super) fn types(stem: &str) -> [String; 3] {
    ["Asks", "Answers", "Input"].map(|suffix| format!("{stem}{suffix}"))
}

/// All that `asker` may ask; `None` if that is nothing.
pub(super) fn lower(asker: &Asker<'_>, stated: &BTreeMap<String, Value>) -> Option<Asks> {
    if stated.is_empty() {
        return None;
    }
    let [asks, answers, input] = types(asker.stem);
    let keys = || stated.keys().map(String::as_str);
    let functions = names::assign(Kind::Function, keys(), &OWN);
    let taken: Vec<&str> = USED.iter().copied().chain([asks.as_str(), &answers, &input]).collect();
    let types = names::assign_families(&[Kind::Type, Kind::Module], keys(), &taken);
    let requests = stated.iter().filter_map(|(key, stated)| {
        let named = Named { function: functions.get(key)?, types: types.get(key)? };
        Some((key.clone(), ask(&named, stated)?))
    });
    let requests = requests.collect();
    Some(Asks { module: asker.module.to_owned(), asker: asker.name.to_owned(), asks, answers, input, requests })
}

struct Named<'a> {
    function: &'a str,
    /// A type and a module.
    types: &'a [String],
}

/// `None` for what the lints refuse.
fn ask(named: &Named<'_>, stated: &Value) -> Option<Ask> {
    let method = stated.get("method")?.as_str()?.to_owned();
    let params = match stated.get("params").map(canonical) {
        Some(Value::Object(params)) => params,
        _ => Map::new(),
    };
    let has = |name: &str| params.contains_key(name);
    let said =
        |required: &[(&str, Said)]| required.iter().filter(|(name, _)| !has(name)).map(|(_, said)| *said).collect();
    let (said, answer, capabilities) = match method.as_str() {
        "elicitation/create" if params.get("mode").is_some_and(|mode| mode == "url") => {
            (said(&[("message", Said::Message), ("url", Said::Url)]), Answer::Link, json!({"elicitation": {"url": {}}}))
        }
        "elicitation/create" => {
            let [content, module] = named.types else { return None };
            let schema = params.get("requestedSchema")?.clone();
            let answer = Answer::Form { schema, content: content.clone(), module: module.clone() };
            (said(&[("message", Said::Message)]), answer, json!({"elicitation": {"form": {}}}))
        }
        "sampling/createMessage" => {
            let required = [("messages", Said::Messages), ("maxTokens", Said::MaxTokens)];
            let answer = protocol("CreateMessageResult", Some("CreateMessageRequestParams"));
            let mut needs = Map::new();
            if has("tools") || has("toolChoice") {
                needs.insert("tools".to_owned(), json!({}));
            }
            // The other values are for clients that say so (SMP-07).
            if params.get("includeContext").is_some_and(|context| context != "none") {
                needs.insert("context".to_owned(), json!({}));
            }
            (said(&required), answer, json!({"sampling": needs}))
        }
        "roots/list" => (Vec::new(), protocol("ListRootsResult", None), json!({"roots": {}})),
        _ => return None,
    };
    let optional = stated.get("optional").and_then(Value::as_bool).unwrap_or_default();
    Some(Ask { rust: named.function.to_owned(), method, params, said, answer, capabilities, optional })
}

fn protocol(result: &str, params: Option<&str>) -> Answer {
    Answer::Protocol { result: result.to_owned(), params: params.map(str::to_owned) }
}
