//! The header fields of a request, made from its final body and nothing else (HDR-25).
//!
//! [`Http`](super::http::Http) calls this just before the socket: a typed call, a call by name, a
//! retry, none can leave without them.

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::Value;

use super::super::contract::HeaderKind;
use super::bindings::Bindings;
use super::error::Error;

#[derive(Deserialize)]
struct Message<'a> {
    #[serde(borrow)]
    method: Cow<'a, str>,
    params: Value,
}

/// Name and value of each field, in the order in which they are sent.
pub(super) fn mirror(body: &str, bindings: &Bindings) -> Result<Vec<(String, String)>, Error> {
    let message: Message<'_> =
        serde_json::from_str(body).map_err(|error| Error::Unsendable(format!("not a request: {error}")))?;
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let version = message.params.pointer("/_meta/io.modelcontextprotocol~1protocolVersion").and_then(text);
    let version = version.ok_or_else(|| Error::Unsendable("the request states no protocol version".to_owned()))?;
    let mut fields = vec![
        ("MCP-Protocol-Version".to_owned(), version),
        ("Mcp-Method".to_owned(), message.method.clone().into_owned()),
    ];
    let name =
        bindings.name_member(&message.method).and_then(|member| message.params.get(member)).and_then(Value::as_str);
    if let Some(name) = name {
        fields.push(("Mcp-Name".to_owned(), encode_text(name).into_owned()));
    }
    if message.method == "tools/call"
        && let (Some(name), Some(arguments)) = (name, message.params.get("arguments"))
    {
        for binding in bindings.of_tool(name) {
            let value = binding.path.iter().try_fold(arguments, |value, member| value.as_object()?.get(member));
            let Some(value) = value else { continue };
            let encoded = encode_argument(value, binding.kind)
                .map_err(|fault| Error::Unsendable(format!("/{}: {fault}", binding.path.join("/"))))?;
            if let Some(encoded) = encoded {
                fields.push((binding.header, encoded));
            }
        }
    }
    Ok(fields)
}

/// Largest integer that every JSON reader keeps exactly: 2^53 - 1 (HDR-17).
const MAX_SAFE_INTEGER: i64 = (1 << 53) - 1;

/// A text as a field value: as it is where it may stand so, otherwise in the Base64 form (HDR-28, HDR-29).
fn encode_text(text: &str) -> Cow<'_, str> {
    let legal = text.bytes().all(|byte| matches!(byte, b' '..=b'~')) && !text.starts_with(' ') && !text.ends_with(' ');
    let looks_encoded = text.starts_with("=?base64?") && text.ends_with("?=");
    if legal && !looks_encoded {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(format!("=?base64?{}?=", STANDARD.encode(text)))
    }
}

/// An argument as a field value; `None` for null, which is not mirrored (HDR-26).
fn encode_argument(value: &Value, kind: HeaderKind) -> Result<Option<String>, String> {
    match (kind, value) {
        (_, Value::Null) => Ok(None),
        (HeaderKind::String, Value::String(text)) => Ok(Some(encode_text(text).into_owned())),
        (HeaderKind::Boolean, Value::Bool(flag)) => Ok(Some(flag.to_string())),
        (HeaderKind::Integer, Value::Number(number)) => match safe_integer(number) {
            Some(integer) => Ok(Some(integer.to_string())),
            None => Err(format!("{number} cannot be mirrored: only integers up to 2^53 - 1 can")),
        },
        (kind, _) => Err(format!("a value of type {kind:?} was expected").to_lowercase()),
    }
}

fn safe_integer(number: &serde_json::Number) -> Option<i64> {
    let integer = if let Some(integer) = number.as_i64() {
        integer
    } else {
        let float = number.as_f64().filter(|float| float.fract() == 0.0)?;
        #[allow(clippy::cast_possible_truncation, reason = "no fraction, and what saturates is out of range")]
        let integer = float as i64;
        integer
    };
    (-MAX_SAFE_INTEGER..=MAX_SAFE_INTEGER).contains(&integer).then_some(integer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn hdr_28_29_texts_travel_plain_or_as_base64() {
        for (text, field) in [
            ("north quay 4", "north quay 4"),
            ("", ""),
            (" ", "=?base64?IA==?="),
            (" edge", "=?base64?IGVkZ2U=?="),
            ("edge ", "=?base64?ZWRnZSA=?="),
            ("a\tb", "=?base64?YQli?="),
            ("a\u{7f}b", "=?base64?YX9i?="),
            ("\0", "=?base64?AA==?="),
            ("x\r\nEvil: 1", "=?base64?eA0KRXZpbDogMQ==?="),
            ("e\u{301}", "=?base64?ZcyB?="),
            ("\u{feff}x", "=?base64?77u/eA==?="),
            ("=?base64??=", "=?base64?PT9iYXNlNjQ/Pz0=?="),
            ("=?base64?=", "=?base64?PT9iYXNlNjQ/PQ==?="),
            ("=?BASE64?YQ==?=", "=?BASE64?YQ==?="),
            ("=?base64?YQ==", "=?base64?YQ=="),
            ("a,b; c=\"d\"", "a,b; c=\"d\""),
        ] {
            assert_eq!(encode_text(text), field, "{text:?}");
        }
    }

    #[test]
    fn hdr_17_27_integers_are_decimal_and_safe() {
        for (text, field) in [
            ("42", Some("42")),
            ("-7", Some("-7")),
            ("42.0", Some("42")),
            ("1e2", Some("100")),
            ("-0", Some("0")),
            ("-0.0", Some("0")),
            ("9007199254740991", Some("9007199254740991")),
            ("-9007199254740991", Some("-9007199254740991")),
            ("9007199254740992", None),
            ("-9007199254740992", None),
            ("18446744073709551615", None),
            ("1e300", None),
            ("42.5", None),
            ("\"42\"", None),
            ("true", None),
        ] {
            let value: Value = serde_json::from_str(text).unwrap_or_default();
            assert_eq!(encode_argument(&value, HeaderKind::Integer).ok().flatten().as_deref(), field, "{text}");
        }
    }

    #[test]
    fn hdr_26_null_is_not_mirrored() {
        for kind in [HeaderKind::String, HeaderKind::Integer, HeaderKind::Boolean] {
            assert_eq!(encode_argument(&Value::Null, kind), Ok(None));
        }
        assert_eq!(encode_argument(&json!(false), HeaderKind::Boolean), Ok(Some("false".to_owned())));
        assert!(encode_argument(&json!(1), HeaderKind::String).is_err());
    }
}
