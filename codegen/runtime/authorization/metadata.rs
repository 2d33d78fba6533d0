//! The protected resource metadata document (RFC 9728): which authorization servers issue tokens for this
//! server, and where that is written (AUT-02, AUT-03).

use std::fmt;

use http::Uri;
use serde_json::{Map, Value, json};

/// Stands between host and path of the resource (RFC 9728, section 3.1).
const WELL_KNOWN: &str = "/.well-known/oauth-protected-resource";

/// What the document says.
#[derive(Clone, Debug)]
pub struct ResourceMetadata {
    members: Map<String, Value>,
    /// Where the document is.
    address: String,
    /// The path of that address.
    path: String,
}

/// An address is not one that a document can name.
#[derive(Debug)]
pub struct NotAResource(String);

impl fmt::Display for NotAResource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is no address of a protected resource or authorization server: \
             that is https://host/path, without query and fragment; http only on this machine",
            self.0
        )
    }
}

impl std::error::Error for NotAResource {}

impl ResourceMetadata {
    /// `resource` is the address of this server as its clients write it, such as
    /// `https://mcp.example.com/mcp`: tokens are issued for it. `issuer` is the authorization server.
    ///
    /// # Errors
    ///
    /// If one of them is no absolute `https` address, or has a query or fragment.
    pub fn new(resource: &str, issuer: &str) -> Result<Self, NotAResource> {
        let uri = address(resource)?;
        address(issuer)?;
        let path = format!("{WELL_KNOWN}{}", uri.path().trim_end_matches('/'));
        let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else {
            return Err(NotAResource(resource.to_owned()));
        };
        let members = [
            ("resource", json!(resource)),
            ("authorization_servers", json!([issuer])),
            ("bearer_methods_supported", json!(["header"])),
        ];
        let members = members.map(|(name, value)| (name.to_owned(), value));
        Ok(Self { members: Map::from_iter(members), address: format!("{scheme}://{authority}{path}"), path })
    }

    /// The same with one more authorization server.
    ///
    /// # Errors
    ///
    /// If it is no absolute `https` address.
    pub fn and_issuer(mut self, issuer: &str) -> Result<Self, NotAResource> {
        address(issuer)?;
        if let Some(Value::Array(issuers)) = self.members.get_mut("authorization_servers") {
            issuers.push(json!(issuer));
        }
        Ok(self)
    }

    /// The same with another member of RFC 9728, section 2, such as `resource_name`, `resource_documentation`
    /// or `scopes_supported`; those that are given to [`new`](Self::new) stay as they are. Unless it is given
    /// here, `scopes_supported` is what the operations of the contract need.
    #[must_use]
    pub fn with_member(mut self, name: impl Into<String>, value: Value) -> Self {
        let name = name.into();
        if !matches!(name.as_str(), "resource" | "authorization_servers") {
            self.members.insert(name, value);
        }
        self
    }

    /// Names the scopes of the contract, unless the application did.
    pub(in super::super) fn document(&self, scopes: &[&str]) -> String {
        let mut members = self.members.clone();
        if !scopes.is_empty() {
            members
                .entry("scopes_supported")
                .or_insert_with(|| Value::Array(scopes.iter().map(|scope| Value::from(*scope)).collect()));
        }
        members.sort_keys();
        Value::Object(members).to_string()
    }

    /// Where the document is.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Whether the document is asked for by this path: that of its address, or the well-known one at the
    /// root, which clients try too (AUT-03).
    pub(in super::super) fn is_at(&self, path: &str) -> bool {
        path == self.path || path == WELL_KNOWN
    }
}

/// An absolute address without query and fragment; `https`, unless it is on this machine.
fn address(text: &str) -> Result<Uri, NotAResource> {
    let wrong = || NotAResource(text.to_owned());
    // What may not stand in a quoted string is not legal in an address either.
    if text.contains(['#', '?', '"', '\\']) || !text.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(wrong());
    }
    let uri: Uri = text.parse().map_err(|_| wrong())?;
    let host = uri.host().unwrap_or_default().trim_matches(['[', ']']);
    let local = host.eq_ignore_ascii_case("localhost")
        || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback());
    match uri.scheme_str() {
        Some("https") if !host.is_empty() => Ok(uri),
        Some("http") if local => Ok(uri),
        _ => Err(wrong()),
    }
}
