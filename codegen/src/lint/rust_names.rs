//! `MAN-07`: the Rust names that authors choose.

use std::collections::BTreeMap;

use super::Lint;
use crate::diagnostic::Diagnostic;
use crate::names::{GENERATED, Kind, ident};

pub(super) fn check(lint: &mut Lint<'_>) {
    let mut first = BTreeMap::new();
    for tool in &lint.manifest.tools {
        let Some(name) = &tool.rust_name else { continue };
        let at = format!("{}/rustName", tool.pointer);
        let method = ident(Kind::Function, name);
        let stem = ident(Kind::Type, name);
        if method != *name {
            let help = format!("a function name of Rust in snake_case that is no keyword, such as `{method}`");
            let what = if name.is_empty() { "an empty text".to_owned() } else { format!("`{name}`") };
            lint.error("MAN-07", &at, format!("{what} cannot be the name of a method"), help);
            continue;
        }
        if GENERATED.contains(&name.as_str()) || GENERATED.contains(&stem.as_str()) {
            let message = format!("generated code has another `{name}` or `{stem}`");
            lint.error("MAN-07", &at, message, "choose another name");
            continue;
        }
        let Some(place) = lint.place(&at) else { continue };
        // Two methods whose types would be the same clash as well: `a1` and `a_1`.
        if let Some(before) = first.get(&stem) {
            lint.found.push(
                Diagnostic::error("MAN-07", place, format!("`{name}` is the Rust name of two tools"))
                    .help("choose another name for one of them")
                    .related(*before, "it stands here first"),
            );
        } else {
            first.insert(stem, place);
        }
    }
}
