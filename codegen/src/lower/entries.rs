//! Resources, resource templates and prompts to the model.
//!
//! Always holds: every entry has a method of its own; a field for each variable or argument, in the
//! order of the manifest.

use std::collections::BTreeMap;

use serde_json::Value;

use super::asks::{self, Asker};
use super::contract::{documentation, sorted};
use super::rust_names::{EntryNames, Taken, wires};
use crate::document::canonical;
use crate::ir::asks::Asks;
use crate::ir::entries::{Completion, Presence, Prompt, Resource, ResourceTemplate, TextField, TextKind, Texts};
use crate::manifest::{Entry, Manifest, TextType, uri_template};
use crate::names::{self, Kind};

/// What a manifest offers beside tools.
pub(super) struct Entries {
    pub(super) resources: Vec<Resource>,
    pub(super) resource_templates: Vec<ResourceTemplate>,
    pub(super) prompts: Vec<Prompt>,
}

impl Entries {
    /// The names of the types, for those that are named after them.
    pub(super) fn types(&self) -> impl Iterator<Item = &str> {
        let args = self.resource_templates.iter().map(|template| &template.args);
        let args = args.chain(self.prompts.iter().map(|prompt| &prompt.args)).flatten();
        let completions = self.resource_templates.iter().map(|template| &template.completion);
        let completions = completions.chain(self.prompts.iter().map(|prompt| &prompt.completion)).flatten();
        let asks = self.resources.iter().map(|resource| &resource.asks);
        let asks = asks.chain(self.resource_templates.iter().map(|template| &template.asks));
        let asks = asks.chain(self.prompts.iter().map(|prompt| &prompt.asks)).flatten();
        let asks = asks.flat_map(|asks| [asks.asks.as_str(), asks.answers.as_str(), asks.input.as_str()]);
        asks.chain(args.map(|args| args.name.as_str())).chain(completions.flat_map(|completion| {
            [completion.args.as_str(), completion.argument.as_str(), completion.settled.as_str()]
        }))
    }
}

/// Lowers them; `taken` are the names of the tools.
pub(super) fn lower(manifest: &Manifest, mut taken: Taken) -> Entries {
    let read: Vec<&Entry> = manifest.resources.iter().chain(&manifest.resource_templates).collect();
    let read_wires = wires(&read);
    let read_wires = read_wires.iter().map(|(id, wire)| (id.as_str(), wire.as_str())).collect();
    let prompt_wires = BTreeMap::new();
    let reads = taken.assign("read_", read, &read_wires);
    let gets = taken.assign("get_prompt_", &manifest.prompts, &prompt_wires);
    let completable = |entry: &&Entry| !entry.complete.is_empty();
    let resource_completions =
        taken.assign("complete_resource_", manifest.resource_templates.iter().filter(completable), &read_wires);
    let prompt_completions =
        taken.assign("complete_prompt_", manifest.prompts.iter().filter(completable), &prompt_wires);

    let resources = named(&manifest.resources, &reads).map(|(entry, names)| Resource {
        uri: entry.id.clone(),
        method: names.method.clone(),
        doc: documentation(&entry.definition),
        definition: canonical(&entry.definition),
        scopes: sorted(&entry.scopes),
        asks: asks(entry, names),
    });
    let templates = named(&manifest.resource_templates, &reads).map(|(entry, names)| {
        let fields = variables(entry);
        ResourceTemplate {
            uri_template: entry.id.clone(),
            method: names.method.clone(),
            completion: completion(entry, &fields, &resource_completions),
            args: texts(names, fields),
            doc: documentation(&entry.definition),
            definition: canonical(&entry.definition),
            scopes: sorted(&entry.scopes),
            asks: asks(entry, names),
        }
    });
    let prompts = named(&manifest.prompts, &gets).map(|(entry, names)| {
        let fields = arguments(entry);
        Prompt {
            name: entry.id.clone(),
            method: names.method.clone(),
            completion: completion(entry, &fields, &prompt_completions),
            args: texts(names, fields),
            doc: documentation(&entry.definition),
            definition: canonical(&entry.definition),
            scopes: sorted(&entry.scopes),
            asks: asks(entry, names),
        }
    });
    Entries { resources: resources.collect(), resource_templates: templates.collect(), prompts: prompts.collect() }
}

fn asks(entry: &Entry, names: &EntryNames) -> Option<Asks> {
    asks::lower(&Asker { name: &entry.id, module: &names.method, stem: &names.stem }, &entry.asks)
}

/// The entries with their names, sorted by what they are addressed by.
fn named<'a>(
    entries: &'a [Entry],
    names: &'a BTreeMap<String, EntryNames>,
) -> impl Iterator<Item = (&'a Entry, &'a EntryNames)> {
    let sorted: BTreeMap<&str, &Entry> = entries.iter().map(|entry| (entry.id.as_str(), entry)).collect();
    sorted.into_iter().filter_map(|(id, entry)| Some((entry, names.get(id)?)))
}

fn texts(names: &EntryNames, fields: Vec<TextField>) -> Option<Texts> {
    (!fields.is_empty()).then(|| Texts { name: format!("{}Args", names.stem), fields })
}

fn variables(entry: &Entry) -> Vec<TextField> {
    let variables = uri_template::variables(&entry.id);
    let fields = variables.iter().map(|variable| {
        let presence = match (variable.list, variable.optional) {
            (true, _) => Presence::List,
            (false, true) => Presence::Optional,
            (false, false) => Presence::Required,
        };
        (variable.name.as_str(), presence, String::new())
    });
    with_names(fields.collect(), entry)
}

fn arguments(entry: &Entry) -> Vec<TextField> {
    let arguments = entry.definition.get("arguments").and_then(Value::as_array).into_iter().flatten();
    let fields = arguments.filter_map(|argument| {
        let required = argument.get("required").and_then(Value::as_bool) == Some(true);
        let presence = if required { Presence::Required } else { Presence::Optional };
        Some((argument.get("name")?.as_str()?, presence, documentation(argument)))
    });
    with_names(fields.collect(), entry)
}

fn with_names(fields: Vec<(&str, Presence, String)>, entry: &Entry) -> Vec<TextField> {
    let names = names::assign(Kind::Field, fields.iter().map(|(wire, ..)| *wire), &[]);
    let fields = fields.into_iter().filter_map(|(wire, presence, doc)| {
        let kind = match entry.types.get(wire) {
            None | Some(TextType::String) => TextKind::String,
            Some(TextType::Integer) => TextKind::Integer,
            Some(TextType::Number) => TextKind::Number,
            Some(TextType::Boolean) => TextKind::Boolean,
        };
        Some(TextField { wire: wire.to_owned(), rust: names.get(wire)?.clone(), kind, presence, doc })
    });
    fields.collect()
}

fn completion(entry: &Entry, fields: &[TextField], names: &BTreeMap<String, EntryNames>) -> Option<Completion> {
    let EntryNames { method, stem } = names.get(&entry.id)?;
    let completed = || fields.iter().map(|field| &field.wire).filter(|wire| entry.complete.contains(wire));
    let variants = names::assign(Kind::Variant, completed().map(String::as_str), &[]);
    Some(Completion {
        method: method.clone(),
        args: format!("{stem}Args"),
        argument: format!("{stem}Argument"),
        settled: format!("{stem}Settled"),
        variants: completed().filter_map(|wire| Some((wire.clone(), variants.get(wire)?.clone()))).collect(),
    })
}
