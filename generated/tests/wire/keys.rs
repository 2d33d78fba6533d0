//! `MCP_STATE_KEY`: which server understands what another one sealed.

use std::process::Stdio;

use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio::process::Command;

use super::emitted::assert_legal_text;
use super::peer::call;

const OLD: &str = "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=";
const NEW: &str = "AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI=";

fn server(key: Option<&str>) -> Command {
    let mut server = Command::new(env!("CARGO_BIN_EXE_harbour"));
    server.env_remove("MCP_STATE_KEY").envs(key.map(|key| ("MCP_STATE_KEY", key)));
    server.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    server
}

/// What a server of its own with these keys answers to one call.
async fn answer(key: Option<&str>, state: Option<&Value>) -> Value {
    let mut body = call("test_input_required_result_request_state", json!({}));
    body["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"] = json!({"elicitation": {}});
    if let Some(state) = state {
        body["params"]["requestState"] = state.clone();
        body["params"]["inputResponses"] = json!({"confirm": {"action": "accept", "content": {"ok": true}}});
    }
    let mut server = server(key).spawn().unwrap();
    let mut input = server.stdin.take().unwrap();
    input.write_all(format!("{body}\n").as_bytes()).await.unwrap();
    drop(input);
    let output = server.wait_with_output().await.unwrap();
    let line = std::str::from_utf8(&output.stdout).unwrap().trim_end_matches('\n');
    assert_legal_text(Some("tools/call"), line)
}

async fn state(key: Option<&str>) -> Value {
    let state = answer(key, None).await["result"]["requestState"].clone();
    assert!(state.is_string());
    state
}

#[tokio::test]
async fn replicas_share_state_by_a_key_and_a_key_can_be_rotated() {
    let both = format!("{NEW},{OLD}");
    let (by_old, by_both) = (state(Some(OLD)).await, state(Some(&both)).await);
    for (key, state, good) in [
        (OLD, &by_old, true),
        (&both, &by_old, true),
        (NEW, &by_old, false),
        (NEW, &by_both, true),
        (&both, &by_both, true),
        (OLD, &by_both, false),
    ] {
        let answer = answer(Some(key), Some(state)).await;
        if good {
            assert_eq!(answer["result"]["content"][0]["text"], "state-ok", "{key}: {answer}");
        } else {
            assert_eq!(answer["error"]["code"], -32602, "{key}: {answer}");
        }
    }
}

#[tokio::test]
async fn a_key_that_a_server_made_ends_with_it() {
    assert_eq!(answer(None, Some(&state(None).await)).await["error"]["code"], -32602);
}

#[tokio::test]
async fn a_server_does_not_start_with_a_key_that_is_none() {
    for key in ["", "secret", &format!("{OLD},secret")] {
        let output = server(Some(key)).output().await.unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains("MCP_STATE_KEY") && !said.contains("secret"), "{said}");
    }
}
