//! A server as a child process: one line a message on its stdin and stdout.
//!
//! Always holds: answers find their request by id, in any order (STD-04); a line that is no message
//! is reported and skipped, later ones still count; the child does not outlive this value.

use std::collections::HashMap;
use std::io;
use std::process::Stdio as Pipe;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde::Deserialize;
use serde_json::value::RawValue;
use tokio::io::{AsyncBufRead, AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::process::{Child, ChildStdin, Command};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::error::Error;
use super::http::method_and_id;
use super::report;
use super::transport::{Exchange, Incoming, Outgoing, Transport};

/// A line longer than this is skipped while nobody knows whose it is.
const MAX_LINE_BYTES: usize = 64 << 20;

/// Where a request waits: the answer, and the notifications before it.
type Waiting = mpsc::UnboundedSender<Arrival>;

enum Arrival {
    Answer(String),
    Notification(String),
}

/// A child process that serves MCP on its stdin and stdout.
#[derive(Debug)]
pub struct Stdio {
    child: Child,
    lines: mpsc::UnboundedSender<String>,
    waiting: Arc<Mutex<HashMap<u64, Waiting>>>,
    ended: watch::Receiver<bool>,
    tasks: [JoinHandle<()>; 2],
}

impl Stdio {
    /// Starts the child. Its stderr stays where `command` puts it: it is for logs (STD-03).
    ///
    /// # Errors
    /// What the system says when the program cannot be started.
    pub fn spawn(mut command: Command) -> io::Result<Self> {
        let mut child = command.stdin(Pipe::piped()).stdout(Pipe::piped()).kill_on_drop(true).spawn()?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("the child has no stdin or stdout"));
        };
        let waiting: Arc<Mutex<HashMap<u64, Waiting>>> = Arc::default();
        let (lines, to_write) = mpsc::unbounded_channel();
        let (end, ended) = watch::channel(false);
        let tasks = [
            tokio::spawn(write_lines(stdin, to_write)),
            tokio::spawn(read_lines(BufReader::new(stdout), Arc::clone(&waiting), end)),
        ];
        Ok(Self { child, lines, waiting, ended, tasks })
    }

    /// Ends the child: closes its stdin, waits for it to exit, kills it after `grace` (STD-07).
    ///
    /// # Errors
    /// What the system says when the child can be neither waited for nor killed.
    pub async fn close(self, grace: Duration) -> io::Result<std::process::ExitStatus> {
        let Self { mut child, lines, tasks: [writer, _], .. } = self;
        drop(lines);
        // The writer owns stdin: when it ends, stdin is closed.
        let exit = async {
            let _ = writer.await;
            child.wait().await
        };
        if let Ok(status) = timeout(grace, exit).await {
            return status;
        }
        child.kill().await?;
        child.wait().await
    }
}

impl Transport for Stdio {
    async fn exchange(&self, outgoing: Outgoing, exchange: Exchange<'_>) -> Result<Incoming, Error> {
        let gone = || Error::transport("the server process has ended");
        let (waiting, mut arrivals) = mpsc::unbounded_channel();
        lock(&self.waiting).insert(outgoing.id, waiting);
        let mut pending = Pending { stdio: self, id: outgoing.id, answered: false };
        if *self.ended.borrow() {
            return Err(gone());
        }
        self.lines.send(outgoing.body).map_err(|_| gone())?;
        while let Some(arrival) = arrivals.recv().await {
            match arrival {
                Arrival::Notification(message) => (exchange.notification)(&message),
                Arrival::Answer(message) => {
                    pending.answered = true;
                    if message.len() > exchange.max_message_bytes {
                        let limit = exchange.max_message_bytes;
                        return Err(Error::invalid(format!("a message of more than {limit} bytes")));
                    }
                    return Ok(Incoming { message, status: None });
                }
            }
        }
        pending.answered = true;
        Err(gone())
    }
}

/// A request in flight. Dropped before its answer, it is cancelled (CAN-01, STD-06).
struct Pending<'a> {
    stdio: &'a Stdio,
    id: u64,
    answered: bool,
}

impl Drop for Pending<'_> {
    fn drop(&mut self) {
        lock(&self.stdio.waiting).remove(&self.id);
        if !self.answered {
            let id = self.id;
            let cancelled =
                format!(r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#);
            // If the child is gone there is nobody to tell.
            let _ = self.stdio.lines.send(cancelled);
        }
    }
}

fn lock(waiting: &Mutex<HashMap<u64, Waiting>>) -> std::sync::MutexGuard<'_, HashMap<u64, Waiting>> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn write_lines(mut stdin: ChildStdin, mut lines: mpsc::UnboundedReceiver<String>) {
    while let Some(mut line) = lines.recv().await {
        line.push('\n');
        if stdin.write_all(line.as_bytes()).await.is_err() || stdin.flush().await.is_err() {
            return;
        }
    }
}

async fn read_lines(
    mut stdout: impl AsyncBufRead + Unpin,
    waiting: Arc<Mutex<HashMap<u64, Waiting>>>,
    end: watch::Sender<bool>,
) {
    let mut line = Vec::new();
    while let Ok(more) = read_line(&mut stdout, &mut line).await {
        if !line.is_empty() {
            dispatch(&line, &waiting);
            line.clear();
        }
        if !more {
            break;
        }
    }
    // In this order: who asks now is told, who waits already is woken.
    let _ = end.send(true);
    lock(&waiting).clear();
}

/// Reads up to the next LF, which it leaves out; `false` at the end of the stream. A line beyond
/// the limit is read and forgotten.
async fn read_line(input: &mut (impl AsyncBufRead + Unpin), line: &mut Vec<u8>) -> io::Result<bool> {
    let mut too_long = false;
    loop {
        let available = input.fill_buf().await?;
        if available.is_empty() {
            return Ok(false);
        }
        let end = available.iter().position(|byte| *byte == b'\n');
        let (part, used) =
            end.map_or((available, available.len()), |end| (available.get(..end).unwrap_or_default(), end + 1));
        if line.len() + part.len() > MAX_LINE_BYTES {
            too_long = true;
            line.clear();
        }
        if !too_long {
            line.extend_from_slice(part);
        }
        input.consume(used);
        if end.is_some() {
            if too_long {
                report("a line is too long");
            }
            return Ok(true);
        }
    }
}

#[derive(Deserialize)]
struct Answer<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
}

fn dispatch(line: &[u8], waiting: &Mutex<HashMap<u64, Waiting>>) {
    let Ok(line) = std::str::from_utf8(line) else { return report("a line is not UTF-8") };
    let line = line.trim_end_matches('\r');
    if line.trim().is_empty() {
        return;
    }
    let Ok(Answer { id }) = serde_json::from_str(line) else { return report("a line is not a JSON-RPC message") };
    match method_and_id(line) {
        (Some(_), true) => report("the server sent a request"),
        // What belongs to no request of its own is shown to all that wait: the one that knows the
        // progress token or the subscription takes it.
        (Some(_), false) => {
            for waiting in lock(waiting).values() {
                let _ = waiting.send(Arrival::Notification(line.to_owned()));
            }
        }
        (None, _) => {
            let id = id.and_then(|id| id.get().parse().ok());
            match id.and_then(|id: u64| lock(waiting).remove(&id)) {
                // An answer that comes after its request was given up is dropped (CAN-03).
                Some(waiting) => drop(waiting.send(Arrival::Answer(line.to_owned()))),
                None => report("an answer belongs to no request"),
            }
        }
    }
}
