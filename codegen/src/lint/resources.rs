//! `RSC`: resources and resource templates.

// The same rule as where handlers say the annotations.
#[path = "../../runtime/content/annotated.rs"]
mod annotated;
#[allow(dead_code, unreachable_pub, reason = "written for generated crates, where more is called")]
#[path = "../../runtime/content/moment.rs"]
mod moment;

use std::collections::BTreeMap;

use super::uri::{climbs, is_uri, scheme, template_fault};
use super::{Lint, texts};
use crate::diagnostic::Diagnostic;
use crate::manifest::{Entry, Section, uri_template};

pub(super) fn check(lint: &mut Lint<'_>) {
    let manifest = lint.manifest;
    unique(lint, &manifest.resources, "uri", "RSC-02", "resources have the URI");
    unique(lint, &manifest.resource_templates, "uriTemplate", "RSC-02", "resource templates are");
    for resource in &manifest.resources {
        let at = format!("{}/uri", resource.pointer);
        if is_uri(&resource.id) {
            check_scheme(lint, &resource.id, &at);
        } else {
            let message = format!("`{}` is not an absolute URI", resource.id);
            lint.error("RSC-06", &at, message, "a URI as RFC 3986 defines it, such as \"file:///srv/notes.txt\"");
        }
    }
    for template in &manifest.resource_templates {
        let at = format!("{}/uriTemplate", template.pointer);
        if let Some(fault) = template_fault(&template.id) {
            let message = format!("`{}` is not a URI template: {fault}", template.id);
            lint.error("RSC-02", &at, message, "a template as RFC 6570 defines it, such as \"file:///srv/{path}\"");
        } else {
            check_scheme(lint, &template.id, &at);
            check_variables(lint, template, &at);
            check_slash(lint, &template.id, &at);
        }
    }
    check_reachable(lint);
    for entry in manifest.resources.iter().chain(&manifest.resource_templates) {
        check_members(lint, entry);
    }
}

/// A variable is a text or a list, wherever it stands; and what is said of variables is said of some
/// that are there.
fn check_variables(lint: &mut Lint<'_>, template: &Entry, at: &str) {
    let mut lists = BTreeMap::new();
    for (_, spelled) in uri_template::expressions(&template.id) {
        for (name, list) in spelled.into_iter().map(uri_template::variable) {
            if *lists.entry(name).or_insert(list) != list {
                let message = format!("`{name}` is a list in one place of this template and none in another");
                lint.error("RSC-02", at, message, "write `*` behind it everywhere, or nowhere");
            }
        }
    }
    let known: Vec<&str> = lists.into_keys().collect();
    texts::check(lint, template, &known, "variable", "RSC-02");
}

/// The generated server reads no `file:` URI of which a variable begins with a slash.
fn check_slash(lint: &mut Lint<'_>, template: &str, at: &str) {
    let is_file = scheme(template).is_some_and(|scheme| scheme.eq_ignore_ascii_case("file"));
    let Some((before, after)) = template.split_once("{+").filter(|_| is_file) else { return };
    let is_host = after.split_once('}').is_some_and(|(_, after)| after.starts_with('/'));
    let has_slash = if before.ends_with("://") { is_host } else { before.ends_with(['/', '}']) };
    if !has_slash {
        lint.warning(
            "RSC-06",
            at,
            "a variable stands where a path has its slash, and what begins with a slash is not read",
            "write the slash before the variable, such as in \"file:///srv/{+path}\"",
        );
    }
}

/// A template that fits the same URIs as another is never asked.
fn check_reachable(lint: &mut Lint<'_>) {
    let manifest = lint.manifest;
    let mut first = BTreeMap::new();
    let legal = manifest.resource_templates.iter().filter(|template| template_fault(&template.id).is_none());
    for entry in manifest.resources.iter().chain(legal) {
        let key = if entry.definition.get("uriTemplate").is_some() { "uriTemplate" } else { "uri" };
        let Some(place) = lint.place(&format!("{}/{key}", entry.pointer)) else { continue };
        let shape = uri_template::shape(&entry.id);
        let Some((before, id, of)) = first.insert(shape, (place, &entry.id, key)) else { continue };
        // The same text twice in one list is another finding.
        if *id == entry.id && of == key {
            continue;
        }
        lint.found.push(
            Diagnostic::error("RSC-02", place, format!("`{}` fits exactly the URIs that `{id}` fits", entry.id))
                .help("a URI is read by one of them: keep one, or tell them apart by text outside of `{…}`")
                .related(before, "it stands here first"),
        );
    }
}

fn check_scheme(lint: &mut Lint<'_>, uri: &str, at: &str) {
    match scheme(uri).map(str::to_ascii_lowercase).as_deref() {
        Some("file") if climbs(uri) => {
            lint.error(
                "RSC-06",
                at,
                "this file URI climbs out of a directory with `..`",
                "name the file by its own path",
            );
        }
        Some("https") => lint.warning(
            "RSC-08",
            at,
            "`https:` promises that clients can fetch this themselves, without the server",
            "use another scheme if they must read it through the server",
        ),
        _ => {}
    }
}

fn check_members(lint: &mut Lint<'_>, entry: &Entry) {
    let document = &lint.manifest.document;
    let Some(section) = Section::at(document, &entry.pointer, "RSC-02", lint.found) else { return };
    for key in ["title", "description", "mimeType"] {
        section.text(key, lint.found);
    }
    section.whole("size", "RSC-02", lint.found);
    let Some(annotations) = section.section("annotations", "RSC-09", lint.found) else { return };
    for annotated::Fault { member, item, text, .. } in annotated::faults(annotations.members()) {
        let at = annotations.child(member);
        let at = item.map_or(at.clone(), |item| format!("{at}/{item}"));
        let help = match member {
            "audience" => "\"user\", \"assistant\", or both",
            "priority" => "0 is entirely optional, 1 is effectively required",
            _ => "such as \"2026-07-28T12:00:00Z\" or \"2026-07-28\"",
        };
        lint.error("RSC-09", &at, text, help);
    }
}

/// Entries of a list are told apart by one member.
pub(super) fn unique(lint: &mut Lint<'_>, entries: &[Entry], key: &str, rule: &'static str, what: &str) {
    let mut first = BTreeMap::new();
    for entry in entries {
        let Some(place) = lint.place(&format!("{}/{key}", entry.pointer)) else { continue };
        if let Some(before) = first.get(&entry.id) {
            lint.found.push(
                Diagnostic::error(rule, place, format!("two {what} `{}`", entry.id))
                    .help("keep one of the two")
                    .related(*before, "it stands here first"),
            );
        } else {
            first.insert(entry.id.clone(), place);
        }
    }
}
