//! Requests that went wrong elsewhere, byte for byte from `../shared/cases`, at a server with their tools.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use mcp_codegen::ir::contract::{HeaderKind as Kind, Tool as Declared};
use runtime_check::contract::{Contract, HeaderBinding, HeaderKind, Tool};
use runtime_check::headers::encode_text;
use serde_json::{Value, json};

use super::fixture::{self, FIXED, FULL};
use super::raw::{Post, exchange};

/// A file of `../shared`, or `None` where a stranger's clone has none.
fn shared(path: &str) -> Option<PathBuf> {
    let found = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared").join(path);
    if found.exists() {
        return Some(found);
    }
    assert!(std::env::var_os("MCP_CODEGEN_REQUIRE_SHARED").is_none(), "../shared/{path} is required and absent");
    println!("skipped: ../shared/{path} is not here");
    None
}

fn leak(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

/// A row of the contract, as generated code would have it.
fn row(tool: &Declared) -> Tool {
    let bindings = tool.headers.iter().map(|binding| HeaderBinding {
        path: binding.path.iter().map(|name| leak(name)).collect::<Vec<_>>().leak(),
        header: leak(&format!("Mcp-Param-{}", binding.header)),
        kind: match binding.kind {
            Kind::String => HeaderKind::String,
            Kind::Integer => HeaderKind::Integer,
            Kind::Boolean => HeaderKind::Boolean,
        },
    });
    let headers = bindings.collect::<Vec<_>>().leak();
    Tool { headers, ..fixture::tool(leak(&tool.name), leak(&tool.definition.to_string())) }
}

/// A server with the tools of the cases; each answers that it was called.
fn start() -> Option<SocketAddr> {
    let (mut sources, mut found) = Default::default();
    let generated = mcp_codegen::generate(&shared("cases/00-fixture-tools.json")?, &mut sources, &mut found).unwrap();
    let tools: Vec<Tool> = generated.model.ir.contract.unwrap().tools.iter().map(row).collect();
    let contract = Contract { tools: tools.leak(), methods: FULL.methods, ..FIXED };
    Some(fixture::start(Box::leak(Box::new(contract))).0)
}

/// Sends the requests of a file, each on a connection of its own: status, and code if it is an error.
fn replay(file: &str) -> Option<Vec<(u16, i64)>> {
    let address = start()?;
    let text = std::fs::read_to_string(shared(&format!("cases/{file}.http"))?).unwrap();
    let requests = text.split("##### next request, new connection #####").map(str::trim_start);
    let answers = requests.map(|request| {
        // The line ends of the head may have become plain ones on the way; those of a body are its own.
        let (head, body) = request.split_once("\r\n\r\n").or_else(|| request.split_once("\n\n")).unwrap();
        let head = head.replace("\r\n", "\n").replace('\n', "\r\n");
        let answer = exchange(address, format!("{head}\r\n\r\n{}", body.trim_end()).as_bytes());
        let body: serde_json::Value = serde_json::from_slice(&answer.body).unwrap_or_default();
        (answer.status, body["error"]["code"].as_i64().unwrap_or_default())
    });
    Some(answers.collect())
}

/// Compares what is answered with what is expected, where the file is at hand.
fn answered(file: &str, expected: &[(u16, i64)]) {
    if let Some(answers) = replay(file) {
        assert_eq!(answers, expected, "{file}");
    }
}

const SERVED: (u16, i64) = (200, 0);
const MISMATCH: (u16, i64) = (400, -32020);
const INVALID: (u16, i64) = (400, -32600);
const FORBIDDEN: (u16, i64) = (403, -32600);
const POST_ONLY: (u16, i64) = (405, -32600);

#[test]
fn case_55_batches_are_refused() {
    if let Some(answers) = replay("55-jsonrpc-batch-body") {
        assert!(!answers.is_empty() && answers.iter().all(|answer| *answer == INVALID), "{answers:?}");
    }
}

#[test]
fn case_56_forms_of_accept() {
    // The seventh accepts events alone and gets its answer as one; the eighth accepts only JSON.
    answered("56-accept-header-forms", &[SERVED; 8]);
}

#[test]
fn case_59_hosts_and_origins() {
    // The sixth comes from a page of this machine, which may call a server on loopback.
    let expected = [FORBIDDEN, FORBIDDEN, FORBIDDEN, SERVED, SERVED, SERVED, SERVED];
    answered("59-host-and-origin-checks", &expected);
}

#[test]
fn case_64_no_redirects() {
    answered("64-trailing-slash-redirect", &[SERVED, (404, 0), SERVED]);
}

#[test]
fn case_65_and_67_other_methods_and_unknown_ones() {
    answered("65-cors-preflight", &[POST_ONLY]);
    answered("67-other-http-methods-and-unknown-rpc", &[POST_ONLY, POST_ONLY, (405, 0), (404, -32601), (202, 0)]);
}

#[test]
fn case_68_encoded_names() {
    // The first names what is no URI, and is not there; that its header says the same was seen.
    let expected = [(200, -32602), SERVED, MISMATCH, MISMATCH, MISMATCH, MISMATCH, MISMATCH];
    answered("68-encoded-mcp-name-not-decoded", &expected);
}

#[test]
fn case_73_unsafe_integers() {
    answered("73-unsafe-integer-mirrored", &[MISMATCH, MISMATCH, MISMATCH, SERVED]);
}

#[test]
fn case_74_a_wrong_type_is_no_mismatch() {
    if let Some(answers) = replay("74-wrong-typed-arg-is-not-a-header-fault") {
        assert!(answers.iter().all(|answer| *answer == SERVED), "the schema is the handler's: {answers:?}");
    }
}

#[test]
fn case_76_nested_values() {
    answered("76-nested-annotated-property", &[SERVED, MISMATCH, MISMATCH]);
}

#[test]
fn case_79_versions_and_eras() {
    let expected = [(400, -32602), MISMATCH, MISMATCH, MISMATCH, MISMATCH, MISMATCH, (400, -32022), MISMATCH];
    answered("79-version-header-and-era-bypass", &expected);
}

#[test]
fn case_80_repeated_and_orphaned_headers() {
    // The fifth has a name where the method names nothing: it is not looked at.
    answered("80-duplicate-and-orphan-headers", &[MISMATCH, MISMATCH, MISMATCH, MISMATCH, SERVED, MISMATCH]);
}

#[test]
fn case_70_a_literal_that_looks_encoded_arrives_as_it_is() {
    let (Some(address), Some(file)) = (start(), shared("cases/70-literal-that-looks-encoded.json")) else { return };
    let case: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    let calls = case["calls"].as_array().unwrap();
    assert!(calls.len() > 5);
    for call in calls {
        let mut post = Post::request("tools/call", json!({"name": "tide_lookup", "arguments": call["args"]}));
        for (field, expected) in call["header"].as_object().unwrap() {
            assert_eq!(encode_text(call["args"]["station"].as_str().unwrap()), expected.as_str().unwrap());
            post = post.header(field, expected.as_str().unwrap());
        }
        assert_eq!(post.send_to(address).status, 200, "{call}");
    }
}
