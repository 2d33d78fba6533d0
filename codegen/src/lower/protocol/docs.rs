//! Documentation: what the published file says, else what an overlay says, else what can be said of
//! anything at that place.

use std::collections::BTreeMap;

use crate::diagnostic::Diagnostics;
use crate::ir::protocol::{Doc, Kind, Protocol};
use crate::overlay::Overlay;

/// Fills in what is not documented yet, pages, and what is deprecated.
pub(super) fn write(
    protocol: &mut Protocol,
    overlay: &Overlay,
    docs_of: Option<&Overlay>,
    diagnostics: &mut Diagnostics,
) -> Option<()> {
    let mut used: Vec<String> = Vec::new();
    let notes = notes(overlay);
    let revision = protocol.revision.clone();
    let mut fill = |id: &str, doc: &mut Doc, fallback: String| {
        let anywhere = id.rsplit_once('.').map(|(_, member)| format!("*.{member}")).unwrap_or_default();
        let in_general = || overlay.docs.get(&anywhere).or_else(|| docs_of?.docs.get(&anywhere));
        let found = overlay.docs.get(id).or_else(|| docs_of?.docs.get(id)).or_else(in_general);
        used.push(id.to_owned());
        if doc.text.trim().is_empty() {
            doc.text = found.map_or(fallback, |fact| fact.says.text.clone());
        }
        doc.page = found.map(|fact| fact.says.page.clone());
        doc.deprecated = notes.get(id).map(|note| (*note).to_owned());
    };
    for (id, def) in &mut protocol.types {
        let fallback = match id.rsplit_once('.') {
            Some((owner, member)) => format!("What stands in `{owner}` under `{member}`."),
            None => format!("`{id}` of MCP {revision}."),
        };
        fill(id, &mut def.doc, fallback);
        if let Kind::Struct(of) = &mut def.kind {
            for field in &mut of.fields {
                let fallback = format!("The member `{}`.", field.wire);
                fill(&format!("{id}.{}", field.wire), &mut field.doc, fallback);
            }
        }
    }
    for (name, method) in &mut protocol.methods {
        method.deprecated = notes.get(name.as_str()).map(|note| (*note).to_owned());
        used.push(name.clone());
    }
    let mut sound = true;
    let known = |id: &str| used.iter().any(|used| used == id);
    for (id, fact) in overlay.docs.iter().filter(|(id, _)| !known(id) && !id.starts_with("*.")) {
        sound = false;
        super::moved(overlay, &fact.pointer, format!("there is no `{id}` to be documented"), diagnostics);
    }
    for fact in &overlay.deprecated {
        for id in fact.says.at.all().iter().filter(|id| !known(id)) {
            sound = false;
            super::moved(overlay, &fact.pointer, format!("there is no `{id}` to be deprecated"), diagnostics);
        }
    }
    sound.then_some(())
}

fn notes(overlay: &Overlay) -> BTreeMap<&str, &str> {
    overlay
        .deprecated
        .iter()
        .flat_map(|fact| fact.says.at.all().iter().map(|id| (id.as_str(), fact.says.note.as_str())))
        .collect()
}
