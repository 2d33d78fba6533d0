//! What generated code tells the runtime about a server: static tables.
//!
//! Everything here is fixed when the code is generated; nothing is looked up, listed or fetched
//! while a request is checked. Members that hold JSON text hold valid, compact JSON. The one thing
//! that is not data is the trait [`Server`](super::server::Server).

use std::borrow::Cow;

use super::entries::Entries;
use super::json;
use super::resource::ResourceSource;

/// A server, as far as it is data.
#[derive(Debug)]
pub struct Contract {
    /// The revision of the messages.
    pub protocol_version: &'static str,
    /// The revisions served, newest first.
    pub supported_versions: &'static [&'static str],
    /// `serverInfo`, as the JSON text of an object.
    pub server_info: &'static str,
    /// The result of `server/discover` without `resultType`, `_meta` and cache hints, as the JSON text
    /// of an object: `supportedVersions`, `capabilities`, `instructions`.
    pub discover: &'static str,
    /// The methods served, sorted by name. A method that is not here is answered -32601 (ERR-02).
    pub methods: &'static [Method],
    /// The tools, sorted by name in byte order.
    pub tools: &'static [Tool],
    /// The prompts, sorted by name in byte order.
    pub prompts: &'static [Prompt],
    /// The resources, sorted by URI in byte order.
    pub resources: &'static [Resource],
    /// The resource templates, sorted by template in byte order.
    pub resource_templates: &'static [ResourceTemplate],
    /// What serves resources, templates, prompts and completion; `None` where there are none of them.
    pub entries: Option<Entries>,
    /// Entries on one page of a list; 0 for all on one page (PAG-01).
    pub page_size: usize,
    /// What the HTTP transport starts from.
    pub http: Http,
}

impl Contract {
    /// The method of this name, if it is served.
    #[must_use]
    pub fn method(&self, name: &str) -> Option<&'static Method> {
        self.methods.binary_search_by(|method| method.name.cmp(name)).ok().and_then(|index| self.methods.get(index))
    }

    /// The place of the tool of this name in [`tools`](Self::tools).
    #[must_use]
    pub fn tool_index(&self, name: &str) -> Option<usize> {
        self.tools.binary_search_by(|tool| tool.name.cmp(name)).ok()
    }

    /// Where this URI is declared: as a resource, or by the most particular template that fits. A `file:`
    /// URI that steps out of what is declared is not (RSC-06).
    #[must_use]
    pub fn resource_source(&self, uri: &str) -> Option<ResourceSource> {
        let entries = self.entries?;
        let source = (entries.declared)(self, uri)?;
        (!(entries.steps_out)(self, uri, &source)).then_some(source)
    }

    /// Where this URI is declared, wherever it leads.
    fn declared(&self, uri: &str) -> Option<ResourceSource> {
        (self.entries?.declared)(self, uri)
    }

    /// The MIME type that is declared of what a URI names.
    pub(super) fn mime_type(&self, source: &ResourceSource) -> Option<Cow<'static, str>> {
        let definition = match source {
            ResourceSource::Resource(place) => self.resources.get(*place)?.definition,
            ResourceSource::Template(place, _) => self.resource_templates.get(*place)?.definition,
        };
        json::string(json::at(definition, &["mimeType"])?)
    }

    /// What reading this URI needs of the caller.
    #[must_use]
    pub fn resource_scopes(&self, uri: &str) -> &'static [&'static str] {
        match self.declared(uri) {
            Some(ResourceSource::Resource(place)) => self.resources.get(place).map_or(&[], |item| item.scopes),
            Some(ResourceSource::Template(place, _)) => {
                self.resource_templates.get(place).map_or(&[], |item| item.scopes)
            }
            None => &[],
        }
    }

    /// What the caller must hold to be told of a change of this URI: what reading it needs, or, where it is
    /// not declared, what reading the nearest declared one needs that it lies below (RSC-10).
    pub(super) fn scopes_to_be_told(&self, uri: &str) -> &'static [&'static str] {
        let mut uri = uri;
        loop {
            if self.declared(uri).is_some() {
                return self.resource_scopes(uri);
            }
            let above = match (uri.strip_suffix('/'), uri.rfind(['/', '?', '#'])) {
                (Some(above), _) => Some(above),
                // A URI may end with the slash.
                (None, Some(end)) => uri.get(..=end).filter(|above| above.ends_with('/')).or(uri.get(..end)),
                (None, None) => None,
            };
            let Some(above) = above else { return &[] };
            uri = above;
        }
    }

    /// The scopes of all that is offered, sorted, each once.
    #[must_use]
    pub fn scopes(&self) -> Vec<&'static str> {
        let mut all = Vec::new();
        for item in self.tools {
            add(&mut all, item.scopes);
        }
        for item in self.prompts {
            add(&mut all, item.scopes);
        }
        for item in self.resources {
            add(&mut all, item.scopes);
        }
        for item in self.resource_templates {
            add(&mut all, item.scopes);
        }
        all
    }

    /// Whether anything that is offered may ask the client for input.
    #[must_use]
    pub fn asks(&self) -> bool {
        let mut asks = false;
        for item in self.tools {
            asks |= !item.asks.is_empty();
        }
        for item in self.prompts {
            asks |= !item.asks.is_empty();
        }
        for item in self.resources {
            asks |= !item.asks.is_empty();
        }
        for item in self.resource_templates {
            asks |= !item.asks.is_empty();
        }
        asks
    }

    /// The place of the prompt of this name in [`prompts`](Self::prompts).
    #[must_use]
    pub fn prompt_index(&self, name: &str) -> Option<usize> {
        self.prompts.binary_search_by(|prompt| prompt.name.cmp(name)).ok()
    }
}

/// Adds scopes to those that are there, sorted.
fn add(all: &mut Vec<&'static str>, scopes: &[&'static str]) {
    for scope in scopes {
        if let Err(place) = all.binary_search(scope) {
            all.insert(place, scope);
        }
    }
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
    /// Whether `params` (the JSON text of an object without repeated member names) fit the schema of
    /// the method; what does not is answered -32602 with the message. The runtime itself checks `_meta`
    /// and the members that it reads (`name`, `arguments`, `uri`, `cursor`, `inputResponses`,
    /// `requestState`); `None` if nothing else is to be checked.
    pub check_params: Option<CheckParams>,
}

/// Checks the JSON text of `params`; the message says what does not fit.
pub type CheckParams = fn(&str) -> Result<(), String>;

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
    pub headers: &'static [HeaderBinding<'static>],
    /// Client capabilities without which the tool cannot be called, as the JSON text of a
    /// `ClientCapabilities`; `{}` for none (REQ-07).
    pub required_capabilities: &'static str,
    /// The keys of the requests that it may make of the client (MRT-04).
    pub asks: &'static [&'static str],
    /// What the caller must hold.
    pub scopes: &'static [&'static str],
}

/// A prompt, as far as it is data.
#[derive(Debug)]
pub struct Prompt {
    /// Name on the wire.
    pub name: &'static str,
    /// The prompt as `prompts/list` shows it, as JSON text.
    pub definition: &'static str,
    /// The names of the arguments without which it cannot be had (PRM-03).
    pub required_arguments: &'static [&'static str],
    /// Client capabilities without which it cannot be had, as the JSON text of a `ClientCapabilities`;
    /// `{}` for none (REQ-07).
    pub required_capabilities: &'static str,
    /// The keys of the requests that it may make of the client (MRT-04).
    pub asks: &'static [&'static str],
    /// What the caller must hold.
    pub scopes: &'static [&'static str],
}

/// A resource, as far as it is data.
#[derive(Debug)]
pub struct Resource {
    /// The URI.
    pub uri: &'static str,
    /// The resource as `resources/list` shows it, as JSON text.
    pub definition: &'static str,
    /// Client capabilities without which it cannot be had, as the JSON text of a `ClientCapabilities`;
    /// `{}` for none (REQ-07).
    pub required_capabilities: &'static str,
    /// The keys of the requests that it may make of the client (MRT-04).
    pub asks: &'static [&'static str],
    /// What the caller must hold.
    pub scopes: &'static [&'static str],
}

/// A resource template, as far as it is data.
#[derive(Debug)]
pub struct ResourceTemplate {
    /// The RFC 6570 template.
    pub uri_template: &'static str,
    /// The template as `resources/templates/list` shows it, as JSON text.
    pub definition: &'static str,
    /// Client capabilities without which it cannot be had, as the JSON text of a `ClientCapabilities`;
    /// `{}` for none (REQ-07).
    pub required_capabilities: &'static str,
    /// The keys of the requests that it may make of the client (MRT-04).
    pub asks: &'static [&'static str],
    /// What the caller must hold.
    pub scopes: &'static [&'static str],
}

/// One argument that is mirrored into a header (HDR-13).
#[derive(Debug)]
pub struct HeaderBinding<'a> {
    /// Member names from the root of the arguments (HDR-18).
    pub path: &'a [&'a str],
    /// The whole field name as the contract spells it: `Mcp-Param-Region`. It is compared without
    /// regard to case (HDR-06).
    pub header: &'a str,
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
    /// Origins accepted beside loopback ones: `scheme://host[:port]` (HTTP-02).
    pub allowed_origins: &'static [&'static str],
    /// Values of `Host` accepted beside loopback ones: `host` (any port) or `host:port`.
    pub allowed_hosts: &'static [&'static str],
    /// Largest request body in bytes.
    pub max_body_bytes: usize,
}
