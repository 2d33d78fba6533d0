//! `VER`: what a server says that it can do, beside what the manifest shows.

use super::Lint;
use super::meta;
use crate::diagnostic::Diagnostic;
use crate::document::child;
use crate::manifest::Section;

const CAPABILITIES: &str = "/server/capabilities";

pub(super) fn check(lint: &mut Lint<'_>) {
    let document = &lint.manifest.document;
    let Some(capabilities) = Section::at(document, CAPABILITIES, "VER-06", &mut Default::default()) else { return };
    for key in ["tools", "prompts", "resources"] {
        if let Some(section) = capabilities.section(key, "VER-05", lint.found) {
            section.flag("listChanged", lint.found);
            section.flag("subscribe", lint.found);
        }
    }
    for key in ["experimental", "logging", "completions"] {
        capabilities.section(key, "VER-05", lint.found);
    }
    if capabilities.get("logging").is_some() {
        let place = lint.key_place(&capabilities.child("logging"));
        lint.found.push(
            Diagnostic::warning("DEP-01", place, "logging is deprecated in this revision")
                .help("write to standard error, or trace with OpenTelemetry"),
        );
    }
    let entries = lint.manifest.prompts.iter().chain(&lint.manifest.resource_templates);
    if capabilities.get("completions").is_some() && entries.map(|entry| entry.complete.len()).sum::<usize>() == 0 {
        let place = lint.key_place(&capabilities.child("completions"));
        lint.found.push(
            Diagnostic::warning("CMP-01", place, "nothing can be completed, so this capability is not advertised")
                .help("complete = [\"city\"] in a prompt or a resource template; the capability follows from it"),
        );
    }
    let Some(extensions) = capabilities.section("extensions", "VER-06", lint.found) else { return };
    for (id, settings) in extensions.members() {
        let at = child(&extensions.pointer, id);
        let place = lint.key_place(&at);
        if !id.contains('/') {
            lint.found.push(
                Diagnostic::error("VER-06", place, format!("the extension `{id}` has no prefix"))
                    .help("an identifier with a domain in reverse: \"com.example/tasks\" = {}"),
            );
        } else if let Some((_, message)) = meta::fault(id) {
            lint.found.push(Diagnostic::error("VER-06", place, message).help("such as \"com.example/tasks\""));
        }
        if !settings.is_object() {
            lint.error("VER-06", &at, "the value of an extension is an object of settings", "{} for plain support");
        }
    }
}
