//! The harbour on the wire: over a socket, over stdio and in process, by hand-made requests and by
//! the typed client.
#![allow(missing_docs, unreachable_pub, clippy::unwrap_used)]

#[path = "../src/mcp/mod.rs"]
mod mcp;
#[path = "../src/tools.rs"]
mod tools;

#[path = "../../tests/common/emitted.rs"]
mod emitted;

#[path = "wire/arguments.rs"]
mod arguments;
#[path = "wire/asks.rs"]
mod asks;
#[path = "wire/checked.rs"]
mod checked;
#[path = "wire/client.rs"]
mod client;
#[path = "wire/client_and_server.rs"]
mod client_and_server;
#[path = "wire/corpus.rs"]
mod corpus;
#[path = "wire/headers.rs"]
mod headers;
#[path = "wire/keys.rs"]
mod keys;
#[path = "wire/listening.rs"]
mod listening;
#[path = "wire/lists.rs"]
mod lists;
#[path = "wire/outputs.rs"]
mod outputs;
#[path = "wire/pages.rs"]
mod pages;
#[path = "wire/peer.rs"]
mod peer;
#[path = "wire/prompts.rs"]
mod prompts;
#[path = "wire/resources.rs"]
mod resources;
#[path = "wire/rounds.rs"]
mod rounds;
#[path = "wire/router.rs"]
mod router;
#[path = "wire/stdio.rs"]
mod stdio;
#[path = "wire/stdio_entries.rs"]
mod stdio_entries;
