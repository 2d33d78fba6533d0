//! stdio: one message a line, on any pair of byte streams (STD-01 to STD-08, ENV-14).
//!
//! Requests run side by side; each line that is written is one whole message. A line that is no
//! message is answered and survived.

mod lines;
mod requests;
mod stdin;
mod stdout;

use std::convert::Infallible;
use std::future::{Future, pending};
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt as _};
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use super::authorization::Unauthenticated;
use super::cancellation::Cancellation;
use super::checks::table::Step;
use super::checks::{Notification, Passed, Refusal, Source, too_long};
use super::endpoint::Endpoint;
use super::principal::Principal;
use super::server::Server;
use super::termination::termination;
use lines::{Line, Lines};
use requests::Requests;

/// After the server was told to end: how long nothing may happen, neither a request come to its end nor
/// a message be taken by the reader, before the rest is given up.
const GRACE: Duration = Duration::from_secs(2);
/// Bytes on their way, or why there are none. All channels here carry this: a channel of another type is
/// another thousand lines to compile.
type Part = io::Result<Bytes>;

/// Messages that may wait to be written before requests wait for the reader.
const WAITING: usize = 64;

/// Serves on standard input and output until the input ends, nobody reads the output any more, or the
/// process is told to end (SIGINT, SIGTERM).
///
/// Both belong to the protocol (STD-02). On Unix they are taken for it: what anything in this process or a
/// process that it starts prints goes to standard error, and whoever else reads finds nothing. Elsewhere print
/// nothing; log to standard error.
///
/// # Errors
///
/// If input or output fails in another way.
pub async fn serve<S: Server>(server: S) -> io::Result<()> {
    let terminated = termination()?;
    serve_streams_until(server, stdin::open()?, stdout::open()?, terminated).await
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
    serve_streams_until(server, input, output, pending()).await
}

/// The same, until `shutdown` completes: that is as if the input had ended.
///
/// # Errors
///
/// If input or output fails in another way.
pub async fn serve_streams_until<S, R, W>(
    server: S,
    input: R,
    output: W,
    shutdown: impl Future<Output = ()>,
) -> io::Result<()>
where
    S: Server,
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    let endpoint = Arc::new(Endpoint::new(server));
    endpoint.ready()?;
    let principal = match &endpoint.authorization {
        Some(authorization) => Some(authorization.environment().await.map_err(|why| unauthenticated(&why))?),
        None => None,
    };
    let (outgoing, lines) = mpsc::channel(WAITING);
    let ending = endpoint.ending.clone();
    let mut writer = pin!(write(lines, output, ending.clone()));
    let told = async {
        shutdown.await;
        ending.cancel();
        pending::<Infallible>().await
    };
    tokio::select! {
        // Ends by itself only if the output fails, or is stuck when all is to end.
        written = &mut writer => return quiet(written),
        read = read(endpoint, principal, input, outgoing) => read?,
        never = told => match never {},
    }
    quiet(writer.await)
}

fn unauthenticated(why: &Unauthenticated) -> io::Error {
    io::Error::new(io::ErrorKind::PermissionDenied, format!("no credentials in the environment: {why}"))
}

/// A reader that has gone is an end like any other.
fn quiet(written: io::Result<()>) -> io::Result<()> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

/// Writes lines until there are no more. A reader that takes nothing is waited for, but not beyond the
/// end of the server.
async fn write<W: AsyncWrite + Unpin>(
    mut lines: mpsc::Receiver<Part>,
    mut output: W,
    ending: Cancellation,
) -> io::Result<()> {
    while let Some(Ok(line)) = lines.recv().await {
        let written = async {
            output.write_all(&line).await?;
            output.flush().await
        };
        let given_up = async {
            ending.cancelled().await;
            tokio::time::sleep(GRACE).await;
        };
        tokio::select! {
            written = written => written?,
            () = given_up => {
                tracing::warn!("messages were still unread when the time to finish ran out");
                return Ok(());
            }
        }
    }
    Ok(())
}

/// Reads messages to the end of the input or of the server, then lets the requests in progress finish.
async fn read<S: Server, R: AsyncRead + Unpin>(
    endpoint: Arc<Endpoint<S>>,
    principal: Option<Principal>,
    input: R,
    outgoing: mpsc::Sender<Part>,
) -> io::Result<()> {
    let limit = endpoint.contract.http.max_body_bytes;
    let mut lines = Lines::new(input, limit);
    let requests = Arc::new(Requests::default());
    let mut running = JoinSet::new();
    loop {
        let line = tokio::select! {
            line = lines.next() => line?,
            () = endpoint.ending.cancelled() => break,
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
        match endpoint.check(&message, Source::Stdio(&*requests), principal.as_ref()) {
            Ok(Passed::Request(call, metadata, principal)) => {
                let cx = endpoint.context(metadata, principal);
                requests.start(call, cx, &endpoint, &outgoing, &mut running);
            }
            Ok(Passed::Notification(Notification::Cancelled(key))) => requests.cancel(&key),
            Ok(Passed::Notification(Notification::Ignored)) => {}
            Err(refusal) => answer(&outgoing, &refusal).await,
        }
    }
    endpoint.ending.cancel();
    loop {
        match tokio::time::timeout(GRACE, running.join_next()).await {
            Ok(Some(_)) => {}
            Ok(None) => return Ok(()),
            Err(_) => {
                tracing::warn!("requests were still in progress when the time to finish ran out");
                return Ok(());
            }
        }
    }
}

/// Answers a message that was refused, unless it is a notification (ENV-08).
async fn answer(outgoing: &mpsc::Sender<Part>, refusal: &Refusal) {
    refusal.report();
    if let Some(body) = refusal.body().filter(|_| !refusal.notification) {
        // If nobody writes any more the whole server is about to end.
        let _ = outgoing.send(Ok(as_line(body))).await;
    }
}

/// A message as the line that is written.
fn as_line(mut message: String) -> Bytes {
    message.push('\n');
    Bytes::from(message)
}
