//! `harbour`: the server of `generated/` over HTTP, which also counts its tasks.
//!
//! In: lines on stdin; out: for each of them a line on stdout, how many tasks are alive. The rest is what the
//! server of `generated/` does: it says on stderr where it listens, and ends on SIGTERM.

#[path = "../../../generated/src/mcp/mod.rs"]
#[rustfmt::skip]
#[allow(dead_code, reason = "the client is not used here")]
mod mcp;
#[path = "../../../generated/src/tools.rs"]
mod tools;

use std::process::ExitCode;

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpListener;
use tokio::runtime::Handle;

#[tokio::main]
async fn main() -> ExitCode {
    let Some(address) = std::env::args().nth(1) else {
        eprintln!("usage: harbour ADDRESS");
        return ExitCode::FAILURE;
    };
    match serve(&address).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{address}: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn serve(address: &str) -> std::io::Result<()> {
    let listener = TcpListener::bind(address).await?;
    eprintln!("listening on http://{}/mcp", listener.local_addr()?);
    let counting = tokio::spawn(count());
    let served = mcp::serve_http(tools::Tools, listener).await;
    counting.abort();
    // The thread that waits for a line that will not come must not hold up the end.
    served.inspect(|()| std::process::exit(0))
}

/// Says how many tasks are alive, as often as it is asked.
async fn count() -> std::io::Result<()> {
    let mut asked = BufReader::new(tokio::io::stdin()).lines();
    let mut said = tokio::io::stdout();
    while asked.next_line().await?.is_some() {
        let alive = Handle::current().metrics().num_alive_tasks();
        said.write_all(format!("{alive}\n").as_bytes()).await?;
        said.flush().await?;
    }
    Ok(())
}
