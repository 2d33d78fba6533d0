//! What a client says of itself, and how long and how much it takes.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde_json::{Map, Value};

/// `Implementation`: who the client is (REQ-03).
#[derive(Clone, Debug, Serialize)]
pub struct ClientInfo {
    /// Name.
    pub name: String,
    /// Version.
    pub version: String,
}

/// How a client behaves. All of it holds for each call.
#[derive(Clone)]
pub struct Settings {
    /// The longest time for one call, retries included (CAN-05); of a call that asks for input, for each
    /// round without the time that answers take. At first 30 seconds.
    pub timeout: Duration,
    /// Most bytes of one message that are read. At first 64 MiB.
    pub max_message_bytes: usize,
    /// Who the client is; `None` sends nothing (REQ-03).
    pub client_info: Option<ClientInfo>,
    /// `ClientCapabilities`: what this client can do for a server. At first nothing (REQ-02).
    pub capabilities: Map<String, Value>,
    /// How often a call may come back and ask for input before it is given up. At first 16.
    pub max_rounds: usize,
    /// Takes each notification that arrives before an answer: one message as JSON text.
    pub notification: Arc<dyn Fn(&str) + Send + Sync>,
}

impl Settings {
    /// The settings that a client of this name and version begins with.
    #[must_use]
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self {
            timeout: Duration::from_secs(30),
            max_message_bytes: 64 << 20,
            client_info: Some(ClientInfo { name: name.into(), version: version.into() }),
            capabilities: Map::new(),
            max_rounds: 16,
            notification: Arc::new(|_| ()),
        }
    }
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settings")
            .field("timeout", &self.timeout)
            .field("max_message_bytes", &self.max_message_bytes)
            .field("client_info", &self.client_info)
            .field("capabilities", &self.capabilities)
            .field("max_rounds", &self.max_rounds)
            .finish_non_exhaustive()
    }
}
