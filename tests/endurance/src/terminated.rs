//! SIGTERM under load: what was accepted is answered, streams get their results, nothing new is begun.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::answers;
use super::server::Server;
use super::traffic::{exchange, read_until, whole};
use super::wire::Connection;

const ROUNDS: usize = 10;
const PATIENCE: Duration = Duration::from_secs(35);

/// Several times, because what can go wrong is a matter of moments.
pub async fn drains(program: &str) -> Result<(), String> {
    let mut answered = 0;
    for _ in 0..ROUNDS {
        answered += round(program).await?;
    }
    println!(
        "SIGTERM under load, {ROUNDS} times: {answered} requests under way were answered, all; listen streams got their results; exit code 0"
    );
    Ok(())
}

async fn round(program: &str) -> Result<u64, String> {
    let mut server = Server::start(program).await?;
    let ending = Arc::new(AtomicBool::new(false));
    let answered = Arc::new(AtomicU64::new(0));
    let mut clients = JoinSet::new();
    for place in 0..8 {
        clients.spawn(calls(server.address.clone(), place, Arc::clone(&ending)));
        clients.spawn(streams(server.address.clone(), Arc::clone(&ending), Arc::clone(&answered)));
        clients.spawn(listens(server.address.clone()));
    }
    sleep(Duration::from_millis(700)).await;
    ending.store(true, Ordering::SeqCst);
    server.terminate().await?;
    while let Some(client) = clients.join_next().await {
        client.map_err(|error| error.to_string())??;
    }
    if !server.ended(PATIENCE).await? {
        return Err("after SIGTERM the server ended with a failure".into());
    }
    Ok(answered.load(Ordering::SeqCst))
}

/// Calls until the connection is closed. That may happen between two calls, and to one that crosses with the
/// signal on its way; but not before the signal, and never in the middle of an answer.
async fn calls(address: String, place: usize, ending: Arc<AtomicBool>) -> Result<(), String> {
    let requests = answers::all();
    let mut next = place;
    loop {
        let Ok(mut connection) = Connection::open(&address).await else { return only_after(&ending, "refused") };
        loop {
            let expected = &requests[next % requests.len()];
            next += 1;
            match exchange(&mut connection, expected).await {
                Ok(false) => {}
                Ok(true) => break,
                Err(why) if why.starts_with("answered") || why.contains("breaks off") || why == "no answer" => {
                    return Err(format!("{}: {why}", expected.what));
                }
                Err(why) => return only_after(&ending, &why),
            }
        }
    }
}

fn only_after(ending: &AtomicBool, why: &str) -> Result<(), String> {
    if ending.load(Ordering::SeqCst) { Ok(()) } else { Err(format!("before the signal: {why}")) }
}

/// Calls that take a while. One whose first report has come was accepted, and must be answered.
async fn streams(address: String, ending: Arc<AtomicBool>, answered: Arc<AtomicU64>) -> Result<(), String> {
    let request = answers::with_progress();
    while !ending.load(Ordering::SeqCst) {
        let Ok(mut connection) = Connection::open(&address).await else { return only_after(&ending, "refused") };
        let begun = async {
            connection.send(&request).await?;
            connection.head().await
        };
        let mut head = match begun.await {
            Ok(Some(head)) => head,
            Ok(None) => return only_after(&ending, "closed without an answer"),
            Err(why) => return only_after(&ending, &why.to_string()),
        };
        let rest = timeout(PATIENCE, connection.rest(&mut head)).await.map_err(|_| "no end of a stream")?;
        let rest = rest.map_err(|why| format!("a stream under way: {why}"))?;
        if head.status != 200 || !rest.contains("all of it") {
            return Err(format!("a call under way was answered {} {rest}", head.status));
        }
        if ending.load(Ordering::SeqCst) {
            answered.fetch_add(1, Ordering::SeqCst);
        }
    }
    // The listener is closed: nothing new is begun.
    match whole(&address, &request).await {
        Ok((200, _)) | Err(_) => Ok(()),
        Ok((status, body)) => Err(format!("after the signal: {status} {body}")),
    }
}

/// Listens until the server says that it ends: a result, then the end of the stream (SUB-08).
async fn listens(address: String) -> Result<(), String> {
    let mut connection = Connection::open(&address).await.map_err(|error| error.to_string())?;
    connection.send(&answers::listen()).await.map_err(|error| error.to_string())?;
    let head = connection.head().await.map_err(|error| error.to_string())?;
    let mut head = head.ok_or("a listen request was not answered")?;
    let ended = async {
        read_until(&mut connection, &mut head, "acknowledged").await?;
        read_until(&mut connection, &mut head, r#""result":{"resultType":"complete""#).await?;
        match connection.part(&mut head).await {
            Ok(None) => Ok(()),
            Ok(Some(_)) => Err(String::from("something came after the result")),
            Err(why) => Err(why.to_string()),
        }
    };
    timeout(PATIENCE, ended).await.map_err(|_| "a listen stream got no result")?
}
