//! `MRT`, `ELI`, `DEP`: what a tool may ask of the client while it runs.

use serde_json::Value;

use super::Lint;
use super::sensitive::is_secret;
use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::document::child;
use crate::manifest::Section;

/// Requests that an InputRequiredResult may carry.
const METHODS: &[&str] = &["elicitation/create", "roots/list", "sampling/createMessage"];

pub(super) fn check(lint: &mut Lint<'_>) {
    let manifest = lint.manifest;
    for tool in &manifest.tools {
        for key in tool.asks.keys() {
            let at = child(&format!("{}/asks", tool.pointer), key);
            if let Some(ask) = Section::at(&manifest.document, &at, "MRT-04", lint.found) {
                check_ask(lint, &ask);
            }
        }
    }
}

fn check_ask(lint: &mut Lint<'_>, ask: &Section<'_>) {
    let legal = format!("one of {}", METHODS.join(", "));
    if ask.get("method").is_none() {
        lint.error("MRT-04", &ask.pointer, "this request has no `method`", legal.as_str());
    }
    let Some(method) = ask.text("method", lint.found) else { return };
    if !METHODS.contains(&method) {
        let meant = did_you_mean(method, METHODS.iter().copied());
        let message = format!("a tool cannot ask the client for `{method}`{meant}");
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
    let Some(params) = ask.section("params", "MRT-04", lint.found) else { return };
    if let Some("thisServer" | "allServers") = params.get("includeContext").and_then(Value::as_str) {
        let help = "leave it away: the context is what `messages` say";
        lint.warning("DEP-01", &params.child("includeContext"), "this value of `includeContext` is deprecated", help);
    }
    if method == "elicitation/create" && params.get("mode").is_none_or(|mode| mode == "form") {
        check_form(lint, &params);
    }
}

fn check_form(lint: &mut Lint<'_>, params: &Section<'_>) {
    let Some(schema) = params.section("requestedSchema", "ELI-04", lint.found) else { return };
    let legal =
        "a form is { type = \"object\", properties = { … } } whose properties are text, numbers, booleans or choices";
    if schema.get("type").is_none_or(|ty| ty != "object") || schema.get("properties").is_none() {
        lint.error("ELI-04", &schema.pointer, "this is not the schema of a form", legal);
    }
    let Some(properties) = schema.section("properties", "ELI-04", lint.found) else { return };
    for (name, field) in properties.members() {
        let at = child(&properties.pointer, name);
        if is_secret(name) {
            let place = lint.key_place(&at);
            lint.found.push(
                Diagnostic::error(
                    "ELI-07",
                    place,
                    format!("`{name}` looks like a secret, and forms pass through the client"),
                )
                .help("ask for secrets with mode = \"url\": the user gives them to the server directly"),
            );
        }
        let choices =
            field.get("items").is_some_and(|items| items.get("enum").is_some() || items.get("anyOf").is_some());
        let fits = match field.get("type").and_then(Value::as_str) {
            Some("string" | "number" | "integer" | "boolean") => true,
            Some("array") => choices,
            _ => false,
        };
        if !fits {
            lint.error("ELI-04", &at, format!("`{name}` is no field of a form"), legal);
        }
    }
}
