//! stdio: one message a line, on any pair of byte streams (STD-01 to STD-08, ENV-14).
//!
//! Requests run side by side; each line that is written is one whole message. A line that is no
//! message is answered and survived.

mod lines;
mod requests;
mod stdin;

use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt as _};
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use super::checks::table::Step;
use super::checks::{Notification, Passed, Refusal, Source, too_long};
use super::endpoint::Endpoint;
use super::server::Server;
use super::termination::termination;
use lines::{Line, Lines};
use requests::Requests;

/// How long requests in progress may take to end after the input has ended.
const GRACE: Duration = Duration::from_secs(2);
/// Messages that may wait to be written before requests wait for the reader.
const WAITING: usize = 64;

/// Serves on standard input and output until the input ends, nobody reads the output any more, or the
/// process is told to end (SIGINT, SIGTERM).
///
/// Standard output belongs to the protocol (STD-02): log to standard error.
///
/// # Errors
///
/// If input or output fails in another way.
pub async fn serve<S: Server>(server: S) -> io::Result<()> {
    let terminated = termination()?;
    tokio::select! {
        outcome = serve_streams(server, stdin::open(), tokio::io::stdout()) => outcome,
        () = terminated => Ok(()),
    }
}

/// Serves on any pair of byte streams until the input ends or nobody reads the output any more.
///
/// # Errors
///
/// If input or output fails in another way.
pub async fn serve_streams<S, R, W>(server: S, input: R, output: W) -> io::Result<()>
where
    S: Server,
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    let endpoint = Arc::new(Endpoint::new(server));
    let (outgoing, lines) = mpsc::channel(WAITING);
    let mut writer = pin!(write(lines, output));
    tokio::select! {
        // Ends by itself only if the output fails.
        written = &mut writer => return quiet(written),
        read = read(endpoint, input, outgoing) => read?,
    }
    quiet(writer.await)
}

/// A reader that has gone is an end like any other.
fn quiet(written: io::Result<()>) -> io::Result<()> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

async fn write<W: AsyncWrite + Unpin>(mut lines: mpsc::Receiver<String>, mut output: W) -> io::Result<()> {
    while let Some(mut line) = lines.recv().await {
        line.push('\n');
        output.write_all(line.as_bytes()).await?;
        output.flush().await?;
    }
    Ok(())
}

/// Reads messages to the end of the input, then lets the requests in progress finish.
async fn read<S: Server, R: AsyncRead + Unpin>(
    endpoint: Arc<Endpoint<S>>,
    input: R,
    outgoing: mpsc::Sender<String>,
) -> io::Result<()> {
    let limit = endpoint.contract.http.max_body_bytes;
    let mut lines = Lines::new(input, limit);
    let requests = Arc::new(Requests::default());
    let mut running = JoinSet::new();
    loop {
        let line = tokio::select! {
            line = lines.next() => line?,
            Some(_) = running.join_next() => continue,
        };
        let message = match line {
            None => break,
            Some(Line::TooLong) => {
                answer(&outgoing, &Refusal::of(Step::Length, too_long(limit))).await;
                continue;
            }
            Some(Line::Message(message)) => Bytes::from(message),
        };
        match endpoint.check(&message, Source::Stdio(&*requests)) {
            Ok(Passed::Request(call)) => {
                requests.start(call, &endpoint, &outgoing, &mut running);
            }
            Ok(Passed::Notification(Notification::Cancelled(key))) => requests.cancel(&key),
            Ok(Passed::Notification(Notification::Ignored)) => {}
            Err(refusal) => answer(&outgoing, &refusal).await,
        }
    }
    endpoint.ending.cancel();
    let drained = async { while running.join_next().await.is_some() {} };
    if tokio::time::timeout(GRACE, drained).await.is_err() {
        tracing::warn!("requests were still in progress when the time to finish ran out");
    }
    Ok(())
}

/// Answers a message that was refused, unless it is a notification (ENV-08).
async fn answer(outgoing: &mpsc::Sender<String>, refusal: &Refusal) {
    if let Some(body) = refusal.body().filter(|_| !refusal.notification) {
        // If nobody writes any more the whole server is about to end.
        let _ = outgoing.send(body).await;
    }
}
