//! `MAN-07`: the Rust names that authors choose.

use std::collections::BTreeMap;

use super::Lint;
use crate::diagnostic::Diagnostic;
use crate::manifest::Entry;
use crate::names::{GENERATED, Kind, ident};

/// A name that an author chose: where, what stands before it in the name of the method, and the name.
type Chosen<'m> = (&'m str, &'static str, &'m str);

pub(super) fn check(lint: &mut Lint<'_>) {
    let manifest = lint.manifest;
    let tools = manifest.tools.iter().filter_map(|tool| Some((tool.pointer.as_str(), "", tool.rust_name.as_deref()?)));
    let all = tools
        .chain(chosen("read_", &manifest.resources))
        .chain(chosen("read_", &manifest.resource_templates))
        .chain(chosen("get_prompt_", &manifest.prompts));
    let mut first = BTreeMap::new();
    for (pointer, prefix, name) in all {
        let at = format!("{pointer}/rustName");
        let wanted = format!("{prefix}{name}");
        let method = ident(Kind::Function, &wanted);
        let stem = ident(Kind::Type, &wanted);
        if method != wanted || name.is_empty() {
            let legal = if name.is_empty() { "get_weather" } else { method.strip_prefix(prefix).unwrap_or(&method) };
            let help = format!("a function name of Rust in snake_case that is no keyword, such as `{legal}`");
            let what = if name.is_empty() { "an empty text".to_owned() } else { format!("`{name}`") };
            lint.error("MAN-07", &at, format!("{what} cannot be the name of a method"), help);
            continue;
        }
        if GENERATED.contains(&method.as_str()) || GENERATED.contains(&stem.as_str()) {
            let message = format!("generated code has another `{method}` or `{stem}`");
            lint.error("MAN-07", &at, message, "choose another name");
            continue;
        }
        let Some(place) = lint.place(&at) else { continue };
        // Two methods whose types would be the same clash as well: `a1` and `a_1`.
        if let Some(before) = first.get(&stem) {
            lint.found.push(
                Diagnostic::error("MAN-07", place, format!("`{method}` is the Rust name of two functions"))
                    .help("choose another name for one of them")
                    .related(*before, "it stands here first"),
            );
        } else {
            first.insert(stem, place);
        }
    }
}

fn chosen<'m>(prefix: &'static str, entries: &'m [Entry]) -> impl Iterator<Item = Chosen<'m>> {
    entries.iter().filter_map(move |entry| Some((entry.pointer.as_str(), prefix, entry.rust_name.as_deref()?)))
}
