//! The user's part of the model: a server's identity and what it offers, from the manifest.

use serde::Serialize;
use serde_json::Value;

use super::asks::Asks;
use super::entries::{Completion, Prompt, Resource, ResourceTemplate};

/// A server as its manifest states it.
#[derive(Clone, Debug, Serialize)]
pub struct Contract {
    /// Name of the trait that the user implements, such as `Weather`.
    pub trait_name: String,
    /// `Implementation` of the protocol, as it goes into `serverInfo`: name, version, title, icons, websiteUrl.
    pub server_info: Value,
    /// `instructions` of `server/discover`.
    pub instructions: Option<String>,
    /// What `server/discover` advertises (VER-05): what the manifest states, and what follows from what
    /// it offers. A method is served if and only if the capability it belongs to is here.
    pub capabilities: Value,
    /// Cache hints by method: `server/discover`, `tools/list`, …; every cacheable method has an entry.
    pub cache: std::collections::BTreeMap<String, CacheHint>,
    /// What the HTTP transport starts from.
    pub http: Http,
    /// How schemas are checked; not shown where all of it is as the runtime has it.
    #[serde(skip_serializing_if = "Validation::is_default")]
    pub validation: Validation,
    /// The tools, sorted by name in code point order.
    pub tools: Vec<Tool>,
    /// Revisions to be served beside the modern one, newest first. Not emitted yet.
    pub legacy: Vec<String>,
    /// The resources, sorted by URI in code point order.
    pub resources: Vec<Resource>,
    /// The resource templates, sorted by template in code point order.
    pub resource_templates: Vec<ResourceTemplate>,
    /// The prompts, sorted by name in code point order.
    pub prompts: Vec<Prompt>,
    /// Entries on one page of a list; 0 for all on one page (PAG-01).
    pub page_size: u64,
}

impl Contract {
    /// Whether a caller must hold something for anything: who calls must be known then.
    #[must_use]
    pub fn has_scopes(&self) -> bool {
        let tools = self.tools.iter().map(|tool| &tool.scopes);
        let resources = self.resources.iter().map(|resource| &resource.scopes);
        let templates = self.resource_templates.iter().map(|template| &template.scopes);
        let prompts = self.prompts.iter().map(|prompt| &prompt.scopes);
        tools.chain(resources).chain(templates).chain(prompts).any(|scopes| !scopes.is_empty())
    }

    /// The methods of the trait.
    pub fn methods(&self) -> impl Iterator<Item = &str> {
        let tools = self.tools.iter().map(|tool| &tool.rust.method);
        tools
            .chain(self.resources.iter().map(|resource| &resource.method))
            .chain(self.resource_templates.iter().map(|template| &template.method))
            .chain(self.prompts.iter().map(|prompt| &prompt.method))
            .chain(self.completions().map(|completion| &completion.method))
            .map(String::as_str)
    }

    /// What is completed: arguments of prompts, variables of resource templates.
    pub fn completions(&self) -> impl Iterator<Item = &Completion> {
        let prompts = self.prompts.iter().map(|prompt| &prompt.completion);
        prompts.chain(self.resource_templates.iter().map(|template| &template.completion)).flatten()
    }

    /// What may ask the client for input, with all that it may ask.
    pub fn asks(&self) -> impl Iterator<Item = &Asks> {
        let tools = self.tools.iter().map(|tool| &tool.asks);
        let resources = self.resources.iter().map(|resource| &resource.asks);
        let templates = self.resource_templates.iter().map(|template| &template.asks);
        let prompts = self.prompts.iter().map(|prompt| &prompt.asks);
        tools.chain(resources).chain(templates).chain(prompts).flatten()
    }

    /// Whether anything asks the client for input.
    #[must_use]
    pub fn has_asks(&self) -> bool {
        self.asks().next().is_some()
    }

    /// Whether the server has state to seal (MRT-06): what asks has, and its state goes by way of the client.
    #[must_use]
    pub fn seals(&self) -> bool {
        self.has_asks()
    }
}

/// `ttlMs` and `cacheScope` of one cacheable method (CCH-01, CCH-02).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CacheHint {
    /// Milliseconds.
    pub ttl_ms: u64,
    /// Whether other callers may be served from the cache: `public`, else `private`.
    pub public: bool,
}

/// The `[http]` section, defaults filled in.
#[derive(Clone, Debug, Serialize)]
pub struct Http {
    /// The one path, default `/mcp`.
    pub path: String,
    /// Origins accepted beside loopback ones: `scheme://host[:port]`.
    pub allowed_origins: Vec<String>,
    /// Values of `Host` accepted beside loopback ones.
    pub allowed_hosts: Vec<String>,
    /// Largest request body in bytes, default 4 MiB.
    pub max_body_bytes: u64,
}

/// The `[validation]` section. What is absent is as the runtime has it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Validation {
    /// Whether `format` is asserted.
    pub assert_format: bool,
    /// How many subschemas may be open inside one another.
    pub max_depth: Option<u64>,
    /// How many steps one check may take.
    pub max_steps: Option<u64>,
    /// How many faults are told.
    pub max_errors: Option<u64>,
    /// Documents that a `$ref` may lead to, by address.
    pub documents: std::collections::BTreeMap<String, Value>,
}

impl Validation {
    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// One tool.
#[derive(Clone, Debug, Serialize)]
pub struct Tool {
    /// The name on the wire.
    pub name: String,
    /// Rust names, unique over the contract.
    pub rust: ToolNames,
    /// The tool exactly as `tools/list` shows it: schemas inlined, unknown keys kept, own keys
    /// removed. An `inputSchema` without `properties` has an empty one here: some hosts refuse a
    /// tool without, and it changes nothing.
    pub definition: Value,
    /// `inputSchema`, the same value as in `definition`.
    pub input_schema: Value,
    /// `outputSchema`, if there is one.
    pub output_schema: Option<Value>,
    /// The arguments mirrored into headers, sorted by path (HDR-13 to HDR-21).
    pub headers: Vec<HeaderBinding>,
    /// Documentation for the generated method: title and description as they stand in the manifest.
    pub doc: String,
    /// What the caller must hold.
    pub scopes: Vec<String>,
    /// What it may ask of the client.
    pub asks: Option<Asks>,
}

/// The Rust names of a tool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ToolNames {
    /// The method of the trait and of the client: `get_weather`; a raw identifier never.
    pub method: String,
    /// The module, and the file of that name; `method` unless file systems forbid that.
    pub module: String,
    /// Type of the arguments: `GetWeatherArgs`.
    pub args: String,
    /// Type of the result: `GetWeatherOutput`.
    pub output: String,
}

/// One argument that is mirrored into a header.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HeaderBinding {
    /// Member names from the root of the arguments (HDR-18).
    pub path: Vec<String>,
    /// The header without its prefix, as the manifest spells it: `Region` for `Mcp-Param-Region`.
    pub header: String,
    /// The JSON type of the argument (HDR-16).
    pub kind: HeaderKind,
}

/// The three types that may be mirrored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum HeaderKind {
    /// Sent verbatim, or in the Base64 form where it must be.
    String,
    /// Sent as decimal digits, compared as a number.
    Integer,
    /// `true` or `false`.
    Boolean,
}
