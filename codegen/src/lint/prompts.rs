//! `PRM`: prompts and their arguments.

use std::collections::BTreeMap;

use super::{Lint, resources, texts};
use crate::diagnostic::Diagnostic;
use crate::manifest::Section;

pub(super) fn check(lint: &mut Lint<'_>) {
    let manifest = lint.manifest;
    resources::unique(lint, &manifest.prompts, "name", "PRM-02", "prompts are called");
    for prompt in &manifest.prompts {
        let Some(section) = Section::at(&manifest.document, &prompt.pointer, "PRM-02", lint.found) else { continue };
        section.text("title", lint.found);
        section.text("description", lint.found);
        let mut first = BTreeMap::new();
        for pointer in section.list("arguments", lint.found) {
            let Some(argument) = Section::at(&manifest.document, &pointer, "PRM-02", lint.found) else { continue };
            for key in ["title", "description"] {
                argument.text(key, lint.found);
            }
            argument.flag("required", lint.found);
            if argument.get("name").is_none() {
                let message = format!("an argument of the prompt `{}` has no `name`", prompt.id);
                lint.error("PRM-02", &pointer, message, "{ name = \"city\", description = \"…\", required = true }");
            }
            let Some(name) = argument.text("name", lint.found) else { continue };
            let Some(place) = argument.place("name") else { continue };
            if let Some(before) = first.get(name) {
                lint.found.push(
                    Diagnostic::error("PRM-02", place, format!("two arguments of `{}` are called `{name}`", prompt.id))
                        .help("keep one of the two")
                        .related(*before, "it stands here first"),
                );
            } else {
                first.insert(name, place);
            }
        }
        let known: Vec<&str> = first.into_keys().collect();
        texts::check(lint, prompt, &known, "argument", "PRM-02");
    }
}
