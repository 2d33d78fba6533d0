//! stdio: a message a line.

use std::io;

use tokio::io::{AsyncRead, AsyncWrite};

use super::server::Server;

/// Serves on standard input and output until the input ends.
///
/// # Errors
///
/// If input or output fails.
pub async fn serve<S: Server>(server: S) -> io::Result<()> {
    serve_streams(server, tokio::io::stdin(), tokio::io::stdout()).await
}

/// Serves on any pair of byte streams until the input ends.
///
/// # Errors
///
/// If input or output fails.
pub async fn serve_streams<S, R, W>(server: S, input: R, output: W) -> io::Result<()>
where
    S: Server,
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin,
{
    let _ = (server, input, output);
    Err(io::ErrorKind::Unsupported.into())
}
