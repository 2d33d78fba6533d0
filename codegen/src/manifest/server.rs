//! `server`: who the server is.

use std::path::Path;

use serde_json::{Map, Value, json};

use super::section::Section;
use super::{keys, origin};
use crate::diagnostic::{Diagnostic, Diagnostics};

/// Where a captured result keeps the identity of its server (META-07).
const SERVER_INFO: &str = "/_meta/io.modelcontextprotocol~1serverInfo";

/// The version of a server whose manifest does not say one.
const DEFAULT_VERSION: &str = "0.1.0";

/// The identity of a server, and what it says of itself.
#[derive(Clone, Debug)]
pub struct Server {
    /// MCP's `Implementation`, as it goes into `serverInfo`: own keys removed.
    pub info: Value,
    /// Its `name`.
    pub name: String,
    /// `instructions` of `server/discover`.
    pub instructions: Option<String>,
    /// Capabilities that cannot be inferred; an object.
    pub capabilities: Value,
}

pub(super) fn read(root: &Section<'_>, path: &Path, found: &mut Diagnostics) -> Server {
    let captured = Section::at(root.document, SERVER_INFO, "MAN-06", &mut Diagnostics::default());
    let Some(section) = root.section("server", "MAN-06", found) else {
        let name = captured.as_ref().and_then(|info| info.get("name")?.as_str());
        let name = name.map_or_else(|| origin::default_name(path), str::to_owned);
        let info = match captured.filter(|info| info.get("name").is_some() && info.get("version").is_some()) {
            Some(info) => Value::Object(info.members().clone()),
            None => json!({ "name": name, "version": DEFAULT_VERSION }),
        };
        return Server { info, name, instructions: None, capabilities: Value::Object(Map::new()) };
    };
    section.refuse_unknown(keys::SERVER, found);
    for key in ["title", "description", "websiteUrl"] {
        section.text(key, found);
    }
    let name = required(&section, "name", "weather", found);
    required(&section, "version", DEFAULT_VERSION, found);
    let instructions = section.text("instructions", found).map(str::to_owned);
    let capabilities = section.section("capabilities", "MAN-06", found).map(|section| section.members().clone());
    let mut info = section.members().clone();
    info.retain(|key, _| key != "instructions" && key != "capabilities");
    Server {
        info: Value::Object(info),
        name,
        instructions,
        capabilities: Value::Object(capabilities.unwrap_or_default()),
    }
}

fn required(section: &Section<'_>, key: &str, example: &str, found: &mut Diagnostics) -> String {
    if section.get(key).is_none() {
        found.push(
            Diagnostic::error("MAN-06", section.document.key_place("/server"), format!("`server` has no `{key}`"))
                .help(format!("add {key} = \"{example}\": MCP's Implementation has both name and version")),
        );
        return String::new();
    }
    let text = section.text(key, found).unwrap_or_default();
    if text.is_empty() && section.get(key).is_some_and(Value::is_string) {
        found.push(
            Diagnostic::error("MAN-06", section.place(key), format!("`{key}` is empty"))
                .help(format!("such as \"{example}\"")),
        );
    }
    text.to_owned()
}
