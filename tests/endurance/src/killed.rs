//! SIGKILL under load, and a server in its place: clients that try again get their answers, and state that
//! was sealed before is good after, because the key is the same.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::Value;
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::answers;
use super::server::{KEY, OTHER_KEY, Server};
use super::traffic::{exchange, whole};
use super::wire::Connection;

const ROUNDS: usize = 5;
/// Asks for a confirmation, and remembers in `requestState` that it has asked.
const TOOL: &str = "test_input_required_result_request_state";
const ANSWERS: &str = r#""inputResponses":{"confirm":{"action":"accept","content":{"ok":true}}},"#;

pub async fn keeps_promises(program: &str) -> Result<(), String> {
    let mut server = Server::start(program).await?;
    let address = server.address.clone();
    let over = Arc::new(AtomicBool::new(false));
    let mut clients = JoinSet::new();
    for place in 0..8 {
        clients.spawn(calls(address.clone(), place, Arc::clone(&over)));
    }
    for _ in 0..ROUNDS {
        let states = [state(&address).await?, state(&address).await?];
        sleep(Duration::from_millis(300)).await;
        server.kill().await?;
        server = Server::start_at(program, &address, KEY).await?;
        for state in &states {
            let (status, body) = whole(&address, &second(state)).await?;
            if status != 200 || !body.contains("state-ok") {
                return Err(format!("sealed before the kill, answered after it {status} {body}"));
            }
        }
    }
    over.store(true, Ordering::SeqCst);
    let (mut answered, mut retried) = (0, 0);
    while let Some(client) = clients.join_next().await {
        let (one, other) = client.map_err(|error| error.to_string())??;
        answered += one;
        retried += other;
    }
    let state = state(&address).await?;
    server.kill().await?;
    let server = Server::start_at(program, &address, OTHER_KEY).await?;
    let (status, body) = whole(&address, &second(&state)).await?;
    if status != 200 || !body.contains("-32602") {
        return Err(format!("sealed with another key, answered {status} {body}"));
    }
    server.kill().await?;
    println!(
        "SIGKILL and restart, {ROUNDS} times: {answered} calls answered, {retried} of them when tried again; sealed state opened each time, and not with another key"
    );
    Ok(())
}

/// Every call is tried until it is answered, and then answered as documented.
async fn calls(address: String, place: usize, over: Arc<AtomicBool>) -> Result<(u64, u64), String> {
    let requests = answers::all();
    let (mut next, mut answered, mut retried) = (place, 0, 0);
    let mut connection = None;
    while !over.load(Ordering::SeqCst) {
        let expected = &requests[next % requests.len()];
        let mut tries = 0;
        loop {
            let open = match connection.take() {
                Some(open) => Ok(open),
                None => Connection::open(&address).await,
            };
            if let Ok(mut open) = open {
                match exchange(&mut open, expected).await {
                    Ok(closes) => {
                        connection = (!closes).then_some(open);
                        break;
                    }
                    Err(why) if why.starts_with("answered") => return Err(format!("{}: {why}", expected.what)),
                    Err(_) => {}
                }
            }
            tries += 1;
            if tries > 1000 {
                return Err(format!("{}: never answered", expected.what));
            }
            sleep(Duration::from_millis(10)).await;
        }
        next += 1;
        answered += 1;
        retried += u64::from(tries > 0);
    }
    Ok((answered, retried))
}

/// The `requestState` of a first round.
async fn state(address: &str) -> Result<String, String> {
    let first = answers::post(&answers::call_fields(TOOL), &answers::call_body(TOOL, "{}", ""));
    let (status, body) = whole(address, &first).await?;
    let result: Value = serde_json::from_str(&body).map_err(|error| format!("{error}: {body}"))?;
    match &result["result"]["requestState"] {
        Value::String(state) => Ok(state.clone()),
        _ => Err(format!("{TOOL} gave no requestState: {status} {body}")),
    }
}

/// The second round, with the answer and the state.
fn second(state: &str) -> Vec<u8> {
    let more = format!(r#"{ANSWERS}"requestState":"{state}","#);
    answers::post(&answers::call_fields(TOOL), &answers::call_body(TOOL, "{}", &more))
}
