//! The two client scripts: a plan in, what the client saw out.

use std::{
    io::Write,
    process::{Command, Stdio},
};

use serde_json::Value;

use crate::installed;

/// Gives the plan to a client script and returns what it reports.
pub fn report(client: &mut Command, plan: &Value) -> Value {
    let mut child = client.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(plan.to_string().as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{client:?} ends with {}:\n{stderr}", output.status);
    println!("{client:?} said on stderr:\n{stderr}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Runs `python/client.py` with the official Python client.
pub fn python() -> Command {
    let mut command = Command::new(installed::python());
    command.arg(installed::source("python").join("client.py"));
    command
}

/// Runs `typescript/client.mjs` with the official TypeScript client.
pub fn typescript() -> Command {
    let home = installed::node_modules("typescript", &["client.mjs"]);
    let mut command = Command::new("node");
    command.arg(home.join("client.mjs"));
    command
}
