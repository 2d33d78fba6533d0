//! What a server advertises (VER-05): what its manifest states and what follows from what it offers.

use serde_json::{Map, Value};

use crate::document::canonical;
use crate::manifest::Manifest;

/// The capabilities, members sorted by name.
pub(super) fn capabilities(manifest: &Manifest) -> Value {
    let mut capabilities = match canonical(&manifest.server.capabilities) {
        Value::Object(stated) => stated,
        _ => Map::new(),
    };
    let completes = manifest.prompts.iter().chain(&manifest.resource_templates).any(|entry| !entry.complete.is_empty());
    let offers = [
        ("completions", completes),
        ("prompts", !manifest.prompts.is_empty()),
        ("resources", !manifest.resources.is_empty() || !manifest.resource_templates.is_empty()),
        ("tools", !manifest.tools.is_empty()),
    ];
    for (name, offered) in offers {
        if offered {
            capabilities.entry(name).or_insert_with(|| Value::Object(Map::new()));
        }
    }
    // A list that is empty today may say that it has changed; completion of nothing is no capability (CMP-01).
    if !completes {
        capabilities.retain(|name, _| name != "completions");
    }
    canonical(&Value::Object(capabilities))
}
