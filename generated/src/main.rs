//! The harbour server: over stdio, or over Streamable HTTP with `--http ADDRESS`.
//!
//! The protocol is in `mcp`, which `mcp-codegen generate` writes from `mcp.toml`; what the tools do
//! is in `tools`.

mod mcp;
mod tools;

use std::process::ExitCode;

use tokio::net::TcpListener;
use tools::Tools;

const USAGE: &str = "usage: harbour [--http ADDRESS]   (such as 127.0.0.1:8080; without it, stdio)";

#[tokio::main]
async fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let served = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => stdio().await,
        ["--http", address] => http(address).await,
        _ => Err(USAGE.to_owned()),
    };
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Never to stdout: over stdio it carries messages and nothing else.
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Serves one client, until it closes its end.
async fn stdio() -> Result<(), String> {
    mcp::serve_stdio(Tools).await.map_err(|error| format!("stdio: {error}"))
}

/// Serves any number of clients, until ctrl-c or SIGTERM; requests under way are finished first.
async fn http(address: &str) -> Result<(), String> {
    let listener = TcpListener::bind(address).await.map_err(|error| format!("cannot listen on {address}: {error}"))?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    eprintln!("listening on http://{address}/mcp");
    mcp::serve_http(Tools, listener).await.map_err(|error| format!("http: {error}"))
}
