//! A manifest to [`Contract`].
//!
//! Comes in: a [`Manifest`] that the lints found no error in. Goes out: the user's part of the
//! model. Always holds: tools are sorted by name, values have sorted keys, Rust names are unique
//! over the contract and do not clash with those that every generated module has.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::asks::{self, Asker};
use super::capabilities::capabilities;
use super::entries::{self, Entries};
use super::headers;
use super::rust_names::{Taken, chosen_by_entries};
use crate::document::canonical;
use crate::ir::contract::{CacheHint, Contract, Http, Tool, ToolNames, Validation};
use crate::manifest::Manifest;
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
    let taken = names.values().flat_map(|names| [names.method.clone(), names.module.clone(), stem(names).to_owned()]);
    let entries = entries::lower(manifest, Taken::new(taken));
    let mut legacy = manifest.legacy.clone();
    legacy.sort_by(|a, b| b.cmp(a));
    Contract {
        trait_name: trait_name(&manifest.server.name, &names, &entries),
        server_info: canonical(&manifest.server.info),
        instructions: manifest.server.instructions.clone(),
        capabilities: capabilities(manifest),
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
        validation: Validation {
            assert_format: manifest.validation.assert_format,
            max_depth: manifest.validation.max_depth,
            max_steps: manifest.validation.max_steps,
            max_errors: manifest.validation.max_errors,
            documents: manifest
                .validation
                .documents
                .iter()
                .map(|(address, document)| (address.clone(), canonical(document)))
                .collect(),
        },
        tools,
        legacy,
        resources: entries.resources,
        resource_templates: entries.resource_templates,
        prompts: entries.prompts,
        page_size: manifest.page_size.unwrap_or_default(),
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
    let asker = Asker { name: &tool.name, module: &rust.module, stem: stem(&rust) };
    Tool {
        name: tool.name.clone(),
        asks: asks::lower(&asker, &tool.asks),
        rust,
        headers: headers::bindings(&input_schema),
        input_schema,
        output_schema: definition.get("outputSchema").cloned(),
        doc: documentation(&definition),
        definition,
        scopes: sorted(&tool.scopes),
    }
}

/// Title and description, as they stand in the manifest.
pub(super) fn documentation(definition: &Value) -> String {
    let text = |key: &str| definition.get(key).and_then(Value::as_str).filter(|text| !text.is_empty());
    text("title").into_iter().chain(text("description")).collect::<Vec<_>>().join("\n\n")
}

/// What the types of a tool have in common.
fn stem(names: &ToolNames) -> &str {
    names.args.strip_suffix("Args").unwrap_or(&names.args)
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
    let stems: Vec<&str> = chosen.values().map(stem).collect();
    let taken: Vec<&str> = chosen.values().flat_map(|names| [names.method.as_str(), names.module.as_str()]).collect();
    let entries = chosen_by_entries(manifest);
    let entries = entries.iter().map(String::as_str);
    let reserved: Vec<&str> = names::GENERATED.iter().copied().chain(stems).chain(taken).chain(entries).collect();
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

/// The name of the trait: the server's, unless something of the contract or generated code has it.
fn trait_name(server: &str, tools: &BTreeMap<&str, ToolNames>, entries: &Entries) -> String {
    let asking: Vec<String> = tools.values().map(stem).flat_map(asks::types).collect();
    let taken: BTreeSet<&str> = tools
        .values()
        .flat_map(|names| [names.args.as_str(), names.output.as_str()])
        .chain(asking.iter().map(String::as_str))
        .chain(entries.types())
        .chain(names::GENERATED.iter().chain(names::IMPORTED).copied())
        .collect();
    let mut name = names::ident(Kind::Type, server);
    while taken.contains(name.as_str()) {
        name += "Server";
    }
    name
}

pub(super) fn sorted(texts: &[String]) -> Vec<String> {
    texts.iter().collect::<BTreeSet<_>>().into_iter().cloned().collect()
}
