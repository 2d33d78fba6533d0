//! `mcp/runtime/**`: the hand-written part, as text.
//!
//! Each file is what stands in `codegen/runtime`, below the header, without its unit tests: they
//! run here, once, and not in every crate that was generated.

use crate::format::HEADER;
use crate::output::FileSet;

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
    "content/annotations.rs",
    "content/legal.rs",
    "context.rs",
    "contract.rs",
    "elicitation.rs",
    "endpoint.rs",
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
    "http/well_known.rs",
    "input.rs",
    "input/received.rs",
    "input/request.rs",
    "input/sampling.rs",
    "json.rs",
    "json/deep.rs",
    "json/lookup.rs",
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
    "uri_template.rs",
    "uri_template/file.rs",
    "uri_template/read.rs",
    "uri_template/write.rs",
    "validation.rs",
    "validation/automaton.rs",
    "validation/backtrack.rs",
    "validation/format.rs",
    "validation/literal.rs",
    "validation/marks.rs",
    "validation/members.rs",
    "validation/number.rs",
    "validation/path.rs",
    "validation/report.rs",
    "validation/similar.rs",
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

/// What differs between one contract's runtime and another's.
#[derive(Clone, Copy, Debug)]
pub struct Parts {
    /// Whether the client half is wanted.
    pub client: bool,
    /// Whether state is sealed: something in the contract asks.
    pub seal: bool,
}

/// The files of the runtime, those of its client half only if it is wanted.
#[must_use]
pub fn files(parts: Parts) -> FileSet {
    let mut files = FileSet::new();
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
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::path::Path;

    const ALL: Parts = Parts { client: true, seal: true };

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
        let without = files(Parts { client: false, seal: true });
        let text = str::from_utf8(without.get("mod.rs").unwrap()).unwrap();
        assert!(!text.contains("client"), "{text}");
        assert!(without.iter().all(|(path, _)| !path.contains("client")));
        assert!(files(ALL).get("client/http.rs").is_some());
    }

    #[test]
    fn cryptography_stands_only_where_state_is_sealed() {
        let crates =
            |parts| files(parts).iter().any(|(_, bytes)| str::from_utf8(bytes).unwrap().contains("chacha20poly1305"));
        assert!(crates(ALL) && !crates(Parts { seal: false, ..ALL }));
        for seal in [true, false] {
            let files = files(Parts { seal, ..ALL });
            assert!(files.get(SEAL).is_some() && files.get(NO_SEAL).is_none());
        }
    }

    #[test]
    fn no_unit_test_is_embedded() {
        for (path, bytes) in files(ALL).iter() {
            let text = str::from_utf8(bytes).unwrap();
            assert!(!text.contains("#[cfg(test)]") && !text.contains("#[test]"), "{path}");
            assert!(text.starts_with(HEADER) && text.ends_with('\n') && !text.ends_with("\n\n"), "{path}");
        }
    }
}
