//! The generated server on a port of the system's choice.

use tokio::net::TcpListener;
use weather::{Tools, mcp};

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    eprintln!("listening on http://{}/mcp", listener.local_addr()?);
    mcp::serve_http(Tools, listener).await
}
