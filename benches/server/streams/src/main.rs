//! `streams ADDRESS COUNT PID`: opens that many `subscriptions/listen` streams, waits for the
//! acknowledgement of each, and prints what each added to the memory of the process that serves them.

use std::error::Error;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// Streams that are open before the first reading: what is made once is not counted.
const FIRST: usize = 100;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [address, count, pid] = &arguments[..] else { return Err("usage: streams ADDRESS COUNT PID".into()) };
    let count: usize = count.parse()?;
    let mut open = Vec::new();
    while open.len() < FIRST {
        open.push(listen(address).await?);
    }
    let before = resident_kib(pid)?;
    while open.len() < FIRST + count {
        open.push(listen(address).await?);
    }
    let after = resident_kib(pid)?;
    let each = (after as f64 - before as f64) / count as f64;
    println!("{count} listen streams: {each:.1} KiB each ({before} KiB before, {after} KiB after)");
    Ok(())
}

/// Opens one stream and reads up to its acknowledgement.
async fn listen(address: &str) -> Result<TcpStream, Box<dyn Error>> {
    let body = r#"{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#;
    let mut stream = TcpStream::connect(address).await?;
    let request = format!(
        "POST /mcp HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n\
         MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: subscriptions/listen\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await?;
    let mut read = Vec::new();
    let mut part = [0; 2048];
    // The whole event, so that the server has nothing left to write.
    while !contains(&read, b"subscriptions/acknowledged") || !contains(&read, b"\n\n\r\n") {
        match stream.read(&mut part).await? {
            0 => return Err(format!("the stream ended: {}", String::from_utf8_lossy(&read)).into()),
            length => read.extend_from_slice(&part[..length]),
        }
    }
    Ok(stream)
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|window| window == part)
}

/// `VmRSS` of a process.
fn resident_kib(pid: &str) -> Result<u64, Box<dyn Error>> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("no VmRSS")?;
    Ok(line.trim_end_matches("kB").trim().parse()?)
}
