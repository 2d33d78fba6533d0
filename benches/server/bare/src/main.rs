//! Answers every request with the bytes of a file: `bare FILE`.

use std::convert::Infallible;

use bytes::Bytes;
use tokio::net::TcpListener;

#[tokio::main]
async fn main() -> Result<Infallible, Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1).ok_or("usage: bare FILE")?;
    let answer = Bytes::from(std::fs::read(file)?);
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    eprintln!("listening on http://{}/mcp", listener.local_addr()?);
    Ok(bare::serve(listener, answer).await?)
}
