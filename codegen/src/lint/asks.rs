//! `MRT`, `ELI`, `DEP`: what may be asked of the client while something is carried out.

mod form;
// The same rule as where handlers say the messages.
#[path = "../../runtime/input/sampling.rs"]
mod sampling;

use serde_json::Value;

use super::Lint;
use super::uri;
use crate::diagnostic::did_you_mean;
use crate::document::child;
use crate::manifest::{Section, keys};

/// Requests that an InputRequiredResult may carry.
const METHODS: &[&str] = &["elicitation/create", "roots/list", "sampling/createMessage"];

/// What to do about messages for a model, by the rule that they break.
const MESSAGES: [(&str, &str); 3] = [
    ("SMP-03", "give what else there is to say a message of its own, after the one with results"),
    ("SMP-04", "after an assistant's tool_use comes one message of the user with a tool_result for each"),
    ("SMP-05", "{ role = \"user\", content = { type = \"text\", text = \"…\" } }"),
];

pub(super) fn check(lint: &mut Lint<'_>) {
    let manifest = lint.manifest;
    for owner in manifest.owners() {
        for key in owner.asks.keys() {
            let at = child(&format!("{}/asks", owner.pointer), key);
            if let Some(ask) = Section::at(&manifest.document, &at, "MRT-04", lint.found) {
                check_ask(lint, &ask, owner.what);
            }
        }
    }
}

fn check_ask(lint: &mut Lint<'_>, ask: &Section<'_>, what: &str) {
    ask.refuse_unknown(keys::ASK, lint.found);
    ask.flag("optional", lint.found);
    let legal = format!("one of {}", METHODS.join(", "));
    if ask.get("method").is_none() {
        lint.error("MRT-04", &ask.pointer, "this request has no `method`", legal.as_str());
    }
    let Some(method) = ask.text("method", lint.found) else { return };
    if !METHODS.contains(&method) {
        let meant = did_you_mean(method, METHODS.iter().copied());
        let message = format!("a {what} cannot ask the client for `{method}`{meant}");
        return lint.error("MRT-04", &ask.child("method"), message, legal);
    }
    if method != "elicitation/create" {
        let (what, help) = if method == "roots/list" {
            ("roots are deprecated in this revision", "take paths as arguments, or name them in the configuration")
        } else {
            ("sampling is deprecated in this revision", "call a model from the server")
        };
        lint.warning("DEP-01", &ask.child("method"), what, help);
    }
    let params = ask.section("params", "MRT-04", lint.found);
    match (method, params) {
        ("elicitation/create", Some(params)) => check_elicitation(lint, &params),
        ("elicitation/create", None) if ask.get("params").is_none() => form::missing(lint, &ask.pointer),
        ("sampling/createMessage", Some(params)) => check_sampling(lint, &params),
        _ => {}
    }
}

fn check_elicitation(lint: &mut Lint<'_>, params: &Section<'_>) {
    if params.text("message", lint.found).is_some_and(|message| message.trim().is_empty()) {
        lint.error("ELI-03", &params.child("message"), "the message says nothing", "say what is asked for, and why");
    }
    let mode = match params.get("mode") {
        None => "form",
        Some(_) => match params.text("mode", lint.found) {
            Some(mode) => mode,
            None => return,
        },
    };
    match mode {
        "form" => {
            foreign(lint, params, "url", "an address is asked for with mode = \"url\"");
            form::check(lint, params);
        }
        "url" => {
            foreign(lint, params, "requestedSchema", "a form has no mode, or mode = \"form\"");
            check_url(lint, params);
        }
        other => {
            let message = format!("`{other}` is no mode of elicitation{}", did_you_mean(other, ["form", "url"]));
            lint.error("ELI-03", &params.child("mode"), message, "form, which is the default, or url");
        }
    }
}

/// A member of the other mode.
fn foreign(lint: &mut Lint<'_>, params: &Section<'_>, name: &str, help: &str) {
    if params.get(name).is_some() {
        let message = format!("`{name}` belongs to the other mode of elicitation");
        lint.error("ELI-03", &params.child(name), message, help);
    }
}

fn check_url(lint: &mut Lint<'_>, params: &Section<'_>) {
    let Some(url) = params.text("url", lint.found) else { return };
    let scheme = uri::scheme(url).map(str::to_ascii_lowercase);
    let has_host =
        url.split_once("://").is_some_and(|(_, rest)| !rest.is_empty() && !rest.starts_with(['/', '?', '#']));
    let help = "https://pay.example.com/orders; leave `url` away if the tool makes it up for each call";
    match scheme.as_deref() {
        Some("https") if uri::is_uri(url) && has_host => {}
        Some("http") if uri::is_uri(url) && has_host => {
            lint.warning("ELI-06", &params.child("url"), "an address that users are sent to should be https", help);
        }
        _ => lint.error("ELI-06", &params.child("url"), format!("`{url}` is no address that a user could open"), help),
    }
}

fn check_sampling(lint: &mut Lint<'_>, params: &Section<'_>) {
    if let Some("thisServer" | "allServers") = params.get("includeContext").and_then(Value::as_str) {
        let help = "leave it away: the context is what `messages` say";
        lint.warning("DEP-01", &params.child("includeContext"), "this value of `includeContext` is deprecated", help);
    }
    if params.whole("maxTokens", "MRT-04", lint.found) == Some(0) {
        let help = "the most that the answer may have; leave it away if the tool says it for each call";
        lint.error("MRT-04", &params.child("maxTokens"), "an answer of no tokens is none", help);
    }
    params.list("messages", lint.found);
    let Some(Value::Array(messages)) = params.get("messages") else { return };
    if let Some(fault) = sampling::fault(messages) {
        let help = MESSAGES.iter().find(|(rule, _)| *rule == fault.rule).map_or("", |(_, help)| help);
        lint.error(fault.rule, &child(&params.child("messages"), &fault.message.to_string()), fault.text, help);
    }
}
