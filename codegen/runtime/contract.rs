//! What generated code tells the runtime about a server: static tables and one trait.
//!
//! Everything here is fixed when the code is generated; nothing is looked up, listed or fetched
//! while a request is checked.

/// A server, as far as it is data.
#[derive(Debug)]
pub struct Contract {
    /// The revision of the messages.
    pub protocol_version: &'static str,
    /// The revisions served, newest first.
    pub supported_versions: &'static [&'static str],
    /// `serverInfo`, as JSON text.
    pub server_info: &'static str,
    /// The result of `server/discover` without `resultType`, `_meta` and cache hints, as JSON text.
    pub discover: &'static str,
    /// The methods served, sorted by name.
    pub methods: &'static [Method],
    /// The tools, sorted by name.
    pub tools: &'static [Tool],
    /// What the HTTP transport starts from.
    pub http: Http,
}

/// A method that the server answers.
#[derive(Debug)]
pub struct Method {
    /// Such as `tools/call`.
    pub name: &'static str,
    /// The member of `params` that `Mcp-Name` mirrors, if any (HDR-03).
    pub name_from: Option<&'static str>,
    /// `ttlMs` and `cacheScope` of its complete results, if it is cacheable (CCH-01).
    pub cache: Option<CacheHint>,
    /// Whether `params` (JSON text) fit the schema of the method (-32602).
    pub check_params: fn(&str) -> Result<(), String>,
}

/// Cache hints.
#[derive(Clone, Copy, Debug)]
pub struct CacheHint {
    /// Milliseconds.
    pub ttl_ms: u64,
    /// `public` or `private`.
    pub scope: &'static str,
}

/// A tool, as far as it is data.
#[derive(Debug)]
pub struct Tool {
    /// Name on the wire.
    pub name: &'static str,
    /// The tool as `tools/list` shows it, as JSON text.
    pub definition: &'static str,
    /// The arguments mirrored into headers.
    pub headers: &'static [HeaderBinding],
    /// Client capabilities without which the tool cannot be called, as JSON text of ClientCapabilities; `{}` for none.
    pub required_capabilities: &'static str,
}

/// One argument that is mirrored into a header (HDR-13).
#[derive(Debug)]
pub struct HeaderBinding {
    /// Member names from the root of the arguments.
    pub path: &'static [&'static str],
    /// The whole field name: `Mcp-Param-Region`.
    pub header: &'static str,
    /// Its JSON type.
    pub kind: HeaderKind,
}

/// The three types that may be mirrored (HDR-16).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeaderKind {
    /// Verbatim, or in the Base64 form.
    String,
    /// Decimal digits, compared as a number.
    Integer,
    /// `true` or `false`.
    Boolean,
}

/// What the HTTP transport starts from.
#[derive(Debug)]
pub struct Http {
    /// The one path.
    pub path: &'static str,
    /// Origins accepted beside loopback ones.
    pub allowed_origins: &'static [&'static str],
    /// Hosts accepted beside loopback ones.
    pub allowed_hosts: &'static [&'static str],
    /// Largest request body in bytes.
    pub max_body_bytes: usize,
}
