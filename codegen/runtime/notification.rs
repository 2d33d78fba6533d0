//! The notifications that a server sends, as JSON text of one line.

use super::json::{push_escaped, push_number};
use super::metadata::LogLevel;

/// `notifications/progress` (PRG-03). `token` is the JSON text of the caller's token.
pub(super) fn progress(token: &str, progress: f64, total: Option<f64>, message: Option<&str>) -> String {
    let mut text = String::from(r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"#);
    text.push_str(token);
    text.push_str(r#","progress":"#);
    push_number(&mut text, progress);
    if let Some(total) = total {
        text.push_str(r#","total":"#);
        push_number(&mut text, total);
    }
    if let Some(message) = message {
        text.push_str(r#","message":"#);
        push_escaped(&mut text, message);
    }
    text.push_str("}}");
    text
}

/// `notifications/message` (LOG-03). `data` is JSON text.
pub(super) fn message(level: LogLevel, logger: Option<&str>, data: &str) -> String {
    let mut text = String::from(r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":""#);
    text.push_str(level.name());
    text.push('"');
    if let Some(logger) = logger {
        text.push_str(r#","logger":"#);
        push_escaped(&mut text, logger);
    }
    text.push_str(r#","data":"#);
    text.push_str(data);
    text.push_str("}}");
    text
}
