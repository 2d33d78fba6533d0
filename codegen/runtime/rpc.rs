//! JSON-RPC answers as JSON text of one line (ENV-05 to ENV-07).

use super::json::push_escaped;

/// An error response. `id` is the JSON text of the request's id, kept as it came; without it the
/// member is left out, never null (ENV-06). `data` is JSON text.
pub(super) fn error(id: Option<&str>, code: i64, message: &str, data: Option<&str>) -> String {
    let mut text = String::with_capacity(96 + message.len() + data.map_or(0, str::len));
    text.push_str(r#"{"jsonrpc":"2.0","#);
    if let Some(id) = id {
        text.push_str(r#""id":"#);
        text.push_str(id);
        text.push(',');
    }
    text.push_str(r#""error":{"code":"#);
    text.push_str(&code.to_string());
    text.push_str(r#","message":"#);
    push_escaped(&mut text, message);
    if let Some(data) = data {
        text.push_str(r#","data":"#);
        text.push_str(data);
    }
    text.push_str("}}");
    one_line(text)
}

/// What comes before the result in a response with this id.
#[inline]
pub(super) fn before_result(id: &str, put: &mut impl FnMut(&str)) {
    put(r#"{"jsonrpc":"2.0","id":"#);
    put(id);
    put(r#","result":"#);
}

/// A result response. `parts`, one after the other, are the JSON text of the result.
pub(super) fn result(id: &str, parts: &[&str]) -> String {
    const AROUND: usize = r#"{"jsonrpc":"2.0","id":,"result":}"#.len();
    let length: usize = parts.iter().map(|part| part.len()).sum();
    let mut text = String::with_capacity(AROUND + id.len() + length);
    before_result(id, &mut |part| text.push_str(part));
    for part in parts {
        text.push_str(part);
    }
    text.push('}');
    one_line(text)
}

/// JSON text on one line (STD-01). A line break cannot stand inside of a JSON string, so one that is
/// there is whitespace between tokens, from JSON text that the application brought.
pub(super) fn one_line(text: String) -> String {
    if !text.contains('\n') && !text.contains('\r') {
        return text;
    }
    text.chars().map(|char| if matches!(char, '\n' | '\r') { ' ' } else { char }).collect()
}
