//! `ICN`: icons of a server, tool, resource, template or prompt.

use super::Lint;
use super::uri;
use crate::manifest::Section;

pub(super) fn check(lint: &mut Lint<'_>) {
    let manifest = lint.manifest;
    let entries = manifest.resources.iter().chain(&manifest.resource_templates).chain(&manifest.prompts);
    let owners = manifest.tools.iter().map(|tool| &tool.pointer).chain(entries.map(|entry| &entry.pointer));
    let owners: Vec<String> = std::iter::once("/server".to_owned()).chain(owners.cloned()).collect();
    for owner in owners {
        let document = &manifest.document;
        if document.value.pointer(&format!("{owner}/icons")).is_none() {
            continue;
        }
        let Some(section) = Section::at(document, &owner, "ICN-01", lint.found) else { continue };
        for pointer in section.list("icons", lint.found) {
            if let Some(icon) = Section::at(document, &pointer, "ICN-01", lint.found) {
                check_icon(lint, &icon);
            }
        }
    }
}

fn check_icon(lint: &mut Lint<'_>, icon: &Section<'_>) {
    let legal = "src = \"https://…\" or a base64 data URI: \"data:image/png;base64,…\"";
    if icon.get("src").is_none() {
        lint.error("ICN-01", &icon.pointer, "this icon has no `src`", legal);
    }
    if let Some(src) = icon.text("src", lint.found) {
        let at = icon.child("src");
        let is_data = src
            .strip_prefix("data:")
            .is_some_and(|rest| rest.split_once(',').is_some_and(|(kind, _)| kind.ends_with(";base64")));
        match uri::scheme(src) {
            Some("https") if uri::is_uri(src) => {}
            Some("http") if uri::is_uri(src) => {
                lint.warning("ICN-01", &at, "clients refuse an icon that comes over plain http", legal);
            }
            Some("data") if is_data => {}
            _ => lint.error("ICN-01", &at, "an icon is an https URI or base64 data", legal),
        }
    }
    icon.text("mimeType", lint.found);
    for (pointer, size) in icon.texts("sizes", lint.found) {
        let whole = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        if size != "any" && !size.split_once('x').is_some_and(|(width, height)| whole(width) && whole(height)) {
            lint.error("ICN-01", &pointer, format!("`{size}` is no size of an icon"), "such as \"48x48\", or \"any\"");
        }
    }
    if let Some(theme) = icon.text("theme", lint.found)
        && !matches!(theme, "light" | "dark")
    {
        lint.error("ICN-01", &icon.child("theme"), format!("`{theme}` is no theme"), "\"light\" or \"dark\"");
    }
}
