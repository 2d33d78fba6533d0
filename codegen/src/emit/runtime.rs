//! `mcp/runtime/**`: the hand-written part, as text.
//!
//! Each file is what stands in `codegen/runtime`, below the header, without its unit tests: they
//! run here, once, and not in every crate that was generated.

use std::collections::BTreeSet;

use crate::format::HEADER;
use crate::output::FileSet;
use crate::validate;

macro_rules! files {
    ($($path:literal),* $(,)?) => {
        /// Path below `codegen/runtime` and text of each file.
        const FILES: &[(&str, &str)] = &[$(($path, include_str!(concat!("../../runtime/", $path)))),*];
    };
}

files![
    "authorization.rs",
    "authorization/challenge.rs",
    "authorization/metadata.rs",
    "call.rs",
    "cancellation.rs",
    "capabilities.rs",
    "checks.rs",
    "checks/entry.rs",
    "checks/envelope.rs",
    "checks/fit.rs",
    "checks/head.rs",
    "checks/head/accept.rs",
    "checks/head/origin.rs",
    "checks/message.rs",
    "checks/request.rs",
    "checks/row.rs",
    "checks/table.rs",
    "checks/target.rs",
    "client.rs",
    "client/answer.rs",
    "client/bindings.rs",
    "client/error.rs",
    "client/headers.rs",
    "client/http.rs",
    "client/input.rs",
    "client/listed.rs",
    "client/pages.rs",
    "client/prompts.rs",
    "client/request.rs",
    "client/resources.rs",
    "client/schemas.rs",
    "client/settings.rs",
    "client/sse.rs",
    "client/stdio.rs",
    "client/tcp.rs",
    "client/transport.rs",
    "client/work.rs",
    "completion.rs",
    "content.rs",
    "content/annotated.rs",
    "content/annotations.rs",
    "content/legal.rs",
    "content/moment.rs",
    "context.rs",
    "contract.rs",
    "elicitation.rs",
    "endpoint.rs",
    "entries.rs",
    "failure.rs",
    "fused.rs",
    "fused/numbers.rs",
    "fused/parts.rs",
    "fused/reader.rs",
    "fused/strings.rs",
    "fused/unique.rs",
    "headers.rs",
    "headers/compare.rs",
    "headers/decode.rs",
    "headers/encode.rs",
    "headers/fields.rs",
    "http.rs",
    "http/arrival.rs",
    "http/body.rs",
    "http/connections.rs",
    "http/events.rs",
    "http/listen.rs",
    "http/patience.rs",
    "http/socket.rs",
    "http/well_known.rs",
    "input.rs",
    "input/received.rs",
    "input/request.rs",
    "input/sampling.rs",
    "json.rs",
    "json/deep.rs",
    "json/listed.rs",
    "json/lookup.rs",
    "json/places.rs",
    "json/scan.rs",
    "json/tokens.rs",
    "json/usual.rs",
    "json/write.rs",
    "metadata.rs",
    "mod.rs",
    "notification.rs",
    "number.rs",
    "observe.rs",
    "operation.rs",
    "outbox.rs",
    "pages.rs",
    "panic.rs",
    "principal.rs",
    "prompt.rs",
    "rate.rs",
    "resource.rs",
    "rpc.rs",
    "seal.rs",
    "seal_unused.rs",
    "serialize.rs",
    "serialize/compound.rs",
    "serialize/name.rs",
    "serialize/value.rs",
    "server.rs",
    "stdio.rs",
    "stdio/lines.rs",
    "stdio/requests.rs",
    "stdio/stdin.rs",
    "stdio/stdout.rs",
    "structured.rs",
    "subscriptions.rs",
    "termination.rs",
    "texts.rs",
    "tool.rs",
    "trace.rs",
    "typed.rs",
    "unheld.rs",
    "uri_template.rs",
    "uri_template/file.rs",
    "uri_template/read.rs",
    "uri_template/write.rs",
    "validation.rs",
    "validation/automaton.rs",
    "validation/backtrack.rs",
    "validation/format.rs",
    "validation/format/date.rs",
    "validation/format/date_time.rs",
    "validation/format/domain.rs",
    "validation/format/duration.rs",
    "validation/format/email.rs",
    "validation/format/hostname.rs",
    "validation/format/ipv4.rs",
    "validation/format/ipv6.rs",
    "validation/format/iri.rs",
    "validation/format/iri_reference.rs",
    "validation/format/json_pointer.rs",
    "validation/format/regex.rs",
    "validation/format/time.rs",
    "validation/format/uri.rs",
    "validation/format/uri_reference.rs",
    "validation/format/uri_template.rs",
    "validation/format/uuid.rs",
    "validation/literal.rs",
    "validation/marks.rs",
    "validation/members.rs",
    "validation/number.rs",
    "validation/path.rs",
    "validation/report.rs",
    "validation/similar.rs",
    "validation/sort.rs",
    "validation/text.rs",
    "validation/unique.rs",
    "validation/violation.rs",
    "wire.rs",
    "wire/decode.rs",
    "wire/fault.rs",
    "wire/members.rs",
    "wire/message.rs",
    "wire/number.rs",
    "wire/object.rs",
    "wire/union.rs",
];

/// The line that declares the client half in `mod.rs`.
const CLIENT: &str = "pub mod client;\n";
/// The two forms of one module: with cryptography, and for a contract that has nothing to seal.
const SEAL: &str = "seal.rs";
const NO_SEAL: &str = "seal_unused.rs";

/// Where formats are declared, and where each is; the line that declares them all, and its file.
const FORMATS: &str = "validation/format.rs";
const BELOW_FORMATS: &str = "validation/format/";
const VALIDATION: &str = "validation.rs";
const FORMAT: &str = "pub mod format;\n";

/// What differs between one contract's runtime and another's.
#[derive(Clone, Debug)]
pub struct Parts {
    /// Whether the client half is wanted.
    pub client: bool,
    /// Whether state is sealed: something in the contract asks.
    pub seal: bool,
    /// The formats that are asserted.
    pub formats: BTreeSet<&'static str>,
}

/// The files of the runtime, those of its client half and of a format only if they are wanted.
#[must_use]
pub fn files(parts: &Parts) -> FileSet {
    let mut files = FileSet::new();
    let mut formats = BTreeSet::new();
    for (path, text) in FILES {
        let mut text = without_tests(&text.replace("\r\n", "\n"));
        if !parts.client {
            if *path == "client.rs" || path.starts_with("client/") {
                continue;
            }
            if *path == "mod.rs" {
                text = text.replacen(CLIENT, "", 1);
            }
        }
        if *path == FORMATS {
            let Some((of_these, used)) = validate::format::used(&text, &parts.formats) else { continue };
            (text, formats) = (of_these, used);
        }
        if path.strip_prefix(BELOW_FORMATS).is_some_and(|name| !formats.contains(name.trim_end_matches(".rs"))) {
            continue;
        }
        if *path == VALIDATION && parts.formats.is_empty() {
            text = text.replacen(FORMAT, "", 1);
        }
        match (*path, parts.seal) {
            (SEAL, false) | (NO_SEAL, true) => {}
            (NO_SEAL, false) => files.add(SEAL, format!("{HEADER}\n{text}")),
            _ => files.add(*path, format!("{HEADER}\n{text}")),
        }
    }
    files
}

/// A file up to its unit tests, which stand last.
fn without_tests(text: &str) -> String {
    let end = text.find("\n#[cfg(test)]\nmod tests").map_or(text.len(), |at| at + 1);
    format!("{}\n", text[..end].trim_end())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use std::path::Path;

    fn all() -> Parts {
        Parts { client: true, seal: true, formats: validate::format::all().collect() }
    }

    fn walk(folder: &Path, prefix: &str, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let name = format!("{prefix}{}", entry.file_name().to_str().unwrap());
            if entry.path().is_dir() {
                walk(&entry.path(), &format!("{name}/"), found);
            } else {
                found.push(name);
            }
        }
    }

    #[test]
    fn every_file_of_the_runtime_is_embedded_once() {
        let mut found = Vec::new();
        walk(&Path::new(env!("CARGO_MANIFEST_DIR")).join("codegen/runtime"), "", &mut found);
        found.retain(|path| path.ends_with(".rs"));
        found.sort();
        let listed: Vec<&str> = FILES.iter().map(|(path, _)| *path).collect();
        assert_eq!(listed, found, "the list in codegen/src/emit/runtime.rs");
    }

    #[test]
    fn the_client_half_can_be_left_out() {
        let without = files(&Parts { client: false, ..all() });
        let text = str::from_utf8(without.get("mod.rs").unwrap()).unwrap();
        assert!(!text.contains("client"), "{text}");
        assert!(without.iter().all(|(path, _)| !path.contains("client")));
        assert!(files(&all()).get("client/http.rs").is_some());
    }

    #[test]
    fn cryptography_stands_only_where_state_is_sealed() {
        let crates =
            |parts| files(&parts).iter().any(|(_, bytes)| str::from_utf8(bytes).unwrap().contains("chacha20poly1305"));
        assert!(crates(all()) && !crates(Parts { seal: false, ..all() }));
        for seal in [true, false] {
            let files = files(&Parts { seal, ..all() });
            assert!(files.get(SEAL).is_some() && files.get(NO_SEAL).is_none());
        }
    }

    #[test]
    fn a_format_stands_only_where_it_is_asserted() {
        let of = |formats: &[&'static str]| {
            let files = files(&Parts { formats: formats.iter().copied().collect(), ..all() });
            let formats = files.iter().filter_map(|(path, _)| path.strip_prefix("validation/format"));
            let declared = files.get("validation/format.rs").map(|bytes| {
                let lines = str::from_utf8(bytes).unwrap().lines();
                lines.filter(|line| line.starts_with("pub mod")).map(str::to_owned).collect::<Vec<_>>()
            });
            let root = str::from_utf8(files.get("validation.rs").unwrap()).unwrap().contains("mod format;");
            (formats.map(str::to_owned).collect::<Vec<_>>(), declared, root)
        };
        assert_eq!(of(&[]), (vec![], None, false));
        let (files, declared, root) = of(&["email"]);
        assert_eq!(files, [".rs", "/domain.rs", "/email.rs"]);
        assert_eq!(declared.unwrap(), ["pub mod domain;", "pub mod email;"]);
        assert!(root);
        for format in validate::format::all() {
            let name = format!("/{}.rs", format.replace('-', "_"));
            assert!(of(&[format]).0.contains(&name), "{format}");
        }
    }

    #[test]
    fn no_unit_test_is_embedded() {
        for (path, bytes) in files(&all()).iter() {
            let text = str::from_utf8(bytes).unwrap();
            assert!(!text.contains("#[cfg(test)]") && !text.contains("#[test]"), "{path}");
            assert!(text.starts_with(HEADER) && text.ends_with('\n') && !text.ends_with("\n\n"), "{path}");
        }
    }
}
