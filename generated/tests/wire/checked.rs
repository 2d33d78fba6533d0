//! A transport between the typed client and the server that holds every message against the schema.

use serde_json::Value;

use super::emitted::assert_legal_text;
use super::mcp::runtime::client::Error;
use super::mcp::runtime::client::transport::{Exchange, Incoming, Outgoing, Transport};

/// Any transport, with a look at what comes back.
#[derive(Debug)]
pub struct Checked<T>(pub T);

impl<T: Transport> Transport for Checked<T> {
    async fn exchange(&self, outgoing: Outgoing, exchange: Exchange<'_>) -> Result<Incoming, Error> {
        let sent: Value = serde_json::from_str(&outgoing.body).unwrap();
        let passed_on = exchange.notification;
        let look = |notification: &str| {
            assert_legal_text(None, notification);
            passed_on(notification);
        };
        let incoming = self.0.exchange(outgoing, Exchange { notification: &look, ..exchange }).await?;
        assert_legal_text(sent["method"].as_str(), &incoming.message);
        Ok(incoming)
    }
}
