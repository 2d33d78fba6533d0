//! A request that is being spoilt, and what becomes of it.

use std::borrow::Cow;

use serde_json::{Value, json};

use super::base::{Base, Own};
use super::subject::Subject;
use crate::document::canonical;

/// A request that the server accepts, until something is changed.
#[derive(Debug)]
pub(super) struct Draft<'s> {
    pub(super) subject: &'s Subject,
    pub(super) verb: &'static str,
    fields: Vec<(String, String)>,
    pub(super) body: Value,
    /// Changes to the JSON text, made in this order.
    pub(super) text: Vec<fn(&str) -> String>,
    /// Blanks after the text.
    pub(super) blanks: usize,
    pub(super) chunked: bool,
}

impl<'s> Draft<'s> {
    pub(super) fn new(subject: &'s Subject, base: &Base) -> Self {
        let revision = subject.supported.first().map_or("", String::as_str);
        let mut params = base.params.clone();
        params["_meta"] = json!({PROTOCOL_VERSION: revision, CLIENT_CAPABILITIES: base.capabilities});
        let mut draft = Self {
            subject,
            verb: "POST",
            fields: Vec::new(),
            body: json!({"jsonrpc": "2.0", "id": 1, "method": base.method, "params": params}),
            text: Vec::new(),
            blanks: 0,
            chunked: false,
        };
        draft.set("Host", "localhost");
        draft.set("Content-Type", "application/json");
        draft.set("Accept", "application/json, text/event-stream");
        draft.set("MCP-Protocol-Version", revision);
        draft.set("Mcp-Method", base.method);
        if let Some(tokens) = &subject.tokens {
            draft.set_token(&tokens.good);
        }
        for (name, value) in &base.fields {
            draft.set(name, value);
        }
        draft
    }

    /// Makes a change that is of this request alone.
    pub(super) fn spoil(&mut self, own: &Own) {
        for (pointer, value) in &own.members {
            let (parent, name) = pointer.rsplit_once('/').unwrap_or_default();
            if let Some(parent) = self.body["params"].pointer_mut(parent) {
                parent[name] = value.clone();
            }
        }
        for (name, value) in &own.fields {
            self.set(name, value);
        }
    }

    /// Gives a field this value and no other.
    pub(super) fn set(&mut self, name: &str, value: &str) {
        self.remove(name);
        self.fields.push((name.to_owned(), value.to_owned()));
    }

    /// Sends it as the bearer of this token.
    pub(super) fn set_token(&mut self, token: &str) {
        self.set("Authorization", &format!("Bearer {token}"));
    }

    /// Takes a field away.
    pub(super) fn remove(&mut self, name: &str) {
        self.fields.retain(|(other, _)| !other.eq_ignore_ascii_case(name));
    }

    /// Gives the message another method, and its field with it.
    pub(super) fn set_method(&mut self, method: &str) {
        self.body["method"] = json!(method);
        self.set("Mcp-Method", method);
    }

    /// `params._meta`.
    pub(super) fn meta(&mut self) -> &mut Value {
        &mut self.body["params"]["_meta"]
    }

    /// Takes a member out of an object of the body.
    pub(super) fn take(&mut self, pointer: &str, name: &str) {
        if let Some(object) = self.body.pointer_mut(pointer).and_then(Value::as_object_mut) {
            object.remove(name);
        }
    }

    pub(super) fn into_request(self) -> Request {
        let text = canonical(&self.body).to_string();
        Request {
            method: self.verb,
            target: self.subject.path.clone(),
            text: self.text.iter().fold(text, |text, change| change(&text)),
            blanks: self.blanks,
            chunked: self.chunked,
            fields: self.fields,
        }
    }
}

pub(super) const PROTOCOL_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
pub(super) const CLIENT_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
pub(super) const CLIENT_INFO: &str = "io.modelcontextprotocol/clientInfo";

/// An HTTP request; its message is one for stdio too.
#[derive(Clone, Debug)]
pub struct Request {
    /// The HTTP method.
    pub method: &'static str,
    /// The request target.
    pub target: String,
    /// The header fields, without the one that delimits the body.
    pub fields: Vec<(String, String)>,
    /// The body.
    pub text: String,
    /// How many blanks follow the body: a body beyond the limit need not be spelled out.
    pub blanks: usize,
    /// Whether the body is sent in chunks; else `Content-Length` is stated.
    pub chunked: bool,
}

impl Request {
    /// The message, on one line.
    #[must_use]
    pub fn message(&self) -> Cow<'_, str> {
        if self.blanks == 0 {
            return Cow::Borrowed(&self.text);
        }
        Cow::Owned(self.text.clone() + &" ".repeat(self.blanks))
    }

    /// The request as it stands on the wire of HTTP/1.1.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        let message = self.message();
        let mut head = format!("{} {} HTTP/1.1\r\n", self.method, self.target);
        for (name, value) in &self.fields {
            head += &format!("{name}: {value}\r\n");
        }
        if !self.chunked {
            return format!("{head}Content-Length: {}\r\n\r\n{message}", message.len()).into_bytes();
        }
        let mut bytes = format!("{head}Transfer-Encoding: chunked\r\n\r\n").into_bytes();
        for chunk in message.as_bytes().chunks(64 * 1024) {
            bytes.extend_from_slice(format!("{:x}\r\n", chunk.len()).as_bytes());
            bytes.extend_from_slice(chunk);
            bytes.extend_from_slice(b"\r\n");
        }
        bytes.extend_from_slice(b"0\r\n\r\n");
        bytes
    }
}
