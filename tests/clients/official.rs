//! `mcp-codegen new`, and the official Python and TypeScript clients as its users: over HTTP and over stdio.

use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    process::Command,
    sync::OnceLock,
};

use serde_json::{Value, json};

use crate::{
    installed,
    recorder::{Recorder, Request},
    scripts::{python, report, typescript},
    server,
};

const REVISION: &str = "2026-07-28";

/// The executable of a server that `mcp-codegen new` made, built once.
fn scaffolded() -> &'static Path {
    static EXECUTABLE: OnceLock<PathBuf> = OnceLock::new();
    EXECUTABLE.get_or_init(|| {
        // Outside this repository, as a user's crate is; what it depends on is built once in `target/clients`.
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().join("weather");
        let new = Command::new(env!("CARGO_BIN_EXE_mcp-codegen")).arg("new").arg(&home).output().unwrap();
        assert!(new.status.success(), "mcp-codegen new: {}", String::from_utf8_lossy(&new.stderr));
        server::build(&home, Some(&installed::target("scaffold")))
    })
}

/// What a client is asked to call, in this order.
fn calls() -> Value {
    json!([
        // `region` of both tools is mirrored into a header: as it is, and in base64 since a header takes no `Î`.
        {"name": "get_weather", "arguments": {"city": "London", "region": "Ontario", "month": 2}},
        {"name": "list_cities", "arguments": {"region": "Île-de-France"}},
        // What the tool itself refuses, what its contract refuses, and no tool at all.
        {"name": "get_weather", "arguments": {"city": "London"}},
        {"name": "get_weather", "arguments": {"city": 8001, "month": 13}},
        {"name": "get_wether", "arguments": {"city": "London"}},
    ])
}

fn over_http(server: SocketAddr) -> Value {
    json!({"revision": REVISION, "url": format!("http://{server}/mcp"), "list": true, "calls": calls()})
}

fn over_stdio() -> Value {
    json!({"revision": REVISION, "command": [scaffolded()], "list": true, "calls": calls()})
}

/// What every client must have seen, whatever the transport.
fn assert_report(report: &Value, client: &str) {
    assert_eq!(report["client"], client);
    assert_eq!(report["revision"], REVISION, "the client fell back to an older revision: {report:#}");
    assert_eq!(report["serverInfo"]["name"], "weather");
    assert_eq!(report["discover"]["supportedVersions"], json!([REVISION]));
    assert!(report["discover"]["capabilities"]["tools"].is_object(), "{report:#}");

    let tools = report["tools"].as_array().unwrap();
    let names: Vec<&str> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["get_weather", "list_cities"]);
    for tool in tools {
        assert_eq!(tool["inputSchema"]["properties"]["region"]["x-mcp-header"], "Region");
    }

    let [february, cities, ambiguous, faulty, unknown] = report["calls"].as_array().unwrap().as_slice() else {
        panic!("five calls: {report:#}");
    };
    let expected = json!({"city": "London", "region": "Ontario", "temperature": -4.9, "unit": "celsius",
        "rainyDays": 15, "sky": "overcast"});
    assert_eq!(february["result"]["structuredContent"], expected, "{february:#}");
    assert_eq!(text_as_json(february), expected, "the text is the twin of the structure: {february:#}");
    assert_eq!(cities["result"]["structuredContent"], json!({"cities": []}), "{cities:#}");
    for succeeded in [february, cities] {
        assert_ne!(succeeded["result"]["isError"], true, "{succeeded:#}");
    }

    // A failed call and a fault in the arguments are for the model to read and mend: results, not protocol errors.
    assert_eq!(ambiguous["result"]["isError"], true, "{ambiguous:#}");
    assert!(text(ambiguous).contains("Ontario"), "{ambiguous:#}");
    assert_eq!(faulty["result"]["isError"], true, "{faulty:#}");
    for said in ["/city", "string", "/month", "12"] {
        assert!(text(faulty).contains(said), "does not say {said}: {faulty:#}");
    }

    assert_eq!(unknown["error"]["code"], -32602, "{unknown:#}");
    assert!(unknown["error"]["message"].as_str().unwrap().contains("get_wether"), "{unknown:#}");
}

fn text(call: &Value) -> &str {
    let block = &call["result"]["content"][0];
    assert_eq!(block["type"], "text", "{call:#}");
    block["text"].as_str().unwrap()
}

fn text_as_json(call: &Value) -> Value {
    serde_json::from_str(text(call)).unwrap()
}

/// `Île-de-France` as it stands in a header.
const ILE_DE_FRANCE: &str = "=?base64?w45sZS1kZS1GcmFuY2U=?=";

/// That the client really sent what the server is to check, so that its success says something.
fn assert_requests(requests: &[Request]) {
    let sent: Vec<_> = requests.iter().map(mirrored).collect();
    assert_eq!(
        sent,
        [
            ("server/discover", None),
            ("tools/list", None),
            ("tools/call", Some("Ontario")),
            ("tools/call", Some(ILE_DE_FRANCE)),
            ("tools/call", None),
            ("tools/call", None),
            ("tools/call", None),
        ]
    );
    for request in requests {
        assert_eq!(request.method, "POST");
        assert_eq!(request.header("mcp-protocol-version"), Some(REVISION));
        assert_eq!(request.header("mcp-method"), request.body["method"].as_str());
        assert_eq!(request.header("mcp-name"), request.body["params"]["name"].as_str());
    }
}

/// The method of a request and the region in its header.
fn mirrored(request: &Request) -> (&str, Option<&str>) {
    (request.body["method"].as_str().unwrap(), request.header("mcp-param-region"))
}

const PYTHON: &str = "mcp 2.3.0";
const TYPESCRIPT: &str = "@modelcontextprotocol/client 2.4.0";

#[test]
fn the_python_client_is_served_over_http() {
    if installed::required("the official Python client over HTTP") {
        served_over_http(&mut python(), PYTHON);
    }
}

#[test]
fn the_typescript_client_is_served_over_http() {
    if installed::required("the official TypeScript client over HTTP") {
        served_over_http(&mut typescript(), TYPESCRIPT);
    }
}

#[test]
fn the_python_client_is_served_over_stdio() {
    if installed::required("the official Python client over stdio") {
        assert_report(&report(&mut python(), &over_stdio()), PYTHON);
    }
}

#[test]
fn the_typescript_client_is_served_over_stdio() {
    if installed::required("the official TypeScript client over stdio") {
        assert_report(&report(&mut typescript(), &over_stdio()), TYPESCRIPT);
    }
}

#[test]
fn the_python_client_recovers_from_a_refused_header() {
    if installed::required("the official Python client, calling before it listed") {
        recovers(&mut python());
    }
}

#[test]
fn the_typescript_client_recovers_from_a_refused_header() {
    if installed::required("the official TypeScript client, calling before it listed") {
        recovers(&mut typescript());
    }
}

/// A client that has not listed the tools cannot know which arguments are mirrored. The server's refusal
/// has to be one from which the client learns to list them and to call again.
fn recovers(client: &mut Command) {
    let running = server::Running::start(scaffolded());
    let recorder = Recorder::before(running.address);
    let mut plan = over_http(recorder.address);
    plan["list"] = json!(false);
    plan["calls"] = json!([calls()[1]]);
    let report = report(client, &plan);
    assert_eq!(report["calls"][0]["result"]["structuredContent"], json!({"cities": []}), "{report:#}");

    let requests = recorder.requests();
    let sent: Vec<_> = requests.iter().map(mirrored).collect();
    assert_eq!(
        sent,
        [("server/discover", None), ("tools/call", None), ("tools/list", None), ("tools/call", Some(ILE_DE_FRANCE)),]
    );
}

fn served_over_http(client: &mut Command, name: &str) {
    let running = server::Running::start(scaffolded());
    let recorder = Recorder::before(running.address);
    assert_report(&report(client, &over_http(recorder.address)), name);
    assert_requests(&recorder.requests());
}
