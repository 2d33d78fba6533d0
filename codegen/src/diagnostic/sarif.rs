//! Findings as SARIF 2.1.0, which code hosts and editors show.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};

use super::location::{Location, Locator};
use super::{Diagnostic, safe};
use crate::document::canonical;
use crate::rules;
use crate::source::Sources;

#[derive(Serialize)]
struct Log {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run {
    tool: Value,
    column_kind: &'static str,
    results: Vec<Outcome>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Outcome {
    rule_id: &'static str,
    rule_index: usize,
    level: &'static str,
    message: Value,
    locations: Vec<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Value>,
}

/// The sorted findings; the rules that they name are described in the tool's part.
pub(super) fn render(sources: &Sources, found: &[Diagnostic]) -> String {
    let locator = Locator::new(sources, found);
    let mut indexes: BTreeMap<&str, usize> = found.iter().map(|diagnostic| (diagnostic.rule, 0)).collect();
    for (position, index) in indexes.values_mut().enumerate() {
        *index = position;
    }
    let described: Vec<Value> = indexes.keys().map(|id| rule(id)).collect();
    let results = found
        .iter()
        .map(|diagnostic| Outcome {
            rule_id: diagnostic.rule,
            rule_index: indexes.get(diagnostic.rule).copied().unwrap_or_default(),
            level: diagnostic.severity.word(),
            message: json!({ "text": text(diagnostic) }),
            locations: diagnostic.place.iter().map(|place| physical(&locator.locate(*place))).collect(),
            related_locations: diagnostic
                .related
                .iter()
                .map(|(place, words)| {
                    let mut location = physical(&locator.locate(*place));
                    location["message"] = json!({ "text": words });
                    location
                })
                .collect(),
        })
        .collect();
    let driver = json!({ "name": "mcp-codegen", "version": env!("CARGO_PKG_VERSION"), "rules": described });
    let log = Log {
        schema: "https://json.schemastore.org/sarif-2.1.0.json",
        version: "2.1.0",
        runs: [Run { tool: json!({ "driver": driver }), column_kind: "unicodeCodePoints", results }],
    };
    // By way of `Value`, so that keys are in order whatever features of `serde_json` are on.
    super::json_text(&canonical(&serde_json::to_value(&log).unwrap_or_default()), safe::json)
}

fn rule(id: &str) -> Value {
    match rules::find(id) {
        None => json!({ "id": id }),
        Some(rule) => json!({
            "id": rule.id,
            "shortDescription": { "text": rule.title },
            "help": { "text": format!("Legal: {}\nSource: {}", rule.legal, rule.source) },
        }),
    }
}

fn text(diagnostic: &Diagnostic) -> String {
    match &diagnostic.help {
        None => diagnostic.labelled_message(),
        Some(help) => format!("{}\n{help}", diagnostic.labelled_message()),
    }
}

fn physical(location: &Location) -> Value {
    json!({ "physicalLocation": {
        "artifactLocation": { "uri": uri(&location.file) },
        "region": {
            "startLine": location.line,
            "startColumn": location.column,
            "endLine": location.end_line,
            "endColumn": location.end_column,
        },
    } })
}

/// A path as a relative or absolute URI reference (RFC 3986).
fn uri(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.replace('\\', "/").bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}
