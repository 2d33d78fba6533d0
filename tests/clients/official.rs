//! `mcp-codegen new`, and the official Python and TypeScript clients as its users: over HTTP and over stdio.

use std::{
    io::Write,
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::OnceLock,
};

use serde_json::{Value, json};

use crate::{
    installed,
    recorder::{Recorder, Request},
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
        // `region` is mirrored into a header, and its text cannot stand there as it is.
        {"name": "get_weather", "arguments": {"city": "Zürich", "region": "Zürich-Süd"}},
        {"name": "get_weather", "arguments": {"city": 8001}},
        {"name": "get_wether", "arguments": {"city": "Zürich"}},
    ])
}

/// Gives the plan to a client script and returns what it reports.
fn report(client: &mut Command, plan: &Value) -> Value {
    let mut child = client.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(plan.to_string().as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{client:?} ends with {}:\n{stderr}", output.status);
    println!("{client:?} said on stderr:\n{stderr}");
    serde_json::from_slice(&output.stdout).unwrap()
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
    let tool = tools.iter().find(|tool| tool["name"] == "get_weather").unwrap();
    assert_eq!(tool["inputSchema"]["properties"]["region"]["x-mcp-header"], "Region");

    let [good, faulty, unknown] = report["calls"].as_array().unwrap().as_slice() else {
        panic!("three calls, {report:#}");
    };
    assert_ne!(good["result"]["isError"], json!(true), "{good:#}");
    assert!(good["result"]["structuredContent"].is_object(), "{good:#}");
    assert_eq!(good["result"]["content"][0]["type"], "text");

    // A fault in the arguments is for the model to read and mend: a result, not a protocol error.
    assert_eq!(faulty["result"]["isError"], true, "{faulty:#}");
    let text = faulty["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("/city") && text.contains("string"), "does not say what is wrong: {text}");

    assert_eq!(unknown["error"]["code"], -32602, "{unknown:#}");
    assert!(unknown["error"]["message"].as_str().unwrap().contains("get_wether"), "{unknown:#}");
}

/// That the client really sent what the server is to check, so that its success says something.
fn assert_requests(requests: &[Request]) {
    let methods: Vec<&str> = requests.iter().map(|request| request.body["method"].as_str().unwrap()).collect();
    assert_eq!(methods, ["server/discover", "tools/list", "tools/call", "tools/call", "tools/call"]);
    for request in requests {
        assert_eq!(request.method, "POST");
        assert_eq!(request.header("mcp-protocol-version"), Some(REVISION));
        assert_eq!(request.header("mcp-method"), request.body["method"].as_str());
        assert_eq!(request.header("mcp-name"), request.body["params"]["name"].as_str());
    }
    let mirrored: Vec<Option<&str>> = requests.iter().map(|request| request.header("mcp-param-region")).collect();
    assert_eq!(mirrored, [None, None, Some("=?base64?WsO8cmljaC1Tw7xk?="), None, None]);
}

fn python() -> Command {
    let mut command = Command::new(installed::python());
    command.arg(installed::source("python").join("client.py"));
    command
}

fn typescript() -> Command {
    let home = installed::node_modules("typescript", &["client.mjs"]);
    let mut command = Command::new("node");
    command.arg(home.join("client.mjs"));
    command
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
    plan["calls"] = json!([calls()[0]]);
    let report = report(client, &plan);
    assert!(report["calls"][0]["result"]["structuredContent"].is_object(), "{report:#}");

    let requests = recorder.requests();
    let seen: Vec<_> = requests
        .iter()
        .map(|request| (request.body["method"].as_str().unwrap(), request.header("mcp-param-region")))
        .collect();
    let mirrored = Some("=?base64?WsO8cmljaC1Tw7xk?=");
    let expected = [("server/discover", None), ("tools/call", None), ("tools/list", None), ("tools/call", mirrored)];
    assert_eq!(seen, expected);
}

fn served_over_http(client: &mut Command, name: &str) {
    let running = server::Running::start(scaffolded());
    let recorder = Recorder::before(running.address);
    assert_report(&report(client, &over_http(recorder.address)), name);
    assert_requests(&recorder.requests());
}
