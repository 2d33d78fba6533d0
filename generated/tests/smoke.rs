//! Calls a tool of the built server through the typed client, over stdio. All of them are called in `wire`.
#![allow(missing_docs, clippy::unwrap_used)]

#[path = "../src/mcp/mod.rs"]
mod mcp;

use mcp::Client;
use tokio::process::Command;

#[tokio::test]
async fn about_harbour() {
    let client = Client::stdio(Command::new(env!("CARGO_BIN_EXE_harbour"))).unwrap();
    assert_eq!(client.about_harbour(mcp::AboutHarbourArgs {}).await.unwrap().name, "Ebbholm");
}
