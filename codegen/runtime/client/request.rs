//! The body of a request: one line of JSON with its metadata (REQ-01 to REQ-03).

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::super::serialize;
use super::error::Error;
use super::settings::ClientInfo;

/// The members of `params`, `_meta` aside.
pub(super) type Params = BTreeMap<&'static str, Box<RawValue>>;

#[derive(Serialize)]
struct Request<'a> {
    jsonrpc: &'static str,
    id: u64,
    method: &'a str,
    params: BTreeMap<&'static str, &'a RawValue>,
}

#[derive(Serialize)]
struct Meta<'a> {
    #[serde(rename = "io.modelcontextprotocol/protocolVersion")]
    protocol_version: &'a str,
    #[serde(rename = "io.modelcontextprotocol/clientInfo", skip_serializing_if = "Option::is_none")]
    client_info: Option<&'a ClientInfo>,
    #[serde(rename = "io.modelcontextprotocol/clientCapabilities")]
    client_capabilities: &'a Map<String, Value>,
}

/// The JSON text of a request.
pub(super) fn body(
    id: u64,
    method: &str,
    params: &Params,
    version: &str,
    client_info: Option<&ClientInfo>,
    client_capabilities: &Map<String, Value>,
) -> Result<String, Error> {
    let meta = raw(&Meta { protocol_version: version, client_info, client_capabilities })?;
    let mut members: BTreeMap<&'static str, &RawValue> = params.iter().map(|(name, value)| (*name, &**value)).collect();
    members.insert("_meta", &meta);
    let text = serde_json::to_string(&Request { jsonrpc: "2.0", id, method, params: members })
        .map_err(|error| Error::Unsendable(error.to_string()))?;
    // Raw members keep the blanks of their text; in JSON a line break is either a blank or escaped (STD-01).
    Ok(if text.contains(['\n', '\r']) { text.replace(['\n', '\r'], " ") } else { text })
}

/// A value as JSON text. Numbers that JSON has not are refused; `null` would mean something else.
pub(super) fn raw(value: &(impl Serialize + ?Sized)) -> Result<Box<RawValue>, Error> {
    let text = serialize::to_json(value).map_err(|error| Error::Unsendable(error.to_string()))?;
    RawValue::from_string(text).map_err(|error| Error::Unsendable(error.to_string()))
}

/// Refuses JSON text that no reader of JSON values takes, such as a number beyond all.
pub(super) fn readable(text: &RawValue) -> Result<(), Error> {
    let value: Result<Value, _> = serde_json::from_str(text.get());
    value.map(drop).map_err(|error| Error::Unsendable(error.to_string()))
}
