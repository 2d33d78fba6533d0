//! Everything at once: good calls, faults, streams, listeners, slow senders, and clients that go away.

use std::fmt::Display;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::answers::{self, Expected};
use super::messages;
use super::server::Server;
use super::watch;
use super::wire::Connection;

/// No answer takes as long.
const PATIENCE: Duration = Duration::from_secs(20);
/// Faults that are kept for the report; the rest are counted.
const KEPT: u64 = 20;

/// What the clients share.
pub struct Traffic {
    pub address: String,
    until: Instant,
    requests: Vec<Expected>,
    counts: Mutex<Vec<(&'static str, u64)>>,
    wrong: AtomicU64,
    faults: Mutex<Vec<String>>,
}

/// Runs all kinds of clients for a time, and looks at what the server keeps of them.
pub async fn endure(program: &str, time: Duration) -> Result<(), String> {
    let mut server = Server::start(program).await?;
    let traffic = Arc::new(Traffic::new(server.address.clone(), Instant::now() + time));
    let before = (watch::descriptors(server.pid()?)?, server.tasks().await?);
    let mut clients = JoinSet::new();
    for place in 0..10 {
        clients.spawn(Arc::clone(&traffic).calls(place));
    }
    for place in 0..4_u32 {
        clients.spawn(Arc::clone(&traffic).streams());
        clients.spawn(Arc::clone(&traffic).listeners(place));
        clients.spawn(Arc::clone(&traffic).deserters(place as usize));
        clients.spawn(Arc::clone(&traffic).slow_senders(place as usize));
    }
    let memory = tokio::spawn(watch::memory(server.pid()?, time));
    while let Some(client) = clients.join_next().await {
        client.map_err(|error| error.to_string())?;
    }
    let memory = memory.await.map_err(|error| error.to_string())??;
    traffic.report();
    memory.report();
    let after = watch::quiet(&mut server, before).await?;
    println!("descriptors: {} before, {} after; tasks: {} before, {} after", before.0, after.0, before.1, after.1);
    println!("{} distinct messages, all of them legal by the schema", messages::count());
    match traffic.wrong.load(Ordering::Relaxed) {
        0 => memory.is_flat(),
        wrong => Err(format!("{wrong} requests were not answered as documented")),
    }
}

impl Traffic {
    pub fn new(address: String, until: Instant) -> Self {
        let (counts, faults) = (Mutex::default(), Mutex::default());
        Self { address, until, requests: answers::all(), counts, wrong: AtomicU64::new(0), faults }
    }

    fn over(&self) -> bool {
        Instant::now() >= self.until
    }

    fn count(&self, what: &'static str) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        match counts.iter_mut().find(|(name, _)| *name == what) {
            Some((_, count)) => *count += 1,
            None => counts.push((what, 1)),
        }
    }

    fn fault(&self, what: &str, why: impl Display) {
        if self.wrong.fetch_add(1, Ordering::Relaxed) < KEPT {
            self.faults.lock().unwrap_or_else(PoisonError::into_inner).push(format!("{what}: {why}"));
        }
    }

    fn report(&self) {
        let counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let all: u64 = counts.iter().map(|(_, count)| count).sum();
        println!("{all} exchanges, each as documented but {}:", self.wrong.load(Ordering::Relaxed));
        for (what, count) in counts.iter() {
            println!("  {count:>9}  {what}");
        }
        for fault in self.faults.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            println!("  FAULT {fault}");
        }
    }

    /// One request after the other on a connection, from another place in the list for each client.
    async fn calls(self: Arc<Self>, place: usize) {
        let mut next = place * 3;
        while !self.over() {
            let Ok(mut connection) = Connection::open(&self.address).await else {
                self.fault("connection", "refused");
                sleep(Duration::from_millis(100)).await;
                continue;
            };
            while !self.over() {
                let expected = &self.requests[next % self.requests.len()];
                next += 1;
                match exchange(&mut connection, expected).await {
                    Ok(closes) => {
                        self.count(expected.what);
                        if closes {
                            break;
                        }
                    }
                    Err(why) => {
                        self.fault(expected.what, why);
                        break;
                    }
                }
            }
        }
    }

    /// Calls that are answered in a stream.
    async fn streams(self: Arc<Self>) {
        let request = answers::with_progress();
        while !self.over() {
            match timeout(PATIENCE, whole(&self.address, &request)).await {
                Ok(Ok((200, body)))
                    if body.matches("notifications/progress").count() == 3 && body.contains("all of it") =>
                {
                    self.count("progress, then the answer");
                }
                Ok(Ok((status, body))) => self.fault("stream", format!("{status}: {body}")),
                Ok(Err(why)) => self.fault("stream", why),
                Err(_) => self.fault("stream", "no answer"),
            }
        }
    }

    /// Listens, causes a change, is told of it, and goes away.
    async fn listeners(self: Arc<Self>, place: u32) {
        while !self.over() {
            match timeout(PATIENCE, told(&self.address, Duration::from_millis(20) * place)).await {
                Ok(Ok(())) => self.count("listened, was told, went away"),
                Ok(Err(why)) => self.fault("listen", why),
                Err(_) => self.fault("listen", "was told nothing"),
            }
        }
    }

    /// Goes away in the middle: of a head, of a body, before the answer, in a stream.
    async fn deserters(self: Arc<Self>, place: usize) {
        let stream = answers::with_progress();
        let mut turn = place;
        while !self.over() {
            turn += 1;
            let Ok(mut connection) = Connection::open(&self.address).await else {
                self.fault("connection", "refused");
                sleep(Duration::from_millis(100)).await;
                continue;
            };
            let call = &self.requests[0];
            let sent = match turn % 4 {
                0 => connection.send(&call.request[..call.body_at / 2]).await,
                1 => connection.send(&call.request[..call.body_at + 20]).await,
                2 => connection.send(&call.request).await,
                _ => {
                    let sent = connection.send(&stream).await;
                    if let Ok(Ok(Some(mut head))) = timeout(PATIENCE, connection.head()).await {
                        let _ = timeout(PATIENCE, connection.part(&mut head)).await;
                    }
                    sent
                }
            };
            match sent {
                Ok(()) => self.count("went away in the middle"),
                Err(why) => self.fault("deserter", why),
            }
        }
    }

    /// Sends a body in pieces, with pauses.
    async fn slow_senders(self: Arc<Self>, place: usize) {
        let expected = &self.requests[place % 2];
        while !self.over() {
            let sent = async {
                let mut connection = Connection::open(&self.address).await.map_err(|error| error.to_string())?;
                let (head, body) = expected.request.split_at(expected.body_at);
                for piece in std::iter::once(head).chain(body.chunks(40)) {
                    connection.send(piece).await.map_err(|error| error.to_string())?;
                    sleep(Duration::from_millis(20)).await;
                }
                answered(&mut connection, expected).await
            };
            match sent.await {
                Ok(_) => self.count("sent slowly"),
                Err(why) => self.fault("sent slowly", why),
            }
        }
    }
}

/// Sends a request and compares the answer; whether the connection is to be closed.
pub async fn exchange(connection: &mut Connection, expected: &Expected) -> Result<bool, String> {
    connection.send(&expected.request).await.map_err(|error| error.to_string())?;
    answered(connection, expected).await
}

async fn answered(connection: &mut Connection, expected: &Expected) -> Result<bool, String> {
    let read = async {
        let Some(mut head) = connection.head().await? else { return Ok(None) };
        let body = connection.rest(&mut head).await?;
        Ok::<_, std::io::Error>(Some((head, body)))
    };
    let (head, body) = match timeout(PATIENCE, read).await {
        Ok(Ok(Some(answer))) => answer,
        Ok(Ok(None)) => return Err("closed without an answer".into()),
        Ok(Err(error)) => return Err(error.to_string()),
        Err(_) => return Err("no answer".into()),
    };
    let fits = head.status == expected.status
        && expected.body.iter().all(|part| body.contains(part))
        && (expected.body.is_empty() == body.is_empty());
    if fits { Ok(head.closes) } else { Err(format!("answered {} {body}", head.status)) }
}

/// A whole exchange on a connection of its own.
pub async fn whole(address: &str, request: &[u8]) -> Result<(u16, String), String> {
    let exchange = async {
        let mut connection = Connection::open(address).await?;
        connection.send(request).await?;
        match connection.head().await? {
            Some(mut head) => Ok(Some((head.status, connection.rest(&mut head).await?))),
            None => Ok::<_, std::io::Error>(None),
        }
    };
    exchange.await.map_err(|error| error.to_string())?.ok_or_else(|| String::from("closed without an answer"))
}

async fn told(address: &str, pause: Duration) -> Result<(), String> {
    let mut listening = Connection::open(address).await.map_err(|error| error.to_string())?;
    listening.send(&answers::listen()).await.map_err(|error| error.to_string())?;
    let head = listening.head().await.map_err(|error| error.to_string())?;
    let mut head = head.ok_or("closed without an answer")?;
    read_until(&mut listening, &mut head, "notifications/subscriptions/acknowledged").await?;
    sleep(pause).await;
    let mut other = Connection::open(address).await.map_err(|error| error.to_string())?;
    exchange(&mut other, &answers::change()).await?;
    read_until(&mut listening, &mut head, "notifications/tools/list_changed").await
}

/// Reads a stream up to a message that has this in it.
pub async fn read_until(connection: &mut Connection, head: &mut super::wire::Head, what: &str) -> Result<(), String> {
    loop {
        match connection.part(head).await.map_err(|error| error.to_string())? {
            Some(part) => {
                // The server sends an event in one chunk.
                let part = String::from_utf8_lossy(&part);
                messages::judge(&part);
                if part.contains(what) {
                    return Ok(());
                }
            }
            None => return Err(format!("the stream ended before {what}")),
        }
    }
}
