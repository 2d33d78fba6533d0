//! What is told of each request to whatever collects `tracing`: one span, with how it ended.
//!
//! Comes in: a call, and the text of its answer. Goes out: a span `mcp_request` with `method`, `name`,
//! `traceparent`, `outcome`, `code` and `duration_us`. Always holds: a name is one of the contract's own,
//! so that no argument, URI, token or state of a caller is in it; where nobody collects, nothing is
//! measured or read.

use std::time::Instant;

use tracing::Span;
use tracing::field::Empty;

use super::contract::Contract;
use super::json;
use super::operation::Call;

/// A request that is being carried out. Dropped before its answer, it was cancelled.
#[derive(Debug)]
pub(super) struct Observed {
    pub(super) span: Span,
    /// `None` where nobody looks.
    since: Option<Instant>,
}

impl Observed {
    pub(super) fn begin(call: &Call, traceparent: Option<&str>, contract: &Contract) -> Self {
        let span = tracing::info_span!(
            "mcp_request",
            method = call.operation.method(),
            name = call.operation.declared_name(contract),
            traceparent,
            outcome = Empty,
            code = Empty,
            duration_us = Empty,
        );
        let since = (!span.is_disabled()).then(Instant::now);
        Self { span, since }
    }

    /// The request was answered with this message.
    pub(super) fn end(mut self, answer: &str) {
        if self.since.is_none() {
            return;
        }
        let code = json::at(answer, &["error", "code"]).and_then(|code| code.parse::<i64>().ok());
        let outcome = match json::at(answer, &["result", "resultType"]) {
            _ if code.is_some() => "error",
            Some("\"input_required\"") => "input_required",
            _ if json::at(answer, &["result", "isError"]) == Some("true") => "tool_error",
            _ => "complete",
        };
        if let Some(code) = code {
            self.span.record("code", code);
        }
        self.record(outcome);
    }

    fn record(&mut self, outcome: &'static str) {
        if let Some(since) = self.since.take() {
            let duration_us = u64::try_from(since.elapsed().as_micros()).unwrap_or(u64::MAX);
            self.span.record("outcome", outcome);
            self.span.record("duration_us", duration_us);
            tracing::debug!(parent: &self.span, outcome, duration_us, "answered");
        }
    }
}

impl Drop for Observed {
    fn drop(&mut self) {
        self.record("cancelled");
    }
}
