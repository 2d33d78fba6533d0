//! The header fields of a request, made from its final body and nothing else (HDR-25).
//!
//! [`Http`](super::http::Http) calls this just before the socket: a typed call, a call by name, a
//! retry, none can leave without them.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::Value;

use super::super::headers;
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
        (headers::PROTOCOL_VERSION.to_owned(), version),
        (headers::METHOD.to_owned(), message.method.clone().into_owned()),
    ];
    let name =
        bindings.name_member(&message.method).and_then(|member| message.params.get(member)).and_then(Value::as_str);
    if let Some(name) = name {
        fields.push((headers::NAME.to_owned(), headers::encode_text(name).into_owned()));
    }
    if message.method == "tools/call"
        && let (Some(name), Some(arguments)) = (name, message.params.get("arguments"))
    {
        for binding in bindings.of_tool(name) {
            let value = binding.path.iter().try_fold(arguments, |value, member| value.as_object()?.get(member));
            let Some(value) = value else { continue };
            let encoded = headers::encode_argument(value, binding.kind)
                .map_err(|fault| Error::Unsendable(format!("/{}: {fault}", binding.path.join("/"))))?;
            if let Some(encoded) = encoded {
                fields.push((binding.header, encoded));
            }
        }
    }
    Ok(fields)
}
