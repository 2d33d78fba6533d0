//! A manifest to [`Contract`].
//!
//! Comes in: a [`Manifest`] that the lints found no error in. Goes out: the user's part of the
//! model. Always holds: tools are sorted by name, values have sorted keys, Rust names are unique
//! over the contract and do not clash with those that every generated module has.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::asks::{self, Asker};
use super::headers;
use crate::document::canonical;
use crate::ir::contract::{CacheHint, Contract, Http, Tool, ToolNames};
use crate::manifest::{Entry, Manifest, later};
use crate::names::{self, Kind};

/// Lowers a manifest.
#[must_use]
pub fn lower(manifest: &Manifest) -> Contract {
    let names = tool_names(manifest);
    let mut tools: Vec<Tool> = manifest
        .tools
        .iter()
        .filter_map(|tool| Some(lower_tool(tool, names.get(tool.name.as_str())?.clone())))
        .collect();
    tools.sort_by(|a, b| a.name.cmp(&b.name));
    let mut legacy = manifest.legacy.clone();
    legacy.sort_by(|a, b| b.cmp(a));
    Contract {
        trait_name: trait_name(&manifest.server.name, &names),
        server_info: canonical(&manifest.server.info),
        instructions: manifest.server.instructions.clone(),
        capabilities: capabilities(&manifest.server.capabilities),
        cache: manifest
            .cache
            .iter()
            .map(|(method, hint)| (method.clone(), CacheHint { ttl_ms: hint.ttl_ms, public: hint.public }))
            .collect(),
        http: Http {
            path: manifest.http.path.clone(),
            allowed_origins: sorted(&manifest.http.allowed_origins),
            allowed_hosts: sorted(&manifest.http.allowed_hosts),
            max_body_bytes: manifest.http.max_body_bytes,
        },
        tools,
        legacy,
        resources: entries(&manifest.resources),
        resource_templates: entries(&manifest.resource_templates),
        prompts: entries(&manifest.prompts),
    }
}

fn lower_tool(tool: &crate::manifest::Tool, rust: ToolNames) -> Tool {
    let mut definition = canonical(&tool.definition);
    if let Some(Value::Object(schema)) = definition.get_mut("inputSchema")
        && !schema.contains_key("properties")
    {
        let mut members: BTreeMap<String, Value> = std::mem::take(schema).into_iter().collect();
        members.insert("properties".to_owned(), Value::Object(Map::new()));
        *schema = members.into_iter().collect();
    }
    let input_schema = definition.get("inputSchema").cloned().unwrap_or_default();
    let text = |key: &str| definition.get(key).and_then(Value::as_str).filter(|text| !text.is_empty());
    let doc = text("title").into_iter().chain(text("description")).collect::<Vec<_>>().join("\n\n");
    let asker =
        Asker { name: &tool.name, module: &rust.module, stem: rust.args.strip_suffix("Args").unwrap_or(&rust.args) };
    Tool {
        name: tool.name.clone(),
        asks: asks::lower(&asker, &tool.asks),
        rust,
        headers: headers::bindings(&input_schema),
        input_schema,
        output_schema: definition.get("outputSchema").cloned(),
        doc,
        definition,
        scopes: sorted(&tool.scopes),
    }
}

/// The Rust names of all tools. A name that the author chose stands; the others make room for it.
fn tool_names(manifest: &Manifest) -> BTreeMap<&str, ToolNames> {
    let kinds = [Kind::Function, Kind::Module, Kind::Type];
    let chosen: BTreeMap<&str, ToolNames> = manifest
        .tools
        .iter()
        .filter_map(|tool| {
            let name = tool.rust_name.as_deref()?;
            let stem = names::ident(Kind::Type, name);
            Some((tool.name.as_str(), named(name.to_owned(), names::ident(Kind::Module, name), &stem)))
        })
        .collect();
    let stems: Vec<&str> = chosen.values().filter_map(|names| names.args.strip_suffix("Args")).collect();
    let taken: Vec<&str> = chosen.values().flat_map(|names| [names.method.as_str(), names.module.as_str()]).collect();
    let reserved: Vec<&str> = names::GENERATED.iter().copied().chain(stems).chain(taken).collect();
    let others = manifest.tools.iter().map(|tool| tool.name.as_str()).filter(|name| !chosen.contains_key(name));
    let mut assigned = names::assign_families(&kinds, others, &reserved);
    let mut all = chosen.clone();
    for tool in &manifest.tools {
        if let Some(names) = assigned.remove(&tool.name)
            && let [method, module, stem] = names.as_slice()
        {
            all.insert(&tool.name, named(method.clone(), module.clone(), stem));
        }
    }
    all
}

fn named(method: String, module: String, stem: &str) -> ToolNames {
    // `Self_` is spelled so only because `Self` alone is a keyword.
    let stem = stem.trim_end_matches('_');
    ToolNames { method, module, args: format!("{stem}Args"), output: format!("{stem}Output") }
}

/// The name of the trait: the server's, unless a tool or generated code has it.
fn trait_name(server: &str, tools: &BTreeMap<&str, ToolNames>) -> String {
    let stems = tools.values().map(|names| names.args.strip_suffix("Args").unwrap_or(&names.args));
    let asking: Vec<String> = stems.flat_map(asks::types).collect();
    let taken: BTreeSet<&str> = tools
        .values()
        .flat_map(|names| [names.args.as_str(), names.output.as_str()])
        .chain(asking.iter().map(String::as_str))
        .chain(names::GENERATED.iter().chain(names::IMPORTED).copied())
        .collect();
    let mut name = names::ident(Kind::Type, server);
    while taken.contains(name.as_str()) {
        name += "Server";
    }
    name
}

/// What is advertised as the author states it: all but what is not served yet.
fn capabilities(stated: &Value) -> Value {
    let mut capabilities = canonical(stated);
    for later in later::LATER {
        if let ["server", "capabilities", way @ .., last] = later.path {
            let owner = way.iter().try_fold(&mut capabilities, |owner, key| owner.get_mut(key));
            if let Some(Value::Object(members)) = owner {
                members.retain(|name, _| name != last);
            }
        }
    }
    capabilities
}

fn entries(entries: &[Entry]) -> Vec<Value> {
    let mut sorted: Vec<&Entry> = entries.iter().collect();
    sorted.sort_by(|a, b| a.id.cmp(&b.id));
    sorted.into_iter().map(|entry| canonical(&entry.definition)).collect()
}

fn sorted(texts: &[String]) -> Vec<String> {
    texts.iter().collect::<BTreeSet<_>>().into_iter().cloned().collect()
}
