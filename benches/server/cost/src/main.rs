//! `cost SERVER CALLS`: serves that many calls of one client on one thread, and ends.
//!
//! The instructions of a call are what a second thousand of them costs, counted by callgrind: `../run cost`.
//! Nothing but the server differs between two servers, and no clock is read, so that the figures are the
//! same on a busy machine.

use std::io::{Error, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::thread;

use tokio::net::TcpListener;
use weather::{Tools, mcp};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

const BODY: &str = include_str!("../../request.json").trim_ascii_end();

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let usage = "usage: cost bare|json|events|progress CALLS";
    let (Some(server), Some(calls)) = (arguments.next(), arguments.next()) else { return Err(usage.into()) };
    let calls: usize = calls.parse()?;
    let mode = if server == "bare" { "json" } else { &*server };
    let (request, end): (_, &[u8]) = match mode {
        "json" => (request("application/json, text/event-stream", BODY), b"}}}"),
        "events" => (request("text/event-stream", BODY), b"0\r\n\r\n"),
        "progress" => {
            let body = BODY.replace("\"_meta\":{", "\"_meta\":{\"progressToken\":1,");
            (request("application/json, text/event-stream", &body), b"0\r\n\r\n")
        }
        _ => return Err(usage.into()),
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0"))?;
    let address = listener.local_addr()?;
    if server == "bare" {
        // What the generated server answers, byte for byte, but for its head.
        let answer = include_bytes!("../answer.json").trim_ascii_end();
        drop(runtime.spawn(bare::serve(listener, answer.into())));
    } else {
        drop(runtime.spawn(mcp::serve_http(Tools, listener)));
    }
    let (done, client_is_done) = tokio::sync::oneshot::channel();
    let client = thread::spawn(move || {
        let answered = call(address, request.as_bytes(), end, calls);
        let _ = done.send(());
        answered
    });
    runtime.block_on(client_is_done)?;
    client.join().map_err(|_| "the client panicked")??;
    Ok(())
}

fn request(accept: &str, body: &str) -> String {
    format!(
        "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nContent-Length: {}\r\nContent-Type: application/json\r\n\
         Accept: {accept}\r\nMCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: get_weather\r\n\
         Mcp-Param-Region: Portugal\r\n\r\n{body}",
        body.len()
    )
}

/// Calls one after the other. An answer is read whole when it ends as it must.
fn call(address: SocketAddr, request: &[u8], end: &[u8], calls: usize) -> std::io::Result<()> {
    let mut stream = TcpStream::connect(address)?;
    let mut buffer = vec![0; 1 << 16];
    for _ in 0..calls {
        stream.write_all(request)?;
        let mut filled = 0;
        while !buffer[..filled].ends_with(end) {
            match stream.read(&mut buffer[filled..])? {
                0 => return Err(Error::other("the server hung up")),
                read => filled += read,
            }
        }
        if !buffer.starts_with(b"HTTP/1.1 200 OK\r\n") {
            return Err(Error::other(String::from_utf8_lossy(&buffer[..filled])));
        }
    }
    Ok(())
}
